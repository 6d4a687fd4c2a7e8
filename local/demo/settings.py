"""The settings of the app around the demo's storage: keys that are no secrets, because all is made up."""

import base64
from typing import Final

KEYS: Final = {name: f"{name}-key-of-the-demo-which-is-no-secret" for name in ("ops", "anna", "deploy-bot")}
VIEWER: Final = "viewer-key-of-the-demo-which-is-no-secret"
_ENCRYPTION: Final = base64.b64encode(bytes(range(32))).decode()


def settings_for(connection_string: str) -> dict[str, str]:
    """Return the app's settings as its environment holds them."""
    return {
        "AzureWebJobsStorage": connection_string,
        "PYTHON_THREADPOOL_THREAD_COUNT": "256",
        "SCAN_SCHEDULE": "*/5 * * * * *",
        "SCHEDULER_LEASE_SECONDS": "3600",  # what runs when the past ends runs for long
        "SCHEDULER_KEYS": ",".join(f"{name}={key}" for name, key in KEYS.items()),
        "SCHEDULER_READ_KEYS": f"viewer={VIEWER}",
        "SCHEDULER_ENCRYPTION_KEYS": f"demo={_ENCRYPTION}",
    }
