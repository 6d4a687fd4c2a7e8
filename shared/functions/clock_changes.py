"""The operation that tells what clock changes do. It is an extension, and reads only."""

from shared.api.overview_query import read_change_end
from shared.api.render import render_list
from shared.api.render_clock_changes import render_clock_change
from shared.domain.keys import checked_subscription
from shared.flow import clock_changes
from shared.functions.routes import Call, Reply
from shared.functions.wiring import App


def list_clock_changes(app: App, call: Call) -> Reply:
    """The next clock changes of all zones in use, and which jobs they affect."""
    subscription, now = checked_subscription(call.names["subscription"]), app.ports.clock()
    until = read_change_end(call.params, now=now)
    found = clock_changes.list_clock_changes(app.ports.store, subscription, now=now, until=until)
    return Reply(body=render_list([render_clock_change(change) for change in found]))
