"""JSON of an action → value; what belongs to another type of action is not looked at."""

from collections.abc import Callable
from datetime import datetime
from typing import Final, TypeVar

from shared.api.fields import Fields
from shared.api.parse_authentication import AuthenticationParser
from shared.domain.action import (
    METHODS,
    MOST_HEADERS,
    Action,
    ActionType,
    ErrorAction,
    HttpAction,
    HttpRequest,
    ServiceBusAction,
    StorageQueueAction,
    uri_fault,
)
from shared.domain.errors import Faults, cut
from shared.domain.headers import header_fault
from shared.domain.messages import (
    BrokeredProperties,
    Pairs,
    ServiceBusAuthentication,
    ServiceBusMessage,
    StorageQueueMessage,
    TransportType,
    entity_fault,
    queue_fault,
)
from shared.domain.retry import RetryPolicy, RetryType
from shared.domain.secret import Sealer

# They stand for what is missing, which is a fault: so what else is wrong is told in the same answer.
_ANY_URI: Final = "http://missing.invalid/"
_ANY_NAME: Final = "missing"

_Value = TypeVar("_Value")


class ActionParser:
    """Reads main and error actions alike; faults are collected, and None stands for what has any."""

    def __init__(self, faults: Faults, vault: Sealer, now: datetime) -> None:
        self._faults = faults
        self._vault = vault
        self._authentications = AuthenticationParser(faults, vault, now)

    def action(self, fields: Fields) -> Action | None:
        type_ = fields.member("type", ActionType) if fields.required("type") else None
        match type_:
            case None:
                self._look_at_messages(fields)
                return None
            case ActionType.HTTP | ActionType.HTTPS:
                request = self._request(fields)
                return HttpAction(type=type_, request=request) if request else None
            case ActionType.STORAGE_QUEUE:
                message = self._queue_message(fields)
                return StorageQueueAction(message=message) if message else None
            case ActionType.SERVICE_BUS_QUEUE:
                sent = self._service_bus(fields, "serviceBusQueueMessage", "queueName")
                return ServiceBusAction(type=type_, message=sent) if sent else None
            case ActionType.SERVICE_BUS_TOPIC:
                sent = self._service_bus(fields, "serviceBusTopicMessage", "topicPath")
                return ServiceBusAction(type=type_, message=sent) if sent else None

    def error_action(self, fields: Fields | None) -> ErrorAction | None:
        if fields is None:
            return None
        fields.refuse("errorAction", "an error action cannot have an error action of its own")
        action, policy = self.action(fields), self.retry_policy(fields)
        return ErrorAction(action=action, retry_policy=policy) if action else None

    def retry_policy(self, action: Fields) -> RetryPolicy | None:
        found = action.object_if_any("retryPolicy")
        if found is None:
            return None
        type_ = found.member("retryType", RetryType) if found.required("retryType") else None
        if type_ is RetryType.NONE:
            return RetryPolicy(type=type_)
        interval, count = found.timespan("retryInterval"), found.integer("retryCount")
        # One that is missing is a fault, and what else is wrong is told beside it.
        checked = type_ or RetryType.FIXED
        return self._checked(found, lambda: RetryPolicy(type=checked, interval=interval, count=count))

    def _look_at_messages(self, fields: Fields) -> None:
        """Note what is wrong with messages, though nothing says which of them is meant."""
        if fields.has("request"):
            self._request(fields)
        if fields.has("queueMessage"):
            self._queue_message(fields)
        for key, entity in (("serviceBusQueueMessage", "queueName"), ("serviceBusTopicMessage", "topicPath")):
            if fields.has(key):
                self._service_bus(fields, key, entity)

    def _request(self, action: Fields) -> HttpRequest | None:
        fields = action.required_object("request")
        if fields is None:
            return None
        uri, method = fields.required_text("uri"), fields.required_text("method")
        headers, body = self._headers(fields), fields.text("body")
        authentication = self._authentications.parse(fields.object_if_any("authentication"))
        sendable = (uri or "").strip()
        self._refuse(fields.path("uri"), uri_fault(sendable))
        return self._checked(
            fields,
            lambda: HttpRequest(
                uri=_ANY_URI if uri is None else sendable,
                method=METHODS[0] if method is None else method,
                headers=headers,
                body=body,
                authentication=authentication,
            ),
        )

    def _headers(self, request: Fields) -> Pairs:
        headers = request.texts("headers") or ()
        for name, value in headers[:MOST_HEADERS]:
            self._refuse(f"{request.path('headers')}.{cut(name)}", header_fault(name, value))
        return headers

    def _queue_message(self, action: Fields) -> StorageQueueMessage | None:
        fields = action.required_object("queueMessage")
        if fields is None:
            return None
        account, queue = fields.required_text("storageAccount"), fields.required_text("queueName")
        message, token = fields.required_text("message"), fields.secret("sasToken", self._vault, drop="?")
        self._refuse(fields.path("queueName"), queue_fault(queue or ""))
        return self._checked(
            fields,
            lambda: StorageQueueMessage(
                account=_ANY_NAME if account is None else account,
                queue=_ANY_NAME if queue is None else queue,
                message=message or "",
                sas_token=token,
            ),
        )

    def _service_bus(self, action: Fields, key: str, entity_key: str) -> ServiceBusMessage | None:
        fields = action.required_object(key)
        if fields is None:
            return None
        entity, namespace = fields.required_text(entity_key), fields.required_text("namespace")
        self._refuse(fields.path(entity_key), None if entity is None else entity_fault(entity))
        message = fields.required_text("message")
        transport = (
            fields.member("transportType", TransportType) if fields.required("transportType") else None
        )
        access = fields.required_object("authentication")
        if access is not None and access.required("type"):
            access.member("type", ServiceBusAuthentication)
        key_name = access.required_text("sasKeyName") if access else None
        secret = access.secret("sasKey", self._vault) if access else None
        brokered, custom = _brokered(fields), fields.texts("customMessageProperties")
        return self._checked(
            fields,
            lambda: ServiceBusMessage(
                entity=entity or "",
                namespace=_ANY_NAME if namespace is None else namespace,
                transport=transport or TransportType.NOT_SPECIFIED,
                message=message or "",
                key_name=_ANY_NAME if key_name is None else key_name,
                key=secret,
                brokered=brokered,
                custom=custom,
            ),
        )

    def _refuse(self, path: str, fault: str | None) -> None:
        if fault is not None:
            self._faults.add(path, fault)

    def _checked(self, fields: Fields, make: Callable[[], _Value]) -> _Value | None:
        """Make a value; collect what it refuses under its path."""
        with self._faults.under(fields.path()):
            return make()
        return None


def _brokered(message: Fields) -> BrokeredProperties | None:
    fields = message.object_if_any("brokeredMessageProperties")
    if fields is None:
        return None
    return BrokeredProperties(
        content_type=fields.text("contentType"),
        correlation_id=fields.text("correlationId"),
        force_persistence=fields.boolean("forcePersistence"),
        label=fields.text("label"),
        message_id=fields.text("messageId"),
        partition_key=fields.text("partitionKey"),
        reply_to=fields.text("replyTo"),
        reply_to_session_id=fields.text("replyToSessionId"),
        scheduled_enqueue_time=fields.instant("scheduledEnqueueTimeUtc"),
        session_id=fields.text("sessionId"),
        time_to_live=fields.timespan("timeToLive"),
        to=fields.text("to"),
        via_partition_key=fields.text("viaPartitionKey"),
    )
