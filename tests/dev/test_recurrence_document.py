"""Every job in the documents on recurrence and local time runs as they say, by `dev.py preview`."""

import re
from typing import Final

import pytest

from migrate.options import parse
from migrate.preview_command import for_people, preview
from shared.domain.recurrence import FITTING, LONGEST_INTERVAL
from tests.documents import text_of

DOCUMENT: Final = text_of("docs/recurrence.md")
LOCAL_TIME: Final = text_of("docs/local-time.md")
EXAMPLES: Final = [
    example
    for document in (DOCUMENT, LOCAL_TIME)
    for example in re.findall(r"^```json\n(.*?)^```\n\n```\n(.*?)\n```$", document, re.MULTILINE | re.DOTALL)
]
END: Final = "and no more"


@pytest.mark.parametrize(("job", "printed"), EXAMPLES, ids=[shown.split("\n")[0] for _, shown in EXAMPLES])
def test_an_example_prints_what_the_document_shows(job: str, printed: str) -> None:
    top = len(printed.splitlines()) - 1  # a line that says that there are no more stands for one more run

    answer = preview(job.encode(), parse("preview", ["--top", str(top), "--now", "2026-01-01"]))

    assert for_people(answer, top) == printed
    assert len(answer["runs"]) == top - printed.endswith(END)


def test_every_job_of_the_documents_is_an_example() -> None:
    assert len(EXAMPLES) == (DOCUMENT + LOCAL_TIME).count("```json\n") > 0


def test_the_table_of_intervals_is_that_of_the_engine() -> None:
    rows = re.findall(r"^\| `(\w+)` \| 1 to (\d+) \|$", DOCUMENT, re.MULTILINE)

    assert {frequency: int(longest) for frequency, longest in rows} == LONGEST_INTERVAL


def test_the_table_of_schedules_says_which_frequency_a_field_fits() -> None:
    table = DOCUMENT.split("| in `schedule` |")[1].split("\n\n")[0]
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\| ([^|]*) \|", table, re.MULTILINE)

    fitting = {field: tuple(re.findall(r"`(\w+)`", frequencies)) for field, frequencies in rows}

    assert fitting == {"minutes": (), "hours": (), **FITTING}
