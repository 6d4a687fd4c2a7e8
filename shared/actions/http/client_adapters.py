"""Adapters for jobs that present a certificate, each with connections of its own."""

import ssl
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from shared.actions.http.certificates import ClientContext, Identity, client_context
from shared.actions.http.connections import GuardedAdapter

_MOST_IDENTITIES: Final = 64

_Ready = tuple[GuardedAdapter, ClientContext]


class ClientAdapters:
    """Keeps one adapter per identity. To make room for a new one, the least recently used is closed."""

    def __init__(
        self, new_adapter: Callable[[ssl.SSLContext], GuardedAdapter], most: int = _MOST_IDENTITIES
    ) -> None:
        self._new_adapter = new_adapter
        self._most = most
        self._lock = threading.Lock()
        self._ready: OrderedDict[Identity, _Ready] = OrderedDict()

    def get(self, identity: Identity) -> _Ready:
        """Return an adapter and its certificate; raise Unusable if the certificate cannot be read."""
        with self._lock:
            known = self._ready.get(identity)
            if known is not None:
                self._ready.move_to_end(identity)
                return known
        certificate = client_context(identity)  # slow, so outside the lock: other callers need not wait
        made = self._new_adapter(certificate.context), certificate
        with self._lock:
            ready = self._ready.setdefault(identity, made)
            retired = self._ready.popitem(last=False)[1] if len(self._ready) > self._most else None
        if retired is not None:
            retired[0].close()
        return ready

    def close(self) -> None:
        with self._lock:
            closing = list(self._ready.values())
            self._ready.clear()
        for adapter, _ in closing:
            adapter.close()
