"""What keeps the local host from starting."""


class HostError(Exception):
    """A reason, in one sentence for the user, why the app cannot be hosted."""
