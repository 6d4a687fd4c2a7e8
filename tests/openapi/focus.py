"""The document with less room in it, so that more of the requests made up from it are accepted."""

from datetime import timedelta
from typing import Any, Final

from shared.api.instants import write_instant
from shared.domain.action import ActionType
from shared.domain.recurrence import Frequency
from tests.builders import NINE
from tests.openapi.document import Schema, resolved

_TIMING: Final = (
    *("recurrence", "timeZone", "daylightSaving", "exclude", "missedRuns", "overlap", "spread"),
    *("disableAfterFaults", "keepFinishedFor", "useDefaults", "description"),
)
_OF_JOBS: Final = (*_TIMING, "disabled", "tags", "retryOptions")
_DEFAULTS: Final = ("retryPolicy", "retryOptions", "errorAction")
_OF_COLLECTIONS: Final = ("defaults", "calendars", "disabled", *_DEFAULTS)
EXTENSIONS: Final = {
    "JobInput": _OF_JOBS,
    "JobPatch": _OF_JOBS,
    "PreviewInput": (*_TIMING, "job"),
    "JobCollectionInput": _OF_COLLECTIONS,
    "JobCollectionPatch": _OF_COLLECTIONS,
}
"""Keys of bodies that only the latest api-version knows, with what they need or change."""
_STEERED: Final = {"from", "to", "job", "calendars"}
"""Keys whose values must fit each other, or something that is there: as the examples in the document do."""
_TIMES_OF_DAY: Final = (Frequency.DAY, Frequency.WEEK, Frequency.MONTH)

_TIMES: Final = [
    write_instant(NINE + timedelta(days=30, seconds=seconds))
    for seconds in range(-3_000_000, 3_000_000, 99_999)
]
SAMPLES: Final = {
    "date-time": _TIMES,  # most of all times are too far away to be accepted
    "date-time-local": [text.removesuffix("Z") for text in _TIMES],
    "time-zone": [
        *("Europe/Berlin", "W. Europe Standard Time", "america/new_york", "UTC", "Australia/Lord_Howe"),
        *("Pacific/Apia", "Etc/GMT+12", "Africa/Casablanca", "Samoa Standard Time"),
    ],
    "cron": [
        *("*/15 9-16 * * mon-fri", "@daily", "0 9 1-7 * mon", "0 0 L * *", "0 0 29 2 *", "30 2 * * friL"),
        *("* * * * *", "0 0 9 * * ?", "0 9 */2 * mon"),
    ],
}
"""Texts of some formats, nearly all of them right."""


