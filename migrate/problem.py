"""What ends a command before it has done anything."""


class Problem(Exception):
    """What is wrong and what to do about it, in words for the person at the terminal."""
