import base64
import os
import re
import stat
from collections import UserDict
from fnmatch import fnmatch
from pathlib import Path

import pytest

from local.dev import app_settings
from local.dev.azurite import Azurite, StoragePorts
from local.dev.terminal import Problem

AZURE = "DefaultEndpointsProtocol=https;AccountName=mine;AccountKey=c2VjcmV0"
AZURITE = "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1"


class WindowsEnvironment(UserDict[str, str]):
    """Stores names in capitals and finds them however they are spelled, as `os.environ` does there."""

    def __setitem__(self, name: str, value: str) -> None:
        super().__setitem__(name.upper(), value)

    def __getitem__(self, name: str) -> str:
        return super().__getitem__(name.upper())

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.upper() in self.data


def test_the_environment_wins_over_the_file() -> None:
    found = app_settings.combine(
        {"SCHEDULER_SHARDS": "4"}, {"SCHEDULER_SHARDS": "16", "SCAN_SCHEDULE": "0 * * * * *"}
    )

    assert found == {"SCHEDULER_SHARDS": "4", "SCAN_SCHEDULE": "0 * * * * *"}


def test_everything_else_in_the_environment_is_passed_on() -> None:
    assert app_settings.combine({"HTTPS_PROXY": "http://proxy"}, {})["HTTPS_PROXY"] == "http://proxy"


def test_on_windows_a_setting_of_the_environment_is_there_once_and_as_the_app_spells_it() -> None:
    environment = WindowsEnvironment({"AzureWebJobsStorage": AZURE, "SystemRoot": "C:"})

    found = app_settings.combine(environment, {"AzureWebJobsStorage": app_settings.EMULATED})

    assert found == {"SYSTEMROOT": "C:", "AzureWebJobsStorage": AZURE}


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        pytest.param({}, True, id="nothing is set"),
        pytest.param({"AzureWebJobsStorage": ""}, True, id="set to nothing"),
        pytest.param({"AzureWebJobsStorage": "UseDevelopmentStorage=true"}, True, id="the emulator"),
        pytest.param({"AzureWebJobsStorage": AZURE}, False, id="an account of one's own"),
        pytest.param({"AzureWebJobsStorage__accountName": "mine"}, False, id="an account by identity"),
        pytest.param({"AzureWebJobsStorage__accountName": ""}, True, id="an identity left empty"),
        pytest.param(
            {"AzureWebJobsStorage": "UseDevelopmentStorage=true", "AzureWebJobsStorage__accountName": "mine"},
            True,
            id="the connection string comes first",
        ),
    ],
)
def test_azurite_is_started_only_where_no_other_storage_is_named(
    found: dict[str, str], expected: bool
) -> None:
    assert app_settings.wants_azurite(found) is expected


def test_the_app_gets_the_storage_that_was_started_for_it(tmp_path: Path) -> None:
    azurite = Azurite(("node", tmp_path), tmp_path, StoragePorts(blob=1, queue=2, table=3))

    passed = app_settings.for_app({"AzureWebJobsStorage": app_settings.EMULATED}, azurite)

    assert passed["AzureWebJobsStorage"] == azurite.connection_string
    assert passed["SCHEDULER_STORAGE_EMULATOR"] == "http://127.0.0.1:2"


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        pytest.param({}, "127.0.0.0/8,::1", id="loopback where nothing is said"),
        pytest.param({"SCHEDULER_ALLOWED_TARGETS": ""}, "127.0.0.0/8,::1", id="or nothing but a blank"),
        pytest.param({"SCHEDULER_ALLOWED_TARGETS": "10.0.0.0/8"}, "10.0.0.0/8", id="as asked for"),
    ],
)
def test_jobs_may_call_this_machine_unless_said_otherwise(found: dict[str, str], expected: str) -> None:
    assert app_settings.for_app(found, None)["SCHEDULER_ALLOWED_TARGETS"] == expected


