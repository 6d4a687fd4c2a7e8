"""The operation that tells what clock changes do. It is an extension, and reads only."""

from typing import Final

from shared.api.overview_query import read_change_end
from shared.api.render import render_list
from shared.api.render_clock_changes import render_clock_change
from shared.domain.budget import Budget, OverBudget
from shared.domain.errors import BadRequest
from shared.domain.keys import checked_subscription
from shared.flow import clock_changes
from shared.functions.routes import Call, Reply
from shared.functions.wiring import App

_TOO_MUCH: Final = (
    "until: to look at what clock changes do to all jobs is more work than one request may be. "
    "Ask for the occurrences of single jobs on these days."
)


def list_clock_changes(app: App, call: Call) -> Reply:
    """The next clock changes of all zones in use, and which jobs they affect."""
    subscription, now = checked_subscription(call.names["subscription"]), app.ports.clock()
    until = read_change_end(call.params, now=now)
    store = app.ports.store
    try:
        found = clock_changes.list_clock_changes(store, subscription, now=now, until=until, budget=Budget())
    except OverBudget:
        raise BadRequest(_TOO_MUCH) from None
    return Reply(body=render_list([render_clock_change(change) for change in found]))
