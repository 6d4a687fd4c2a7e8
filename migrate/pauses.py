"""Why and until when something is disabled, as it arrives. Nothing is enabled by a time that is over."""

from datetime import datetime

from shared.api.instants import write_instant
from shared.domain.disabled import Disabled
from shared.domain.job import JobState


def arriving_pause(
    asked: Disabled | None, *, off: bool, now: datetime
) -> tuple[Disabled | None, tuple[str, ...]]:
    """Return what is sent of the pause of what arrives disabled, and what was changed for that.

    What is not `off` has none. Who disabled it, and since when, the app notes itself.
    """
    if asked is None or not off:
        return None, ()
    if asked.until is None or asked.until >= now:
        return said(asked.note, asked.until), ()
    over = f"{write_instant(asked.until)} is over, and it stays disabled"
    return said(asked.note, None), (f"disabled.until is left out: {over}",)


def state_as_written(state: JobState, pause: Disabled | None, *, now: datetime) -> JobState:
    """Return the state that a file asks for. What was to be disabled until a time that is over is enabled."""
    over = pause is not None and pause.until is not None and pause.until <= now
    return JobState.ENABLED if over and state is JobState.DISABLED else state


def said(note: str | None, until: datetime | None) -> Disabled | None:
    """Return what somebody says of it; None if that is nothing."""
    return None if note is None and until is None else Disabled(note=note, until=until)


def told(disabled: Disabled | None) -> tuple[str, ...]:
    """Return what people should know of it: that it begins to run by itself."""
    if disabled is None or disabled.until is None:
        return ()
    return (f"it is enabled at {write_instant(disabled.until)}, which its file says",)
