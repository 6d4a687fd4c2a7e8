"""One zone of the package tzdata 2025.2: Vancouver, when its clocks were still to be changed every year."""

IANA_VERSION = "2025b"
