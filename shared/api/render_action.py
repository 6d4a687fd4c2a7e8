"""Actions → JSON, spelled as the original spelled it; secrets are left out, unless a job is patched."""

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
from shared.domain.secret import Secret
from shared.domain.timespan import write_timespan

Json = dict[str, Any]


class ActionRenderer:
    """With secrets, their sealed values stand where the parser finds them again; such JSON never leaves."""

    def __init__(self, *, with_secrets: bool = False) -> None:
        self._with_secrets = with_secrets

    def main_action(self, definition: Definition) -> Json:
        return present(
            **self._action(definition.action),
            retryPolicy=_retry_policy(definition.retry_policy),
            errorAction=self._error_action(definition.error_action),
        )

    def _error_action(self, error_action: ErrorAction | None) -> Json | None:
        if error_action is None:
            return None
        policy = _retry_policy(error_action.retry_policy)
        return present(**self._action(error_action.action), retryPolicy=policy)

    def _action(self, action: Action) -> Json:
        match action:
            case HttpAction():
                return {"type": action.type, "request": self._request(action.request)}
            case StorageQueueAction():
                return {"type": action.type, "queueMessage": self._queue_message(action.message)}
            case ServiceBusAction():
                key = action.type[0].lower() + action.type[1:] + "Message"
                entity = "queueName" if action.type.endswith("Queue") else "topicPath"
                return {"type": action.type, key: self._service_bus(action.message, entity)}
            case _:
                assert_never(action)

    def _request(self, request: HttpRequest) -> Json:
        return present(
            uri=request.uri,
            method=request.method,
            headers=dict(request.headers) if request.headers else None,
            body=request.body,
            authentication=self._authentication(request.authentication),
        )

    def _authentication(self, authentication: Authentication | None) -> Json | None:
        match authentication:
            case None:
                return None
            case Basic():
                password = self._secret(authentication.password)
                return present(type="Basic", username=authentication.username, password=password)
            case ClientCertificate():
                return self._certificate(authentication)
            case ActiveDirectoryOAuth():
                return present(
                    type="ActiveDirectoryOAuth",
                    tenant=authentication.tenant,
                    audience=authentication.audience,
                    clientId=authentication.client_id,
                    secret=self._secret(authentication.secret),
                )
            case _:
                assert_never(authentication)

    def _certificate(self, certificate: ClientCertificate) -> Json:
        expires = None if certificate.expires is None else write_instant(certificate.expires)
        return present(
            type="ClientCertificate",
            certificateThumbprint=certificate.thumbprint or None,
            certificateExpiration=expires,
            certificateExpirationDate=expires,  # as the official clients spell it
            certificateSubjectName=certificate.subject or None,
            pfx=certificate if self._with_secrets and certificate.pfx else None,  # whole: it is one secret
        )

    def _queue_message(self, message: StorageQueueMessage) -> Json:
        return present(
            storageAccount=message.account,
            queueName=message.queue,
            sasToken=self._secret(message.sas_token),
            message=message.message,
        )

    def _service_bus(self, message: ServiceBusMessage, entity: str) -> Json:
        access = present(
            type="sharedAccessKey", sasKeyName=message.key_name, sasKey=self._secret(message.key)
        )
        return {
            entity: message.entity,
            **present(
                namespace=message.namespace,
                transportType=message.transport,
                authentication=access,
                message=message.message,
                brokeredMessageProperties=_brokered(message.brokered),
                customMessageProperties=None if message.custom is None else dict(message.custom),
            ),
        }

    def _secret(self, secret: Secret | None) -> Secret | None:
        return secret if self._with_secrets else None


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
