"""TCP ports of this machine: whether one is free, whether one answers."""

import random
import socket
import sys
from itertools import islice

LOOPBACK = "127.0.0.1"
NOT_FOR_CLIENTS = range(15_000, 30_000)  # systems take the ports of outgoing connections from above


def is_free(port: int) -> bool:
    """Say whether a server could listen on the port now."""
    with socket.socket() as probe:
        if sys.platform == "win32":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:  # connections that ended a moment ago do not make the port taken
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True


def answers(port: int) -> bool:
    """Say whether a server listens on the port."""
    try:
        socket.create_connection((LOOPBACK, port), timeout=1).close()
    except OSError:
        return False
    return True


def find_free(count: int) -> list[int]:
    """Return so many different ports, free now and likely to stay so while a server restarts."""
    candidates = random.sample(NOT_FOR_CLIENTS, len(NOT_FOR_CLIENTS))
    return list(islice(filter(is_free, candidates), count))
