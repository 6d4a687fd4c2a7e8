from importlib import resources

import pytest

from shared.domain.windows_zones import WINDOWS_ZONES


def test_the_windows_names_are_those_of_tzlocal() -> None:
    # The fast tests under another Python come without the package.
    package = pytest.importorskip("tzlocal.windows_tz")

    assert dict(WINDOWS_ZONES) == package.win_tz
    assert len(WINDOWS_ZONES) == 142


def test_every_windows_name_leads_to_a_zone_of_tzdata() -> None:
    zones = resources.files("tzdata").joinpath("zones").read_text(encoding="utf-8").split()

    assert set(WINDOWS_ZONES.values()) - set(zones) == set()


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("W. Europe Standard Time", "Europe/Berlin"),
        ("Romance Standard Time", "Europe/Paris"),
        ("Pacific Standard Time", "America/Los_Angeles"),
        ("India Standard Time", "Asia/Calcutta"),
        ("UTC", "Etc/UTC"),
    ],
)
def test_windows_names_that_many_know(name: str, zone: str) -> None:
    assert WINDOWS_ZONES[name] == zone


def test_no_two_windows_names_differ_in_case_only() -> None:
    assert len({name.lower() for name in WINDOWS_ZONES}) == len(WINDOWS_ZONES)
