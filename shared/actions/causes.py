"""Why a call failed: libraries wrap what happened, each in its own way."""


def causes(exc: BaseException) -> list[BaseException]:
    """Return an exception with all that it was raised from, or that it carries."""
    found: list[BaseException] = []
    left: list[object] = [exc]
    while left:
        one = left.pop(0)
        if isinstance(one, BaseException) and one not in found:
            found.append(one)
            carried = [getattr(one, name, None) for name in ("reason", "inner_exception")]
            left += [*carried, *one.args, one.__cause__, one.__context__]
    return found
