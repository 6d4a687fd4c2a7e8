"""What hypothesis draws: requests, actions that go wrong, and troubles."""

from dataclasses import replace
from datetime import timedelta
from typing import Final

from hypothesis import strategies as st

from shared.domain.job import JobState
from tests.machines.acts import Act, Ending
from tests.machines.between import CLOCKS_DIFFER, Between, Clocks
from tests.machines.forms import JOBS, Asked, Form, Times
from tests.machines.policies import FAULTS, KEPT, MISSED, NO_POLICIES, OPTIONS, OVERLAPS, SPREADS, Policies
from tests.machines.requests import Request, Verb
from tests.machines.troubled_table import Kind

_SLOW: Final = timedelta(seconds=200)  # longer than a lease

SOME_POLICIES: Final = st.builds(
    Policies,
    overlap=st.sampled_from(OVERLAPS),
    missed=st.sampled_from(MISSED),
    spread=st.sampled_from(SPREADS),
    faults=st.sampled_from(FAULTS),
    options=st.sampled_from(OPTIONS),
    kept=st.sampled_from(KEPT),
    own=st.booleans(),
)
JOB: Final = st.sampled_from(JOBS)
FORM: Final = st.builds(
    Form,
    times=st.sampled_from([*Times, *[Times.MINUTELY] * 4]),
    start=st.sampled_from([None, -90, 0, 10, 40, 150]),
    retries=st.sampled_from([0, 1, 2, None]),
    mourned=st.booleans(),
    policies=st.one_of(st.just(NO_POLICIES), SOME_POLICIES, SOME_POLICIES),
)
STATE: Final = st.sampled_from([*[JobState.ENABLED] * 4, JobState.DISABLED, JobState.COMPLETED])
PAUSE: Final = st.sampled_from([None, 20, 90, 600])
ASKED: Final = st.builds(Asked, form=FORM, state=STATE, pause=PAUSE)


_ASKING: Final = (Verb.PUT, Verb.PATCH, Verb.REVISE, Verb.SET_DEFAULTS)
_PAUSING: Final = (Verb.PAUSE, Verb.PAUSE_ALL)
_NOTHING_ASKED: Final = Asked(
    form=Form(times=Times.ONCE, start=None, retries=0, mourned=False), state=JobState.ENABLED
)


@st.composite
def requests(draw: st.DrawFn, *verbs: Verb) -> Request:
    """Draw no more than the verb needs: most of the time is spent on drawing."""
    verb, job = draw(st.sampled_from(verbs)), draw(JOB)
    if verb in _PAUSING:
        return Request(verb=verb, job=job, asked=replace(_NOTHING_ASKED, pause=draw(PAUSE)))
    return Request(verb=verb, job=job, asked=draw(ASKED) if verb in _ASKING else _NOTHING_ASKED)


ANY_REQUEST: Final = requests(*Verb)
ENDING: Final = st.sampled_from([Ending.FAILURE, Ending.FINE, Ending.DEATH, Ending.FAILURE, Ending.REFUSAL])
QUIET_ACT: Final = st.builds(Act, ending=ENDING)
BUSY_ACT: Final = st.builds(
    Act,
    ending=ENDING,
    takes=st.sampled_from([timedelta(), timedelta(seconds=30), _SLOW]),
    meanwhile=st.tuples(ANY_REQUEST),
)
CHANGED_ACT: Final = st.builds(
    Act,
    ending=ENDING,
    meanwhile=st.tuples(requests(Verb.REVISE, Verb.PUT, Verb.PATCH, Verb.ENABLE)),
    changed=st.just(True),
)
QUIET_ACTS: Final = st.lists(QUIET_ACT, max_size=3)
ACTS: Final = st.lists(st.one_of(QUIET_ACT, QUIET_ACT, BUSY_ACT, CHANGED_ACT), max_size=4)

_AHEAD_OF_STORAGE: Final = [timedelta(seconds=seconds) for seconds in (0, 0, -5, -2, 1, 5)]
CLOCKS: Final = st.sampled_from(
    [
        Clocks(runner, others)
        for runner in _AHEAD_OF_STORAGE
        for others in _AHEAD_OF_STORAGE
        if abs(runner - others) <= CLOCKS_DIFFER
    ]
)
"""No two of the three, with storage's, are further apart than clocks may be."""
_MEANWHILE: Final = st.one_of(
    st.tuples(requests(Verb.PATCH, Verb.DISABLE, Verb.PUT, Verb.DELETE)),
    st.tuples(requests(Verb.ENABLE_ALL)),
    st.lists(ANY_REQUEST, max_size=3).map(tuple),
)
BETWEEN: Final = st.builds(
    Between,
    clocks=CLOCKS,
    before=st.one_of(st.just(()), st.just(()), st.tuples(requests(Verb.DISABLE_ALL))),
    requests=_MEANWHILE,
    rival=st.booleans(),
)

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
NEAR: Final = st.sampled_from([timedelta(seconds=seconds) for seconds in (61, 151, 360, 1_200)])
BACKWARD: Final = st.sampled_from([timedelta(seconds=seconds) for seconds in (1, 5, 30)])
AHEAD: Final = st.sampled_from([timedelta(seconds=seconds) for seconds in (0, 0, 0, -20, 90, 300)])

TICKET_FIELD: Final = st.sampled_from(["sentAt", "sentCount", "leaseUntil", "expected", "claims", "number"])
JOB_FIELD: Final = st.sampled_from(
    ["definition", "state", "anchor", "open", "numbered", "executions", "nextTicket", "trimTicket", "course"]
)
