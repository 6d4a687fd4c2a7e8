"""What docs/api.md tells a reader to type works, from top to bottom."""

import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from string import Template
from typing import Final
from urllib.parse import urlsplit

import pytest
import requests

from local.dev.azurite import Azurite
from local.dev.official_clients import PYTHON, ensure_clients, environment_with
from shared.functions.route_table import ROUTES
from tests.documents import LOCAL, code_blocks, section
from tests.end_to_end.app_process import LONGEST_WAIT, a_running_app, call

DOCUMENT: Final = "docs/api.md"
IN_AZURE: Final = "https://<your app>.azurewebsites.net"
KEY: Final = "0123456789abcdef0123456789abcdef"
SETTINGS: Final = {
    "open": {"SCHEDULER_OPEN_LOOPBACK": "1", "SCHEDULER_KEYS": ""},
    "keyed": {"SCHEDULER_KEYS": f"reader={KEY}"},
}


@pytest.fixture(scope="module", params=["open", "keyed"])
def app(request: pytest.FixtureRequest, azurite: Azurite) -> Iterator[str]:
    settings = {
        **SETTINGS[request.param],
        "AzureWebJobsStorage": azurite.connection_string,
        "SCAN_SCHEDULE": "* * * * * *",
    }
    with a_running_app(settings) as address:
        yield address


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What curl sends for one line."""

    method: str
    address: str
    headers: dict[str, str] = field(default_factory=dict)
    params: dict[str, str] = field(default_factory=dict)
    body: str | None = None


def test_every_operation_has_its_line() -> None:
    wanted = {
        (method, route.template) for route in ROUTES if not route.open_to_all for method in route.operations
    }

    shown = [(request.method, template_of(request)) for request in examples()]

    assert shown[:2] == [("GET", "health"), ("GET", "openapi.json")]
    assert len(shown) == len(set(shown))
    assert set(shown[2:]) == wanted


def test_the_lines_work_from_top_to_bottom(app: str) -> None:
    statuses = (paste_into_bash if can_paste() else send)(example_lines(app))

    expected = [201 if request.method == "PUT" else 200 for request in examples()]
    assert statuses == expected


def test_where_there_is_no_curl_the_lines_are_read_alike(app: str) -> None:
    statuses = send(example_lines(app))

    expected = [201 if request.method == "PUT" else 200 for request in examples()]
    assert statuses == expected


def test_the_line_for_curl_shows_where_the_key_goes(app: str) -> None:
    (code,) = calls_shown("sh", app)

    (answer,) = answers(code.splitlines())

    assert [found["name"] for found in answer.json()["value"]] == ["shown"]


def test_the_lines_for_the_official_clients_show_where_the_key_goes(app: str) -> None:
    ensure_clients()
    releases = re.findall(r"pip install azure-mgmt-scheduler==([\w.]+)", section(DOCUMENT, "Calling it"))

    printed = {
        release: run([str(PYTHON), "-W", "ignore", "-c", code], environment_with(release))
        for release, code in zip(releases, calls_shown("python", app), strict=True)
    }

    assert printed == {"7.0.0": "['shown']\n", "2.0.0": "['shown']\n"}


def calls_shown(language: str, app: str) -> list[str]:
    """Return the code of the section that says how to call, for an app with one collection."""
    collection = "/subscriptions/readme/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/shown"
    call("PUT", app + collection, {"location": "West Europe"}, **{"x-functions-key": KEY})
    blocks = code_blocks(section(DOCUMENT, "Calling it"), language)
    return [
        code.replace(IN_AZURE, app).replace("<your key>", KEY).replace("<id>", "readme") for code in blocks
    ]


def example_lines(app: str = LOCAL) -> list[str]:
    blocks = code_blocks(section(DOCUMENT, "The REST API by example"), "bash")
    text = "".join(blocks).replace(LOCAL, app).replace("<your key>", KEY)
    return text.splitlines()


def examples() -> list[Request]:
    return interpret(example_lines())


def template_of(request: Request) -> str | None:
    path = urlsplit(request.address).path
    return next((route.template for route in ROUTES if route.match(path) is not None), None)


def can_paste() -> bool:
    return bool(shutil.which("bash") and shutil.which("curl"))


def paste_into_bash(lines: list[str]) -> list[int]:
    """Run the lines as they stand, by a curl that prints the status instead of the answer."""
    quiet = "curl() { command curl -q -sS --noproxy '*' -o /dev/null -w '%{http_code}\\n' \"$@\"; }"
    return [int(status) for status in run(["bash", "-euc", "\n".join([quiet, *lines])]).split()]


def run(command: list[str], environment: Mapping[str, str] | None = None) -> str:
    done = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, text=True, timeout=LONGEST_WAIT, check=True
    )
    return done.stdout


def interpret(lines: list[str]) -> list[Request]:
    """Do what a shell does with assignments and with calls of curl."""
    variables: dict[str, str] = {}
    calls: list[Request] = []
    for line in lines:
        words = shlex.split(expanded(line, variables))
        if words[0] == "curl":
            calls.append(read_curl(words[1:]))
        else:
            name, _, value = words[0].partition("=")
            variables[name] = value
    return calls


def expanded(line: str, variables: Mapping[str, str]) -> str:
    """Put in the variables; what begins with a dollar sign and is none, such as $top, stays."""
    return Template(line).safe_substitute(variables)


def read_curl(words: list[str]) -> Request:
    method, address, body = "", "", None
    headers, params = {}, {}
    left = iter(words)
    for word in left:
        match word:
            case "-X":
                method = next(left)
            case "-H":
                name, _, value = next(left).partition(": ")
                headers[name] = value
            case "-d":
                body = next(left)
            case "--data-urlencode":
                name, _, value = next(left).partition("=")
                params[name] = value
            case "-G" | "-i":
                pass
            case _:
                address = word
    implied = "GET" if body is None else "POST"
    return Request(method=method or implied, address=address, headers=headers, params=params, body=body)


def send(lines: list[str]) -> list[int]:
    """Run the lines without bash and curl."""
    return [answer.status_code for answer in answers(lines)]


def answers(lines: list[str]) -> list[requests.Response]:
    return [
        requests.request(
            request.method,
            request.address,
            headers=request.headers,
            params=request.params,
            data=request.body,
            timeout=LONGEST_WAIT,
        )
        for request in interpret(lines)
    ]
