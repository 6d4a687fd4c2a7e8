"""What led to an error: libraries wrap what happened, each in its own way."""

from collections.abc import Iterator


def causes(exc: BaseException) -> list[BaseException]:
    """Return an error with everything that it was raised from, or that it carries, each once."""
    known: list[BaseException] = []
    left: list[object] = [exc]
    while left:
        one = left.pop(0)
        if isinstance(one, BaseException) and one not in known:
            known.append(one)
            carried = [getattr(one, name, None) for name in ("reason", "inner_exception")]
            left += [*carried, *one.args, one.__cause__, one.__context__]
    return known


def chain(exc: BaseException) -> Iterator[BaseException]:
    """Yield an error, the one that it was raised from on purpose, and so on.

    An error that was merely being handled at the time is left out.
    """
    following: BaseException | None = exc
    while following is not None:
        yield following
        following = getattr(following, "inner_exception", None) or following.__cause__


def first_cause(exc: BaseException) -> BaseException:
    """Return the error that began it all. The search begins with what an error of Azure's carries, if so."""
    cause: BaseException = getattr(exc, "inner_exception", None) or exc
    while (deeper := cause.__cause__ or cause.__context__) is not None:
        cause = deeper
    return cause
