"""The operations over all jobs of a subscription. They are extensions, and read only."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from shared.api.instants import write_instant
from shared.api.overview_query import (
    SHORTEST_BUCKET,
    UpcomingQuery,
    place_of_run,
    read_failures_query,
    read_running_query,
    read_summaries_query,
    read_upcoming_query,
    read_within,
    written_place,
)
from shared.api.render import render_list
from shared.api.render_overviews import (
    render_coming,
    render_crowds,
    render_expiring,
    render_failure,
    render_page,
    render_running,
    render_subscription,
    render_summary,
)
from shared.api.shapes.writing import Json
from shared.domain.agenda import Ahead
from shared.domain.budget import Budget, OverBudget
from shared.domain.crowds import Crowds
from shared.domain.errors import BadRequest
from shared.domain.keys import checked_subscription
from shared.domain.subscriptions import Subscription
from shared.domain.timespan import write_timespan
from shared.flow import attempts, overviews, upcoming
from shared.flow.attempts import FailuresAsked
from shared.flow.overviews import SummariesAsked
from shared.flow.upcoming import UpcomingAsked
from shared.functions.routes import Call, Reply
from shared.functions.wiring import App

_REPEATED: Final = frozenset({"state", "outcome", "search", "from", "to", "until", "$top"})
"""Parameters that a link repeats: a key is none of them."""
_TOO_MUCH: Final = "until: to count the runs up to then is more work than one request may be; "
_LARGEST: Final = _TOO_MUCH + "the largest window that fits ends at {}. Ask with that."
_NO_WINDOW: Final = _TOO_MUCH + "no window fits. Ask without bucket, which lists the next runs."
_NOTHING_FOUND: Final = (
    "behind: to find the next runs is more work than one request may be. "
    "Ask for the upcomingRuns of single jobs."
)


def list_subscriptions(app: App, call: Call) -> Reply:
    """Those that have collections; a caller with a scope gets his own, also if nothing is in it yet."""
    found, own = overviews.list_subscriptions(app.ports.store), call.caller.scope.subscription
    if own and not found:
        found = [Subscription(name=own)]
    return Reply(body=render_list([render_subscription(one) for one in found]))


def list_summaries(app: App, call: Call) -> Reply:
    """The jobs of all collections in short, those that are sought."""
    subscription, query = _subscription(call), read_summaries_query(call.params)
    asked = SummariesAsked(sought=query.sought, place=query.place, top=query.top)
    jobs, behind = overviews.list_summaries(app.ports, subscription, asked, budget=Budget())
    place = None if behind is None else written_place(behind.shard, behind.row)
    shown = [render_summary(job, collection) for job, collection in jobs]
    return _page(shown, call, "jobs", place)


def list_failures(app: App, call: Call) -> Reply:
    """The attempts of all jobs that failed in the last days, newest first."""
    subscription, query = _subscription(call), read_failures_query(call.params, now=app.ports.clock())
    asked = FailuresAsked(since=query.since, before=query.before, top=query.top, behind=query.behind)
    entries, behind = attempts.list_failures(app.ports.store, subscription, asked, budget=Budget())
    place = None if behind is None else written_place(behind)
    return _page([render_failure(entry) for entry in entries], call, "failures", place)


def upcoming_runs(app: App, call: Call) -> Reply:
    """The next runs of all jobs, in order; or, with `bucket`, how many there are at which time."""
    subscription, now = _subscription(call), app.ports.clock()
    query = read_upcoming_query(call.params, now=now)
    if query.bucket is not None:
        return Reply(body=_counted(app, subscription, query, query.bucket))
    ahead = Ahead(begin=now, until=query.farthest, behind=query.behind)
    asked = UpcomingAsked(ahead=ahead, top=query.top, until=query.until)
    try:
        runs, behind = upcoming.list_upcoming(app.ports.store, subscription, asked, budget=Budget())
    except OverBudget:
        raise BadRequest(_NOTHING_FOUND) from None
    place = place_of_run(behind) if behind else None
    until = {"until": write_instant(query.until)}  # the default would move on with the clock
    return _page([render_coming(run) for run in runs], call, "upcomingRuns", place, until)


def list_running(app: App, call: Call) -> Reply:
    """What is being done, waits for another try or an earlier run, or should have begun."""
    subscription, now = _subscription(call), app.ports.clock()
    top, behind = read_running_query(call.params)
    runs, further = attempts.list_running(app.ports, subscription, now=now, top=top, behind=behind)
    place = None if further is None else written_place(further)
    return _page([render_running(run, now=now) for run in runs], call, "running", place)


def list_expiring(app: App, call: Call) -> Reply:
    """Which credentials end soon."""
    subscription, within = _subscription(call), read_within(call.params)
    found = overviews.list_expiring(app.ports.store, subscription, until=app.ports.clock() + within)
    return Reply(body=render_list([render_expiring(owner, one) for owner, one in found]))


def _counted(app: App, subscription: str, query: UpcomingQuery, bucket: timedelta) -> Json:
    now = app.ports.clock()
    ahead = Ahead(begin=now, until=query.until)
    counted = upcoming.count_upcoming(app.ports.store, subscription, ahead, bucket, budget=Budget())
    if not isinstance(counted, Crowds):
        fits = counted - now >= SHORTEST_BUCKET
        raise BadRequest(_LARGEST.format(write_instant(counted)) if fits else _NO_WINDOW)
    window = {
        "from": write_instant(now),
        "until": write_instant(query.until),
        "bucket": write_timespan(bucket),
    }
    return render_crowds(counted, window)


def _page(
    values: Sequence[Json],
    call: Call,
    name: str,
    behind: str | None,
    fixed: dict[str, str] | None = None,
) -> Reply:
    """Return a page, with a link to the next. The link repeats what was asked for, and nothing else."""
    path = f"/subscriptions/{_subscription(call)}/providers/Microsoft.Scheduler/{name}"
    repeated = {given.lower(): value for given, value in call.params.items() if given.lower() in _REPEATED}
    return Reply(body=render_page(values, f"{call.origin}{path}", {**repeated, **(fixed or {})}, behind))


def _subscription(call: Call) -> str:
    return checked_subscription(call.names["subscription"])
