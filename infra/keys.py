"""Make the keys that the vault does not have yet: azd runs this after it has made the resources.

A secret that is there is never replaced: without its encryption key, no stored secret can be opened again.
With the word `check`, only say whether somebody is signed in: azd asks before it makes anything.
"""

import base64
import os
import secrets
import ssl
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

if sys.version_info < (3, 11):  # noqa: UP036  # an older one cannot read the rest; Macs come with one
    sys.exit(f"This needs Python 3.11 or newer, and is run by {sys.version.split()[0]}.")
if __name__ == "__main__":  # azd runs this file, and Python looks for others beside it
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from infra.hook import Stop
from infra.hook.https import Call, Send, send
from infra.hook.sign_in import Run, SignIn, run_program
from infra.hook.vault import Vault, address_of, scope_of

REFRESH_VERSION: Final = "2022-03-01"
AGAIN: Final = "Then run `azd up` again; or `azd hooks run postprovision`, then `azd deploy`."


def new_access_key(name: str) -> str:
    return f"{name}={secrets.token_urlsafe(32)}"


def new_encryption_key() -> str:
    return f"first={base64.b64encode(secrets.token_bytes(32)).decode()}"


SECRETS: Final[Mapping[str, Callable[[], str]]] = {
    "scheduler-keys": lambda: new_access_key("ops"),
    "scheduler-read-keys": lambda: new_access_key("dashboard"),
    "scheduler-encryption-keys": new_encryption_key,
}


def make_missing(vault: Vault) -> list[str]:
    """Create each secret that the vault does not have, and return their names."""
    made = []
    for name, new_value in SECRETS.items():
        if vault.has(name):  # asked as late as possible, in case there is another run
            continue
        vault.create(name, new_value())
        made.append(name)
        if vault.was_made_twice(name):
            print(_say_twice(vault.name, name))
    return made


def tell_app(manager: str, app: str, send_as_me: Send) -> bool:
    """Let the app read its keys from the vault now, not within a day; say whether that worked."""
    address = f"{manager}{app}/config/configreferences/appsettings/refresh?api-version={REFRESH_VERSION}"
    try:
        return send_as_me(Call("POST", address, {})).status in range(200, 300)
    except Stop:
        return False


def main(
    environment: Mapping[str, str],
    run: Run,
    sleep: Callable[[float], None] = time.sleep,
    context: ssl.SSLContext | None = None,
) -> int:
    """Do it all with what azd knows of the environment; return the exit code."""
    name = environment.get("KEY_VAULT_NAME", "")
    if not name:
        print("KEY_VAULT_NAME is not set: run this by `azd hooks run postprovision`.", file=sys.stderr)
        return 1
    me = sign_in(environment, run)
    try:
        address = address_of(name, environment.get("KEY_VAULT_URI", ""))
        made = make_missing(Vault(name, address, _with_token(me, scope_of(address), context), sleep))
    except Stop as exc:
        print(f"{exc}\n{AGAIN}", file=sys.stderr)
        return 1
    print(_say_made(name, made))
    manager = environment.get("RESOURCE_MANAGER", "").rstrip("/") or "https://management.azure.com"
    app = environment.get("APP_RESOURCE_ID", "")
    # Each time: a run before this one may have ended too early.
    if app and not tell_app(manager, app, _with_token(me, f"{manager}/.default", context)):
        print("The app sees its keys within a day, or at once when any of its settings is changed.")
    return 0


def check(environment: Mapping[str, str], run: Run) -> int:
    """Say whether keys can be made later, before minutes go into making resources; return the exit code."""
    uri = environment.get("KEY_VAULT_URI", "")  # azd does not know it yet the first time
    try:
        sign_in(environment, run).token(scope_of(uri or "https://any.vault.azure.net"))
    except Stop as exc:
        print(f"{exc}\nThen run `azd up` again.", file=sys.stderr)
        return 1
    return 0


def sign_in(environment: Mapping[str, str], run: Run) -> SignIn:
    return SignIn(run, environment.get("AZURE_SUBSCRIPTION_ID", ""), environment.get("AZURE_TENANT_ID", ""))


def _with_token(me: SignIn, scope: str, context: ssl.SSLContext | None) -> Send:
    return lambda call: send(call, me.token(scope), context)


def _say_made(vault: str, made: list[str]) -> str:
    return (
        f"Keys made: {', '.join(made) or 'none, all were there'}. The key of the API:\n"
        f"  in the portal of Azure: the vault {vault}, Secrets, scheduler-keys; or by\n"
        f"  az keyvault secret show --vault-name {vault} --name scheduler-keys --query value --output tsv"
    )


def _say_twice(vault: str, secret: str) -> str:
    return (
        f"Two runs made {secret} at the same time. The later one counts; the vault {vault} keeps both:\n"
        f"  az keyvault secret list-versions --vault-name {vault} --name {secret}\n"
        "If jobs with secrets were stored in between, put the earlier encryption key behind the later one."
    )


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # a pipe of Windows knows few letters
    sys.stderr.reconfigure(errors="replace")  # type: ignore[union-attr]  # the same
    asked = check(os.environ, run_program) if sys.argv[1:] == ["check"] else main(os.environ, run_program)
    sys.exit(asked)
