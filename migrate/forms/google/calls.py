"""What a job of Google calls → an action. Its other targets, Pub/Sub and App Engine, have no counterpart."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from migrate.forms.google.durations import read_duration
from migrate.forms.no_counterpart import Call, stand_in
from migrate.forms.values import LONGEST_CALL, text_of_base64
from migrate.found import http_action
from shared.api.fields import Fields
from shared.api.shapes.writing import present
from shared.domain.errors import Faults, cut

TARGETS: Final = ("httpTarget", "pubsubTarget", "appEngineHttpTarget")
_OWN_AGENT: Final = "google-cloud-scheduler"
_OWN_HEADERS: Final = ("host", "content-length")
_OWN_PREFIXES: Final = ("x-cloudscheduler", "x-google-", "x-appengine-")
_CONTENT_TYPE: Final = "application/octet-stream"
_UNSPECIFIED: Final = "HTTP_METHOD_UNSPECIFIED"
_DEFAULT_DEADLINE: Final = timedelta(seconds=180)


def read_call(job: Fields, faults: Faults) -> Call:
    """Return what a job calls, or what stands for it."""
    http, topic, engine = (job.object_if_any(key) for key in TARGETS)
    if http is not None:
        return _call(http, read_duration(job, "attemptDeadline", _DEFAULT_DEADLINE, faults), faults)
    if topic is not None:
        return stand_in("pubsub", topic.text("topicName") or "Pub/Sub", _content(topic, "data", faults))
    if engine is not None:
        return stand_in("app-engine", _engine(engine), _content(engine, "body", faults))
    faults.add("", f"has none of {', '.join(TARGETS)}")
    return stand_in("target", "unknown", None)


def _call(http: Fields, deadline: timedelta, faults: Faults) -> Call:
    body, headers = _content(http, "body", faults), dict(http.texts("headers") or ())
    dropped = [name for name, value in headers.items() if _is_googles(name, value)]
    kept = {name: value for name, value in headers.items() if name not in dropped}
    if body is not None and not any(name.lower() == "content-type" for name in kept):
        kept["Content-Type"] = _CONTENT_TYPE  # Google's own default
    uri, method = http.required_text("uri") or "", (http.text("httpMethod") or _UNSPECIFIED).upper()
    method = "POST" if method == _UNSPECIFIED else method
    request = present(uri=uri, method=method, headers=kept or None, body=body)
    own = f"left out, because Google sets them itself: {', '.join(map(cut, dropped))}"
    lost_time, noted_time = _deadline(deadline)
    return Call(
        properties={"action": http_action(request)},
        lost=(*_lost_token(http), *lost_time),
        notes=(*([own] if dropped else []), *noted_time),
    )


def _is_googles(name: str, value: str) -> bool:
    """Say whether Google sets or replaces a header whatever the job says."""
    if name.lower() == "user-agent":
        return value.lower() == _OWN_AGENT
    return name.lower() in _OWN_HEADERS or name.lower().startswith(_OWN_PREFIXES)


def _lost_token(http: Fields) -> Iterator[str]:
    oidc, oauth = http.object_if_any("oidcToken"), http.object_if_any("oauthToken")
    for token, kind, key in ((oidc, "OIDC", "audience"), (oauth, "OAuth", "scope")):
        if token is not None:
            account, meant = token.text("serviceAccountEmail") or "", token.text(key)
            for_whom = f", {key} '{cut(meant)}'" if meant else ""
            yield (
                f"its {kind} token, of '{cut(account)}'{for_whom}: only Google gives it out; "
                "if the target asks for it, give the request another authentication"
            )


def _deadline(deadline: timedelta) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what is lost, and what is noted. Google's own deadline was nobody's wish."""
    if deadline == LONGEST_CALL:
        return (), ()
    seconds, here = int(deadline.total_seconds()), int(LONGEST_CALL.total_seconds())
    if deadline < LONGEST_CALL or deadline == _DEFAULT_DEADLINE:
        return (), (f"a call ends after {here} seconds here; for Google it was {seconds}",)
    return (f"its deadline of {seconds} seconds: a call ends after {here} seconds here",), ()


def _content(fields: Fields, key: str, faults: Faults) -> str | None:
    """Return a body, which Google writes in Base64."""
    text = fields.text(key)
    if text is None:
        return None
    try:
        return text_of_base64(text, "body")
    except ValueError as exc:
        faults.add(fields.path(key), str(exc))
        return None


def _engine(engine: Fields) -> str:
    routing = engine.object("appEngineRouting")
    place = routing.text("host") or routing.text("service") or "default"
    return f"App Engine {place}{engine.text('relativeUri') or '/'}"
