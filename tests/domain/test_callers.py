import pytest

from shared.domain.callers import EVERYTHING, Scope
from shared.domain.keys import CollectionKey


@pytest.mark.parametrize(
    ("scope", "inside", "outside"),
    [
        pytest.param(EVERYTHING, ["prod/erp/finance", "test/x/y"], [], id="everything"),
        pytest.param(
            Scope(subscription="Prod"), ["prod/erp/finance", "PROD/x/y"], ["production/erp/finance"], id="one"
        ),
        pytest.param(
            Scope(subscription="prod", resource_group="erp"),
            ["prod/ERP/finance", "prod/erp/other"],
            ["prod/er/finance", "test/erp/finance"],
            id="group",
        ),
        pytest.param(
            Scope(subscription="prod", resource_group="erp", collection="finance"),
            ["prod/erp/Finance"],
            ["prod/erp/finance2", "prod/other/finance"],
            id="collection",
        ),
    ],
)
def test_a_scope_covers_what_lies_below(scope: Scope, inside: list[str], outside: list[str]) -> None:
    def covered(path: str) -> bool:
        subscription, group, name = path.split("/")
        return scope.covers(CollectionKey(subscription=subscription, resource_group=group, name=name))

    assert [path for path in inside if not covered(path)] == []
    assert [path for path in outside if covered(path)] == []


def test_a_scope_reaches_its_own_subscription_only() -> None:
    scope = Scope(subscription="prod", resource_group="erp")

    assert scope.within("PROD") == ("prod", "erp")
    assert scope.within("test") is None
    assert EVERYTHING.within("Test") == ("test",)


def test_a_scope_is_written_as_a_path() -> None:
    assert str(EVERYTHING) == "/"
    assert str(Scope(subscription="prod", resource_group="erp")) == "/prod/erp"
