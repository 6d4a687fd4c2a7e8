"""A runner whose actions have a managed identity."""

from typing import Any

from shared.actions.runner import Runner
from shared.domain.identity import IdentityRules, read_identity_targets
from tests.actions.running import a_runner
from tests.identity import FOR_ACTIONS
from tests.tls import Authority

NOT_NAMED = "the identity may not be used there: SCHEDULER_IDENTITY_TARGETS does not name"


def the_runner(authority: Authority, *targets: str, **parts: Any) -> Runner:
    rules = IdentityRules(client_id=FOR_ACTIONS, targets=read_identity_targets(targets))
    return a_runner(identity=rules, ca_file=authority.ca_file, **parts)
