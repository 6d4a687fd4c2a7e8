"""CronJobs of Kubernetes, as kubectl prints them."""

from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from migrate.files import Source
from migrate.forms.commands.cron_jobs import matches, read
from migrate.found import Defaults, FoundJob, Origin, PassedOver, Unusable
from migrate.recognise import find_all
from tests.migrate.exports import FILES

FILE: Final = "kubernetes-cronjobs.yaml"
TEMPLATE: Final = "https://run.example.com/{namespace}/{name}"
ORIGIN: Final = Origin(file="a.yaml")


def a_cron_job(**spec: Any) -> dict[str, Any]:
    return {
        "kind": "CronJob",
        "metadata": {"name": "a", "namespace": "n"},
        "spec": {"schedule": "0 9 * * *", **spec},
    }


def job_of(document: dict[str, Any], **defaults: str) -> FoundJob:
    (found,) = read(document, ORIGIN, Defaults(**defaults))
    assert isinstance(found, FoundJob)
    return found


def test_a_list_is_read_as_kubectl_writes_it() -> None:
    source = Source(name=FILE, content=(FILES / FILE).read_bytes())

    found, (summary,) = find_all([source], Defaults(url_template=TEMPLATE))

    assert summary.forms == ("Kubernetes",)
    assert [(one.names.collection, one.names.job) for one in found] == [
        ("billing", "invoices"),
        ("shop", "sweep"),
    ]
    first, second = found
    assert isinstance(first, FoundJob)
    assert first.properties == {
        "timeZone": "Europe/Berlin",
        "daylightSaving": {"missing": "skip", "repeated": "both"},
        "state": "enabled",
        "action": {
            "type": "Https",
            "request": {
                "method": "POST",
                "uri": "https://run.example.com/billing/invoices",
                "body": "[registry.example.com/invoices:1.4] /app/invoices --month 'last one'",
            },
            "retryPolicy": {"retryType": "fixed", "retryInterval": "00:00:15", "retryCount": 2},
            "retryOptions": {"backoff": 2.0, "maxInterval": "00:06:00"},
        },
        "description": "[registry.example.com/invoices:1.4] /app/invoices --month 'last one'",
        "overlap": "skip",
        "missedRuns": {"policy": "none", "within": "00:05:00"},
        "recurrence": {"cron": "30 2 * * *"},
    }
    assert isinstance(second, FoundJob)
    assert second.properties["state"] == "disabled"
    assert second.properties["action"]["retryPolicy"] == {"retryType": "none"}
    assert "daylightSaving" not in second.properties
    assert second.lost == (
        "concurrencyPolicy Replace: a run here is not ended by the next; "
        "while one is open, the next is skipped",
    )


def test_without_a_template_it_stays_disabled() -> None:
    job = job_of(a_cron_job())

    assert job.properties["state"] == "disabled"
    assert job.properties["action"]["request"]["uri"] == "https://replace-me.invalid/CronJob"
    assert job.lost == (
        "its target, 'a', is a command, which nothing runs here; --url-template makes a call of it: "
        "it stays disabled, also with --accept-loss; change the action, then enable it",
    )


@pytest.mark.parametrize(
    ("spec", "defaults", "zone", "told"),
    [
        pytest.param({}, {}, "UTC", True, id="nobody says it"),
        pytest.param({}, {"time_zone": "Asia/Tokyo"}, "Asia/Tokyo", False, id="the command line"),
        pytest.param(
            {"timeZone": "Asia/Tokyo"}, {"time_zone": "Europe/Berlin"}, "Asia/Tokyo", False, id="it"
        ),
    ],
)
def test_a_zone_is_told_as_taken_only_if_nobody_says_it(
    spec: dict[str, Any], defaults: dict[str, str], zone: str, told: bool
) -> None:
    job = job_of(a_cron_job(**spec), url_template=TEMPLATE, **defaults)

    assert job.properties["timeZone"] == zone
    assert any("it is taken as UTC" in note for note in job.notes) is told


def test_a_collection_that_is_named_holds_all_namespaces() -> None:
    assert job_of(a_cron_job(), collection="c").names.collection == "c"


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ({"schedule": None}, "spec.schedule: is required"),
        ({"concurrencyPolicy": "Never"}, "spec.concurrencyPolicy: is none of Allow, Forbid, Replace"),
        ({"startingDeadlineSeconds": -1}, "spec.startingDeadlineSeconds: is negative or more than 548 days"),
        (
            {"jobTemplate": {"spec": {"backoffLimit": -1}}},
            "spec.jobTemplate.spec.backoffLimit: is negative",
        ),
    ],
)
def test_faults_name_the_keys_of_the_file(spec: dict[str, Any], fault: str) -> None:
    assert [str(one) for one in job_of(a_cron_job(**spec)).faults] == [fault]


def test_other_things_of_a_list_are_passed_over_and_pages_that_lack_are_told() -> None:
    document = {
        "kind": "List",
        "items": [{"kind": "Deployment"}, a_cron_job()],
        "metadata": {"continue": "abc"},
    }

    other, _, page = read(document, ORIGIN, Defaults())

    assert str(other) == "items[0]: deployment"
    assert isinstance(other, PassedOver)
    assert isinstance(page, Unusable)


JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "name",
                    "schedule",
                    "timeZone",
                    "suspend",
                    "concurrencyPolicy",
                    "startingDeadlineSeconds",
                    "spec",
                    "jobTemplate",
                    "template",
                    "containers",
                    "command",
                    "args",
                    "image",
                    "backoffLimit",
                    "kind",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(metadata=JSON, spec=JSON, items=JSON)
def test_whatever_stands_in_a_file_it_is_read_or_told(metadata: Any, spec: Any, items: Any) -> None:
    document = {"kind": "CronJobList", "items": [{"metadata": metadata, "spec": spec}, items]}

    assert matches(document)
    assert len(read(document, ORIGIN, Defaults(url_template=TEMPLATE))) == 2
