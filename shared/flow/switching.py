"""Switching jobs off and on, when somebody asks for that alone."""

from shared.domain.asking import NOBODY, Asking
from shared.domain.audit import Operation
from shared.domain.collection import JobCollection
from shared.domain.disabled import Disabled, Pause, refuse_past_until
from shared.domain.in_force import zone_name
from shared.domain.job import Job, JobState
from shared.domain.keys import JobKey
from shared.domain.local_time.zones import zone_named
from shared.flow.ports import Ports
from shared.flow.put_and_patch import WantedJob, patch_job


def enable_job(ports: Ports, key: JobKey, asking: Asking = NOBODY) -> tuple[Job, JobCollection]:
    """Enable a job, and return it with its collection. One that is enabled goes on undisturbed."""
    return _switch(ports, key, JobState.ENABLED, Pause(), asking)


def disable_job(
    ports: Ports, key: JobKey, pause: Pause, asking: Asking = NOBODY
) -> tuple[Job, JobCollection]:
    """Disable a job, for the reason and the time that the pause says. One that is off gets these anew."""
    return _switch(ports, key, JobState.DISABLED, pause, asking)


def _switch(
    ports: Ports, key: JobKey, state: JobState, pause: Pause, asking: Asking
) -> tuple[Job, JobCollection]:
    operation = Operation.ENABLE if state is JobState.ENABLED else Operation.DISABLE

    def as_it_is(stored: Job, collection: JobCollection) -> WantedJob:
        disabled = pause.in_zone(zone_named(zone_name(stored.definition, collection)))
        so_already = stored.state is state and (stored.disabled or Disabled()).says(disabled)
        if not so_already:
            refuse_past_until(disabled.until, now=ports.clock(), path="until")
        return WantedJob(
            key=key,
            definition=stored.definition,
            state=state,
            disabled=disabled,
            asking=asking,
            operation=operation,
            changes_nothing=so_already,
        )

    return patch_job(ports, key, as_it_is, gently=True)
