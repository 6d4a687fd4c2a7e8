"""The app's settings: `local.settings.json`, and above it the environment."""

import base64
import json
import secrets
from collections.abc import Mapping
from pathlib import Path

from local.dev.azurite import Azurite
from local.dev.terminal import Problem, say

FILE = "local.settings.json"
STORAGE = "AzureWebJobsStorage"
KEYS = "SCHEDULER_KEYS"
OPEN_LOOPBACK = "SCHEDULER_OPEN_LOOPBACK"
ENCRYPTION_KEYS = "SCHEDULER_ENCRYPTION_KEYS"
ALLOWED_TARGETS = "SCHEDULER_ALLOWED_TARGETS"
STORAGE_EMULATOR = "SCHEDULER_STORAGE_EMULATOR"
SERVICE_BUS_EMULATOR = "SCHEDULER_SERVICE_BUS_EMULATOR"
EMULATED = "UseDevelopmentStorage=true"
LOOPBACK_TARGETS = "127.0.0.0/8,::1"
_FILLED_IN = (ALLOWED_TARGETS, STORAGE_EMULATOR)  # where they are empty, dev.py knows better


def load(folder: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """Return the settings as the app shall see them, from a file that is made if there is none."""
    file = folder / FILE
    if not file.exists():
        file.write_bytes((folder / f"{FILE}.example").read_bytes())
        say(f"Made {FILE} from {FILE}.example.")
    settings = combine(environment, read_values(file.read_text(encoding="utf-8")))
    if not settings.get(ENCRYPTION_KEYS, "").strip():
        settings[ENCRYPTION_KEYS] = add_encryption_key(file)
    return settings


def add_encryption_key(file: Path) -> str:
    """Put a new key into the file: without one, jobs with secrets would be refused."""
    content = json.loads(file.read_text(encoding="utf-8"))
    key = f"local={base64.b64encode(secrets.token_bytes(32)).decode()}"
    content["Values"] = {**content.get("Values", {}), ENCRYPTION_KEYS: key}
    file.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    say(f"Made a key into {FILE} to encrypt secrets with: keep it as long as you keep the jobs.")
    return key


def read_values(text: str) -> dict[str, str]:
    """Return the `Values` of a local.settings.json."""
    try:
        values = json.loads(text).get("Values", {})
    except (ValueError, AttributeError) as exc:
        raise Problem(f"{FILE} is no JSON object ({exc}): correct it, or delete it for a new one.") from exc
    if not isinstance(values, dict) or not all(isinstance(value, str) for value in values.values()):
        raise Problem(f'{FILE} is wrong: "Values" must be an object of which every value is a string.')
    return values


def combine(environment: Mapping[str, str], values: Mapping[str, str]) -> dict[str, str]:
    """Return the environment and, below it, the values.

    Windows knows `AzureWebJobsStorage` only as `AZUREWEBJOBSSTORAGE`:
    the result has every setting once, spelled as the app spells it.
    """
    set_by_dev = {OPEN_LOOPBACK, ALLOWED_TARGETS, STORAGE_EMULATOR, SERVICE_BUS_EMULATOR}
    names = {*values, STORAGE, KEYS, ENCRYPTION_KEYS, *set_by_dev}
    upper_names = {name.upper() for name in names}
    others = {name: value for name, value in environment.items() if name.upper() not in upper_names}
    overruling = {name: environment[name] for name in names if name in environment}
    return {**others, **values, **overruling}


def wants_azurite(settings: Mapping[str, str]) -> bool:
    """Say whether no other storage is named, by a connection string or by an identity's settings."""
    if connection := settings.get(STORAGE, "").strip():
        return connection.lower() == EMULATED.lower()
    prefix = f"{STORAGE}__".upper()
    return not any(name.upper().startswith(prefix) and value for name, value in settings.items())


def has_keys(settings: Mapping[str, str]) -> bool:
    """Say whether callers need a key."""
    return bool(settings.get(KEYS, "").strip())


def with_new_key(settings: Mapping[str, str]) -> dict[str, str]:
    """Return the settings with a key made up for this run, and show it: nobody else knows it."""
    key = secrets.token_urlsafe(32)
    say(f"This host lets other machines connect, so that calls need a key. Yours, until it ends: {key}")
    return {**settings, KEYS: f"run={key}"}


def for_app(
    settings: Mapping[str, str], storage: Azurite | None, service_bus: str | None = None
) -> dict[str, str]:
    """Return the app's environment, with the storage and the Service Bus that were started for it, if any.

    Without keys the app refuses every call, unless calls from this machine are allowed explicitly;
    and jobs may not call this machine, which is what one tries first.
    """
    found = {name: value for name, value in settings.items() if value.strip() or name not in _FILLED_IN}
    open_loopback = {} if has_keys(settings) else {OPEN_LOOPBACK: "1"}
    emulated = {} if storage is None else {STORAGE_EMULATOR: storage.queue_address}
    started = {} if storage is None else {STORAGE: storage.connection_string}
    broker = {} if service_bus is None else {SERVICE_BUS_EMULATOR: service_bus}
    return {**open_loopback, ALLOWED_TARGETS: LOOPBACK_TARGETS, **emulated, **found, **started, **broker}
