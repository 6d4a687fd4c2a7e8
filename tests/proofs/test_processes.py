"""Processes of a proof, with real ones: what they say, how they end, and that they come back."""

import sys
import time
from pathlib import Path

import pytest
import requests

from local.dev.terminal import Problem
from proofs.harness.processes import Process, running
from proofs.harness.receiver import Receiver

LOOKS = 100


def test_a_server_that_was_killed_comes_back_at_the_same_address_and_knows_its_calls(tmp_path: Path) -> None:
    with running(Receiver(tmp_path)) as receiver:
        requests.get(f"{receiver.address}/before", timeout=10)
        receiver.kill()
        receiver.start()
        receiver.wait_until_ready()
        requests.get(f"{receiver.address}/after", timeout=10)

        assert [call.path for call in receiver.calls()] == ["/before", "/after"]
        assert receiver.count_calls() == 2


def test_a_receiver_can_be_silent(tmp_path: Path) -> None:
    with running(Receiver(tmp_path, answers_after=3_600)) as receiver:
        with pytest.raises(requests.ReadTimeout):
            requests.get(f"{receiver.address}/job", timeout=0.1)
        for _ in range(LOOKS):  # a busy machine may take a while to hand the call over
            if receiver.calls():
                break
            time.sleep(0.1)

        assert [call.path for call in receiver.calls()] == ["/job"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell it in a file")
def test_the_processor_time_of_a_process_is_told_while_it_runs(tmp_path: Path) -> None:
    receiver = Receiver(tmp_path)
    before = receiver.cpu_seconds()
    with running(receiver):
        meanwhile = receiver.cpu_seconds()

    assert before is None
    assert meanwhile is not None
    assert 0 < meanwhile < 60


def test_what_a_process_said_before_it_was_killed_does_not_make_the_next_one_ready(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("Listening on an address of long ago\n", encoding="utf-8")
    process = Process(["local.receiver", "--port", "nonsense"], log)

    with pytest.raises(Problem, match="ended by itself with exit code 2"), running(process):
        pass


def test_a_process_that_ends_by_itself_is_a_problem_that_shows_its_last_words(tmp_path: Path) -> None:
    process = Process(["local.receiver", "--bogus"], tmp_path / "log")

    with pytest.raises(Problem, match=r"local\.receiver ended by itself") as found, running(process):
        pass

    assert "usage: python -m local.receiver" in str(found.value)


def test_a_process_that_was_not_started_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "log").touch()

    with pytest.raises(Problem, match="was not started"):
        Process(["local.receiver"], tmp_path / "log").check()
