"""Files of every kind, recognised by what is in them."""

import json
from pathlib import Path

import pytest

from migrate.files import Source, read_sources
from migrate.found import Defaults, FoundJob
from migrate.recognise import find_all
from migrate.terminal import Problem
from tests.migrate.exports import FILES

JOB = {
    "type": "Microsoft.Scheduler/jobCollections/jobs",
    "name": "c/j",
    "properties": {"action": {"type": "Http"}},
}


def source(document: object, name: str = "a.json", *, named: bool = True) -> Source:
    return Source(name=name, content=json.dumps(document).encode(), named=named)


@pytest.mark.parametrize(
    ("file", "form", "jobs"),
    [
        ("arm-jobs-two-pages.json", "ARM", "weekly no-start half-done used-up ended once finished"),
        ("arm-job-with-comments.jsonc", "ARM", "quarterly"),
        ("classic-jobs.json", "classic API", "testFromPSScenarioJob hourly yearly"),
        ("classic-jobs-utf-16.json", "classic API", "testFromPSScenarioJob hourly yearly"),
    ],
)
def test_a_file_is_known_by_its_content(file: str, form: str, jobs: str) -> None:
    found, (summary,) = find_all(read_sources([str(FILES / file)]), Defaults())

    assert summary.forms == (form,)
    assert [one.names.job for one in found if isinstance(one, FoundJob)] == jobs.split()


@pytest.mark.parametrize(
    ("pattern", "form"),
    [("powershell-*", "PowerShell"), ("terraform-*", "Terraform"), ("template-*", "ARM template")],
)
def test_the_other_forms_are_known_too(pattern: str, form: str) -> None:
    files = [str(file) for file in sorted(FILES.glob(pattern))]

    _, summaries = find_all(read_sources(files), Defaults())

    assert {found for summary in summaries for found in summary.forms} == {form}
    assert sum(summary.jobs for summary in summaries) > 0


@pytest.mark.parametrize(
    ("document", "places"),
    [
        pytest.param(JOB, [""], id="one object"),
        pytest.param([JOB, JOB], ["[0]", "[1]"], id="a list"),
        pytest.param({"value": [JOB]}, ["value[0]"], id="a page"),
        pytest.param([{"value": [JOB]}, {"value": [JOB]}], ["[0].value[0]", "[1].value[0]"], id="pages"),
        pytest.param(
            {"value": [JOB, JOB], "Count": 2}, ["value[0]", "value[1]"], id="as PowerShell wraps it"
        ),
    ],
)
def test_lists_and_pages_are_taken_apart(document: object, places: list[str]) -> None:
    found, _ = find_all([source(document)], Defaults())

    assert [one.origin.place for one in found] == places


def test_of_documents_in_a_row_the_number_is_told() -> None:
    text = json.dumps(JOB) + "\n" + json.dumps({"value": [JOB]})

    found, _ = find_all([Source(name="a.json", content=text.encode())], Defaults())

    assert [str(one.origin) for one in found] == ["a.json, document 1", "a.json, document 2.value[0]"]


@pytest.mark.parametrize("document", [{}, [], 5, "text", {"value": []}, {"resources": []}])
def test_a_file_that_was_named_for_nothing_is_a_problem(document: object) -> None:
    with pytest.raises(Problem, match=r"^a\.json: holds nothing of Scheduler\. What is understood: "):
        find_all([source(document)], Defaults())


def test_a_file_of_a_folder_may_hold_something_else() -> None:
    found, summaries = find_all([source({}, named=False), source(JOB, "b.json")], Defaults())

    assert len(found) == 1
    assert [(summary.name, summary.passed_over) for summary in summaries] == [("a.json", 1), ("b.json", 0)]


def test_a_text_in_a_folder_need_not_be_json() -> None:
    notes = Source(name="notes.txt", content=b"remember the milk", named=False)

    found, summaries = find_all([notes, source(JOB)], Defaults())

    assert (len(found), summaries[0].passed_over) == (1, 1)


@pytest.mark.parametrize(("name", "named"), [("notes.txt", True), ("jobs.json", False)])
def test_but_what_was_named_or_calls_itself_json_must_be(name: str, named: bool) -> None:
    with pytest.raises(Problem, match="is not JSON"):
        find_all([Source(name=name, content=b"remember the milk", named=named)], Defaults())


def test_history_is_passed_over() -> None:
    history = {"value": [{"type": "Microsoft.Scheduler/jobCollections/jobs/history", "properties": {}}]}

    found, (summary,) = find_all([source(history)], Defaults())

    assert (found, summary.passed_over) == ([], 1)


def test_a_file_that_is_no_json_is_named() -> None:
    with pytest.raises(Problem, match=r"^a\.json is not JSON: it cannot be read at line 1, column 2"):
        find_all([Source(name="a.json", content=b"[}")], Defaults())


def test_all_files_that_are_no_json_are_named_at_once() -> None:
    bad = [Source(name=name, content=b"[}", named=False) for name in ("a.json", "c.yaml")]

    with pytest.raises(Problem, match=r"^a\.json is not JSON: .*\nc\.yaml is not YAML: .*$"):
        find_all([bad[0], source(JOB, "b.json"), bad[1]], Defaults())


def test_what_is_passed_over_is_named_with_its_place() -> None:
    others = [{"type": "Microsoft.Web/sites"}, {"kind": "Deployment"}, {}, 5]

    _, (summary,) = find_all([source([JOB, *others])], Defaults())

    assert summary.passed == (
        "[1]: Microsoft.Web/sites",
        "[2]: Deployment",
        "[3]: nothing of Scheduler",
        "[4]: nothing of Scheduler",
    )


PARAMETERS = "https://schema.management.azure.com/schemas/2015-01-01/deploymentParameters.json#"


def parameters(value: str) -> dict[str, object]:
    return {"$schema": PARAMETERS, "contentVersion": "1.0.0.0", "parameters": {"name": {"value": value}}}


def test_values_of_parameters_may_come_after_the_template(tmp_path: Path) -> None:
    template = {
        "$schema": "https://schema.management.azure.com/schemas/2015-01-01/deploymentTemplate.json#",
        "contentVersion": "1.0.0.0",
        "parameters": {"name": {"type": "string"}},
        "resources": [{**JOB, "name": "[concat(parameters('name'), '/j')]"}],
    }

    found, _ = find_all([source(template), source(parameters("billing"), "b.json")], Defaults())

    assert [one.names.collection for one in found] == ["billing"]


def test_two_values_of_a_parameter_are_a_problem() -> None:
    with pytest.raises(Problem, match="another parameters file gives 'name' another value"):
        find_all([source(parameters("a"), "a.json"), source(parameters("b"), "b.json")], Defaults())
