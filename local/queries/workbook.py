"""The workbook: one page with a chart or a table for each query, as Azure Monitor reads it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from local.dev.environment import ROOT

QUERIES: Final = ROOT / "infra" / "kql"
WORKBOOK: Final = ROOT / "infra" / "workbook.json"
WHOSE_LOG: Final = "<Application Insights>"
"""Stands where alerts.bicep puts the id of the Application Insights whose log the page reads by itself."""
_TEXT: Final = 1  # items are told apart by number
_QUERY: Final = 3
_PARAMETERS: Final = 9
_LOGS: Final = 0
_SPANS: Final = (3_600_000, 14_400_000, 86_400_000, 604_800_000, 2_592_000_000)
"""The spans of time to choose from, in milliseconds: an hour, four, a day, a week, thirty days."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A query of the page, and the question that it answers."""

    query: str
    question: str


PARTS: Final = (
    Part(query="scan-pauses", question="Is it alive? The longest pauses between scans"),
    Part(query="lateness", question="Is it late? Milliseconds, by five minutes"),
    Part(query="runs", question="How many attempts completed and failed?"),
    Part(query="failure-share", question="Which share of attempts failed, in percent?"),
    Part(query="failures", question="What fails, and what happens next?"),
    Part(query="set-aside", question="What was set aside?"),
    Part(query="sent-again", question="Is anything sent again and again?"),
    Part(
        query="state",
        question="Messages in the queue, poison, jobs whose secrets do not open, and jobs that fail",
    ),
    Part(query="put-off", question="How many runs were put off?"),
    Part(query="refusals", question="Which requests were refused?"),
    Part(query="job", question="When did the job run, and how did it end?"),
)


def workbook(parts: Sequence[Part] = PARTS) -> dict[str, Any]:
    """Return the page: what to choose, then the queries with their texts as they are in their files."""
    return {
        "version": "Notebook/1.0",
        "items": [_head(), _choices(), *(_item(part) for part in parts)],
        "fallbackResourceIds": [WHOSE_LOG],
        "$schema": "https://github.com/Microsoft/Application-Insights-Workbooks/blob/master/schema/workbook.json",
    }


def text_of(query: str) -> str:
    return (QUERIES / f"{query}.kql").read_text(encoding="utf-8")


def _head() -> dict[str, Any]:
    text = "# Scheduler\n\nWhat each chart means, and what to do: docs/operating.md."
    return {"type": _TEXT, "content": {"json": text}, "name": "head"}


def _choices() -> dict[str, Any]:
    """Return the span of time of all queries, and the job of the last one."""
    span = {
        "name": "TimeRange",
        "label": "Time range",
        "type": 4,
        "isRequired": True,
        "value": {"durationMs": _SPANS[2]},
        "typeSettings": {"selectableValues": [{"durationMs": span} for span in _SPANS], "allowCustom": True},
    }
    job = {"name": "Job", "label": "Job (subscription/group/collection/job)", "type": 1, "isRequired": True}
    content = {
        "version": "KqlParameterItem/1.0",
        "parameters": [{"version": "KqlParameterItem/1.0", **parameter} for parameter in (span, job)],
        "style": "pills",
        "queryType": _LOGS,
        "resourceType": "microsoft.insights/components",
    }
    return {"type": _PARAMETERS, "content": content, "name": "choices"}


def _item(part: Part) -> dict[str, Any]:
    content = {
        "version": "KqlItem/1.0",
        "query": text_of(part.query),
        "size": 0,
        "title": part.question,
        "timeContextFromParameter": "TimeRange",
        "queryType": _LOGS,
        "resourceType": "microsoft.insights/components",
    }
    return {"type": _QUERY, "content": content, "name": part.query}
