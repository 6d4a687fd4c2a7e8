"""Jobs whose target is nothing that this app can call. They stay disabled until somebody changes the action.

A job needs an action. The address in it stands for the old target, and its name, which ends with `.invalid`,
exists nowhere: should such a job ever run, nothing is called.
"""

from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import quote

from migrate.found import Json, http_action
from shared.api.shapes.writing import present
from shared.domain.errors import cut

_ADDRESS: Final = "https://replace-me.invalid"
_TODO: Final = "it stays disabled, also with --accept-loss; change the action, then enable it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What a job calls, as properties of the job, and what is lost or should be known.

    If the properties hold a state, it is that of a job that must not run as it is.
    """

    properties: Json
    lost: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def stand_in(kind: str, target: str, body: object, *, why: str = "has no counterpart here") -> Call:
    """Return a call to nowhere that keeps the body, for a job that stays disabled whatever is accepted."""
    request = present(uri=f"{_ADDRESS}/{quote(cut(kind), safe='')}", method="POST", body=body)
    call = Call(properties={"action": http_action(request)})
    return held_back(call, f"its target, {cut(target)}, {why}")


def held_back(call: Call, why: str) -> Call:
    """Return a call that must not be made as it is: its job stays disabled whatever is accepted."""
    said = f"{why}: {_TODO}"
    kept = {**call.properties, "state": "disabled", "disabled": {"note": said}}
    return replace(call, properties=kept, lost=(said, *call.lost))
