"""What a PUT or PATCH of a collection asks for."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Annotated, Final

from shared.domain.about import EXTENDED, About
from shared.domain.collection import (
    PREMIUM,
    CollectionState,
    Defaults,
    JobCollection,
    Quota,
    Sku,
    default_zone,
)
from shared.domain.disabled import Disabled, Pause
from shared.domain.errors import Conflict, Faults, InvalidResourceLocation, LocationRequired
from shared.domain.exclude import LONGEST_NAME, MOST_CALENDARS, Calendars
from shared.domain.keys import CollectionKey
from shared.domain.labels import LONGEST_TAG_NAME, LONGEST_TAG_VALUE, MOST_TAGS
from shared.domain.local_time.zones import zone_named
from shared.domain.locations import display_name
from shared.domain.messages import Pairs

LONGEST_PART: Final = 24_000
"""Characters that the defaults, and the calendars, of a collection have as JSON. A row holds little more."""

_LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)
_NO_DEFAULTS: Final = Defaults()


def _renamed(sku: str) -> str:
    """Before 2016-03-01, there was one premium plan."""
    return Sku.P10_PREMIUM if sku.lower() == PREMIUM.lower() else sku


def _deleted(state: CollectionState) -> str | None:
    return "'Deleted' cannot be set; use DELETE" if state is CollectionState.DELETED else None


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedCollection:
    """What a PUT of a collection asks for."""

    location: Annotated[
        str | None,
        About(
            words="A collection cannot be moved.",
            example="West Europe",
            rules={"pattern": r"\S"},
        ),
    ]
    tags: Annotated[
        Pairs | None,
        About(
            longest=MOST_TAGS,
            sent={"propertyNames": {"maxLength": LONGEST_TAG_NAME}},
            each={"maxLength": LONGEST_TAG_VALUE},
        ),
    ] = None
    sku: Annotated[
        Sku,
        About(
            key="properties.sku.name",
            words="Api-versions before 2016-03-01 show P10Premium and P20Premium as Premium. Sent, Premium "
            "means P10Premium; before 2016-03-01, it keeps a P20Premium that is there.",
            clean=_renamed,
        ),
    ] = Sku.STANDARD
    state: Annotated[CollectionState, About(key="properties.state", refuse=_deleted)] = (
        CollectionState.ENABLED
    )
    quota: Annotated[Quota | None, About(key="properties.quota")] = None
    defaults: Annotated[
        Defaults | None,
        About(
            key="properties.defaults",
            since=EXTENDED,
            words="What holds for jobs that have none of their own. A change reschedules them.",
            sent={"x-maxCharacters": LONGEST_PART},
        ),
    ] = None
    calendars: Annotated[
        Calendars,
        About(
            key="properties.calendars",
            since=EXTENDED,
            words="Days that do not count for the jobs that name them, by the calendars' names, which have "
            f"1 to {LONGEST_NAME} printable characters. A change reschedules the jobs.",
            longest=MOST_CALENDARS,
            sent={
                "propertyNames": {"minLength": 1, "maxLength": LONGEST_NAME},
                "x-maxCharacters": LONGEST_PART,
            },
        ),
    ] = ()

    disabled: Annotated[
        Pause | None,
        About(
            key="properties.disabled",
            since=EXTENDED,
            words="Why and until when it is disabled. Without meaning in one that is enabled.",
        ),
    ] = None

    any_premium: bool = False
    """It was asked for by the name that api-versions before 2016-03-01 have for either premium plan."""

    @property
    def pause(self) -> Disabled | None:
        """Why and until when it is to be disabled, by the clocks of its default zone."""
        return self.disabled.in_zone(zone_named(default_zone(self.defaults))) if self.disabled else None

    def created(
        self, key: CollectionKey, *, id: str = "", now: datetime = _LONG_AGO, who: str = ""
    ) -> JobCollection:
        """Return the new collection; `id` tells its calendars and zone from those that come later."""
        if self.location is None:
            raise LocationRequired("location: is required to create a job collection")
        return JobCollection(
            key=key,
            location=display_name(self.location),
            sku=self.sku,
            tags=self.tags,
            quota=self.quota,
            defaults=self.defaults or None,
            calendars=self.calendars,
            calendar_id=id if _times(self) != _NO_TIMES else "",
        ).switched(self.state, self.pause, id=id, now=now, who=who)

    def replacing(
        self, collection: JobCollection, *, id: str = "", now: datetime = _LONG_AGO, who: str = ""
    ) -> JobCollection:
        """Return the collection as it is wanted; `id` becomes that of its calendars if they differ."""
        if collection.state is CollectionState.DELETED:
            raise Conflict(
                f"Job collection '{collection.key.name}' is being deleted; try again when it is gone."
            )
        if self.location is not None and display_name(self.location) != display_name(collection.location):
            raise InvalidResourceLocation(
                f"Job collection '{collection.key.name}' is in '{collection.location}' and cannot be moved."
            )
        same = _times(self) == _times(collection)
        return replace(
            collection,
            sku=self.sku,
            tags=self.tags,
            quota=self.quota,
            defaults=self.defaults or None,
            calendars=self.calendars,
            calendar_id=collection.calendar_id if same else id,
        ).switched(self.state, self.pause, id=id, now=now, who=who)

    def keeping(self, collection: JobCollection) -> "WantedCollection":
        """Return what is wanted with what an older api-version cannot say, as it is stored."""
        off = collection.disabled
        return replace(
            self.with_plan_of(collection),
            defaults=collection.defaults,
            calendars=collection.calendars,
            disabled=off.pause if off else None,
        )

    def with_plan_of(self, collection: JobCollection) -> "WantedCollection":
        """Return what is wanted with the premium plan that is there, if either will do.

        A caller who reads a P20Premium as Premium, and puts that back, would else make it smaller.
        """
        return replace(self, sku=collection.sku) if self.any_premium and collection.sku.is_premium else self


def _times(of: WantedCollection | JobCollection) -> tuple[object, ...]:
    """Return what tells when jobs run: a change of it reschedules them."""
    defaults = of.defaults or _NO_DEFAULTS
    return defaults.time_zone, defaults.daylight_saving, of.calendars


_NO_TIMES: Final = (None, None, ())


def refuse_long_part(key: str, length: int) -> None:
    """Raise Invalid if the defaults or the calendars of a collection have too many characters."""
    faults = Faults()
    faults.check(length <= LONGEST_PART, key, f"has {length} characters as JSON, more than {LONGEST_PART}")
    faults.raise_any()
