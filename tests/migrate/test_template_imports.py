"""Importing templates from file to report: complete is only what is complete."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from migrate.__main__ import main
from migrate.found import Json
from tests.migrate.exports import FILES
from tests.migrate.forms.template.templates import (
    COLLECTION,
    DEPLOYMENT,
    JOB,
    a_collection,
    a_deployment,
    a_job,
    a_template,
)

FILL: Final = ["--subscription", "s", "--resource-group", "g", "--location", "westus", "--sku", "standard"]
PROPERTIES: Final = {
    "action": {"type": "Https", "request": {"uri": "https://example.com/", "method": "GET"}},
    "recurrence": {"frequency": "day", "interval": 1},
}
WHOLE: Final = a_template(a_collection(), a_job(properties=PROPERTIES))
LINKED: Final[Json] = {
    "type": DEPLOYMENT,
    "name": "linked",
    "properties": {"templateLink": {"uri": "https://example.com/jobs.json?sig=hunter2"}},
}
LOOP: Final = {"name": "loop", "count": "[parameters('many')]"}
NOT_READ: Final = "In …/t.json, resources[0]: cannot be imported"


class Ended:
    """How a dry run ended: with a code, a text, a page and facts for programs."""

    def __init__(
        self,
        template: Json,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        fill: Sequence[str] = FILL,
    ) -> None:
        file, facts, page = (tmp_path / name for name in ("t.json", "report.json", "report.html"))
        file.write_text(json.dumps(template), encoding="utf-8")
        reports = ["--report", str(facts), "--report", str(page)]
        self.code = main(["import", str(file), "--dry-run", *fill, *reports])
        shown = capsys.readouterr()
        self.text = shown.out.replace(str(tmp_path), "…")
        self.errors = shown.err.replace(str(tmp_path), "…")
        self.facts: Any = json.loads(facts.read_text(encoding="utf-8")) if facts.exists() else {}
        self.page = page.read_text(encoding="utf-8") if page.exists() else ""


@pytest.mark.parametrize(
    ("template", "jobs"),
    [
        pytest.param(a_template(a_deployment(WHOLE)), 1, id="a nested deployment alone"),
        pytest.param(a_template(a_deployment(WHOLE, scope="inner")), 1, id="with a scope of its own"),
        pytest.param(
            a_template(
                a_collection(),
                a_job(
                    name="[concat('c/', copyIndex())]", copy={"name": "a", "count": 3}, properties=PROPERTIES
                ),
            ),
            3,
            id="a loop",
        ),
    ],
)
def test_what_is_read_as_a_whole_is_complete(
    template: Json, jobs: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = Ended(template, tmp_path, capsys)

    assert (ended.code, ended.facts["complete"], ended.facts["jobs"]) == (0, True, {"will be created": jobs})
    assert "cannot be imported" not in ended.text
    assert "passed over" not in ended.text


@pytest.mark.parametrize(
    ("resource", "reason"),
    [
        pytest.param(
            LINKED,
            "properties.templateLink: https://example.com/jobs.json is not read: "
            "import that template by itself",
            id="a linked template",
        ),
        pytest.param(
            a_job(copy=LOOP),
            "copy: the count of a copy loop: parameter 'many' has no value: give it in a parameters file",
            id="a loop whose count is unknown",
        ),
        pytest.param(
            a_deployment(WHOLE, condition="[parameters('on')]"),
            "condition: parameter 'on' has no value: give it in a parameters file",
            id="a deployment whose condition is unknown",
        ),
        pytest.param(
            {"type": "[parameters('kind')]"},
            "type: parameter 'kind' has no value: give it in a parameters file",
            id="a type that is unknown",
        ),
    ],
)
@pytest.mark.parametrize("beside", [[], WHOLE["resources"]], ids=["alone", "beside a job"])
def test_what_cannot_be_read_is_named_and_nothing_is_complete(
    resource: Json, reason: str, beside: list[Json], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = Ended(a_template(resource, *beside), tmp_path, capsys)

    assert (ended.code, ended.facts["complete"]) == (1, False)
    assert f"{NOT_READ}\n      because {reason}\n" in ended.text
    assert "1 other part of the files cannot be imported." in ended.text
    assert "Not usable" in ended.page
    assert "hunter2" not in ended.text + ended.page + json.dumps(ended.facts)


def test_what_is_not_deployed_is_named_and_the_rest_is_complete(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = {"name": "a", "count": "[length(createArray())]"}
    template = a_template(a_collection(copy=empty), a_job(condition=False), {"type": "Microsoft.Web/sites"})

    ended = Ended(template, tmp_path, capsys)

    assert (ended.code, ended.facts["complete"]) == (0, True)
    assert ended.text.startswith(
        "Passed over:\n"
        f"      …/t.json, resources[0]: {COLLECTION} is not deployed: its copy loop makes none\n"
        f"      …/t.json, resources[1]: {JOB} is not deployed: its condition is false\n"
        "      …/t.json, resources[2]: Microsoft.Web/sites\n"
    )
    assert "1 part of the files passed over, as nothing of Scheduler.\n" in ended.text
    assert "2 parts of the files passed over, as not deployed.\n" in ended.text
    assert "is not deployed: its copy loop makes none" in ended.page


def test_a_nested_deployment_without_anything_of_scheduler_is_of_no_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    template = a_template(a_deployment(a_template({"type": "Microsoft.Web/sites"})))

    ended = Ended(template, tmp_path, capsys)

    assert (ended.code, ended.text) == (1, "")
    assert "…/t.json: holds nothing of Scheduler." in ended.errors


def test_a_made_up_address_is_said_and_its_job_arrives_disabled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    uri = "[format('https://{0}.example.com', uniqueString(resourceGroup().id))]"
    action = {"type": "Https", "request": {"uri": uri, "method": "GET"}}
    template = a_template(a_collection(), a_job(properties={**PROPERTIES, "action": action}))

    ended = Ended(template, tmp_path, capsys)

    assert ended.code == 0
    assert "j: will be created, disabled" in ended.text
    assert (
        "lost: properties holds a value of uniqueString, which is made up here and differs from Azure's"
        in ended.text
    )


@pytest.mark.parametrize(
    ("name", "fill", "jobs"),
    [
        ("template-nested.json", FILL, {"will be created": 2}),
        ("template-nested-outer.json", [], {"will be created": 2}),
    ],
)
def test_the_stored_templates_arrive_as_a_whole(
    name: str, fill: list[str], jobs: dict[str, int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    template: Json = json.loads((FILES / name).read_text(encoding="utf-8"))

    ended = Ended(template, tmp_path, capsys, fill)

    assert (ended.code, ended.facts["complete"], ended.facts["jobs"]) == (0, True, jobs)
