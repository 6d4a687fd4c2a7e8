"""All functions by name, and the names that a report may tell."""

from collections.abc import Callable
from functools import lru_cache
from inspect import signature
from typing import Final

from migrate.forms.template.functions.arrays import ARRAYS
from migrate.forms.template.functions.logic import LOGIC
from migrate.forms.template.functions.texts import TEXTS
from migrate.forms.template.syntax import Unresolved

_FUNCTIONS: Final[dict[str, Callable[..., object]]] = {**TEXTS, **ARRAYS, **LOGIC}

# A report names only these. Any other word may be part of a password that looks like a call.
_NAMED: Final = frozenset(
    """
    any base64ToJson base64ToString cidrHost cidrSubnet copyIndex dataUri dataUriToString dateTimeAdd
    dateTimeFromEpoch dateTimeToEpoch deployer deployment environment extensionResourceId filter
    flatten float groupBy guid indexFromEnd indexOf intersection lambda lambdaVariables lastIndexOf
    list listAccountSas listAdminKeys listAuthKeys listCallbackUrl listConnectionStrings
    listCredential listCredentials listKeys listQueryKeys listSecrets listServiceSas loadFileAsBase64
    managementGroup managementGroupResourceId map mapValues newGuid objectKeys parseCidr pickZones
    providers reduce reference references shallowMerge sort tenant tenantResourceId toLogicalZone
    toLogicalZones toObject toPhysicalZone toPhysicalZones tryGet tryIndexFromEnd tryParse
    uriComponentToString utcNow
    """.lower().split()
)


@lru_cache(maxsize=500)  # a loop calls the same functions again and again
def function(name: str, arguments: int) -> Callable[..., object]:
    """Return the function with this name, in any case, that takes so many arguments."""
    named = _FUNCTIONS.get(name.lower())
    if named is None:
        raise Unresolved(_why_not(name))
    try:
        signature(named).bind(*[None] * arguments)
    except TypeError:
        raise wrong_number(name) from None
    return named


def wrong_number(name: str) -> Unresolved:
    return Unresolved(f"the function {name} is given too many or too few arguments")


def _why_not(name: str) -> str:
    if "." in name:
        return "a function is called that the template does not define"
    known = name.lower() in _NAMED
    return f"the function {name} is not understood" if known else "a function is not understood"
