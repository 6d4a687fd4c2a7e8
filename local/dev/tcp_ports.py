"""TCP ports of this machine: whether one is free, whether one answers."""

import random
import socket
import sys
from itertools import islice

LOOPBACK = "127.0.0.1"
NOT_FOR_CLIENTS = range(15_000, 30_000)  # systems use higher ones for outgoing connections


def is_free(port: int) -> bool:
    """Say whether a server could listen on the port now."""
    return obstacle(port) is None


def obstacle(port: int) -> OSError | None:
    """Return what keeps a server from listening on the port now, or None."""
    with socket.socket() as probe:
        if sys.platform == "win32":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:  # a connection that just ended does not occupy the port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError as exc:
            return exc
    return None


def answers(port: int) -> bool:
    """Say whether a server listens on the port."""
    try:
        socket.create_connection((LOOPBACK, port), timeout=1).close()
    except OSError:
        return False
    return True


def find_free(count: int) -> list[int]:
    """Return different ports that are free now, and likely to stay free while a server restarts."""
    candidates = random.sample(NOT_FOR_CLIENTS, len(NOT_FOR_CLIENTS))
    return list(islice(filter(is_free, candidates), count))
