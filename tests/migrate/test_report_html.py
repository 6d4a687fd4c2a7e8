"""The report as a page."""

from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

from migrate.found import Origin
from migrate.gather import Nameless
from migrate.planning.differences import Difference
from migrate.planning.job import Outcome, PlannedJob
from migrate.planning.whole_import import ImportPlan
from migrate.recognise import FileSummary
from migrate.reporting.html import write_html
from migrate.reporting.report import Report
from shared.domain.errors import Fault
from tests.migrate.builders import ID, PASSWORD, a_planned_collection, a_planned_job, a_report

HOSTILE = "<script>alert(\"1\")</script> & 'more'"
ESCAPED = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#x27;more&#x27;"
EMPTY_ELEMENTS = ("meta", "br")


class Page(HTMLParser):
    """The elements, texts and classes of a page; wrong nesting is an error."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.texts: list[str] = []
        self.classes: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.classes += [value or "" for name, value in attrs if name == "class" and tag == "tr"]
        if tag not in EMPTY_ELEMENTS:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def a_full_report(word: str) -> Report:
    """A report that holds a word wherever a file, a job or the app can have put it."""
    difference = Difference(field=word, there=word, here=word)
    every: dict[str, Any] = dict.fromkeys(("changes", "lost", "notes", "missing"), (word,))
    good = replace(a_planned_job(reasons=(word,), **every), name=word, differences=(difference,))
    planned = a_planned_collection(good, differences=(difference,), reasons=(word,))
    nameless = Nameless(origin=Origin(file=word), faults=(Fault(word, word),))
    plan = ImportPlan(collections=(planned,), nameless=(nameless,))
    report = a_report(plan=plan, to=word, unused_secrets=[word], stopped=word)
    return replace(report, files=(FileSummary(name=word, forms=(word,)),), jobs={word: 1})


def test_the_page_is_well_formed_and_whole() -> None:
    written = write_html(a_full_report("plain"))

    assert written.startswith("<!DOCTYPE html>\n")
    assert Page(written).open == []


def test_what_comes_from_files_is_escaped_everywhere() -> None:
    written = write_html(a_full_report(HOSTILE))

    assert "<script" not in written
    assert written.count(ESCAPED) == 23
    assert Page(written).open == []


def test_the_page_needs_nothing_from_elsewhere() -> None:
    tags = Page(write_html(a_full_report("plain"))).tags

    assert tags.isdisjoint({"script", "link", "img", "iframe", "a"})


@pytest.mark.parametrize(
    ("dry_run", "title"),
    [
        pytest.param(True, "Dry run of an import of Scheduler jobs", id="dry run"),
        pytest.param(False, "Import of Scheduler jobs", id="import"),
    ],
)
def test_the_title_says_what_it_was(dry_run: bool, title: str) -> None:
    assert f"<h1>{title}</h1>" in write_html(a_report(dry_run=dry_run))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("nightly: will be created", id="collection"),
        pytest.param(f"{ID} (West Europe, Standard, Enabled)", id="what it is"),
        pytest.param("backup", id="job"),
        pytest.param("Every day at 10:00 UTC", id="sentence"),
        pytest.param("2026-03-02T10:00:00Z", id="run"),
        pytest.param("a change", id="change"),
        pytest.param("a loss", id="loss"),
        pytest.param("a note", id="note"),
        pytest.param(PASSWORD, id="missing secret"),
        pytest.param("jobs.json, value[0]", id="origin"),
        pytest.param("the REST API", id="form"),
        pytest.param("2026-03-01T09:00:00Z, to https://app.example", id="when and where to"),
    ],
)
def test_the_page_shows_everything(text: str) -> None:
    job = a_planned_job(changes=("a change",), lost=("a loss",), notes=("a note",), missing=(PASSWORD,))

    assert text in Page(write_html(a_report(a_planned_collection(job)))).texts


@pytest.mark.parametrize(
    ("job", "shade"),
    [
        pytest.param(a_planned_job(), "", id="plain"),
        pytest.param(a_planned_job(notes=("a note",)), "", id="a note"),
        pytest.param(a_planned_job(lost=("a loss",)), "look", id="a loss"),
        pytest.param(a_planned_job(missing=(PASSWORD,)), "look", id="a missing secret"),
        pytest.param(a_planned_job(outcome=Outcome.FAILED, lost=("a loss",)), "bad", id="failed"),
        pytest.param(a_planned_job(outcome=Outcome.NOT_DONE), "bad", id="not reached"),
        pytest.param(a_planned_job(outcome=Outcome.CANNOT), "bad", id="cannot be imported"),
    ],
)
def test_a_job_stands_out_if_it_should(job: PlannedJob, shade: str) -> None:
    assert Page(write_html(a_report(a_planned_collection(job)))).classes == [shade]


def test_the_page_ends_like_the_text() -> None:
    report = a_report(a_planned_collection(a_planned_job()), passed=("[1]: Microsoft.Web/sites",))

    written = write_html(report)

    assert written.endswith(
        "<p>1 collection: 1 will be created.</p>\n<p>1 job: 1 will be created.</p>\n"
        "<p>1 part of the files passed over, as nothing of Scheduler.</p>\n"
        "<p>Nothing was changed: this was a dry run.</p>\n</body></html>\n"
    )
    assert "<td>1<ul><li>[1]: Microsoft.Web/sites</li></ul></td>" in written
