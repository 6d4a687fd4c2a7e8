"""The app's settings: from the environment, and from `local.settings.json` where that says nothing."""

import base64
import json
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from local.dev.azurite import Azurite
from local.dev.terminal import Problem, say
from migrate.app_options import KEY_VARIABLE
from migrate.invocation import PROGRAM_VARIABLE
from migrate.logins import CONFIG_VARIABLE
from migrate.private_file import create_private, write_private

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
KEEP = "Keep the file: it may hold the only key that opens the secrets of your jobs."
_FILLED_IN = (ALLOWED_TARGETS, STORAGE_EMULATOR)  # if they are empty, dev.py fills them in


def load(folder: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """Return the settings as the app shall see them. If the file is missing, it is made."""
    file = folder / FILE
    made = not file.exists()
    if made:
        create_private(file, (folder / f"{FILE}.example").read_text(encoding="utf-8"))
        say(f"Made {FILE} from {FILE}.example.")
    text = read(file)
    settings = combine(environment, read_values(text))
    if not settings.get(ENCRYPTION_KEYS, "").strip():
        if not made:
            keep(file, text, datetime.now(UTC))
        settings[ENCRYPTION_KEYS] = add_encryption_key(file, text)
    return settings


def read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as exc:
        raise Problem(f"{FILE} is not UTF-8: save it so. {KEEP}") from exc
    except OSError as exc:
        raise Problem(f"Cannot read {file}: {exc.strerror}.") from exc


def keep(file: Path, text: str, now: datetime) -> None:
    """Keep a copy beside the file before it is changed, because it may hold the only copy of a key."""
    copy = file.with_name(f"{FILE}.before-{now:%Y%m%dT%H%M%SZ}")
    write_private(copy, text)
    say(f"{FILE} is changed; as it was it is kept in {copy.name}.")


def add_encryption_key(file: Path, text: str) -> str:
    """Put a new key into the file, which holds this text. Without a key, jobs with secrets are refused."""
    content = json.loads(text)
    key = f"local={base64.b64encode(secrets.token_bytes(32)).decode()}"
    content["Values"] = {**content.get("Values", {}), ENCRYPTION_KEYS: key}
    write_private(file, json.dumps(content, indent=2) + "\n")
    say(f"Made a key into {FILE} to encrypt secrets with: keep it as long as you keep the jobs.")
    return key


def read_values(text: str) -> dict[str, str]:
    """Return the `Values` of a local.settings.json."""
    try:
        content = json.loads(text)
    except json.JSONDecodeError as exc:
        where = f"line {exc.lineno}, column {exc.colno}"
        raise Problem(f"{FILE} is not JSON: it cannot be read at {where}. Correct it there. {KEEP}") from exc
    except (ValueError, RecursionError) as exc:
        raise Problem(f"{FILE} is not JSON that can be read: correct it. {KEEP}") from exc
    if not isinstance(content, dict):
        raise Problem(f"{FILE} is JSON, but not an object: correct it. {KEEP}")
    values = content.get("Values", {})
    if not isinstance(values, dict):
        raise Problem(f'{FILE} is wrong: "Values" must be an object. {KEEP}')
    others = [name for name, value in values.items() if not isinstance(value, str)]
    if others:
        raise Problem(f'{FILE} is wrong: in "Values", {", ".join(others)} must be a text in quotes. {KEEP}')
    return values


def combine(environment: Mapping[str, str], values: Mapping[str, str]) -> dict[str, str]:
    """Return the values and the environment, which wins.

    Windows knows `AzureWebJobsStorage` only as `AZUREWEBJOBSSTORAGE`.
    What the clients of an app read is no setting of an app.
    The result has every setting once, spelled as the app spells it.
    """
    set_by_dev = {OPEN_LOOPBACK, ALLOWED_TARGETS, STORAGE_EMULATOR, SERVICE_BUS_EMULATOR}
    names = {*values, STORAGE, KEYS, ENCRYPTION_KEYS, *set_by_dev}
    upper_names = {name.upper() for name in (*names, KEY_VARIABLE, CONFIG_VARIABLE, PROGRAM_VARIABLE)}
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
    """Return the settings with a new key for this run, and show the key, because nobody else knows it."""
    key = secrets.token_urlsafe(32)
    say(f"This host lets other machines connect, so that calls need a key. Yours, until it ends: {key}")
    return {**settings, KEYS: f"run={key}"}


def for_app(
    settings: Mapping[str, str], storage: Azurite | None, service_bus: str | None = None
) -> dict[str, str]:
    """Return the app's environment, with the storage and the Service Bus that were started for it, if any.

    Without keys, the app would refuse every call; so calls from this machine are allowed.
    Jobs could not call this machine, which is what people try first; so that is allowed too.
    """
    given = {name: value for name, value in settings.items() if value.strip() or name not in _FILLED_IN}
    open_loopback = {} if has_keys(settings) else {OPEN_LOOPBACK: "1"}
    emulated = {} if storage is None else {STORAGE_EMULATOR: storage.queue_address}
    started = {} if storage is None else {STORAGE: storage.connection_string}
    broker = {} if service_bus is None else {SERVICE_BUS_EMULATOR: service_bus}
    return {**open_loopback, ALLOWED_TARGETS: LOOPBACK_TARGETS, **emulated, **given, **started, **broker}
