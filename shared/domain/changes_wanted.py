"""Which changes somebody asks about."""

from dataclasses import dataclass
from datetime import datetime

from shared.domain.audit import AuditNote
from shared.domain.callers import is_called
from shared.domain.keys import CollectionKey, JobKey


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesWanted:
    """Of whom, by whom, and when; what is empty does not matter.

    `behind` is the key of the record that the page before ended with.
    """

    subscription: str
    begin: datetime
    end: datetime
    group: str = ""
    collection: str = ""
    job: str = ""
    who: str = ""
    top: int
    behind: str = ""

    @property
    def place(self) -> JobKey | None:
        """The job, if all its names are known."""
        if not (self.group and self.collection and self.job):
            return None
        key = CollectionKey(subscription=self.subscription, resource_group=self.group, name=self.collection)
        return JobKey(collection=key, name=self.job)

    def wants(self, note: AuditNote) -> bool:
        names = (
            *note.collection.canonical,
            note.place.name.lower() if isinstance(note.place, JobKey) else "",
        )
        wanted = (self.subscription, self.group, self.collection, self.job)
        fits = all(want.lower() in ("", name) for want, name in zip(wanted, names, strict=True))
        return fits and note.at < self.end and (not self.who or is_called(note.asking.who, self.who))
