"""How far a long piece of work has come."""

import io

import pytest

from migrate.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown_on(out: io.StringIO, *steps: bool, total: int) -> str:
    progress = Progress(total, "jobs", out)
    for well in steps:
        progress.step(well=well)
    return out.getvalue()


def test_a_terminal_shows_a_bar_that_grows_in_its_place() -> None:
    shown = shown_on(Terminal(), True, True, True, total=3)

    assert shown == (
        "\r[##########--------------------] 1 of 3 jobs"
        "\r[####################----------] 2 of 3 jobs"
        "\r[##############################] 3 of 3 jobs\n"
    )


def test_the_bar_does_not_seem_full_before_the_end() -> None:
    shown = shown_on(Terminal(), *[True] * 999, total=1_000)

    assert shown.endswith("\r[#############################-] 999 of 1000 jobs")


def test_a_terminal_shows_what_failed() -> None:
    shown = shown_on(Terminal(), False, True, total=2)

    assert shown == (
        "\r[###############---------------] 1 of 2 jobs, 1 failed"
        "\r[##############################] 2 of 2 jobs, 1 failed\n"
    )


def test_a_bar_that_is_stopped_leaves_its_line() -> None:
    out = Terminal()
    progress = Progress(2, "jobs", out)
    progress.step(well=True)

    progress.stop()

    assert out.getvalue() == "\r[###############---------------] 1 of 2 jobs\n"


def test_elsewhere_the_first_and_the_last_get_a_line() -> None:
    assert shown_on(io.StringIO(), *[True] * 500, total=500) == "1 of 500 jobs\n500 of 500 jobs\n"


def test_one_alone_gets_one_line() -> None:
    assert shown_on(io.StringIO(), True, total=1) == "1 of 1 jobs\n"


def test_elsewhere_too_failures_are_counted() -> None:
    assert shown_on(io.StringIO(), True, False, False, total=3) == "1 of 3 jobs\n3 of 3 jobs, 2 failed\n"


def test_it_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    Progress(1, "jobs").step(well=True)

    assert capsys.readouterr() == ("", "1 of 1 jobs\n")