def test_the_app_gets_the_service_bus_that_was_started_for_it() -> None:
    found = {"SCHEDULER_SERVICE_BUS_EMULATOR": ""}

    assert (
        app_settings.for_app(found, None, "127.0.0.1:5672")["SCHEDULER_SERVICE_BUS_EMULATOR"]
        == "127.0.0.1:5672"
    )
    assert app_settings.for_app(found, None)["SCHEDULER_SERVICE_BUS_EMULATOR"] == ""


def test_other_storage_is_passed_on_as_it_is() -> None:
    assert app_settings.for_app({"AzureWebJobsStorage": AZURE}, None)["AzureWebJobsStorage"] == AZURE


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        pytest.param({}, "1", id="open without keys"),
        pytest.param({"SCHEDULER_KEYS": " "}, "1", id="open with blank keys"),
        pytest.param({"SCHEDULER_KEYS": "secret"}, None, id="closed with keys"),
        pytest.param({"SCHEDULER_OPEN_LOOPBACK": "0"}, "0", id="closed on request"),
    ],
)
def test_this_machine_may_call_without_a_key_only_where_there_are_none(
    found: dict[str, str], expected: str | None
) -> None:
    assert app_settings.for_app(found, None).get("SCHEDULER_OPEN_LOOPBACK") == expected


def test_a_missing_file_is_made_from_the_example(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example = '{"Values": {"SCHEDULER_SHARDS": "16"}}'
    (tmp_path / "local.settings.json.example").write_text(example, encoding="utf-8")

    found = app_settings.load(tmp_path, {"SCHEDULER_ENCRYPTION_KEYS": "mine=key"})

    assert found["SCHEDULER_SHARDS"] == "16"
    assert (tmp_path / "local.settings.json").read_text(encoding="utf-8") == example
    assert "Made local.settings.json" in capsys.readouterr().err


def test_an_existing_file_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "local.settings.json").write_text('{"Values": {"SCHEDULER_SHARDS": "4"}}', encoding="utf-8")

    found = app_settings.load(tmp_path, {"SCHEDULER_ENCRYPTION_KEYS": "mine=key"})

    assert found == {"SCHEDULER_SHARDS": "4", "SCHEDULER_ENCRYPTION_KEYS": "mine=key"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("{", "is not JSON: it cannot be read at line 1, column 2.", id="no JSON"),
        pytest.param(
            '{\n "Values" {}\n}', "is not JSON: it cannot be read at line 2, column 11.", id="a slip"
        ),
        pytest.param("9" * 5_000, "is not JSON that can be read: correct it.", id="a number without end"),
        pytest.param("[" * 100_000, "is not JSON that can be read: correct it.", id="brackets without end"),
        pytest.param("[]", "is JSON, but not an object: correct it.", id="no object"),
        pytest.param(
            '{"Values": []}', 'is wrong: "Values" must be an object.', id="values that are no object"
        ),
        pytest.param(
            '{"Values": {"SCHEDULER_SHARDS": 16, "SCHEDULER_KEYS": "s3cret"}}',
            'is wrong: in "Values", SCHEDULER_SHARDS must be a text in quotes.',
            id="a value that is no string",
        ),
    ],
)
def test_a_wrong_file_is_named_and_never_to_be_deleted(text: str, words: str) -> None:
    with pytest.raises(Problem) as refused:
        app_settings.read_values(text)

    told = str(refused.value)
    assert told.startswith(f"local.settings.json {words} ")
    assert told.endswith("Keep the file: it may hold the only key that opens the secrets of your jobs.")
    assert not {"delete", "s3cret"} & set(told.split())


def test_a_file_that_is_not_utf_8_is_named(tmp_path: Path) -> None:
    (tmp_path / "local.settings.json").write_bytes(b'{"Values": {"A": "\xfc"}}')

    with pytest.raises(Problem, match=r"is not UTF-8: save it so\. Keep the file"):
        app_settings.load(tmp_path, {})


