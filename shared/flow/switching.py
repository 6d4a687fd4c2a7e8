"""Switching jobs off and on, when somebody asks for that alone."""

from shared.domain.collection import JobCollection
from shared.domain.disabled import Disabled
from shared.domain.job import Job, JobState
from shared.domain.keys import JobKey
from shared.flow.ports import Ports
from shared.flow.put_and_patch import WantedJob, patch_job


def enable_job(ports: Ports, key: JobKey, *, who: str) -> None:
    """Enable a job. One that is enabled goes on undisturbed."""
    _switch(ports, key, JobState.ENABLED, None, who)


def disable_job(ports: Ports, key: JobKey, pause: Disabled | None, *, who: str) -> None:
    """Disable a job, for the reason and the time that the pause says. One that is off gets these anew."""
    _switch(ports, key, JobState.DISABLED, pause, who)


def _switch(ports: Ports, key: JobKey, state: JobState, pause: Disabled | None, who: str) -> None:
    def as_it_is(stored: Job, _: JobCollection) -> WantedJob:
        return WantedJob(key=key, definition=stored.definition, state=state, disabled=pause, who=who)

    patch_job(ports, key, as_it_is, gently=True)
