"""How the hook signs in, calls, and makes secrets. Standard library only: azd installs nothing."""


class Stop(Exception):
    """What is wrong, and what to do about it."""
