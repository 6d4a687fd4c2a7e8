"""What every store promises; run over the table in memory and over the real one."""

from tests.storage.store_contract.commits import CommitContract
from tests.storage.store_contract.overviews import OverviewContract
from tests.storage.store_contract.reading import ReadingContract
from tests.storage.store_contract.scopes import ScopeContract
from tests.storage.store_contract.unusable import UnusableContract


class StoreContract(ReadingContract, OverviewContract, ScopeContract, CommitContract, UnusableContract):
    """All parts of the contract, so that a store cannot leave one out."""
