"""What a schedule of EventBridge calls → an action.

By its documentation, EventBridge Scheduler calls operations of AWS: by templates (Lambda, SQS, an event bus)
and as universal targets (`arn:aws:scheduler:::aws-sdk:service:operation`). All of them are signed calls that
only AWS takes, so they have no counterpart here. What is plain HTTP is an API destination of EventBridge. Its
address stands in another document, and how it proves who it is in a third. `join.py` puts both into the
target.
"""

import re
from collections.abc import Iterator
from typing import Final

from migrate.forms.no_counterpart import Call, stand_in
from migrate.forms.values import with_query
from migrate.found import Json, http_action
from shared.api.fields import Fields
from shared.api.shapes.writing import present
from shared.domain.errors import Faults, cut

DESTINATION: Final = "ApiDestination"
"""The key under which the description of an API destination stands in a target, once they are joined."""
CONNECTION: Final = "Connection"
"""The key under which the description of a connection stands in that of a destination."""

_ARN: Final = re.compile(r"arn:[a-z-]+:(?P<service>[a-z0-9.-]+):[^:]*:[^:]*:(?P<resource>.+)")
_NAMED_DESTINATION: Final = re.compile(
    r"arn:[a-z-]+:events:[^:]*:[^:]*:api-destination/(?P<name>[^/]+)(?:/.*)?"
)
_SDK: Final = "aws-sdk:"
_CONTENT_TYPE: Final = "application/json; charset=utf-8"


def read_target(target: Fields, faults: Faults) -> Call:
    """Return the call to an API destination that is described, or one that stands for any other target."""
    arn, body = target.required_text("Arn") or "", target.text("Input")
    named, destination = destination_name(arn), target.object_if_any(DESTINATION)
    if named is None:
        return stand_in(_service(arn), arn, body)
    if destination is None:
        answer = f"the answer of `aws events describe-api-destination --name {cut(named)}`"
        why = f"is described in no file (save {answer} beside the schedule)"
        return stand_in("api-destination", arn, body, why=why)
    return _call(destination, body, faults)


def destination_name(arn: str) -> str | None:
    """Return the name of the API destination that is called, or None if it is no such."""
    match = _NAMED_DESTINATION.fullmatch(arn)
    return match["name"] if match else None


def _service(arn: str) -> str:
    match = _ARN.fullmatch(arn)
    if match is None:
        return "target"
    service, resource = match["service"], match["resource"]
    return resource.removeprefix(_SDK).replace(":", "-") if resource.startswith(_SDK) else service


def _call(destination: Fields, body: str | None, faults: Faults) -> Call:
    connection = destination.object_if_any(CONNECTION)
    uri = destination.required_text("InvocationEndpoint") or ""
    faults.check(
        "*" not in uri, destination.path("InvocationEndpoint"), "has a '*', for which nothing is given"
    )
    added = (connection or Fields({}, faults)).object("AuthParameters").object("InvocationHttpParameters")
    headers = {} if body is None else {"Content-Type": _CONTENT_TYPE}
    headers |= dict(_open_values(added, "HeaderParameters"))
    request = present(
        uri=with_query(uri, [*_open_values(added, "QueryStringParameters")]),
        method=destination.required_text("HttpMethod"),
        headers=headers or None,
        body=body,
        authentication=_authentication(connection),
    )
    lost = (*_lost_identity(connection), *_lost_values(added))
    return Call(properties={"action": http_action(request)}, lost=lost)


def _authentication(connection: Fields | None) -> Json | None:
    if connection is None or _kind(connection) != "BASIC":
        return None
    basic = connection.object("AuthParameters").object("BasicAuthParameters")
    return present(type="Basic", username=basic.required_text("Username"))


def _lost_identity(connection: Fields | None) -> Iterator[str]:
    """Say what the target may ask for that is in no file."""
    if connection is None:
        yield (
            "how it proves who it is: its connection is described in no file; save the answer of "
            "`aws events describe-connection` beside it"
        )
        return
    parameters, kind = connection.object("AuthParameters"), _kind(connection)
    if kind == "API_KEY":
        name = parameters.object("ApiKeyAuthParameters").text("ApiKeyName") or ""
        yield f"its API key: AWS does not show it; add the header '{cut(name)}' to the request"
    elif kind != "BASIC":
        endpoint = parameters.object("OAuthParameters").text("AuthorizationEndpoint") or ""
        yield f"its authorization ({cut(kind)} at '{cut(endpoint)}') has no counterpart here"


def _kind(connection: Fields) -> str:
    return (connection.required_text("AuthorizationType") or "").upper()


def _open_values(added: Fields, key: str) -> Iterator[tuple[str, str]]:
    """Yield the names and values that AWS adds to each request, as far as they are no secrets."""
    for one in added.objects(key):
        name, value = one.text("Key"), one.text("Value")
        if name and value is not None and not one.boolean("IsValueSecret"):
            yield name, value


def _lost_values(added: Fields) -> Iterator[str]:
    for key, words in (("HeaderParameters", "header"), ("QueryStringParameters", "parameter of the query")):
        for one in added.objects(key):
            if one.boolean("IsValueSecret") or one.text("Value") is None:
                yield f"the {words} '{cut(one.text('Key') or '')}', whose value AWS does not show"
    for one in added.objects("BodyParameters"):
        yield f"'{cut(one.text('Key') or '')}', which AWS adds to the body"
