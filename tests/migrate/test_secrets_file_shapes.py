"""A file of secrets that is not as it was written, told without showing what is in it."""

import json
from pathlib import Path
from typing import Any

import pytest

from migrate.secrets_file import read_secrets
from migrate.terminal import Problem
from tests.migrate.builders import ID, a_filled_entry


def refusal(folder: Path, document: Any) -> str:
    file = folder / "secrets.json"
    file.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    with pytest.raises(Problem) as refused:
        read_secrets(file)
    assert str(refused.value).startswith(str(file))
    return str(refused.value).removeprefix(str(file)).removeprefix(": ")


@pytest.mark.parametrize(
    ("document", "words"),
    [
        pytest.param(
            [], "secrets: is missing: write the file with --secrets-template.", id="no object but an array"
        ),
        pytest.param({}, "secrets: is missing: write the file with --secrets-template.", id="no secrets"),
        pytest.param({"secrets": "s3cret"}, "secrets[0]: is not an object.", id="a text for the secrets"),
        pytest.param({"secrets": [["s3cret"]]}, "secrets[0]: is not an object.", id="an array for an entry"),
        pytest.param(
            {"secrets": [a_filled_entry(), "s3cret"]},
            "secrets[1]: is not an object.",
            id="a text for an entry",
        ),
        pytest.param(
            {"secrets": [a_filled_entry(51723)]}, "secrets[0].value: is not a string.", id="a number"
        ),
        pytest.param(
            {"secrets": [a_filled_entry(["s3cret"])]},
            "secrets[0].value: is not a string.",
            id="an array for a value",
        ),
        pytest.param({"secrets": [{"value": "s3cret"}]}, "secrets[0].usedBy: is required.", id="for no job"),
        pytest.param(
            {"secrets": [{"value": "", "usedBy": "s3cret"}]},
            "secrets[0].usedBy[0]: is not an object.",
            id="a text for the jobs",
        ),
        pytest.param(
            {"secrets": [a_filled_entry(job="s3cret")]},
            "secrets[0].usedBy[0].job: is not the id of a job.",
            id="no id",
        ),
        pytest.param(
            {"secrets": [a_filled_entry(job=ID)]},
            "secrets[0].usedBy[0].job: is not the id of a job.",
            id="the id of a collection",
        ),
        pytest.param(
            {"secrets": [a_filled_entry(field=None)]},
            "secrets[0].usedBy[0].field: is required.",
            id="no field",
        ),
        pytest.param(
            {"secrets": [a_filled_entry("s3cret"), a_filled_entry("51723")]},
            "secrets[1].usedBy[0]: has another value further up: give it only one.",
            id="two values for one field",
        ),
        pytest.param(
            '{"secrets": ["s3cret" 1]}', " is not JSON, as --secrets-template writes it.", id="not JSON"
        ),
        pytest.param("s3cret", " is not JSON, as --secrets-template writes it.", id="the secret alone"),
        pytest.param('"s3cret" {}', " holds more than one document.", id="two documents"),
    ],
)
def test_a_wrong_shape_is_told_without_showing_a_value(tmp_path: Path, document: Any, words: str) -> None:
    assert refusal(tmp_path, document) == words


def test_a_name_that_no_job_can_have_is_told(tmp_path: Path) -> None:
    told = refusal(tmp_path, {"secrets": [a_filled_entry(job=f"{ID}/jobs/a%2Fb")]})

    assert told.startswith("secrets[0].usedBy[0].job.job 'a/b': a name is 1 to 100 of")