def focused(schema: Any) -> Any:
    """Return the document without the room that it leaves: no unknown keys, secrets always, short spans."""
    if isinstance(schema, list):
        return [focused(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: focused(value) for key, value in schema.items() if key != "patternProperties"}
    if "x-minimum" in found:
        return {"enum": [found["x-minimum"], *found["examples"], found["x-maximum"]]}
    if found.get("format") in SAMPLES:
        return {"enum": SAMPLES[found["format"]]}
    if isinstance(properties := found.get("properties"), dict) and found.get("type") == "object":
        for key in _STEERED & properties.keys():
            _steer(_not_null(properties[key]))
        if "uri" in properties:  # few addresses may have a token of the identity
            properties.pop("managedIdentity", None)
        secrets = [name for name, below in properties.items() if below.get("writeOnly")]
        found |= {"additionalProperties": False, "required": [*found.get("required", []), *secrets]}
    return found


def local(document: Schema) -> Schema:
    """Return the focused document as if all bodies had every extension, and jobs named times of day.

    All actions are HTTP requests, which alone can have all options for retries.
    """
    schemas = document["components"]["schemas"]
    for name, keys in EXTENSIONS.items():
        _require_known(schemas[name], *keys, *(() if name == "PreviewInput" else ("properties",)))
        inner = schemas[name]["properties"]["properties"]
        _require_known(inner, *keys)
        if "calendars" in keys:
            inner["properties"]["calendars"]["propertyNames"] = {"enum": ["holidays", "more"]}
    _require_policies(schemas)
    for recurrence in _recurrences(schemas):
        recurrence.reverse()  # cron comes last, and would come seldom
    for side, choice in (("Input", "oneOf"), ("Patch", "anyOf")):
        names = [f"{frequency.capitalize()}{{}}{side}" for frequency in _TIMES_OF_DAY]
        recurrences = [{"$ref": f"#/components/schemas/{name.format('Recurrence')}"} for name in names]
        schemas[f"FrequencyRecurrence{side}"] = {choice: recurrences}
        _require(schemas[f"CronRecurrence{side}"], "cron")
        for name in names:
            _require(schemas[name.format("Recurrence")], "frequency")
            schemas[name.format("Schedule")]["properties"].pop("minutes")
    return document


def by_cron(document: Schema) -> Schema:
    """Return the local document as if every recurrence were cron, which comes first there."""
    for recurrence in _recurrences(document["components"]["schemas"]):
        del recurrence[1:]
    return document


def _recurrences(schemas: Schema) -> list[list[Schema]]:
    """Return the choices of a recurrence, in each of the bodies that have one."""
    preview = schemas["PreviewInput"]["properties"]
    in_previews = [keys["recurrence"] for keys in (preview, preview["properties"]["properties"])]
    bodies = (schemas["RecurrenceInput"], schemas["RecurrencePatch"], *in_previews)
    return [next(iter(either.values())) for either in bodies]


def _require_policies(schemas: Schema) -> None:
    """Let actions have options for retries, and collections defaults of all kinds.

    What a patch needs whole, where nothing is stored, it has whole.
    """
    for name in ("MissedRuns", "RetryPolicy", "ErrorAction"):
        schemas[f"{name}Patch"] = {"$ref": f"#/components/schemas/{name}Input"}
    schemas["ActionInput"] = {"$ref": "#/components/schemas/HttpActionInput"}
    _require(schemas["HttpActionInput"], "retryOptions")
    options = {"retryOptions": {"$ref": "#/components/schemas/RetryOptionsPatch"}}
    alone = {"type": "object", "properties": options, "required": [*options], "additionalProperties": False}
    patched = schemas["JobPatch"]["properties"]["properties"]
    patched["properties"]["action"] = alone
    _require(patched, "action")
    for side in ("Input", "Patch"):
        _require(schemas[f"Defaults{side}"], *_DEFAULTS)


def only(document: Schema, type_: ActionType, frequency: Frequency) -> Schema:
    """Return the focused document as if there were no other action and no other recurrence."""
    schemas = document["components"]["schemas"]
    schemas["RecurrenceInput"] = schemas["FrequencyRecurrenceInput"]
    for name, key, value in (("ActionInput", "type", type_), ("RecurrenceInput", "frequency", frequency)):
        reference = {"$ref": schemas[name].pop("discriminator")["mapping"][value]}
        schemas[name]["oneOf"] = [reference]
        resolved(reference, document)["properties"][key] = {"const": str(value)}
    _require(schemas["JobInput"]["properties"]["properties"], "recurrence")
    _leave_less_to_chance(document, frequency)
    return document


def _leave_less_to_chance(document: Schema, frequency: Frequency) -> None:
    """Let requests be unconditional and real, without texts that are right by accident only.

    How many are accepted must not depend on the choice of hypothesis, which differs by process.
    """
    parameters, schemas = document["components"]["parameters"], document["components"]["schemas"]
    parameters["If-Match"]["schema"] = {"enum": [""]}
    parameters["dryRun"]["schema"] = {"enum": ["false"]}
    schemas["BrokeredMessagePropertiesInput"]["properties"]["timeToLive"] = {"enum": ["00:00:30", "P1D"]}
    schemas["JobInput"]["properties"]["tags"]["propertyNames"] = {"enum": ["team", "cost centre"]}
    if frequency not in (*_TIMES_OF_DAY, Frequency.YEAR):
        schemas["JobInput"]["properties"]["properties"]["properties"].pop("daylightSaving")


def _steer(schema: Schema) -> None:
    """Leave of a text, or of the texts of an array, only the examples."""
    texts = schema.get("items", schema)
    if "examples" in texts:
        texts["enum"] = texts.pop("examples")


def _not_null(schema: Schema) -> Schema:
    found: Schema = schema.get("anyOf", [schema])[0]
    return found


def _require_known(schema: Schema, *keys: str) -> None:
    """Let those of the keys be there that the schema has."""
    _require(schema, *(key for key in keys if key in schema["properties"]))


def _require(schema: Schema, *keys: str) -> None:
    """Let keys be there, and not null."""
    schema["required"] = list(dict.fromkeys((*schema.get("required", []), *keys)))
    for key in keys:
        schema["properties"][key] = _not_null(schema["properties"][key])
