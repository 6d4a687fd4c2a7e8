"""Files and texts that are made to take long, each for one reader and as long as wanted."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from migrate.files import Source
from migrate.found import Defaults
from migrate.planning.job import Wishes
from migrate.planning.whole_import import make_plan
from migrate.recognise import find_all
from migrate.reporting.report import Occasion, make_report
from migrate.reporting.text import write_text
from migrate.terminal import Problem
from shared.actions.redaction import redacted
from shared.api.instants import read_moment
from shared.api.query import read_page
from shared.api.timespans import read_timespan
from shared.domain.cron import read_cron
from shared.domain.errors import SchedulerError
from shared.domain.job import JobState
from shared.functions.asking import asking_of

_NOW: Final = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
_DEFAULTS: Final = Defaults(
    subscription="s", resource_group="g", collection="c", location="westus", sku="P20Premium"
)
_HERE: Final = "the long text"
_JOB: Final = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c/jobs/j"
_AWS: Final = "arn:aws:scheduler:eu-central-1:123456789012:schedule/default/poll"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hostile:
    """A text that one reader finds hard; `written` makes it about as long as it is told."""

    reader: str
    name: str
    written: Callable[[int], str]
    read: Callable[[str], None] = field(repr=False)


def hostile_texts() -> list[Hostile]:
    """Return all of them, reader by reader."""
    return [*_files(), *_texts_of_callers()]


def _files() -> list[Hostile]:
    made = [
        *_in("a crontab", "crontab", _CRONTABS),
        *_in("JSON", "any.json", _JSON),
        *_in("YAML", "any.yaml", _YAML),
    ]
    for (reader, document), units in _IN_FORMS.items():
        for unit in units:
            made.append(
                _file(reader, f"{document}: {unit!r} …", "any.json", _inside(_FORMS[reader], document, unit))
            )
    for reader, (item, wrap) in _MANY.items():
        made.append(_file(reader, "many of them", "any.json", _many(item, wrap)))
    return made


def _in(reader: str, file: str, written: Mapping[str, Callable[[int], str]]) -> list[Hostile]:
    return [_file(reader, name, file, make) for name, make in written.items()]


def _file(reader: str, name: str, file: str, written: Callable[[int], str]) -> Hostile:
    return Hostile(reader=reader, name=name, written=written, read=lambda text: _import(file, text))


def _import(file: str, text: str) -> None:
    """Read a file, plan its import and write the report, as far as that goes."""
    try:
        found, files = find_all([Source(name=file, content=text.encode())], _DEFAULTS)
        plan = make_plan(found, _DEFAULTS, None, Wishes(now=_NOW, secrets={}))
        write_text(make_report(plan, files, Occasion(now=_NOW, to="", dry_run=True)))
    except Problem:
        return


def repeated(unit: str, *, begin: str = "", end: str = "") -> Callable[[int], str]:
    return lambda size: begin + unit * (size // len(unit)) + end


_CRONTABS: Final = {
    "a comment full of dow": repeated("dow ", begin="# ", end="\n0 0 * * * x\n"),
    "a comment full of dow and user": repeated("dow user ", begin="# ", end="\n0 0 * * * x\n"),
    "blanks after a command": repeated(" ", begin="0 0 * * * x", end="y"),
    "blanks after a nickname": repeated(" ", begin="@daily x", end="y"),
    "blanks after a setting": repeated(" ", begin="A=x", end="y"),
    "blanks before a setting": repeated(" ", begin="", end="A"),
    "a field without end": repeated("1,", begin="0 0 * * "),
    "fields without end": repeated("* "),
    "quotes": repeated("'"),
    "many lines": repeated("0 0 * * * curl http://a/\n"),
    "many settings": repeated("A=b\n"),
}
_JSON: Final = {
    "brackets": repeated("["),
    "quotes": repeated('"'),
    "escapes": repeated("\\", begin='"'),
    "comments": repeated("/*"),
    "comments in lines": repeated("//\n"),
    "slashes": repeated("/"),
    "commas": repeated(", "),
    "blanks after a comma": repeated(" ", begin="[1,"),
    "documents": repeated("{} "),
    "digits": repeated("9"),
    "keys": lambda size: json.dumps({f"k{number}": 1 for number in range(size // 10)}),
    "the same key": repeated('"a":1,', begin="{", end='"b":1}'),
}
_YAML: Final = {
    "merges of many": repeated("{}, ", begin="<<: [", end="{}]"),
    "merges of an anchor": repeated("*a, ", begin="a: &a {b: 1}\n<<: [", end="*a]"),
    "merges into one another": lambda size: "\n".join(
        [
            "a0: &a0 {b: 1}",
            *(f"a{n}: &a{n} {{<<: *a{n - 1}, c{n}: 1}}" for n in range(1, size // 700)),
        ]
    ),
    "anchors": lambda size: "\n".join(f"- &a{number} b" for number in range(size // 12)),
    "aliases": repeated("*a, ", begin="a: &a [1]\nb: [", end="*a]"),
    "documents": repeated("---\na: 1\n"),
    "brackets": repeated("["),
    "a block of lines": repeated("  a\n", begin="a: |\n"),
    "dashes": repeated("- "),
    "comments": repeated("#\n"),
}


def _workflow(inputs: Any) -> Any:
    trigger = {"type": "Recurrence", "recurrence": {"frequency": "Day", "interval": 1}}
    actions = {"Call": {"type": "Http", "inputs": inputs, "runAfter": {}}}
    return {
        "type": "Microsoft.Logic/workflows",
        "name": "w",
        "properties": {"state": "Enabled", "definition": {"triggers": {"Each": trigger}, "actions": actions}},
    }


def _rest(properties: Any) -> Any:
    request = {"uri": "http://a.example/", "method": "GET"}
    return {"id": _JOB, "properties": {"action": {"type": "http", "request": request}, **properties}}


def _template(variable: str) -> Any:
    schema = "https://schema.management.azure.com/schemas/2015-01-01/deploymentTemplate.json#"
    job = {
        "type": "Microsoft.Scheduler/jobCollections/jobs",
        "name": "[concat('c/', variables('v'))]",
        "apiVersion": "2016-03-01",
        "properties": {"action": {"type": "http", "request": {"uri": "http://a.example/", "method": "GET"}}},
    }
    return {"$schema": schema, "variables": {"v": variable}, "resources": [job]}


def _shell(name: str) -> Any:
    request = {"Uri": "http://a.example/", "RequestMethod": "GET"}
    return {
        "ResourceGroupName": "g",
        "JobCollectionName": "c",
        "JobName": "j",
        "Recurrence": name,
        "JobAction": {"JobActionType": 0, **request},
    }


def _schedule(expression: str, target: str) -> Any:
    return {
        "Arn": _AWS,
        "Name": "poll",
        "GroupName": "default",
        "ScheduleExpression": expression,
        "FlexibleTimeWindow": {"Mode": "OFF"},
        "Target": {"Arn": target, "Input": "{}", "RoleArn": "arn:aws:iam::123456789012:role/r"},
    }


def _google(schedule: str, name: str) -> Any:
    target = {"httpMethod": "GET", "uri": "https://a.example/"}
    return {"name": name, "schedule": schedule, "timeZone": "UTC", "httpTarget": target, "state": "ENABLED"}


def _cron_job(schedule: str, command: list[str]) -> Any:
    pod = {"spec": {"containers": [{"name": "c", "image": "i", "command": command}]}}
    return {
        "apiVersion": "batch/v1",
        "kind": "CronJob",
        "metadata": {"name": "n"},
        "spec": {"schedule": schedule, "jobTemplate": {"spec": {"template": pod}}},
    }


_GOOGLE_JOB: Final = "projects/p/locations/l/jobs/j"
_FORMS: Final[dict[str, Mapping[str, Any]]] = {
    "Logic Apps": {
        "an address": _workflow({"method": "GET", "uri": _HERE}),
        "a body": _workflow({"method": "POST", "uri": "https://a.example/", "body": _HERE}),
    },
    "a template": {"a variable": _template(_HERE)},
    "the REST API": {
        "a start": _rest({"startTime": _HERE}),
        "a cron expression": _rest({"recurrence": {"cron": _HERE}}),
        "an interval": _rest({"action": {"type": "http", "retryPolicy": {"retryInterval": _HERE}}}),
    },
    "PowerShell": {"a recurrence": _shell(_HERE)},
    "EventBridge": {
        "an expression": _schedule(_HERE, _AWS),
        "a target": _schedule("rate(1 day)", _HERE),
    },
    "Google": {"a schedule": _google(_HERE, _GOOGLE_JOB), "a name": _google("0 0 * * *", _HERE)},
    "a CronJob": {
        "a schedule": _cron_job(_HERE, ["curl", "http://a/"]),
        "a command": _cron_job("0 0 * * *", ["sh", "-c", _HERE]),
    },
}
_EXPRESSIONS: Final = (
    "@{",
    "@{''",
    "@@{",
    "@{'}'",
    "@{a}",
    "@concat('a',",
    "@parameters('a')",
    "@",
    "@((",
    "'",
)
_FUNCTIONS: Final = (
    "[concat(",
    "[concat('a',",
    "['",
    "[[",
    "[variables('v')",
    "[a.",
    "[a[",
    "[format('{0}',",
)
_WORDS: Final = (
    "1 ",
    "Every 1 ",
    "Every ",
    "0 0 * * ",
    "mon,",
    "*/",
    "1-",
    "a",
    "-",
    ":",
    "T00",
    "00:",
    "P1",
)
_TARGETS: Final = ("arn:", "arn:aws:", ":", "/", "cron(", "rate(1 ", "at(", "(", ")")
_COMMANDS: Final = ("curl ", "-H 'a: b' ", "'", '"', "\\", "cd a && ", "$(", "`", "--data a ", "| ", "> ")
_IN_FORMS: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("Logic Apps", "an address"): _EXPRESSIONS,
    ("Logic Apps", "a body"): _EXPRESSIONS,
    ("a template", "a variable"): _FUNCTIONS,
    ("the REST API", "a start"): _WORDS,
    ("the REST API", "a cron expression"): _WORDS,
    ("the REST API", "an interval"): _WORDS,
    ("PowerShell", "a recurrence"): _WORDS,
    ("EventBridge", "an expression"): _TARGETS,
    ("EventBridge", "a target"): _TARGETS,
    ("Google", "a schedule"): _WORDS,
    ("Google", "a name"): ("projects/", "a/", "locations/l/"),
    ("a CronJob", "a schedule"): _WORDS,
    ("a CronJob", "a command"): _COMMANDS,
}


def _inside(documents: Mapping[str, Any], place: str, unit: str) -> Callable[[int], str]:
    return lambda size: json.dumps(documents[place]).replace(_HERE, json.dumps(repeated(unit)(size))[1:-1])


def _listed(items: list[Any]) -> Any:
    return items


def _as_resources(items: list[Any]) -> Any:
    return {**_template("x"), "resources": items}


def _named(item: Any, number: int) -> Any:
    return json.loads(json.dumps(item).replace("NUMBER", str(number)))


_MANY: Final[dict[str, tuple[Any, Callable[[list[Any]], Any]]]] = {
    "Logic Apps": ({**_workflow({"method": "GET", "uri": "https://a.example/"}), "name": "wNUMBER"}, _listed),
    "a template": ({**_template("x")["resources"][0], "name": "c/jNUMBER"}, _as_resources),
    "the REST API": ({**_rest({}), "id": f"{_JOB}NUMBER"}, _listed),
    "PowerShell": ({**_shell("Every 1 days"), "JobName": "jNUMBER"}, _listed),
    "EventBridge": (
        {**_schedule("rate(1 day)", _AWS), "Arn": f"{_AWS}NUMBER", "Name": "pollNUMBER"},
        _listed,
    ),
    "Google": (_google("0 0 * * *", f"{_GOOGLE_JOB}NUMBER"), _listed),
    "a CronJob": (_cron_job("0 0 * * *", ["curl", "http://a/"]), _listed),
}


def _many(item: Any, wrap: Callable[[list[Any]], Any]) -> Callable[[int], str]:
    length = len(json.dumps(item))
    return lambda size: json.dumps(wrap([_named(item, number) for number in range(size // length)]))


def _texts_of_callers() -> list[Hostile]:
    secret = "correct horse battery staple"
    readers: dict[str, tuple[Callable[[str], Any], tuple[str, ...]]] = {
        "If-Match": (
            _conditions,
            ('"""', '"",', '"",,', 'W/"",', '""a"",', '""",', '"', ",", " ", "W/", '"a",', "a,"),
        ),
        "$filter": (
            lambda text: read_page({"$filter": text}, "state", JobState),
            (" ", "state eq ", "a", "'", "state eq 'a"),
        ),
        "a time span": (read_timespan, ("0", "0:", "0.", "1.00:", "P1", "P", "1D", " ")),
        "a date-time": (read_moment, ("2026-01-01T", "0", "-", ":00", " ", "Z", ".0")),
        "cron": (read_cron, ("* ", "1,", "1-", "*/", "0 ", "mon,", "L", "?", "@daily ")),
        "what a target answers": (
            lambda text: redacted(text, [secret], cut=True),
            ("%25", "%", "\\", "\\u", "&amp;", "&", "&#", secret[:-1], secret, "c", "%63", "Y29y"),
        ),
    }
    return [
        Hostile(reader=reader, name=f"{unit!r} …", written=repeated(unit, end="\x00"), read=_forgiving(read))
        for reader, (read, units) in readers.items()
        for unit in units
    ]


def _conditions(text: str) -> None:
    asking_of({"if-match": text}, who="", request="", conditional=True)


def _forgiving(read: Callable[[str], Any]) -> Callable[[str], None]:
    def run(text: str) -> None:
        try:
            read(text)
        except (SchedulerError, ValueError):
            return

    return run
