"""The app over a store, with a clock that is turned."""

from datetime import datetime, timedelta

from proofs.harness.at_once import AtOnce
from proofs.harness.clock import TurnedClock
from proofs.harness.parts import NoQueue, ports_over
from shared.domain.attempt import Completed
from shared.functions.settings import read_settings
from shared.functions.wiring import App
from shared.storage.store import Store


def an_app(store: Store, began: datetime) -> App:
    clock = TurnedClock(began + timedelta(minutes=5))  # so that something is overdue
    ports = ports_over(store, NoQueue(), clock, lambda _: Completed(""), AtOnce())
    values = {"AzureWebJobsStorage": "UseDevelopmentStorage=true", "SCAN_SCHEDULE": "*/15 * * * * *"}
    settings = read_settings(values)
    return App(settings=settings, ports=ports, check=lambda: None)
