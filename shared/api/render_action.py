"""Actions → JSON, spelled as the original spelled it; secrets are left out."""

from typing import Any, assert_never

from shared.api.instants import write_instant
from shared.domain.action import (
    Action,
    ErrorAction,
    HttpAction,
    HttpRequest,
    ServiceBusAction,
    StorageQueueAction,
)
from shared.domain.authentication import ActiveDirectoryOAuth, Authentication, Basic, ClientCertificate
from shared.domain.job import Definition
from shared.domain.messages import BrokeredProperties, ServiceBusMessage, StorageQueueMessage
from shared.domain.retry import RetryPolicy
from shared.domain.timespan import write_timespan

Json = dict[str, Any]


def render_main_action(definition: Definition) -> Json:
    return present(
        **_action(definition.action),
        retryPolicy=_retry_policy(definition.retry_policy),
        errorAction=_error_action(definition.error_action),
    )


def _error_action(error_action: ErrorAction | None) -> Json | None:
    if error_action is None:
        return None
    return present(**_action(error_action.action), retryPolicy=_retry_policy(error_action.retry_policy))


def _action(action: Action) -> Json:
    match action:
        case HttpAction():
            return {"type": action.type, "request": _request(action.request)}
        case StorageQueueAction():
            return {"type": action.type, "queueMessage": _queue_message(action.message)}
        case ServiceBusAction():
            key = action.type[0].lower() + action.type[1:] + "Message"
            entity = "queueName" if action.type.endswith("Queue") else "topicPath"
            return {"type": action.type, key: _service_bus(action.message, entity)}
        case _:
            assert_never(action)


def _request(request: HttpRequest) -> Json:
    return present(
        uri=request.uri,
        method=request.method,
        headers=dict(request.headers) if request.headers else None,
        body=request.body,
        authentication=_authentication(request.authentication),
    )


def _authentication(authentication: Authentication | None) -> Json | None:
    match authentication:
        case None:
            return None
        case Basic():
            return {"type": "Basic", "username": authentication.username}
        case ClientCertificate():
            return _certificate(authentication)
        case ActiveDirectoryOAuth():
            return {
                "type": "ActiveDirectoryOAuth",
                "tenant": authentication.tenant,
                "audience": authentication.audience,
                "clientId": authentication.client_id,
            }
        case _:
            assert_never(authentication)


def _certificate(certificate: ClientCertificate) -> Json:
    expires = None if certificate.expires is None else write_instant(certificate.expires)
    return present(
        type="ClientCertificate",
        certificateThumbprint=certificate.thumbprint or None,
        certificateExpiration=expires,
        certificateExpirationDate=expires,  # as the official clients spell it
        certificateSubjectName=certificate.subject or None,
    )


def _queue_message(message: StorageQueueMessage) -> Json:
    return {"storageAccount": message.account, "queueName": message.queue, "message": message.message}


def _service_bus(message: ServiceBusMessage, entity: str) -> Json:
    return {
        entity: message.entity,
        **present(
            namespace=message.namespace,
            transportType=message.transport,
            authentication={"type": "sharedAccessKey", "sasKeyName": message.key_name},
            message=message.message,
            brokeredMessageProperties=_brokered(message.brokered),
            customMessageProperties=None if message.custom is None else dict(message.custom),
        ),
    }


def present(**values: Any) -> Json:
    """Return what is there: what is absent is left out of answers."""
    return {key: value for key, value in values.items() if value is not None}


def _retry_policy(policy: RetryPolicy | None) -> Json | None:
    if policy is None:
        return None
    interval = None if policy.interval is None else write_timespan(policy.interval)
    return present(retryType=policy.type, retryInterval=interval, retryCount=policy.count)


def _brokered(properties: BrokeredProperties | None) -> Json | None:
    if properties is None:
        return None
    enqueue, live = properties.scheduled_enqueue_time, properties.time_to_live
    return present(
        contentType=properties.content_type,
        correlationId=properties.correlation_id,
        forcePersistence=properties.force_persistence,
        label=properties.label,
        messageId=properties.message_id,
        partitionKey=properties.partition_key,
        replyTo=properties.reply_to,
        replyToSessionId=properties.reply_to_session_id,
        scheduledEnqueueTimeUtc=None if enqueue is None else write_instant(enqueue),
        sessionId=properties.session_id,
        timeToLive=None if live is None else write_timespan(live),
        to=properties.to,
        viaPartitionKey=properties.via_partition_key,
    )
