"""What a job does when it runs, and what it does when that has failed for good."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from shared.domain.about import EXTENDED, About
from shared.domain.address import Unclear, read_address
from shared.domain.authentication import Authentication
from shared.domain.errors import Faults, cut
from shared.domain.headers import HEADER_NAME, HEADER_VALUE, header_fault
from shared.domain.identity import RequestIdentity
from shared.domain.messages import Pairs, ServiceBusMessage, StorageQueueMessage
from shared.domain.retry import RetryOptions, RetryPolicy

LONGEST_URI: Final = 2_048
LONGEST_BODY: Final = 8_192
MOST_HEADERS: Final = 50
LONGEST_HEADERS: Final = 4_096
METHODS: Final = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS")
_UNSENDABLE: Final = re.compile(r"[\s\x00-\x1f\x7f-\x9f]")
_ABSOLUTE: Final = re.compile(r"[Hh][Tt][Tt][Pp][Ss]?://[^/?#]")


class ActionType(StrEnum):
    """The kinds of action, as written on the wire. `Http` and `Https` may both call either scheme."""

    HTTP = "Http"
    HTTPS = "Https"
    STORAGE_QUEUE = "StorageQueue"
    SERVICE_BUS_QUEUE = "ServiceBusQueue"
    SERVICE_BUS_TOPIC = "ServiceBusTopic"


def uri_fault(uri: str) -> str | None:
    """Return why an address may not be sent by a caller; one that was stored before is left alone."""
    if _UNSENDABLE.search(uri):
        return "must not hold blanks or control characters"
    if not _ABSOLUTE.match(uri):  # that is said of stored ones too
        return None
    try:
        read_address(uri)
    except Unclear as exc:
        return str(exc)
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpRequest:
    uri: Annotated[
        str,
        About(
            words="Absolute.",
            longest=LONGEST_URI,
            example="https://receiver.example/",
            clean=str.strip,
            refuse=uri_fault,
            rules={"format": "uri"},
            sent={"pattern": r"^[Hh][Tt][Tt][Pp][Ss]?://[^\s\x00-\x1f\x7f-\x9f]+$"},
        ),
    ]
    method: Annotated[str, About(example=METHODS[0], sent={"enum": list(METHODS)})]  # answered as it was sent
    headers: Annotated[
        Pairs,
        About(
            words=f"Names and values hold at most {LONGEST_HEADERS} characters in all. Those that belong to "
            "the connection, such as Content-Length and Transfer-Encoding, are refused.",
            longest=MOST_HEADERS,
            refuse=header_fault,
            sent={"propertyNames": {"pattern": HEADER_NAME}, "x-maxTotalLength": LONGEST_HEADERS},
            each={"pattern": HEADER_VALUE},
        ),
    ] = ()
    body: Annotated[str | None, About(longest=LONGEST_BODY)] = None
    authentication: Authentication | None = None
    managed_identity: Annotated[
        RequestIdentity | None,
        About(
            since=EXTENDED,
            words="Instead of `authentication`, and for https only: the request carries a token of the "
            "managed identity for actions. No redirect is followed; the history holds status and host alone.",
        ),
    ] = None

    def __post_init__(self) -> None:
        faults = Faults()
        absolute = _ABSOLUTE.match(self.uri) is not None
        faults.check(absolute, "uri", "must be absolute, with scheme http or https and a host")
        faults.check(len(self.uri) <= LONGEST_URI, "uri", f"is longer than {LONGEST_URI} characters")
        known = self.method.upper() in METHODS
        faults.check(known, "method", f"'{cut(self.method)}' is none of {', '.join(METHODS)}")
        faults.check(len(self.headers) <= MOST_HEADERS, "headers", f"are more than {MOST_HEADERS}")
        size = sum(len(name) + len(value) for name, value in self.headers)
        faults.check(size <= LONGEST_HEADERS, "headers", f"hold more than {LONGEST_HEADERS} characters")
        faults.check(
            len(self.body or "") <= LONGEST_BODY, "body", f"is longer than {LONGEST_BODY} characters"
        )
        faults.raise_any()


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpAction:
    type: ActionType
    request: HttpRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageQueueAction:
    message: StorageQueueMessage

    @property
    def type(self) -> ActionType:
        return ActionType.STORAGE_QUEUE


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceBusAction:
    """A message to a queue or to a topic; `type` says which."""

    type: ActionType
    message: ServiceBusMessage


Action = HttpAction | StorageQueueAction | ServiceBusAction


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorAction:
    """What is done when the last retry of the main action has failed."""

    action: Annotated[Action, About(key=".")]
    retry_policy: RetryPolicy | None = None
    retry_options: Annotated[
        RetryOptions | None,
        About(
            since=EXTENDED,
            words="Without a retry policy and options of its own, those of the main action hold.",
        ),
    ] = None
