"""A managed identity in rows: beside the definition, where an older version of the app does not look."""

import json

import pytest

from shared.domain.action import Action, ErrorAction, StorageQueueAction
from shared.domain.definition import Definition
from shared.domain.identity import MessageIdentity, RequestIdentity
from shared.domain.messages import StorageQueueMessage
from shared.storage.definitions import has_extensions, read_definition, write_extensions
from shared.storage.rows import write_row
from tests.builders import a_job, an_action

HTTP = an_action(uri="https://erp.example.com/", managed_identity=RequestIdentity(audience="api://erp"))
QUEUE = StorageQueueAction(
    message=StorageQueueMessage(account="acct", queue="q", message="m", managed_identity=MessageIdentity())
)
ERP = {"kind": "requestIdentity", "audience": "api://erp"}
EMPTY = {"kind": "messageIdentity"}


@pytest.mark.parametrize(
    ("action", "error_action", "extensions"),
    [
        (HTTP, None, {"managed_identity": ERP}),
        (an_action(), QUEUE, {"error_managed_identity": EMPTY}),
        (QUEUE, HTTP, {"managed_identity": EMPTY, "error_managed_identity": ERP}),
    ],
)
def test_it_stands_among_the_extensions(
    action: Action, error_action: Action | None, extensions: dict[str, object]
) -> None:
    definition = Definition(
        action=action, error_action=ErrorAction(action=error_action) if error_action else None
    )

    row = write_row(a_job(definition=definition))

    assert json.loads(row["extensions"]) == extensions
    assert "dentity" not in row["definition"]
    assert row["format"] == 2
    assert has_extensions(definition)
    assert read_definition(row["definition"], row["extensions"]) == definition


def test_a_job_without_one_has_nothing_among_them() -> None:
    assert write_extensions(Definition(action=an_action())) == ""


def test_an_identity_of_another_kind_of_action_is_no_definition() -> None:
    row = write_row(a_job(definition=Definition(action=an_action())))

    with pytest.raises(TypeError):
        read_definition(row["definition"], json.dumps({"managed_identity": EMPTY}))
