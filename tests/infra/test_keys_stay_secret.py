"""The hook tells no key and no token: not in words, not on a command line, not in a file."""

import base64
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from local.dev.environment import ROOT
from tests.infra import vaults
from tests.infra.vaults import TOKEN, AVault
from tests.receiver import Answer, Received

Capture = pytest.CaptureFixture[str]


def test_no_key_and_no_token_is_printed(a_vault: AVault, capsys: Capture) -> None:
    vault = a_vault()
    vault.main()

    told = capsys.readouterr()
    keys = [value.partition("=")[2] for value in vault.secrets.values()]
    assert len(keys) == 3
    assert [key for key in (*keys, TOKEN) if key in told.out + told.err] == []
    assert len(base64.b64decode(keys[2])) == 32
    assert "az keyvault secret show --vault-name kv-test --name scheduler-keys" in told.out
    assert "in the portal of Azure: the vault kv-test" in told.out


def test_a_key_that_the_vault_repeats_when_it_refuses_is_not_printed(
    a_vault: AVault, capsys: Capture
) -> None:
    vault, sent = a_vault(), []

    def repeats(received: Received) -> Answer:
        if received.method != "PUT":
            return vault.answer(received)
        sent.append(json.loads(received.body)["value"])
        return vaults.refusal(400, "BadParameter", message=f"{sent[0]} is wrong")

    assert vault.main(repeats) == 1
    told = capsys.readouterr().err
    assert "BadParameter ops=… is wrong" in told
    assert sent[0].partition("=")[2] not in told


PROGRAM = f"""#!/bin/sh
echo "$0 $@" >> "$0.log"
echo '{{"token": "{TOKEN}"}}'
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the made-up azd is a script for sh")
def test_the_script_itself_makes_keys_and_tells_none(a_vault: AVault, tmp_path: Path) -> None:
    azd, vault = tmp_path / "azd", a_vault()
    azd.write_text(PROGRAM, encoding="utf-8")
    azd.chmod(0o700)
    vault.line.answer = vault.answer
    environment = {
        **vault.environment(),
        "KEY_VAULT_URI": vault.line.uri.replace("127.0.0.1", "localhost"),
        "PATH": f"{tmp_path}{os.pathsep}/bin{os.pathsep}/usr/bin",
        "PYTHONIOENCODING": "ascii:strict",
        "SSL_CERT_FILE": vault.line.authority.ca_file,
        "NO_PROXY": "*",
    }

    script = [sys.executable, str(ROOT / "infra" / "keys.py")]
    done = subprocess.run(script, env=environment, capture_output=True, text=True, check=False, cwd=tmp_path)
    checked = subprocess.run([*script, "check"], env=environment, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr, checked.returncode, checked.stdout) == (0, "", 0, "")
    assert [value.partition("=")[0] for value in vault.secrets.values()] == ["ops", "dashboard", "first"]
    assert vault.sent("POST") == [vaults.REFRESH]
    told = done.stdout + Path(f"{azd}.log").read_text(encoding="utf-8")
    keys = [value.partition("=")[2] for value in vault.secrets.values()]
    assert [secret for secret in (*keys, TOKEN) if secret in told] == []
    assert {file.name for file in tmp_path.iterdir()} == {"azd", "azd.log"}
