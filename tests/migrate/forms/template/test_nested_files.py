"""Templates with nested deployments as tools write them."""

from migrate.found import FoundCollection, FoundJob, Names
from tests.migrate.forms.clouds import document_in
from tests.migrate.forms.template.templates import (
    HERE,
    JOB,
    found_in,
    told_in,
)


def test_a_module_of_bicep_with_loops_is_read() -> None:
    collection, berlin, lyon = found_in(document_in("template-nested.json"), {"apikey": "made-up"}, HERE)

    assert isinstance(collection, FoundCollection)
    assert (collection.names, collection.faults) == (Names(collection="shop-jobs"), ())
    assert collection.body == {"location": "West US", "properties": {"sku": {"name": "Standard"}}}
    assert isinstance(berlin, FoundJob)
    assert (berlin.names, berlin.faults) == (Names(collection="shop-jobs", job="berlin"), ())
    assert berlin.properties["recurrence"]["schedule"] == {"hours": [8, 12], "minutes": [0, 30]}
    assert isinstance(lyon, FoundJob)
    assert lyon.origin.place == "resources[2] (copyIndex 1).properties.template.resources[0]"
    assert lyon.properties == {
        "action": {
            "type": "Https",
            "request": {
                "uri": "https://lyon.example.com/stock",
                "method": "POST",
                "authentication": {"type": "Basic", "username": "stock", "password": "made-up"},
            },
        },
        "recurrence": {
            "frequency": "Day",
            "interval": 1,
            "schedule": {"hours": [8, 12, 16], "minutes": [0, 30]},
        },
    }
    assert told_in(document_in("template-nested.json"), HERE) == [
        "passed over resources[0]: Microsoft.Insights/components"
    ]


def test_a_template_of_the_portal_with_an_outer_scope_is_read() -> None:
    collection, shop, intranet = found_in(document_in("template-nested-outer.json"))

    target = {"subscription": "0b1c2d3e-0000-4000-8000-000000000001", "resource_group": "jobs-rg"}
    assert isinstance(collection, FoundCollection)
    assert collection.names == Names(**target, collection="ops")
    assert collection.body["properties"] == {"sku": {"name": "Standard"}, "state": "Enabled"}
    assert isinstance(shop, FoundJob)
    assert shop.names == Names(**target, collection="ops", job="probe-shop")
    assert shop.properties["recurrence"] == {"frequency": "Minute", "interval": 5}
    assert isinstance(intranet, FoundJob)
    assert intranet.properties["action"]["request"]["uri"] == "https://intranet.example.com/health"
    inside = "resources[0].properties.template.resources"
    assert intranet.origin.place == f"{inside}[0].resources[0] (copyIndex 1)"
    assert told_in(document_in("template-nested-outer.json")) == [
        f"passed over {inside}[1]: {JOB} is not deployed: its condition is false"
    ]
