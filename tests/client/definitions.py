"""Jobs as a user of the official client writes them; imported only where that client is installed."""

from datetime import UTC, datetime, timedelta
from typing import Any

from azure.mgmt.scheduler import models as m  # type: ignore[import-untyped]  # installed for the driver only

from tests.client.release import as_sent, authentication

LATER = datetime.now(UTC).replace(microsecond=0) + timedelta(days=30)  # nothing runs while the driver does


def a_job(action: Any, **properties: Any) -> Any:
    """Return a job that first runs next month, unless told otherwise."""
    return as_sent(m.JobProperties(action=action, **{"start_time": LATER, **properties}))


def http(uri: str = "http://receiver.example/", **request: Any) -> Any:
    return m.JobAction(type="Http", request=m.HttpRequest(uri=uri, method="GET", **request))


def every_day() -> Any:
    return m.JobRecurrence(frequency="Day", interval=1)


def every_kind_of_action(pfx: str, pfx_password: str) -> dict[str, Any]:
    """Return an action of every type, and one with each authentication."""
    certificate = authentication(
        "ClientCertAuthentication", "ClientCertificate", pfx=pfx, password=pfx_password
    )
    oauth = authentication(
        "OAuthAuthentication",
        "ActiveDirectoryOAuth",
        tenant="contoso.example",
        audience="https://api.example/",
        client_id="client",
        secret="s3cret",
    )
    return {
        "http": m.JobAction(
            type="Http",
            request=m.HttpRequest(
                uri="http://receiver.example/a%2db?c=d",
                method="POST",
                headers={"Content-Type": "text/plain"},
                body="Grüße",
            ),
        ),
        "https": m.JobAction(
            type="Https", request=m.HttpRequest(uri="https://receiver.example/", method="DELETE")
        ),
        "basic": http(authentication=basic(password="s3cret")),
        "certificate": http(authentication=certificate),
        "oauth": http(authentication=oauth),
        "storage-queue": m.JobAction(type="StorageQueue", queue_message=a_queue_message()),
        "service-bus-queue": m.JobAction(
            type="ServiceBusQueue",
            service_bus_queue_message=m.ServiceBusQueueMessage(queue_name="orders", **to_service_bus()),
        ),
        "service-bus-topic": m.JobAction(
            type="ServiceBusTopic",
            service_bus_topic_message=m.ServiceBusTopicMessage(topic_path="news", **to_service_bus()),
        ),
        "error-action": m.JobAction(
            type="Http",
            request=m.HttpRequest(uri="http://receiver.example/", method="GET"),
            retry_policy=m.RetryPolicy(retry_type="None"),
            error_action=m.JobErrorAction(type="StorageQueue", queue_message=a_queue_message()),
        ),
    }


def basic(**secret: str) -> Any:
    return authentication("BasicAuthentication", "Basic", username="user", **secret)


def a_queue_message() -> Any:
    return m.StorageQueueMessage(
        storage_account="account", queue_name="orders", sas_token="?sv=1&sig=s3cret", message="hello"
    )


def to_service_bus(**brokered: Any) -> dict[str, Any]:
    return {
        "namespace": "shop",
        "transport_type": "AMQP",
        "message": "hello",
        "authentication": m.ServiceBusAuthentication(
            type="SharedAccessKey", sas_key_name="send", sas_key="s3cret"
        ),
        "brokered_message_properties": m.ServiceBusBrokeredMessageProperties(
            label="a label", force_persistence=True, scheduled_enqueue_time_utc=LATER, **brokered
        ),
        "custom_message_properties": {"colour": "blue"},
    }


def every_kind_of_duration() -> dict[str, Any]:
    """Return an action with each duration that a job can have."""
    message = m.ServiceBusQueueMessage(queue_name="orders", **to_service_bus(time_to_live=timedelta(hours=2)))
    return {
        "retry": with_retries(timedelta(minutes=1)),
        "days": with_retries(timedelta(days=1)),
        "live": m.JobAction(type="ServiceBusQueue", service_bus_queue_message=message),
    }


def with_retries(interval: timedelta) -> Any:
    action = http()
    action.retry_policy = m.RetryPolicy(retry_type="Fixed", retry_interval=interval, retry_count=2)
    return action


def every_kind_of_recurrence() -> dict[str, Any]:
    first_friday = m.JobRecurrenceScheduleMonthlyOccurrence(day="Friday", occurrence=1)
    schedules = {
        "week": m.JobRecurrenceSchedule(week_days=["Monday", "Friday"], hours=[10, 22], minutes=[0, 30]),
        "month": m.JobRecurrenceSchedule(month_days=[1, -1]),
        "occurrences": m.JobRecurrenceSchedule(monthly_occurrences=[first_friday]),
    }
    return {
        "plain": m.JobRecurrence(frequency="Hour", interval=6),
        "limited": m.JobRecurrence(frequency="Day", count=3, end_time=LATER + timedelta(days=30)),
        "week": m.JobRecurrence(frequency="Week", interval=2, schedule=schedules["week"]),
        "month": m.JobRecurrence(frequency="Month", schedule=schedules["month"]),
        "occurrences": m.JobRecurrence(frequency="Month", schedule=schedules["occurrences"]),
    }
