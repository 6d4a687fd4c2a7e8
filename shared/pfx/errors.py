"""Why a PFX file is not opened."""


class Unopenable(Exception):
    """Says why, in words that follow the file's name."""


class NoPfx(Unopenable):
    """The file is something else, or damaged."""

    def __init__(self) -> None:
        super().__init__("is not a PFX file")


class WrongPassword(Unopenable):
    def __init__(self) -> None:
        super().__init__("the password does not open it")
