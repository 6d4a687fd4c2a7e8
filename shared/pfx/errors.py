"""Why a PFX file is not opened."""


class Unopenable(Exception):
    """Says why, in words that follow the name of the file."""


class NoPfx(Unopenable):
    """It is something else, or damaged."""

    def __init__(self) -> None:
        super().__init__("is not a PFX file")


class WrongPassword(Unopenable):
    def __init__(self) -> None:
        super().__init__("the password does not open it")
