"""Regions: known ones are shown by their display names, others as they were sent."""

from typing import Final

_REGIONS: Final = (
    *("Australia Central", "Australia East", "Australia Southeast", "Brazil South", "Canada Central"),
    *("Canada East", "Central India", "Central US", "China East", "China North", "East Asia", "East US"),
    *("East US 2", "France Central", "France South", "Germany West Central", "Germany Central"),
    *("Germany Northeast", "Israel Central", "Italy North", "Japan East", "Japan West", "Korea Central"),
    *("Korea South", "Mexico Central", "New Zealand North", "North Central US", "North Europe"),
    *("Norway East", "Norway West", "Poland Central", "Qatar Central", "South Africa North"),
    *("South Central US", "South India", "Southeast Asia", "Spain Central", "Sweden Central"),
    *("Switzerland North", "Switzerland West", "UAE Central", "UAE North", "UK South", "UK West"),
    *("US Gov Arizona", "US Gov Iowa", "US Gov Texas", "US Gov Virginia", "West Central US"),
    *("West Europe", "West India", "West US", "West US 2", "West US 3"),
)
_DISPLAY_NAMES: Final = {region.replace(" ", "").lower(): region for region in _REGIONS}


def display_name(location: str) -> str:
    return _DISPLAY_NAMES.get(location.replace(" ", "").lower(), location)
