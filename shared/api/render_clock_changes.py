"""Clock changes, and what they do to jobs → JSON of an answer."""

from datetime import datetime

from shared.api.instants import write_instant, write_local, write_moment, write_offset
from shared.api.render import job_id
from shared.api.shapes.writing import Json, present
from shared.domain.clock_changes import Affected, ChangedTime, ClockChange
from shared.domain.local_time.zones import Zone, zone_named


def render_clock_change(change: ClockChange) -> Json:
    """Return a change; how many other jobs it affects is said only if there are any."""
    zone = zone_named(change.zone)
    return {
        "properties": present(
            zone=change.zone,
            at=write_instant(change.at),
            offsetBefore=write_offset(change.before),
            offsetAfter=write_offset(change.after),
            jobs=[_render_affected(affected, zone) for affected in change.affected],
            moreJobs=change.more or None,
        )
    }


def _render_affected(affected: Affected, zone: Zone) -> Json:
    return present(
        id=job_id(affected.job),
        effect=affected.effect,
        times=[_render_time(time, zone) for time in affected.times],
        moreTimes=affected.more or None,
    )


def _render_time(time: ChangedTime, zone: Zone) -> Json:
    return {
        "named": [write_moment(wall) for wall in time.walls],
        "runs": [_render_run(run, zone) for run in time.runs],
    }


def _render_run(run: datetime, zone: Zone) -> Json:
    return {"at": write_instant(run), "local": write_local(run, zone)}
