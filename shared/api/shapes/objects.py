"""The objects of the API, by the values that they are."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from shared.api.shapes.shape import Choice, Record, record
from shared.domain.about import EXTENDED, ORIGINAL
from shared.domain.action import Action, ActionType, HttpAction, ServiceBusAction, StorageQueueAction
from shared.domain.authentication import ActiveDirectoryOAuth, Authentication, Basic, ClientCertificate
from shared.domain.definition import Definition
from shared.domain.disabled import Pause
from shared.domain.history import HistoryEntry
from shared.domain.messages import ServiceBusAuthentication, ServiceBusMessage
from shared.domain.wanted_collection import WantedCollection


class AuthenticationType(StrEnum):
    NOT_SPECIFIED = "NotSpecified"
    BASIC = "Basic"
    CLIENT_CERTIFICATE = "ClientCertificate"
    ACTIVE_DIRECTORY_OAUTH = "ActiveDirectoryOAuth"


AUTHENTICATION: Final = Choice(
    records={
        AuthenticationType.BASIC: record(Basic),
        AuthenticationType.CLIENT_CERTIFICATE: record(ClientCertificate),
        AuthenticationType.ACTIVE_DIRECTORY_OAUTH: record(ActiveDirectoryOAuth),
        AuthenticationType.NOT_SPECIFIED: None,
    }
)


def _service_bus(key: str, entity: str) -> Record:
    fixed = {"authentication.type": ServiceBusAuthentication}
    message = record(ServiceBusMessage, keys={"entity": entity}, fixed=fixed)
    # The order in which faults are told; rows have another.
    message = message.beginning_with(entity, "namespace", "message").all_or_none("authentication")
    return record(ServiceBusAction, keys={"message": key}, holds={"message": message})


_HTTP: Final = record(HttpAction, types={Authentication: AUTHENTICATION})
ACTION: Final = Choice(
    records={
        ActionType.HTTP: _HTTP,
        ActionType.HTTPS: _HTTP,
        ActionType.STORAGE_QUEUE: record(StorageQueueAction, keys={"message": "queueMessage"}),
        ActionType.SERVICE_BUS_QUEUE: _service_bus("serviceBusQueueMessage", "queueName"),
        ActionType.SERVICE_BUS_TOPIC: _service_bus("serviceBusTopicMessage", "topicPath"),
    },
    apart=True,
)
_WHOLE_DEFINITION: Final = record(Definition, types={Action: ACTION})
DEFINITION: Final = _WHOLE_DEFINITION.without("tags")
"""What stands in a job's properties, besides its state."""
TAGS: Final = replace(_WHOLE_DEFINITION, fields=_WHOLE_DEFINITION.fields[-1:])
"""What stands beside them."""
DISABLED: Final = record(Pause)

WANTED_COLLECTION: Final = record(WantedCollection, types={Action: ACTION}).without("anyPremium")


@dataclass(frozen=True, slots=True)
class Shapes:
    """The objects as an api-version knows them. `timing` says when a job runs, `deeds` what it does."""

    definition: Record
    timing: Record
    deeds: Record
    collection: Record


def _shapes(definition: Record, collection: Record) -> Shapes:
    timing = definition.without("action")
    deeds = definition.without(*(field.key for field in timing.fields))
    return Shapes(definition, timing, deeds, collection)


_EXTENDED: Final = _shapes(DEFINITION, WANTED_COLLECTION)
_ORIGINAL: Final = _shapes(DEFINITION.known_to(ORIGINAL), WANTED_COLLECTION.known_to(ORIGINAL))


def shapes_for(version: str) -> Shapes:
    return _EXTENDED if version >= EXTENDED else _ORIGINAL


_HISTORY: Final = record(HistoryEntry).without("job", "incarnation", "lateness", "etag")
_ORIGINAL_HISTORY: Final = _HISTORY.known_to(ORIGINAL)


def history_for(version: str) -> Record:
    return _HISTORY if version >= EXTENDED else _ORIGINAL_HISTORY


EXTENSION_PATHS: Final = tuple(DEFINITION.paths_since(EXTENDED))
"""The keys of a job's properties that older api-versions do not know."""
