"""An option that says what files lack has an effect, or is refused: over all options and all stored forms."""

import json
import re
from pathlib import Path

import pytest

from migrate.__main__ import main
from migrate.files import read_sources
from migrate.filling_options import defaults_of
from migrate.options import parse
from migrate.planning.idle_options import refuse_idle_options
from migrate.planning.job import Wishes
from migrate.planning.whole_import import make_plan
from migrate.recognise import find_all
from migrate.terminal import Problem
from tests.builders import NINE
from tests.functions.calls import KEY
from tests.functions.overviews.lists import a_collection, an_empty_place
from tests.migrate.exports import FILES
from tests.served import served

ONE = {
    "--subscription": "sub-one",
    "--resource-group": "group-one",
    "--collection": "collection-one",
    "--location": "japaneast",
    "--sku": "P10Premium",
    "--time-zone": "Europe/Berlin",
    "--url-template": "https://one.example.com/{name}",
}
OTHER = {
    "--subscription": "sub-two",
    "--resource-group": "group-two",
    "--collection": "collection-two",
    "--location": "brazilsouth",
    "--sku": "P20Premium",
    "--time-zone": "Asia/Tokyo",
    "--url-template": "https://two.example.com/{name}",
}
PARAMETERS = ["template-handwritten.json", "template-handwritten.parameters.json"]
FORMS = [
    *([file.name] for file in sorted(FILES.iterdir()) if file.is_file() and "handwritten" not in file.name),
    PARAMETERS,
]
ADDITIONS = {"eventbridge-api-destination.json", "eventbridge-connection.json", "eventbridge-list.json"}
"""Files that define nothing, but add to what others define, or only list it."""


class Planned:
    """What is planned for some files with options, and which of the options are refused."""

    def __init__(self, names: list[str], fill: dict[str, str]) -> None:
        words = [word for pair in fill.items() for word in pair]
        defaults = defaults_of(parse("import", ["file", "--dry-run", *words]))
        sources = read_sources([str(FILES / name) for name in names])
        findings, _ = find_all(sources, defaults)
        self.plan = make_plan(findings, defaults, None, Wishes(now=NINE, secrets={}))
        self.said = ""
        try:
            refuse_idle_options(defaults, sources, findings, self.plan)
        except Problem as problem:
            self.said = str(problem)

    @property
    def refused(self) -> set[str]:
        return set(re.findall(r"^(--[a-z-]+) .+ has no effect", self.said, re.MULTILINE))


def filled(names: list[str]) -> dict[str, str]:
    """Return the options that these files take."""
    refused = Planned(names, ONE).refused
    return {option: value for option, value in ONE.items() if option not in refused}


@pytest.mark.parametrize("names", FORMS, ids=lambda names: names[0])
def test_no_option_is_silently_without_effect(names: list[str]) -> None:
    fill = filled(names)
    usual = Planned(names, fill)

    changed = {option: Planned(names, {**fill, option: value}) for option, value in OTHER.items()}

    same = {option for option, one in changed.items() if one.plan == usual.plan}
    assert usual.refused == set()
    silent = {option for option in same if option not in changed[option].refused}
    assert silent == ({*OTHER} - {"--time-zone", "--url-template"} if names[0] in ADDITIONS else set())


@pytest.mark.parametrize("names", FORMS, ids=lambda names: names[0])
def test_what_the_files_say_may_be_said_again(names: list[str]) -> None:
    said = dict(re.findall(r"^(--[a-z-]+) .* says it itself: ([^ ,]+)[.,] ", Planned(names, ONE).said, re.M))

    assert Planned(names, {**filled(names), **said}).refused == set()


EXPORT = {
    "value": [
        {
            "id": "/subscriptions/s/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c",
            "location": "westus",
            "properties": {"sku": {"name": "Standard"}, "state": "Enabled"},
        }
    ]
}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        pytest.param(
            ["--subscription", "other"],
            "--subscription other has no effect, for everything in the files says it itself: s. "
            "To move that, change the files. Leave it out.\n",
            id="subscription",
        ),
        pytest.param(["--sku", "P20Premium"], "and these have Standard. Leave it out.\n", id="plan"),
        pytest.param(["--time-zone", "Asia/Tokyo"], "crontab and Kubernetes that name no zone.", id="zone"),
    ],
)
@pytest.mark.parametrize("command", ["import", "plan", "apply"])
def test_nothing_is_done_then(
    command: str, options: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, app = an_empty_place()
    file = tmp_path / "export.json"
    file.write_text(json.dumps(EXPORT), encoding="utf-8")

    with served(app) as receiver:
        code = main([command, str(file), "--to", receiver.uri, "--key", KEY, *options])
        capsys_of_command = capsys.readouterr()
        assert main(["jobs", "--app", receiver.uri, "--key", KEY]) == 1

    assert (code, capsys_of_command.out) == (2, "")
    assert words in capsys_of_command.err
    assert capsys.readouterr().err == "The app has no collections.\n"


ID = "/subscriptions/s/resourceGroups/one/providers/Microsoft.Scheduler/jobCollections/nightly"
CONTRADICTED = "and the id, which says {}, contradict each other: leave one out.\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(["disable", "--collection", ID, "--subscription", "x"], "s", id="disable"),
        pytest.param(["enable", "--collection", ID, "--resource-group", "x"], "one", id="enable"),
        pytest.param(["audit", "--job", f"{ID}/jobs/j", "--subscription", "x"], "s", id="audit of a job"),
        pytest.param(["audit", "--collection", ID, "--subscription", "x"], "s", id="audit of a collection"),
        pytest.param(["jobs", "--collection", ID, "--subscription", "x"], "s", id="jobs"),
        pytest.param(["why", f"{ID}/jobs/j", "--subscription", "x"], "s", id="why"),
    ],
)
def test_an_id_and_an_option_that_contradict_each_other_are_refused(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _, app = an_empty_place()
    a_collection(app, "nightly", group="one")

    with served(app) as receiver:
        code = main([*arguments, "--app", receiver.uri, "--key", KEY])

    shown = capsys.readouterr()
    assert (code, shown.out) == (2, "")
    assert shown.err.endswith(CONTRADICTED.format(said))


@pytest.mark.parametrize(
    "arguments",
    [
        ["import", "a.json", "--dry-run", "--key", "k"],
        ["import", "a.json", "--secrets-template", "t", "--key", "k"],
    ],
)
def test_a_key_without_an_app_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)

    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith("error: --key goes with --to or --app\n")
