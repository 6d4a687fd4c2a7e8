"""Why the local host, or a function in it, cannot start."""


class HostError(Exception):
    """Says in one sentence why the app cannot be hosted."""


class SettingError(HostError):
    """Says why one function cannot start. The others can, and the app may say more."""
