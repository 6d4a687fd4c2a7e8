"""docs/settings.md and docs/deploying.md name the settings and functions that exist."""

import json
import re

from tests.documents import ROOT, text_of


def test_the_table_of_settings_is_the_example_of_settings() -> None:
    example = json.loads(text_of("local.settings.json.example"))

    assert sorted(settings_in_table()) == sorted(example["Values"])


def test_the_steps_of_deploying_name_functions_and_settings_that_exist() -> None:
    sources = [file.read_text(encoding="utf-8") for file in (ROOT / "shared" / "functions").glob("*.py")]
    functions = {name for source in sources for name in re.findall(r'\.function_name\("(\w+)"\)', source)}
    steps = text_of("docs/deploying.md")

    assert re.findall(r"function:(\w+)=1", steps) == ["scan", "dispatch"]
    assert functions >= {"scan", "dispatch"}
    assert set(re.findall(r"\bSC(?:HEDULER|AN)_[A-Z_]+", steps)) <= set(settings_in_table())


def settings_in_table() -> list[str]:
    return re.findall(r"^\| `(\w+)` \|", text_of("docs/settings.md"), re.MULTILINE)
