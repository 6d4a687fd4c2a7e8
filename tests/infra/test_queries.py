"""The queries over the log: one text each, for the documents, the workbook and the alerts, and it is KQL."""

import json
import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

from local.dev.environment import ROOT
from local.dev.node import ensure_node_with_packages
from local.queries.workbook import PARTS, QUERIES, WHOSE_LOG, WORKBOOK, workbook
from tests.documents import code_blocks, text_of
from tests.infra.conftest import Report

FILES: Final = {file.stem: file.read_text(encoding="utf-8") for file in sorted(QUERIES.glob("*.kql"))}
ALERTS: Final = {name: text for name, text in FILES.items() if name.startswith("alert-")}
CHARTS: Final = {name: text for name, text in FILES.items() if name not in ALERTS}
CHECKER: Final = ROOT / "local" / "queries" / "check.cjs"


def check(*files: Path) -> subprocess.CompletedProcess[str]:
    node = ensure_node_with_packages()
    return subprocess.run([node, CHECKER, *files], capture_output=True, text=True, check=False)


def test_every_query_is_understood_by_the_language_service() -> None:
    checked = check(*sorted(QUERIES.glob("*.kql")))

    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")


def test_a_mistake_in_a_query_is_told_with_its_place(tmp_path: Path) -> None:
    name, grammar = tmp_path / "name.kql", tmp_path / "grammar.kql"
    name.write_text(FILES["alert-late"].replace("lateMs > 0", "").replace("runs > 0", "run > 0"), "utf-8")
    grammar.write_text("traces\n| where message startswith\n", encoding="utf-8")

    checked = check(name, grammar)

    assert checked.returncode == 1
    assert re.search(r"^name\.kql:5: The name 'run' does not refer to any known column", checked.stdout)
    assert re.search(r"^grammar\.kql:2: ", checked.stdout, re.MULTILINE)


def test_the_document_shows_every_query_as_it_is_in_its_file() -> None:
    assert sorted(code_blocks(text_of("docs/operating.md"), "kusto")) == sorted(CHARTS.values())


def test_the_workbook_is_the_one_that_the_queries_make() -> None:
    assert json.loads(WORKBOOK.read_text(encoding="utf-8")) == workbook(), "run: python -m local.queries"


def test_the_workbook_knows_whose_log_to_read_wherever_it_is_opened(report: Report) -> None:
    deployed = report.only("workbook")["properties"]

    assert WORKBOOK.read_text(encoding="utf-8").count(WHOSE_LOG) == 1
    assert deployed["serializedData"] == (
        f"replace(load_text_content(workbook.json),{WHOSE_LOG},{deployed['sourceId']})"
    )


def test_the_workbook_shows_every_query_once() -> None:
    items = json.loads(WORKBOOK.read_text(encoding="utf-8"))["items"]

    shown = {item["name"]: item["content"]["query"] for item in items if item["type"] == 3}

    assert shown == CHARTS
    assert len(PARTS) == len(CHARTS)


def test_the_alerts_take_every_query_of_theirs_from_its_file() -> None:
    loaded = re.findall(r"loadTextContent\('([^']+)'\)", text_of("infra/alerts.bicep"))

    assert sorted(loaded) == sorted([*(f"kql/{name}.kql" for name in ALERTS), "workbook.json"])
    assert all((ROOT / "infra" / name).is_file() for name in loaded)


@pytest.mark.parametrize("name", ALERTS)
def test_the_document_names_every_alert(name: str) -> None:
    assert f"| [`{name.removeprefix('alert-')}`](../infra/kql/{name}.kql) |" in text_of("docs/operating.md")


@pytest.mark.parametrize("name", ["alert-scan", *ALERTS])
def test_the_document_says_what_an_alert_means_where_to_look_and_what_to_do(name: str) -> None:
    title = f"### Alert: {name.removeprefix('alert-')}\n"
    section = text_of("docs/operating.md").partition(title)[2].partition("\n#")[0]

    assert re.findall(r"^- \*\*(.+?)\.\*\* \S", section, re.MULTILINE) == ["Means", "Look first", "Do"]


@pytest.mark.parametrize("name", ALERTS)
def test_a_rule_draws_nothing(name: str) -> None:
    assert "render" not in ALERTS[name]  # Azure refuses a rule whose query does
