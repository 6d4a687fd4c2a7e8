"""An executor without threads, so that the same calls come in the same order."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import ParamSpec, TypeVar

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


class AtOnce(Executor):
    """Does what it is given at once, in the same thread; what is raised goes through, as if the app died."""

    def submit(
        self, fn: Callable[_Arguments, _Result], /, *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> Future[_Result]:
        future: Future[_Result] = Future()
        future.set_result(fn(*args, **kwargs))
        return future
