"""Which job a user means: by its name, with its collection or group before it, or by its id."""

from dataclasses import dataclass

from migrate.asking.place import Place
from migrate.ids import names_in
from migrate.remote_app import segment
from migrate.terminal import Problem
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
    """Return the names that a user wrote; raise Problem if they are too many, or none."""
    if text.startswith("/"):
        whole = named_in(text)
        if whole is None or not whole.job:
            raise Problem(f"'{text}' is not the id of a job.")
        return whole
    *before, job = text.split("/")
    if not all((*before, job)) or len(before) > 2:
        raise Problem(f"'{text}' is not a job: write its name, collection/name or group/collection/name.")
    return JobNames(job=job, collection=before[-1] if before else "", group=before[0] if before[1:] else "")


def one_job(place: Place, text: str) -> JobNames:
    """Return the job that is meant; raise Problem if there is none, or several."""
    meant = names_meant(text)
    if meant.subscription:
        return meant
    known = _known(place, meant.job)
    found = [names for names in known if meant.fits(names)]
    if len(found) == 1:
        return found[0]
    if found:
        named = ", ".join(f"{one.group}/{one.short}" for one in found[:_SHOWN])
        more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        raise Problem(f"Several jobs are called '{text}': {named}{more}. Name the collection too.")
    alike = known or _known(place, "")
    hint = did_you_mean(meant.short, [one.short for one in alike]) or did_you_mean(
        meant.job, [one.job for one in alike]
    )
    raise Problem(f"There is no job '{text}' in subscription {place.subscription}{hint or '.'}")


def _known(place: Place, search: str) -> list[JobNames]:
    found = place.listed("jobs", {"search": search})["value"]
    return [names for job in found if (names := named_in(str(job.get("id")))) is not None]
