"""An HTTP action of a workflow → a request."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from migrate.forms.logic_apps.values import written
from migrate.forms.no_counterpart import Call
from migrate.forms.values import LONGEST_CALL, with_query
from migrate.found import Json, http_action
from shared.api.fields import Fields
from shared.api.shapes.writing import present
from shared.domain.address import address_of
from shared.domain.errors import Faults, cut
from shared.domain.timespan import write_timespan

_KNOWN: Final = ("method", "uri", "headers", "queries", "body", "authentication", "retryPolicy")
_JSON: Final = "application/json; charset=utf-8"
_TEXT: Final = "text/plain; charset=utf-8"
_MANAGEMENT: Final = "https://management.azure.com/"
_FORMS: Final = {
    "basic": ("Basic", ("username", "password")),
    "clientcertificate": ("ClientCertificate", ("pfx", "password")),
    "activedirectoryoauth": ("ActiveDirectoryOAuth", ("tenant", "audience", "clientId", "secret")),
}
_RAW: Final = (
    "its Authorization header: it is a secret, and headers are none here; "
    "if everyone who may read the job may see it, add it to the headers"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Proof:
    """How a request proves who sends it."""

    keys: Json
    lost: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def read_request(inputs: Fields, document: Json, faults: Faults) -> Call:
    """Return the call of an HTTP action; `document` is the object that `inputs` reads."""
    uri, body = inputs.required_text("uri") or "", inputs.raw("body")
    whole, proof = _with_queries(uri, inputs), _proof(inputs.object_if_any("authentication"), uri, faults)
    content = isinstance(body, dict) and any(key.lower() == "$content" for key in body)
    faults.check(not content, inputs.path("body"), "is content in Base64, and a body is text here")
    request = present(
        uri=whole,
        method=(inputs.required_text("method") or "GET").upper(),
        headers=_headers(inputs, body) or None,
        body=written(body),
        **proof.keys,
    )
    return Call(
        properties={"action": http_action(request)},
        lost=(*proof.lost, *_lost_keys(document)),
        notes=proof.notes,
    )


def timeout(limit: timedelta | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what is lost, and what is noted, where an action limits its time."""
    if limit is None or limit == LONGEST_CALL:
        return (), ()
    seconds = int(LONGEST_CALL.total_seconds())
    if limit > LONGEST_CALL:
        return (f"its time-out of {write_timespan(limit)}: a call ends after {seconds} seconds here",), ()
    return (), (f"a call ends after {seconds} seconds here; its time-out was {write_timespan(limit)}",)


def _headers(inputs: Fields, body: Any) -> Json:
    headers = {name: written(value) for name, value in _members(inputs, "headers")}
    if body is None or any(name.lower() == "content-type" for name in headers):
        return headers
    return {**headers, "Content-Type": _TEXT if isinstance(body, str) else _JSON}


def _with_queries(uri: str, inputs: Fields) -> str:
    pairs = [(name, written(value) or "") for name, value in _members(inputs, "queries")]
    return with_query(uri, pairs)


def _members(inputs: Fields, key: str) -> Iterator[tuple[str, Any]]:
    if inputs.object_if_any(key) is not None:
        yield from ((name, value) for name, value in inputs.raw(key).items() if value is not None)


def _proof(authentication: Fields | None, uri: str, faults: Faults) -> _Proof:
    kind = "none" if authentication is None else (authentication.text("type") or "").lower()
    if authentication is None or kind == "none":
        return _Proof(keys={})
    if kind == "managedserviceidentity":
        return _identity(authentication, uri)
    if kind == "raw":
        return _Proof(keys={}, lost=(_RAW,))
    if kind not in _FORMS:
        faults.add(authentication.path("type"), f"'{cut(kind)}' has no counterpart here")
        return _Proof(keys={})
    name, parts = _FORMS[kind]
    keys = {key: authentication.text(key) for key in parts}
    return _Proof(
        keys={"authentication": present(type=name, **keys)}, lost=tuple(_lost_parts(authentication))
    )


def _lost_parts(authentication: Fields) -> Iterator[str]:
    authority = authentication.text("authority")
    if authority:
        yield f"its authority, '{cut(authority)}': tokens come from the public cloud's here"
    if (authentication.text("credentialType") or "secret").lower() != "secret":
        yield "its certificate, with which it asks for tokens: here it asks with a secret"


def _identity(authentication: Fields, uri: str) -> _Proof:
    audience = authentication.text("audience") or _MANAGEMENT
    pair = f"{audience.rstrip('/')}|{_host(uri)}"
    note = (
        "it uses the identity of the Logic App; here it uses the app's identity for actions, which needs the "
        f"same roles, and SCHEDULER_IDENTITY_TARGETS must name '{cut(pair)}'"
    )
    return _Proof(keys={"managedIdentity": {"audience": audience}}, notes=(note,))


def _host(uri: str) -> str:
    address = address_of(uri)
    return address.host if address else ""


def _lost_keys(document: Json) -> Iterator[str]:
    known = {one.lower() for one in _KNOWN}
    yield from (
        f"{cut(key)} of its request: it has no counterpart here"
        for key in document
        if key.lower() not in known
    )
