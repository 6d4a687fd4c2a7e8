"""The processes that dev.py starts: how they begin, and how they end with it."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from local.dev.terminal import Problem, last_lines

Child = subprocess.Popen[bytes]


def run_quietly(command: Sequence[str | Path], cwd: Path, *, otherwise: str) -> str:
    """Return a command's output. If it fails, raise a problem: the sentence, and the end of the output."""
    try:
        done = subprocess.run(
            command,
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except OSError as exc:
        raise Problem(f"{otherwise}\n    {exc}") from exc
    if done.returncode != 0:
        raise Problem(f"{otherwise}\n{last_lines(done.stdout)}")
    return done.stdout


def run_in_foreground(
    command: Sequence[str | Path], cwd: Path, environment: Mapping[str, str] | None = None
) -> int:
    """Run a command and return its exit code. It shares the terminal, so it gets Ctrl+C itself.

    If someone ends this process alone, the command is meant: it is told to end, and waited for.
    """
    child = subprocess.Popen(command, cwd=cwd, env=environment)
    before = signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    try:
        return wait_patiently(child)
    finally:
        signal.signal(signal.SIGTERM, before)


def wait_patiently(child: Child) -> int:
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:  # the command got it too; let it clear up
            continue


def start(
    command: Sequence[str | Path],
    cwd: Path,
    *,
    environment: Mapping[str, str] | None = None,
    log: IO[bytes] | None = None,
) -> Child:
    """Start a process. Ctrl+C does not reach it; its standard input ends when this process does."""
    stdin, out = subprocess.PIPE, log
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP
        return subprocess.Popen(
            command, cwd=cwd, env=environment, stdin=stdin, stdout=out, stderr=out, creationflags=flags
        )
    return subprocess.Popen(
        command, cwd=cwd, env=environment, stdin=stdin, stdout=out, stderr=out, start_new_session=True
    )


def ask_to_stop(child: Child) -> None:
    if sys.platform == "win32":
        child.send_signal(signal.CTRL_BREAK_EVENT)
    elif child.poll() is None:
        os.killpg(child.pid, signal.SIGTERM)


def close_input(child: Child) -> None:
    if child.stdin is not None:
        child.stdin.close()


def kill(child: Child) -> None:
    if sys.platform == "win32":
        child.kill()
    elif child.poll() is None:
        os.killpg(child.pid, signal.SIGKILL)


def has_ended(child: Child, within: float) -> bool:
    """Wait for the process to end, at most `within` seconds; say whether it has."""
    try:
        child.wait(within)
    except subprocess.TimeoutExpired:
        return False
    close_input(child)
    return True
