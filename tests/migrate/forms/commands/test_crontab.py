"""Crontabs, as `crontab -l` prints them and as they stand under /etc."""

from typing import Final

import pytest

from migrate.crontab_text import Crontab, read_crontab
from migrate.files import Source
from migrate.found import Defaults, FoundJob, Unusable
from migrate.planning.job import Wishes
from migrate.planning.whole_import import make_plan
from migrate.recognise import find_all
from migrate.reporting.report import JobReport, Occasion, make_report
from tests.migrate.exports import FILES, NOW

PLACE: Final = Defaults(
    subscription="s", resource_group="g", collection="c", location="West Europe", sku="Standard"
)
TEMPLATE: Final = "https://run.example.com/{name}?what={command}"


def source(name: str) -> Source:
    return Source(name=name, content=(FILES / name).read_bytes())


def jobs_in(text: str, name: str = "crontab", **defaults: str) -> list[FoundJob]:
    found, _ = find_all([Source(name=name, content=text.encode())], Defaults(**defaults))
    return [one for one in found if isinstance(one, FoundJob)]


def reported(name: str, defaults: Defaults) -> dict[str, JobReport]:
    found, files = find_all([source(name)], defaults)
    plan = make_plan(found, defaults, None, Wishes(now=NOW, secrets={}))
    report = make_report(plan, files, Occasion(now=NOW, to="", dry_run=True))
    return {job.name: job for collection in report.collections for job in collection.jobs}


def test_each_line_with_a_time_is_a_job_and_what_is_none_is_told() -> None:
    found, (summary,) = find_all([source("crontab-of-a-user.txt")], PLACE)

    assert summary.forms == ("crontab",)
    assert [(one.origin.place, one.names.job) for one in found] == [
        ("line 5", "poll.sh"),
        ("line 7", "nightly.sh"),
        ("line 8", "poll.sh (2)"),
        ("line 9", "artisan"),
        ("line 10", None),
        ("line 11", "odd"),
    ]
    assert [str(one.faults[0]) for one in found if isinstance(one, Unusable)] == [
        "'start' runs when its machine starts, which is no time that a schedule could name"
    ]


def test_a_command_stays_disabled_and_is_the_description() -> None:
    jobs = reported("crontab-of-a-user.txt", PLACE)
    found, _ = find_all([source("crontab-of-a-user.txt")], PLACE)

    assert {job.state for job in jobs.values() if job.state} == {"disabled"}
    assert isinstance(found[0], FoundJob)
    assert found[0].properties["description"] == "/usr/local/bin/poll.sh --fast"
    assert jobs["odd"].outcome == "cannot be imported"
    assert jobs["odd"].reasons[0].startswith("the time: day of month '*/2' and day of week '1' would both")


@pytest.mark.parametrize(
    ("template", "type_"), [("https://run.example.com", "Https"), ("HTTP://run.example.com", "Http")]
)
def test_the_type_of_the_action_follows_from_the_address(template: str, type_: str) -> None:
    (job,) = jobs_in("CRON_TZ=UTC\n5 4 * * * /bin/a", url_template=template)

    assert job.properties["action"]["type"] == type_


def test_with_a_template_it_becomes_a_call_that_runs() -> None:
    (job,) = jobs_in("CRON_TZ=UTC\n5 4 * * * /bin/a --b 'c d'", url_template=TEMPLATE)

    assert job.names.job == "a"
    assert job.properties["action"] == {
        "type": "Https",
        "request": {
            "method": "POST",
            "uri": "https://run.example.com/a?what=%2Fbin%2Fa%20--b%20%27c%20d%27",
            "body": "/bin/a --b 'c d'",
        },
    }
    assert "state" not in job.properties
    assert job.lost == ()


@pytest.mark.parametrize(
    ("text", "defaults", "zone", "lost"),
    [
        pytest.param("CRON_TZ=Asia/Tokyo\n0 9 * * * a", {}, "Asia/Tokyo", False, id="named above"),
        pytest.param("0 9 * * * a", {"time_zone": "Asia/Tokyo"}, "Asia/Tokyo", False, id="an option"),
        pytest.param(
            "CRON_TZ=UTC\n0 9 * * * a", {"time_zone": "Asia/Tokyo"}, "UTC", False, id="the file wins"
        ),
        pytest.param("0 9 * * * a\nCRON_TZ=Asia/Tokyo", {}, None, True, id="only for lines below"),
        pytest.param("TZ=Asia/Tokyo\n0 9 * * * a", {}, None, True, id="TZ is for the command, not for cron"),
    ],
)
def test_whose_clocks_count(text: str, defaults: dict[str, str], zone: str | None, lost: bool) -> None:
    (job,) = jobs_in(text, url_template="https://run.example.com/{name}", **defaults)

    assert job.properties.get("timeZone") == zone
    assert bool(job.lost) is lost


def test_the_account_of_a_system_crontab_is_no_part_of_the_command() -> None:
    found, _ = find_all([source("crontab-of-a-system.txt")], PLACE)

    assert [one.properties["description"] for one in found if isinstance(one, FoundJob)] == [
        "cd / && run-parts --report /etc/cron.hourly",
        "test -x /usr/sbin/anacron || ( cd / && run-parts --report /etc/cron.daily )",
    ]


def test_its_runs_are_those_of_its_zone() -> None:
    jobs = reported("crontab-of-a-user.txt", PLACE)

    assert jobs["nightly.sh"].runs == (
        "2026-03-02T01:30:00Z",
        "2026-03-03T01:30:00Z",
        "2026-03-04T01:30:00Z",
    )
    assert jobs["nightly.sh"].sentence == "Every day at 02:30 in Europe/Berlin"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("remember the milk", id="words"),
        pytest.param("1 2 3 4 5", id="numbers alone"),
        pytest.param("Dear all,\n0 9 * * * a", id="a letter that quotes one"),
        pytest.param("A=1\nB=2", id="settings alone"),
        pytest.param("", id="nothing"),
    ],
)
def test_what_is_no_crontab_is_not_taken_for_one(text: str) -> None:
    assert read_crontab("notes.txt", text) is None


def test_lines_that_mean_nothing_are_told_by_number() -> None:
    crontab = read_crontab("crontab", "0 9 * * * a\n\nrubbish here\n# no\n0 9 * *\n")

    assert isinstance(crontab, Crontab)
    assert crontab.unread == (3, 5)


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("/opt/a/backup.sh --full", "backup.sh"),
        ("FOO=1 BAR=/x /opt/a/run", "run"),
        ("sudo -u www-data /usr/bin/python3 /srv/report.py", "www-data"),
        ("cd /srv; ./x", "x"),
        ("'unpaired", "unpaired"),
        ("☃☃", "command"),
        ("a" * 300, "a" * 80),
    ],
)
def test_a_job_is_named_after_its_program(command: str, name: str) -> None:
    (job,) = jobs_in(f"0 9 * * * {command}")

    assert job.names.job == name
