import pytest

from local.dev.test import side_by_side


@pytest.mark.parametrize(
    ("arguments", "cores", "options"),
    [
        pytest.param([], 2, ["-n", "3", "--dist", "loadfile"], id="one more than there are cores"),
        pytest.param(["-k", "recurrence"], 16, ["-n", "4", "--dist", "loadfile"], id="on four at most"),
        pytest.param(["-n0"], 2, [], id="as the caller says"),
        pytest.param(["--pdb"], 2, [], id="a debugger wants the terminal"),
        pytest.param(["-s"], 2, [], id="output wants the terminal"),
    ],
)
def test_tests_run_side_by_side(arguments: list[str], cores: int, options: list[str]) -> None:
    assert side_by_side(arguments, cores) == options
