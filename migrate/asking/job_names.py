"""Which job a user means: by its name, with its collection or group before it, or by its id."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

from migrate.asking.place import Place
from migrate.ids import names_in
from migrate.remote_app import segment
from migrate.terminal import Misuse, Problem
from migrate.usage import did_you_mean

_SHOWN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class JobNames:
    """The names of a job, as far as they are known; without a job, those of a collection."""

    job: str = ""
    collection: str = ""
    group: str = ""
    subscription: str = ""

    @property
    def short(self) -> str:
        return "/".join(filter(None, (self.collection, self.job)))

    @property
    def whole(self) -> str:
        return f"{self.group}/{self.short}"

    @property
    def collection_text(self) -> str:
        return "/".join(filter(None, (self.group, self.collection)))

    @property
    def path(self) -> str:
        """Where the job is in its app."""
        parts = (
            *("subscriptions", self.subscription, "resourceGroups", self.group),
            *("providers", "Microsoft.Scheduler", "jobCollections", self.collection, "jobs", self.job),
        )
        return "".join(f"/{segment(part)}" for part in parts)

    def fits(self, other: "JobNames") -> bool:
        """Say whether these names, as far as they are known, are those of another job."""
        pairs = ((self.job, other.job), (self.collection, other.collection), (self.group, other.group))
        return all(not mine or mine.lower() == theirs.lower() for mine, theirs in pairs)


def named_in(id: str) -> JobNames | None:
    """Return the names in an id of a job or a collection, or None if it is no such id."""
    names = names_in(id)
    if names is None:
        return None
    return JobNames(
        job=names.job or "",
        collection=names.collection or "",
        group=names.resource_group or "",
        subscription=names.subscription or "",
    )


def names_meant(text: str) -> JobNames:
    """Return the names that a user wrote; raise Misuse if they are too many, or none."""
    if text.startswith("/"):
        whole = named_in(text)
        if whole is None or not whole.job:
            raise Misuse(f"'{text}' is not the id of a job.")
        return whole
    *before, job = text.split("/")
    if not all((*before, job)) or len(before) > 2:
        raise Misuse(f"'{text}' is not a job: write its name, collection/name or group/collection/name.")
    return JobNames(job=job, collection=before[-1] if before else "", group=before[0] if before[1:] else "")


def one_job(place: Place, text: str) -> JobNames:
    """Return the job that is meant; raise Problem if there is none, or several."""
    meant = names_meant(text)
    there = _within(place, meant)
    return _only_one(_existing(there, meant), text) or _refuse_unknown(there, meant, text)


def job_in_the_audit(place: Place, text: str) -> JobNames:
    """Return the job that is meant, which may be gone by now; raise Problem if there was none, or several."""
    meant = names_meant(text)
    there = _within(place, meant)
    found = _only_one(_existing(there, meant), text)
    if found is None and meant.collection:
        changed = there.listed("audit", {"collection": meant.collection_text, "job": meant.job})["value"]
        targets = (named_in(str(one["properties"].get("target"))) for one in changed)
        spelled = {one.whole.lower(): one for one in targets if one is not None and meant.fits(one)}
        found = _only_one(list(spelled.values()), text)
    return found or _refuse_unknown(there, meant, text)


def _within(place: Place, meant: JobNames) -> Place:
    """Return the subscription that an id names, else the usual one."""
    return replace(place, subscription=meant.subscription or place.subscription)


def _existing(place: Place, meant: JobNames) -> list[JobNames]:
    return [names for names in _known(place, meant.job) if meant.fits(names)]


def _only_one(found: Sequence[JobNames], text: str) -> JobNames | None:
    """Return the job that was found, or None; raise Problem if there are several."""
    if len(found) < 2:
        return found[0] if found else None
    named = ", ".join(one.whole for one in found[:_SHOWN])
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    wanted = "group" if "/" in text else "collection"
    raise Problem(f"Several jobs are called '{text}': {named}{more}. Name the {wanted} too.")


def _refuse_unknown(place: Place, meant: JobNames, text: str) -> NoReturn:
    alike = _known(place, "")
    hint = did_you_mean(meant.short, [one.short for one in alike]) or did_you_mean(
        meant.job, [one.job for one in alike]
    )
    raise Problem(f"There is no job '{text}' in subscription {place.subscription}{hint or '.'}")


def _known(place: Place, search: str) -> list[JobNames]:
    found = place.listed("jobs", {"search": search})["value"]
    return [names for job in found if (names := named_in(str(job.get("id")))) is not None]
