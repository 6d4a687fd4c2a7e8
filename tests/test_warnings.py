"""Warnings about our own lines are errors, on every Python; those of a dependency are shown, no more."""

import warnings

import pytest


@pytest.mark.parametrize(
    "module",
    [
        "shared.domain.rule",
        "migrate.planning.job",
        "local.host.host",
        "proofs.benchmarks.cost",
        "tests.world",
        "function_app",
    ],
)
def test_a_warning_about_a_line_of_ours_is_an_error(module: str) -> None:
    with pytest.raises(DeprecationWarning):
        warn_about(module, DeprecationWarning)


def test_a_warning_that_we_raise_is_an_error() -> None:
    with pytest.raises(UserWarning, match="ours"):
        warnings.warn("ours", stacklevel=1)


@pytest.mark.parametrize(
    "module", ["azure.data.tables._error", "requests.sessions", "sharedlib", "testserver"]
)
def test_a_warning_about_a_line_of_a_dependency_is_shown_and_fails_nothing(module: str) -> None:
    with warnings.catch_warnings(record=True) as shown:
        warn_about(module, DeprecationWarning)

    assert [str(warning.message) for warning in shown] == ["old"]


@pytest.mark.parametrize("category", [ResourceWarning, pytest.PytestUnraisableExceptionWarning])
def test_what_was_left_open_is_an_error_wherever_it_is_found(category: type[Warning]) -> None:
    with pytest.raises(category):
        warn_about("azure.core.pipeline", category)


def warn_about(module: str, category: type[Warning]) -> None:
    """Warn as Python does of a line in that module."""
    warnings.warn_explicit("old", category, filename=f"{module}.py", lineno=1, module=module, registry={})