def test_a_file_may_begin_with_a_mark_of_its_encoding(tmp_path: Path) -> None:
    (tmp_path / "local.settings.json").write_bytes(b'\xef\xbb\xbf{"Values": {"SCHEDULER_SHARDS": "4"}}')

    assert app_settings.load(tmp_path, {"SCHEDULER_ENCRYPTION_KEYS": "k"})["SCHEDULER_SHARDS"] == "4"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_what_holds_keys_is_its_owners_alone(tmp_path: Path) -> None:
    (tmp_path / "local.settings.json.example").write_text("{}", encoding="utf-8")

    app_settings.load(tmp_path, {})

    made = [file for file in tmp_path.iterdir() if file.suffix != ".example"]
    assert [(file.name, stat.S_IMODE(file.stat().st_mode)) for file in made] == [
        ("local.settings.json", 0o600)
    ]


def test_a_file_that_is_written_anew_is_kept_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, before = tmp_path / "local.settings.json", '{"Values": {"SCHEDULER_KEYS": "ops=s3cret"}}\n'
    file.write_text(before, encoding="utf-8")
    file.chmod(0o644)

    app_settings.load(tmp_path, {})

    (kept,) = tmp_path.glob("local.settings.json.before-*")
    assert re.fullmatch(r".*before-\d{8}T\d{6}Z", kept.name)
    assert kept.read_text(encoding="utf-8") == before
    assert f"as it was it is kept in {kept.name}." in capsys.readouterr().err
    if os.name != "nt":
        assert {stat.S_IMODE(one.stat().st_mode) for one in (file, kept)} == {0o600}


@pytest.mark.parametrize("list", [".gitignore", ".funcignore"])
def test_no_copy_of_the_settings_leaves_the_machine(list: str) -> None:
    patterns = (Path(__file__).parents[2] / list).read_text(encoding="utf-8").splitlines()

    assert any(fnmatch("local.settings.json.before-20260301T090000Z", pattern) for pattern in patterns)


def test_the_example_of_this_project_is_right() -> None:
    example = Path(__file__).parents[2] / "local.settings.json.example"

    assert app_settings.wants_azurite(app_settings.read_values(example.read_text(encoding="utf-8")))


def test_what_clients_of_an_app_read_is_no_setting_of_it() -> None:
    clients = {"SCHEDULER_KEY": "k", "SCHEDULER_CONFIG": "c.json", "SCHEDULER_PROGRAM": "python3 dev.py"}

    assert app_settings.combine({**clients, "SCHEDULER_KEYS": "ops=k"}, {}) == {"SCHEDULER_KEYS": "ops=k"}


def test_the_real_environment_can_be_combined() -> None:
    assert app_settings.combine(os.environ, {}).items() >= {("PATH", os.environ["PATH"])}


def test_a_key_to_encrypt_secrets_with_is_made_once_and_never_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "local.settings.json"
    file.write_text('{"IsEncrypted": false, "Values": {"SCHEDULER_ENCRYPTION_KEYS": "", "OTHER": "1"}}')

    first = app_settings.load(tmp_path, {})
    shown = capsys.readouterr().err
    second = app_settings.load(tmp_path, {})

    name, _, key = first["SCHEDULER_ENCRYPTION_KEYS"].partition("=")
    assert name == "local"
    assert len(base64.b64decode(key)) == 32
    assert (second, capsys.readouterr().err) == (first, "")
    assert second["OTHER"] == "1"
    assert "keep it" in shown
    assert key not in shown


def test_a_key_made_up_for_a_run_is_shown_and_long_enough(capsys: pytest.CaptureFixture[str]) -> None:
    found = app_settings.with_new_key({"SCHEDULER_KEYS": "", "OTHER": "1"})

    name, _, key = found["SCHEDULER_KEYS"].partition("=")
    assert (name, found["OTHER"]) == ("run", "1")
    assert len(key) >= 32
    assert key in capsys.readouterr().err
