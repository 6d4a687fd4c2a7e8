"""A state machine of policies: runs fail, wait and overlap, and jobs are changed meanwhile."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.machines.acts import Act
from tests.machines.early_machine import EarlyReadMachine
from tests.machines.requests import Request, Verb
from tests.machines.strategies import ACTS, NEAR, TROUBLES, requests

_CHANGES = (Verb.REVISE, Verb.PATCH, Verb.PAUSE, Verb.GO_ON, Verb.DISABLE, Verb.ENABLE)
_OTHERS = (Verb.SET_DEFAULTS, Verb.PAUSE_ALL, Verb.ENABLE_ALL, Verb.DELETE, Verb.RUN_NOW)


class PolicyMachine(EarlyReadMachine):
    @rule(request=requests(*_CHANGES), trouble=TROUBLES)
    def patch(self, request: Request, trouble: Any) -> None:
        self._ask(request, trouble)

    @rule(request=requests(Verb.REVISE, *_OTHERS), trouble=TROUBLES)
    def ask_for_more(self, request: Request, trouble: Any) -> None:
        self._ask(request, trouble)

    @rule(times=st.sampled_from([3, 1, 2, 4, 6]), acts=ACTS, trouble=TROUBLES)
    def let_the_next_ones_run(self, times: int, acts: Sequence[Act], trouble: Any) -> None:
        with self.world.journey(self._trouble(trouble), acts=acts):
            for _ in range(times):
                self.world.run_next()

    @rule(steps=st.integers(1, 8), acts=ACTS)
    def some_time_passes(self, steps: int, acts: Sequence[Act]) -> None:
        with self.world.journey(None, acts=acts):
            for _ in range(steps):
                self.world.now += timedelta(seconds=20)
                self.world.scan_at()
                self.world.run_visible()

    @rule(by=NEAR)
    def be_late(self, by: timedelta) -> None:
        self.world.now += by
