"""What hypothesis draws: requests, actions that go wrong, and troubles."""

from datetime import timedelta
from typing import Final

from hypothesis import strategies as st

from shared.domain.job import JobState
from tests.machines.forms import JOBS, Asked, Form, Times
from tests.machines.machine_world import Act, Ending
from tests.machines.requests import Request, Verb
from tests.machines.troubled_table import Kind

_SLOW: Final = timedelta(seconds=200)  # longer than a lease

JOB: Final = st.sampled_from(JOBS)
FORM: Final = st.builds(
    Form,
    times=st.sampled_from(Times),
    start=st.sampled_from([None, None, -90, 0, 10, 150]),
    retries=st.integers(0, 2),
    mourned=st.booleans(),
)
STATE: Final = st.sampled_from([*[JobState.ENABLED] * 4, JobState.DISABLED, JobState.COMPLETED])
ASKED: Final = st.builds(Asked, form=FORM, state=STATE)


def requests(*verbs: Verb) -> st.SearchStrategy[Request]:
    return st.builds(Request, verb=st.sampled_from(verbs), job=JOB, asked=ASKED)


ANY_REQUEST: Final = requests(*Verb)
ENDING: Final = st.sampled_from([Ending.FINE, Ending.FAILURE, Ending.FAILURE, Ending.DEATH])
QUIET_ACT: Final = st.builds(Act, ending=ENDING)
BUSY_ACT: Final = st.builds(
    Act,
    ending=ENDING,
    takes=st.sampled_from([timedelta(), timedelta(seconds=30), _SLOW]),
    meanwhile=st.tuples(ANY_REQUEST),
)
ACTS: Final = st.lists(st.one_of(QUIET_ACT, QUIET_ACT, BUSY_ACT), max_size=4)

SKEW: Final = st.sampled_from([timedelta(seconds=seconds) for seconds in (0, 0, -5, 5)])

FOR_EVER: Final = 10_000
TROUBLE: Final = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(Kind),
        "at": st.integers(1, 12),
        "lasting": st.sampled_from([1, 3, FOR_EVER]),
        "requests": st.lists(ANY_REQUEST, min_size=1, max_size=2),
    }
)
TROUBLES: Final = st.one_of(st.none(), st.none(), TROUBLE)

FORWARD: Final = st.sampled_from(
    [
        *(timedelta(seconds=seconds) for seconds in (1, 10, 20, 45, 60, 61, 151)),
        *(timedelta(minutes=minutes) for minutes in (3, 16, 90)),
        *(timedelta(days=days) for days in (1, 2, 30, 61)),
    ]
)
BACKWARD: Final = st.sampled_from([timedelta(seconds=seconds) for seconds in (1, 5, 30)])
AHEAD: Final = st.sampled_from([timedelta(seconds=seconds) for seconds in (0, 0, 0, -20, 90, 300)])

TICKET_FIELD: Final = st.sampled_from(["sentAt", "sentCount", "leaseUntil", "expected", "claims", "number"])
JOB_FIELD: Final = st.sampled_from(
    ["definition", "state", "anchor", "open", "numbered", "executions", "nextTicket", "trimTicket"]
)
