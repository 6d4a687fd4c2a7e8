"""Every property in the Bicep files exists, and the checks notice one that does not."""

import re
from pathlib import Path

import pytest

from local.dev.environment import ROOT
from tests.infra.conftest import SPOILED, Report, body_of


def test_every_property_is_known(report: Report) -> None:
    assert report.faults == []


def test_misspelt_properties_are_noticed(report: Report) -> None:
    found = report.misspellings

    assert (found["missed"], found["crashed"]) == ([], [])
    assert len(found["caught"]) > 30


def test_other_faults_are_noticed_too(report: Report) -> None:
    unnoticed = [said for *_, said in SPOILED if not any(said in fault for fault in report.spoiled)]

    assert unnoticed == []


@pytest.mark.parametrize("file", sorted((ROOT / "infra").glob("*.bicep")), ids=lambda file: file.name)
def test_every_parameter_says_what_it_is(file: Path) -> None:
    text = file.read_text(encoding="utf-8")

    described = set(re.findall(r"^@description\('.+'\)\n(?:@.*\n)*param (\w+)", text, re.MULTILINE))

    assert set(re.findall(r"^param (\w+)", text, re.MULTILINE)) - {"tags"} <= described


def test_the_storage_is_closed_to_keys_and_locked(report: Report) -> None:
    account = report.only("account")["properties"]
    lock = report.only("lock")

    assert (account["allowSharedKeyAccess"], account["allowBlobPublicAccess"]) == (False, False)
    assert account["minimumTlsVersion"] == "TLS1_2"
    assert (lock["scope"], lock["properties"]["level"]) == ("<storage.bicep account>", "CanNotDelete")


def test_the_vault_can_be_purged_unless_that_is_forbidden(report: Report) -> None:
    """Azure refuses the value false, so the property is left out."""
    assert report.only("vault")["properties"].get("enablePurgeProtection") is None
    assert body_of("vault", report.changed)["properties"]["enablePurgeProtection"] is True


def test_the_version_of_python_is_the_operators_choice(report: Report) -> None:
    versions = [
        body_of("site", deployed)["properties"]["functionAppConfig"]["runtime"]["version"]
        for deployed in (report.plain, report.changed)
    ]

    assert versions == ["3.13", "3.12"]


def test_the_test_from_outside_and_its_alert_belong_to_application_insights(report: Report) -> None:
    insights, test = "<monitoring.bicep insights id>", "<alerts.bicep scanTest id>"
    alert = report.only("scanAlert")

    assert report.only("scanTest")["tags"][f"hidden-link:{insights}"] == "Resource"
    assert {f"hidden-link:{insights}", f"hidden-link:{test}"} <= alert["tags"].keys()
    assert alert["properties"]["scopes"] == [test, insights]


def test_alerts_go_by_mail_if_there_is_an_address(report: Report) -> None:
    told = body_of("actionGroup", report.changed)

    assert [receiver["emailAddress"] for receiver in told["properties"]["emailReceivers"]] == [
        "ops@example.com"
    ]
    assert len(told["properties"]["groupShortName"]) <= 12
    assert body_of("scanAlert", report.changed)["properties"]["actions"] == [
        {"actionGroupId": "<alerts.bicep actionGroup id>"}
    ]
    assert report.only("scanAlert")["properties"]["actions"] == []
    assert [each for each in report.plain if each.symbol == "actionGroup"] == []


def test_rules_are_made_before_the_log_has_its_tables() -> None:
    assert "skipQueryValidation: true" in (ROOT / "infra" / "alerts.bicep").read_text(encoding="utf-8")


def test_the_app_takes_https_only_and_no_password(report: Report) -> None:
    assert report.only("site")["properties"]["httpsOnly"] is True
    assert [report.only(way)["properties"] for way in ("ftp", "scm")] == [{"allow": False}] * 2


def test_an_instance_waits_for_the_timer_and_one_for_the_queue(report: Report) -> None:
    scale = report.only("site")["properties"]["functionAppConfig"]["scaleAndConcurrency"]

    assert scale["alwaysReady"] == [
        {"name": "function:scan", "instanceCount": 1},
        {"name": "function:dispatch", "instanceCount": 1},
    ]


def test_names_fit_their_rules(report: Report) -> None:
    """`uniqueString` gives 13 characters; the checks put `unique` in its place."""
    storage, vault = (report.only(name)["name"].replace("unique", "u" * 13) for name in ("account", "vault"))

    assert re.fullmatch(r"[a-z0-9]{3,24}", storage)
    assert re.fullmatch(r"[a-z][a-z0-9-]{1,22}[a-z0-9]", vault)
