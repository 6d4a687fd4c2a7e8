"""What keeps the local host, or a function in it, from starting."""


class HostError(Exception):
    """A reason, in one sentence for the user, why the app cannot be hosted."""


class SettingError(HostError):
    """A reason why one function cannot be started; the others can, and the app may say more."""
