"""The names of zones, in any case, and what is said of those that are none."""

import pytest

from shared.domain.local_time.zones import (
    UTC_ZONE,
    UnknownZone,
    spelled,
    tzdata_version,
    zone_named,
)
from shared.domain.windows_zones import WINDOWS_ZONES
from tests.domain.local_time.strategies import all_zones


@pytest.mark.parametrize(
    ("written", "known"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("AMERICA/ARGENTINA/BUENOS_AIRES", "America/Argentina/Buenos_Aires"),
        ("W. Europe Standard Time", "W. Europe Standard Time"),
        ("w. europe standard TIME", "W. Europe Standard Time"),
        (" Asia/Kolkata ", "Asia/Kolkata"),
        ("utc", "UTC"),
        ("etc/utc", "Etc/UTC"),
        ("etc/gmt-1", "Etc/GMT-1"),
        ("UTC-11", "UTC-11"),
        ("cet", "CET"),
    ],
)
def test_a_name_is_answered_in_its_known_spelling(written: str, known: str) -> None:
    assert spelled(written) == known


@pytest.mark.parametrize(
    ("written", "advice"),
    [
        ("+01:00", "Etc/GMT-1"),
        ("+1:00", "Etc/GMT-1"),
        ("+1", "Etc/GMT-1"),
        ("+0100", "Etc/GMT-1"),
        ("UTC+01:00", "Etc/GMT-1"),
        ("GMT +1", "Etc/GMT-1"),
        ("-08:00", "Etc/GMT+8"),
        ("-8", "Etc/GMT+8"),
        ("+10:00", "Etc/GMT-10"),
        ("+14:00", "Etc/GMT-14"),
        ("-12:00", "Etc/GMT+12"),
        ("+00:00", "; write UTC"),
        ("-00:00", "; write UTC"),
        ("Z", "; write UTC"),
        ("+15:00", "; name a zone, such as Asia/Kolkata for +05:30"),
        ("-13:00", "; name a zone, such as Asia/Kolkata for +05:30"),
        ("+05:30", "; name a zone, such as Asia/Kolkata for +05:30"),
        ("+1:30", "; name a zone, such as Asia/Kolkata for +05:30"),
        ("Munich", ", of IANA or Windows"),
        ("banana", ", of IANA or Windows"),
        ("Lodnon", "; did you mean Europe/London?"),
        ("Berlin", "; did you mean Europe/Berlin?"),
        ("new york", "; did you mean America/New_York?"),
        ("Europe/Berln", "; did you mean Europe/Berlin"),
        ("Europ/Berlin", "; did you mean Europe/Berlin?"),
        ("Berln", "; did you mean Europe/Berlin?"),
        ("Amerika/New_York", "; did you mean America/New_York?"),
        ("CEST", ": an abbreviation names no rules; did you mean Europe/Berlin?"),
        ("pdt", ": an abbreviation names no rules; did you mean America/Los_Angeles?"),
        (
            "Europe Standard Time",
            "; did you mean Central Europe Standard Time or E. Europe Standard Time or W. Europe",
        ),
        ("GMT Standard Tme", "GMT Standard Time"),
        ("Middle Earth", ", of IANA or Windows"),
        ("nowhere at all", ", of IANA or Windows"),
        ("", ", of IANA or Windows"),
    ],
)
def test_a_name_that_is_none_leads_to_the_nearest(written: str, advice: str) -> None:
    with pytest.raises(UnknownZone) as refused:
        spelled(written)

    said = str(refused.value)
    assert said.startswith(f"'{written}' is no time zone")
    assert advice in said
    named = {word.strip("?,;") for word in said.split() if word.startswith("Etc/")}
    assert named <= {advice}


def test_a_long_name_is_cut() -> None:
    with pytest.raises(UnknownZone) as refused:
        spelled("Berlin" * 1_000)

    assert len(str(refused.value)) < 300


def test_every_name_of_tzdata_and_of_windows_leads_to_its_rules() -> None:
    for name in (*all_zones(), *WINDOWS_ZONES):
        assert spelled(name.upper()) == name
        assert zone_named(name).key in (WINDOWS_ZONES.get(name, name), "UTC")


def test_a_windows_name_has_the_rules_of_its_zone() -> None:
    assert zone_named("W. Europe Standard Time").key == "Europe/Berlin"
    assert zone_named("UTC") is zone_named("Etc/UTC") is UTC_ZONE


def test_a_path_is_no_zone() -> None:
    for name in ("../zones", "Europe", "/etc/localtime", "Europe/../Europe/Berlin", "posixrules"):
        with pytest.raises(UnknownZone):
            zone_named(name)


def test_the_rules_are_those_of_the_pinned_package() -> None:
    assert tzdata_version() == "2026f"
