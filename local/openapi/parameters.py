"""Query parameters and headers that single operations know."""

from typing import Final

from local.openapi.words import Schema, Side, instant, integer, known_since, moment, text
from shared.api.overview_query import LARGEST_PAGE, LONGEST_SEARCH
from shared.domain.about import EXTENDED
from shared.domain.job import JobState
from shared.domain.job_counts import LastOutcome

_TAG: Final = r'(W/)?("[^"]*"|[!#-+\--~]+)'
_SPAN: Final = ["00:15:00", "7.00:00:00", "PT1H"]


def _query(name: str, schema: Schema) -> Schema:
    return {"name": name, "in": "query", "schema": schema}


def _header(name: str, schema: Schema) -> Schema:
    return known_since(EXTENDED, {"name": name, "in": "header", "schema": schema})


PARAMETERS: Final[dict[str, Schema]] = {
    "from": _query("from", instant(Side.INPUT, "From this instant on.")),
    "to": _query("to", instant(Side.INPUT, "Before this instant.")),
    "at": _query("at", {**moment(Side.INPUT), "description": "A single moment, instead of from and to."}),
    "until": _query("until", instant(Side.INPUT, "Up to this instant.")),
    "within": _query("within", text("A time span; without it, 30 days.", examples=_SPAN)),
    "bucket": _query("bucket", text("A time span: runs are counted in each.", examples=_SPAN)),
    "state": _query("state", text(enum=list(JobState))),
    "outcome": _query("outcome", text("Of the last occurrence.", enum=list(LastOutcome))),
    "search": _query(
        "search",
        text(
            "Words that all occur in `group/collection/job`, tags, description or target.",
            maxLength=LONGEST_SEARCH,
        ),
    ),
    "ofCollection": _query("collection", text("The name of a collection, group/name, or its id.")),
    "ofJob": _query("job", text("The name of a job; its collection must be named too.")),
    "who": _query("who", text("The name of a key, or `the scheduler`.")),
    "behind": _query("behind", text("Where a page before ended; from a `nextLink`.")),
    "page": _query("$top", integer(1, LARGEST_PAGE, "At most so many.")),
    "dryRun": known_since(
        EXTENDED,
        _query("dryRun", {"type": "boolean", "description": "Check everything, change nothing."}),
    ),
    "If-Match": _header(
        "If-Match",
        text(
            "Change only what has one of these ETags; `*` stands for any.",
            pattern=rf"^{_TAG}(\s*,\s*{_TAG})*$",
        ),
    ),
    "If-None-Match": _header("If-None-Match", text("Create, and never replace.", const="*")),
}
