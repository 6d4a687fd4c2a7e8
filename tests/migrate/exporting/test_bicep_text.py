"""An exported Bicep file, as its text and as a parser of Bicep reads it."""

import json
import subprocess
from typing import Any, Final

import pytest

from local.dev.environment import ROOT
from local.dev.infra_checks import ensure_infra_checks
from migrate.exporting.bicep import text_in_bicep, write_bicep
from migrate.exporting.resources import describe
from migrate.found import Json
from tests.migrate.exporting.answers import a_collection_answer, a_job_answer, a_queue_action, an_http_action

HOSTILE: Final = "'${a}' }\n]\r\t\\n // */ ''' \u202e𝄞 \x00 [b]"
READ: Final = """
import json, sys
from pycep import BicepParser

print(json.dumps(BicepParser(cache=False).parse(text=sys.stdin.read())))
"""
WHOLE: Final = """@description('Job nightly/backup: action.errorAction.queueMessage.sasToken')
@secure()
param sasToken_of_error_action_of_nightly_backup string

resource collection_nightly 'Microsoft.Scheduler/jobCollections@2016-03-01' = {
  name: 'nightly'
  location: 'West US'
  tags: {
    'cost centre': '4711'
    'for': 'all'
  }
  properties: {
    sku: {
      name: 'Standard'
    }
    state: 'Enabled'
  }
}

resource job_nightly_backup 'Microsoft.Scheduler/jobCollections/jobs@2026-11-01' = {
  parent: collection_nightly
  name: 'backup'
  properties: {
    startTime: '2026-01-01T08:00:00Z'
    action: {
      type: 'Https'
      request: {
        uri: 'https://example.com/'
        method: 'GET'
      }
      retryOptions: {
        backoff: json('2.5')
        retryAfter: true
        stopOn: [
          400
          404
        ]
      }
      errorAction: {
        type: 'StorageQueue'
        queueMessage: {
          storageAccount: 'account1'
          queueName: 'orders'
          message: 'go'
          sasToken: sasToken_of_error_action_of_nightly_backup
        }
      }
    }
    recurrence: {
      frequency: 'day'
      interval: 1
    }
    state: 'enabled'
  }
}"""


def answers() -> list[Json]:
    options = {"backoff": 2.5, "retryAfter": True, "stopOn": [400, 404]}
    action = an_http_action(retryOptions=options, errorAction=a_queue_action())
    tags = {"cost centre": "4711", "for": "all"}
    return [{**a_collection_answer(), "tags": tags}, a_job_answer(action=action)]


def parsed(text: str) -> Any:
    """Return what a parser of Bicep reads. It has an environment of its own."""
    command = [str(ensure_infra_checks()), "-c", READ]
    return json.loads(subprocess.check_output(command, cwd=ROOT, input=text, encoding="utf-8"))


def test_a_file_is_whole() -> None:
    assert write_bicep(describe(answers())) == WHOLE


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        pytest.param("plain", "'plain'", id="plain"),
        pytest.param("", "''", id="empty"),
        pytest.param("it's", r"'it\'s'", id="a quote"),
        pytest.param("a\\", r"'a\\'", id="a backslash at the end"),
        pytest.param("\\'", r"'\\\''", id="a backslash and a quote"),
        pytest.param("${a}", r"'\${a}'", id="an interpolation"),
        pytest.param("$${a}", r"'$\${a}'", id="a dollar before it"),
        pytest.param("\\${a}", r"'\\\${a}'", id="a backslash before it"),
        pytest.param("$ {a} $", "'$ {a} $'", id="no interpolation"),
        pytest.param("a\r\n\tb", r"'a\r\n\tb'", id="lines"),
        pytest.param("\x00\u202e\u2028", r"'\u{0}\u{202e}\u{2028}'", id="what cannot be seen"),
        pytest.param("ärger 𝄞 [a]", "'ärger 𝄞 [a]'", id="what can"),
    ],
)
def test_texts_are_escaped(text: str, literal: str) -> None:
    assert text_in_bicep(text) == literal


def test_a_parser_reads_hostile_names_and_texts() -> None:
    request = {"uri": "https://example.com/", "method": "POST", "body": HOSTILE, "headers": {"X-A": HOSTILE}}
    hostile = {**a_job_answer("a b", {"type": "Https", "request": request}), "tags": {HOSTILE: "[x]"}}
    plain = a_job_answer("A-b", a_queue_action(), description="")

    read = parsed(write_bicep(describe([a_collection_answer("it's (1)"), hostile, plain])))

    text = r"\'\${a}\' }\n]\r\t\\n // */ \'\'\' \u{202e}𝄞 \u{0} [b]"
    first = read["resources"]["job_nightly_a_b"]
    assert list(read["resources"]) == ["collection_it_s_1", "job_nightly_a_b", "job_nightly_A_b_2"]
    assert read["resources"]["collection_it_s_1"]["config"]["name"] == r"it\'s (1)"
    assert (first["type"], first["api_version"]) == ("Microsoft.Scheduler/jobCollections/jobs", "2026-11-01")
    assert first["config"]["tags"] == {f"'{text}'": "[x]"}
    assert first["config"]["properties"]["action"]["request"]["body"] == text
    assert first["config"]["properties"]["action"]["request"]["headers"] == {"'X-A'": text}
    (parameter,) = read["parameters"]
    assert parameter == "sasToken_of_nightly_A_b"
