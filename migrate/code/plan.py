"""The plan for a folder: the importer's planning, with everything as it is written.

What other tools wrote is no truth, but a picture of its time: it arrives as `import` would bring it over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from migrate.code.secret_names import resolve
from migrate.files import read_sources
from migrate.forms import arm, code
from migrate.found import Defaults, Found, Json, Unusable
from migrate.planning.collection import PlannedCollection
from migrate.planning.idle_options import refuse_idle_options
from migrate.planning.job import Outcome, Wishes
from migrate.planning.whole_import import ImportPlan, make_plan
from migrate.recognise import FileSummary, find_all
from migrate.remote_app import RemoteApp
from migrate.terminal import Problem
from migrate.versions import version_of
from shared.domain.about import EXTENDED
from shared.domain.errors import Invalid
from shared.domain.keys import CollectionKey

_OWN_FORMS: Final = (arm.FORM, code.FORM)


@dataclass(frozen=True, slots=True, kw_only=True)
class CodePlan:
    """What a folder asks for, compared with what the app has at `now`."""

    whole: ImportPlan
    now: datetime
    warnings: tuple[str, ...] = ()

    @property
    def collections(self) -> tuple[PlannedCollection, ...]:
        return self.whole.collections

    @property
    def in_order(self) -> list[PlannedCollection]:
        """All collections that the folder names, in the order of their ids."""
        return sorted(self.collections, key=lambda one: one.key.canonical)

    @property
    def impossible(self) -> bool:
        """Say whether something in the folder cannot be."""
        outcomes = [one.outcome for one in self.collections]
        outcomes += [job.outcome for one in self.collections for job in one.jobs]
        return bool(self.whole.nameless) or Outcome.CANNOT in outcomes

    def there(self, collection: CollectionKey, job: str) -> Json | None:
        """Return a job as the app answered it; None if it is not there."""
        return self.whole.target.jobs.get(collection, {}).get(job.lower())


def plan_folder(
    folder: str, names: Defaults, given: Mapping[str, str], app: RemoteApp | None, wishes: Wishes
) -> CodePlan:
    """Compare a folder with the app; raise Problem if it holds what is no definition, or none at all.

    Without an app, nothing exists yet.
    """
    sources = read_sources([folder])
    findings, files = find_all(sources, names)
    _refuse_others(files)
    usable = [replace(one, foreign=_is_foreign(one)) for one in findings if not isinstance(one, Unusable)]
    if not usable:
        raise Problem(f"There is no definition in {folder}: nothing was planned.")
    resolved = resolve(usable, given)
    others = [one for one in findings if isinstance(one, Unusable)]
    whole = make_plan([*resolved.definitions, *others], names, app, wishes)
    refuse_idle_options(names, sources, findings, whole)
    return CodePlan(whole=whole, now=wishes.now, warnings=resolved.warnings)


def _is_foreign(found: Found) -> bool:
    """Say whether it was written for another service. An answer of the original is a picture of that one."""
    if found.origin.form != arm.FORM:
        return found.origin.form != code.FORM
    try:
        return version_of(found) < EXTENDED
    except Invalid:  # which is told when it is planned
        return False


def _refuse_others(files: Sequence[FileSummary]) -> None:
    """Raise Problem for what is no definition: a misspelt one would be removed from the app by --prune.

    Files of other tools may hold other things beside jobs.
    """
    other = [f"{file.name}: {one}" for file in files if {*file.forms} <= {*_OWN_FORMS} for one in file.passed]
    if other:
        lines = "\n".join(f"    {one}" for one in other[:5])
        more = f"\n    and {len(other) - 5} more" if len(other) > 5 else ""
        raise Problem(
            "The folder holds what is neither jobs as code (with `collection` and `jobs`) nor anything else "
            f"that import understands. Move it elsewhere:\n{lines}{more}"
        )
