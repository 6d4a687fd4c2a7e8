from pathlib import Path

import pytest
from azure.data.tables import TableServiceClient

from local.dev.azurite import Azurite, StoragePorts
from local.dev.node import ensure_azurite
from local.dev.tcp_ports import find_free
from local.dev.terminal import Problem


def an_azurite(folder: Path) -> Azurite:
    blob, queue, table = find_free(3)
    return Azurite(ensure_azurite(), folder, StoragePorts(blob=blob, queue=queue, table=table))


def test_what_was_written_is_there_after_a_restart(azurite: Azurite) -> None:
    with TableServiceClient.from_connection_string(azurite.connection_string) as tables:
        tables.create_table_if_not_exists("survivors").upsert_entity({"PartitionKey": "a", "RowKey": "b"})

        azurite.stop()
        azurite.start()

        assert tables.get_table_client("survivors").get_entity("a", "b")["RowKey"] == "b"


def test_two_of_them_never_share_a_folder(azurite: Azurite) -> None:
    other = an_azurite(azurite.log.parent)

    with pytest.raises(Problem, match="uses the data in"):
        other.start()


def test_one_that_ends_while_starting_is_quoted(tmp_path: Path) -> None:
    node, _ = ensure_azurite()
    broken = Azurite((node, tmp_path / "no such script.js"), tmp_path, StoragePorts(blob=1, queue=2, table=3))

    with pytest.raises(Problem, match=r"(?s)Azurite ended by itself.*Cannot find module"):
        broken.start()

    assert broken.stop()


def test_stopping_what_was_never_started_is_fine(tmp_path: Path) -> None:
    assert an_azurite(tmp_path).stop()
