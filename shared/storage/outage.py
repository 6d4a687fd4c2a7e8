"""What storage does when it does not do what it should, in our words."""

from azure.core.exceptions import AzureError

from shared.domain.errors import StorageUnavailable


def unavailable(part: str, exc: AzureError) -> StorageUnavailable:
    """Return our error for the SDK's; its own text is left out, for it can quote addresses and signatures."""
    status = getattr(exc, "status_code", None)
    return StorageUnavailable(
        f"{part} (AzureWebJobsStorage) did not answer as it should: {status or type(exc).__name__}."
    )
