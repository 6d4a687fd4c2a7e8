"""Switching jobs off and on, when somebody asks for that alone."""

from shared.domain.asking import NOBODY, Asking
from shared.domain.audit import Operation
from shared.domain.collection import JobCollection
from shared.domain.disabled import Disabled
from shared.domain.job import Job, JobState
from shared.domain.keys import JobKey
from shared.flow.ports import Ports
from shared.flow.put_and_patch import WantedJob, patch_job


def enable_job(ports: Ports, key: JobKey, asking: Asking = NOBODY) -> None:
    """Enable a job. One that is enabled goes on undisturbed."""
    _switch(ports, key, JobState.ENABLED, None, asking)


def disable_job(ports: Ports, key: JobKey, pause: Disabled | None, asking: Asking = NOBODY) -> None:
    """Disable a job, for the reason and the time that the pause says. One that is off gets these anew."""
    _switch(ports, key, JobState.DISABLED, pause, asking)


def _switch(ports: Ports, key: JobKey, state: JobState, pause: Disabled | None, asking: Asking) -> None:
    operation = Operation.ENABLE if state is JobState.ENABLED else Operation.DISABLE

    def as_it_is(stored: Job, _: JobCollection) -> WantedJob:
        return WantedJob(
            key=key,
            definition=stored.definition,
            state=state,
            disabled=pause,
            asking=asking,
            operation=operation,
        )

    patch_job(ports, key, as_it_is, gently=True)
