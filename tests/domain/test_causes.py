"""What led to an error is found, whatever it was wrapped in."""

import pytest

from shared.domain.causes import causes, chain, first_cause


class Wrapping(Exception):
    """An error that carries another one, as those of Azure's libraries do."""

    def __init__(self, inner_exception: BaseException | None = None) -> None:
        super().__init__("wrapping")
        self.inner_exception = inner_exception


ROOT = OSError("root")


def raised_from(cause: BaseException) -> BaseException:
    error = RuntimeError("raised from")
    error.__cause__ = cause
    return error


def raised_while_handling(cause: BaseException) -> BaseException:
    error = RuntimeError("raised while handling")
    error.__context__ = cause
    return error


def with_reason(cause: BaseException) -> BaseException:
    error = RuntimeError("with reason")
    error.reason = cause  # type: ignore[attr-defined]  # as errors of urllib3 have it
    return error


@pytest.mark.parametrize(
    ("error", "among_all", "in_chain", "is_first"),
    [
        pytest.param(ROOT, True, True, True, id="itself"),
        pytest.param(raised_from(ROOT), True, True, True, id="raised from"),
        pytest.param(raised_while_handling(ROOT), True, False, True, id="raised while handling"),
        pytest.param(Wrapping(ROOT), True, True, True, id="carried"),
        pytest.param(Wrapping(raised_from(ROOT)), True, True, True, id="carried, raised from"),
        pytest.param(with_reason(ROOT), True, False, False, id="as a reason"),
        pytest.param(RuntimeError(ROOT), True, False, False, id="as an argument"),
        pytest.param(RuntimeError("other"), False, False, False, id="not at all"),
    ],
)
def test_a_cause_is_found_where_it_is_looked_for(
    error: BaseException, among_all: bool, in_chain: bool, is_first: bool
) -> None:
    assert (ROOT in causes(error)) is among_all
    assert (ROOT in chain(error)) is in_chain
    assert (first_cause(error) is ROOT) is is_first


def test_errors_that_name_one_another_are_each_returned_once() -> None:
    one, other = RuntimeError("one"), RuntimeError("other")
    one.__context__, other.__context__ = other, one

    assert causes(one) == [one, other]
