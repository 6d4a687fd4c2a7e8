"""The plan of a whole import: what the files hold is compared with what exists. Nothing is changed here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from migrate.connection import key_of
from migrate.found import Defaults, Finding
from migrate.gather import GatheredCollection, Nameless, gather
from migrate.ids import job_name_in
from migrate.invocation import program
from migrate.planning.collection import PlannedCollection, Target, lacks, plan_collection
from migrate.planning.described import existing_collection
from migrate.planning.job import Outcome, Wishes, WithoutSecrets
from migrate.prepare import PreparedJob
from migrate.remote_app import RemoteApp
from migrate.terminal import Problem
from shared.api.render import collection_id, job_id
from shared.domain.about import EXTENDED
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.job import JobState
from shared.domain.keys import CollectionKey, JobKey

_NOTHING: Final = Target(collections={}, jobs={})


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPlan:
    """What will become of everything that was found."""

    collections: tuple[PlannedCollection, ...]
    nameless: tuple[Nameless, ...] = ()
    target: Target = field(default=_NOTHING, repr=False)
    """What exists in the app, with which the files were compared."""

    def prepared(self, *outcomes: Outcome) -> list[PreparedJob]:
        """Return the jobs with one of these outcomes, or all that could be prepared."""
        jobs = (job for collection in self.collections for job in collection.jobs)
        return [job.prepared for job in jobs if job.prepared and (not outcomes or job.outcome in outcomes)]

    @property
    def holders(self) -> list[PreparedJob | PlannedCollection]:
        """All that may need secrets: the collections, and the jobs that could be prepared."""
        return [*(one for one in self.collections if one.collection is not None), *self.prepared()]

    @property
    def unfit(self) -> list[JobKey | CollectionKey]:
        """The collections that cannot be, and the jobs that could not be prepared."""
        return [
            *(one.key for one in self.collections if one.collection is None),
            *(
                JobKey(collection=collection.key, name=job.name)
                for collection in self.collections
                for job in collection.jobs
                if job.prepared is None
            ),
        ]


def make_plan(
    findings: Sequence[Finding], defaults: Defaults, app: RemoteApp | None, wishes: Wishes
) -> ImportPlan:
    """Decide what becomes of everything. Without an app, nothing exists yet.

    Raise Problem if something is missing or forbidden that concerns more than one job.
    """
    gathered, nameless = gather(findings, defaults)
    target = _read_target(app.under(EXTENDED), gathered) if app else _NOTHING
    _refuse_lacking(gathered, defaults, target, wishes)
    if wishes.disabled and app is not None:
        _refuse_enabled(gathered, target, app.address)
    known = {key: existing_collection(key, body) for key, body in target.collections.items()}
    planned = {}
    # Existing collections come first, because their changes may make room for new ones.
    for collection in sorted(gathered, key=lambda one: one.key not in target.collections):
        others = _of_subscription(collection.key, known)
        one = plan_collection(collection, defaults, target, others, wishes)
        planned[one.key] = one
        if one.collection is not None and one.outcome is not Outcome.CANNOT:
            known[one.key] = one.collection
    in_order = tuple(planned[collection.key] for collection in gathered)
    plan = ImportPlan(collections=in_order, nameless=tuple(nameless), target=target)
    if wishes.without_secrets is WithoutSecrets.FAIL:
        _refuse_without_secrets(plan)
    return plan


def _read_target(app: RemoteApp, gathered: Sequence[GatheredCollection]) -> Target:
    """Read all collections of the subscriptions, and the jobs of those collections that are in the files."""
    subscriptions = dict.fromkeys(collection.key.subscription.lower() for collection in gathered)
    collections = {
        key_of(body): body for subscription in subscriptions for body in app.collections(subscription)
    }
    wanted = [collection.key for collection in gathered if collection.key in collections]
    jobs = {key: {job_name_in(body).lower(): body for body in app.jobs(key)} for key in wanted}
    return Target(collections=collections, jobs=jobs)


def _of_subscription(key: CollectionKey, known: Mapping[CollectionKey, JobCollection]) -> list[JobCollection]:
    same = key.subscription.lower()
    return [one for one in known.values() if one.key.subscription.lower() == same and one.key != key]


def _refuse_lacking(
    gathered: Sequence[GatheredCollection], defaults: Defaults, target: Target, wishes: Wishes
) -> None:
    lacking: dict[str, list[str]] = {}
    for collection in gathered:
        for option in lacks(collection, defaults, target):
            lacking.setdefault(option, []).append(f"'{collection.key.name}'")
    if lacking and wishes.as_written:
        names = _some(list(dict.fromkeys(name for names in lacking.values() for name in names)))
        way_out = "write its location into its file, or give --location and --sku"
        raise Problem(f"There is no collection {names}. To create it, {way_out}.")
    if lacking:
        lines = [
            f"    {option}: the files do not say it of {_some(names)}" for option, names in lacking.items()
        ]
        raise Problem("\n".join(["Collections that are not there yet need more to be created. Add", *lines]))


def _refuse_enabled(gathered: Sequence[GatheredCollection], target: Target, address: str) -> None:
    """Raise Problem if a collection exists and is enabled: jobs that are put into it begin to run."""
    enabled = [
        collection_id(collection.key)
        for collection in gathered
        if (body := target.collections.get(collection.key)) is not None
        and existing_collection(collection.key, body).state is CollectionState.ENABLED
    ]
    if enabled:
        raise Problem(
            f"--disabled is for collections that the import creates, and there are enabled ones already: "
            f"{_some(enabled)}. Disable them first ({program()} disable --to {address} "
            f"--collection {enabled[0]}), or import without --disabled."
        )


def _refuse_without_secrets(plan: ImportPlan) -> None:
    new = [one for one in plan.collections if one.outcome is Outcome.CREATE]
    lacking = [
        *(
            collection_id(one.key)
            for one in new
            if one.missing and one.found_state is CollectionState.ENABLED
        ),
        *(
            job_id(job.key)
            for job in plan.prepared(Outcome.CREATE, Outcome.REPLACE)
            if job.missing and job.found_state is JobState.ENABLED
        ),
    ]
    if lacking:
        raise Problem(
            f"Secrets are missing, and --without-secrets is fail; nothing was changed. "
            f"--secrets-template lists them. They are those of {_some(lacking)}."
        )


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return f"{', '.join(names[:5])}{more}"
