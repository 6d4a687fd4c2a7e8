"""Install what is needed, build the portal, start Azurite and the app, and print the portal's address."""

import argparse
import errno
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import NoReturn

from local.dev import app_settings, tcp_ports
from local.dev.app_process import AppProcess, check_host, func_version, listens_everywhere
from local.dev.azurite import Azurite, StoragePorts
from local.dev.build import ensure_portal
from local.dev.environment import ROOT, ensure_python_packages
from local.dev.node import ensure_azurite, ensure_broker
from local.dev.service_bus import ServiceBusBroker
from local.dev.terminal import Problem, say
from local.dev.welcome import welcome
from migrate.usage import Parser, one_of, read_options

OPEN_TO_ALL = 1024
STORAGE_STOP = 1.5  # seconds; the app has eight, so everything ends within ten


@dataclass(frozen=True, slots=True)
class Parts:
    """What `dev.py run` starts."""

    storage: Azurite | None
    broker: ServiceBusBroker | None
    app: AppProcess


def main(arguments: Sequence[str]) -> int:
    set_signals(signal.default_int_handler)  # all of them raise KeyboardInterrupt
    options = parse(arguments)
    check_host(options.host)
    check_port(options.port, "--port")
    settings = app_settings.load(ROOT, os.environ)
    if options.host == "func" and not app_settings.has_keys(settings) and listens_everywhere(func_version()):
        settings = app_settings.with_new_key(settings)
    storage = prepare_storage(settings, options)
    broker = prepare_broker(options)
    ensure_python_packages()
    ensure_portal()
    environment = app_settings.for_app(settings, storage, broker.address if broker else None)
    app = AppProcess(options.host, options.port, environment)
    return run(Parts(storage, broker, app), with_key=app_settings.has_keys(settings))


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = Parser(prog="python3 dev.py run", description=__doc__)
    parser.add_argument("--port", type=port_number, default=7071, metavar="N", help="the app's port (7071)")
    parser.add_argument(
        "--storage-port",
        type=port_number,
        default=10000,
        metavar="N",
        help="Azurite's ports: N for blobs, N+1 for queues, N+2 for tables (10000)",
    )
    parser.add_argument(
        "--service-bus",
        action="store_true",
        help="start a broker that stands in for Azure Service Bus, for jobs that send to queues and topics",
    )
    parser.add_argument(
        "--service-bus-port", type=port_number, default=5672, metavar="N", help="the broker's port (5672)"
    )
    parser.add_argument(
        "--host",
        type=one_of("local", "func"),
        default="local",
        metavar="HOST",
        help="what runs the app: the project's own host (local), or Microsoft's Core Tools (func)",
    )
    return read_options(parser, arguments)


def port_number(text: str) -> int:
    """Return the number of a port; raise an error if there are not two more ports above it."""
    if not (text.isdecimal() and 1 <= int(text) <= 65533):
        raise argparse.ArgumentTypeError("must be a number between 1 and 65533")
    return int(text)


def check_port(port: int, option: str) -> None:
    obstacle = tcp_ports.obstacle(port)
    if obstacle is not None:
        raise Problem(refusal_of(port, option, obstacle))


def refusal_of(port: int, option: str, obstacle: OSError) -> str:
    """Say why a server cannot listen on a port, and what to do about it."""
    other = f"choose another port with {option}."
    if obstacle.errno == errno.EADDRINUSE or tcp_ports.answers(port):
        return f"Port {port} is taken, perhaps by another `dev.py run`: end what uses it, or {other}"
    if obstacle.errno == errno.EACCES:
        kept = f"ports below {OPEN_TO_ALL} are often kept for administrators"
        return f"Port {port} is not permitted to you; {kept}: {other}"
    return f"Port {port} cannot be used ({obstacle.strerror}): {other}"


def prepare_storage(settings: Mapping[str, str], options: argparse.Namespace) -> Azurite | None:
    """Return an Azurite that is installed and ready to start, or None if the settings name other storage."""
    if not app_settings.wants_azurite(settings):
        say(f"Using the storage that {app_settings.STORAGE} names; Azurite is not started.")
        return None
    first = options.storage_port
    where = StoragePorts(blob=first, queue=first + 1, table=first + 2)
    if options.port in where.all():
        raise Problem(
            f"Port {options.port} cannot serve both the app and Azurite: "
            "choose another with --port or --storage-port."
        )
    for port in where.all():
        check_port(port, "--storage-port")
    return Azurite(ensure_azurite(), ROOT / ".azurite", where)


def prepare_broker(options: argparse.Namespace) -> ServiceBusBroker | None:
    """Return a broker that is installed and ready to start, or None if nobody asks for it."""
    if not options.service_bus:
        return None
    first, port = options.storage_port, options.service_bus_port
    if port in (options.port, first, first + 1, first + 2):
        raise Problem(f"Port {port} is wanted twice: choose another with --service-bus-port.")
    check_port(port, "--service-bus-port")
    return ServiceBusBroker(ensure_broker(), ROOT / ".service-bus", port)


def run(parts: Parts, *, with_key: bool) -> int:
    """Keep everything running until a signal comes. Then end everything, the app first."""
    try:
        start(parts)
        windows = sys.platform == "win32"
        broker = parts.broker.address if parts.broker else None
        print(welcome(parts.app.base, windows=windows, with_key=with_key, service_bus=broker), flush=True)
        watch(parts)
    except KeyboardInterrupt:
        return 0
    finally:
        set_signals(signal.SIG_IGN)  # a second Ctrl+C must not cut the end short; it takes seconds
        stop(parts)


def start(parts: Parts) -> None:
    if parts.storage:
        say("Starting Azurite …")
        parts.storage.start()
    if parts.broker:
        say("Starting the Service Bus broker …")
        parts.broker.start()
    say("Starting the app …")
    parts.app.start()


def watch(parts: Parts) -> NoReturn:
    """Raise a problem when one of the parts ends by itself."""
    while True:
        for part in (parts.app, parts.storage, parts.broker):
            if part:
                part.check()
        time.sleep(0.2)


def stop(parts: Parts) -> None:
    say("Stopping …")
    parts.app.stop()
    if parts.broker:
        parts.broker.stop()
    if parts.storage and not parts.storage.stop(within=STORAGE_STOP):
        # Killing it would lose what was written last.
        say("Azurite needs longer to write its data, and ends by itself when it is done.")


def set_signals(handler: Callable[[int, FrameType | None], object] | signal.Handlers) -> None:
    """Do the same on Ctrl+C, on SIGTERM and, on Windows, on Ctrl+Break."""
    for name in ("SIGINT", "SIGTERM", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), handler)
