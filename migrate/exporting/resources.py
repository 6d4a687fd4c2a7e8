"""Collections and jobs as the app answers them → what a template says of them, and what it cannot say."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from migrate.exporting.identifiers import Identifiers
from migrate.found import Json, Names
from migrate.gather import stated
from migrate.ids import names_in
from migrate.reading import read_collection, read_stored, without_effectless
from migrate.terminal import counted
from shared.api.fields import Fields
from shared.api.keys.known import COLLECTION, keys_for, without_unknown
from shared.domain.about import EXTENDED, ORIGINAL
from shared.domain.errors import Faults, Invalid
from shared.domain.job import JobState
from shared.domain.local_time.wall_time import WallTime
from shared.domain.secrecy import missing_default_secrets, missing_secrets

_ANY_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""An action alone has no times that could be past."""
_BESIDE: Final = ("location", "tags")
_DEFAULTS: Final = "the defaults of its collection"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """A collection or a job, as a template describes it.

    `symbol` is what the template calls it, `parent` what it calls the collection of a job.
    `body` holds location, tags and properties, without what the app says of them.
    `secrets` are the names of the parameters for the secrets that it needs, by field.
    `only_here` names what only this app understands, and `told` says what else a reader should know.
    """

    names: Names
    symbol: str
    parent: str | None = None
    body: Json = field(repr=False)
    secrets: Mapping[str, str]
    only_here: tuple[str, ...] = ()
    told: tuple[str, ...] = ()

    @property
    def type(self) -> str:
        return f"Microsoft.Scheduler/jobCollections{'' if self.parent is None else '/jobs'}"

    @property
    def version(self) -> str:
        """The api-version in which it is written: that of the original, if it knew all that is there."""
        return EXTENDED if self.only_here else ORIGINAL

    @property
    def name(self) -> str:
        return self.names.job or self.names.collection or ""

    @property
    def full_name(self) -> str:
        return "/".join(filter(None, (self.names.collection, self.names.job)))

    def about(self, path: str) -> str:
        """Say what the parameter of a secret is for."""
        return f"{'Job' if self.names.job else 'Collection'} {self.full_name}: {path}"


def describe(exported: Sequence[Json]) -> list[Resource]:
    """Return the resources of an export, in which each collection stands before its jobs."""
    identifiers, described, holder = Identifiers(), list[Resource](), ""
    for one in exported:
        names = names_in(str(one["id"])) or Names()
        if names.job is None:
            described.append(_collection(one, names, identifiers))
            holder = described[-1].symbol
        else:
            described.append(_job(one, names, holder, identifiers))
    return described


def _collection(answer: Json, names: Names, identifiers: Identifiers) -> Resource:
    body = {**_beside(answer), "properties": stated(answer.get("properties", {}))}
    secrets, told = _default_secrets(body)
    return Resource(
        names=names,
        symbol=identifiers.new("collection", names.collection or ""),
        body=body,
        secrets={path: identifiers.new(*_words(path, names)) for path in secrets},
        only_here=tuple(_beyond_the_original(body, is_job=False)),
        told=told,
    )


def _job(answer: Json, names: Names, parent: str, identifiers: Identifiers) -> Resource:
    effective, effectless = without_effectless(answer["properties"])
    body = {**_beside(answer), "properties": stated(effective)}
    secrets, told = _job_secrets(body["properties"])
    local = [f"{path} without an offset" for path in _local_times(body["properties"])]
    taken = [_DEFAULTS] if effective.get("effective") else []
    return Resource(
        names=names,
        symbol=identifiers.new("job", names.collection or "", names.job or ""),
        parent=parent,
        body=body,
        secrets={path: identifiers.new(*_words(path, names)) for path in secrets},
        only_here=(*_beyond_the_original(body, is_job=True), *local, *taken),
        told=(
            *(f"{key} is left out, because it has no effect" for key in effectless),
            *_used_up(effective),
            *told,
        ),
    )


def _beside(answer: Json) -> Json:
    return {key: answer[key] for key in _BESIDE if key in answer}


def _job_secrets(properties: Json) -> tuple[Sequence[str], tuple[str, ...]]:
    """Return the fields of the secrets that a job needs. A job that is over never runs, so it needs none."""
    if _is_over(properties):
        return (), ()
    try:
        asked = read_stored({"properties": {"action": properties.get("action")}}, now=_ANY_TIME)
    except Invalid as exc:  # it was stored by other rules than those of today
        return (), (_unknown_secrets(exc),)
    return missing_secrets(asked.definition), ()


def _default_secrets(body: Json) -> tuple[Sequence[str], tuple[str, ...]]:
    """Return the fields of the secrets that the defaults of a collection need."""
    if "defaults" not in body["properties"]:
        return (), ()
    try:
        wanted = read_collection(without_unknown(body, COLLECTION)[0])
    except Invalid as exc:
        return (), (_unknown_secrets(exc),)
    return missing_default_secrets(wanted.defaults), ()


def _unknown_secrets(why: Invalid) -> str:
    return f"no parameters stand for its secrets, because it cannot be read: {why}"


def _words(path: str, names: Names) -> list[str]:
    """Return what the parameter of a secret is called: `password_of_nightly_backup`."""
    *way, last = path.split(".")
    place = ["error_action_of"] if "errorAction" in way else []
    place += ["defaults_of"] if "defaults" in way else []
    return [last, "of", *place, *filter(None, (names.collection, names.job))]


def _beyond_the_original(body: Json, *, is_job: bool) -> Iterator[str]:
    """Yield the paths of the keys that the original did not know."""
    keys = keys_for(ORIGINAL)
    known, _ = without_unknown(body, keys.job if is_job else keys.collection)
    yield from (path.removeprefix("properties.") for path in _left_out(body, known))


def _left_out(whole: Json, part: Json, way: str = "") -> Iterator[str]:
    for key, value in whole.items():
        if key not in part:
            yield f"{way}{key}"
        elif isinstance(value, dict):
            yield from _left_out(value, part[key], f"{way}{key}.")


def _local_times(properties: Json) -> Iterator[str]:
    fields = Fields(properties, Faults())
    if isinstance(fields.moment("startTime"), WallTime):
        yield "startTime"
    if isinstance(fields.object("recurrence").moment("endTime"), WallTime):
        yield "recurrence.endTime"


def _used_up(properties: Json) -> Iterator[str]:
    """Say so if a job has used up part of its count: a template has no place for that."""
    fields = Fields(properties, Faults())
    limit = fields.object("recurrence").integer("count")
    executions = fields.object("status").integer("executionCount")
    if limit and executions and not _is_over(properties):
        runs = counted(executions, "run")
        yield f"its count of {limit} begins anew where it is created, after {runs} here"


def _is_over(properties: Json) -> bool:
    state = Fields(properties, Faults()).member("state", JobState)
    return state is not None and state.final
