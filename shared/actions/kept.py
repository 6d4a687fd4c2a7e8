"""Connections that are kept open for the next call: few in the whole process, none unused for long."""

import threading
import time
from dataclasses import dataclass
from typing import Any

from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.util.connection import is_connection_dropped

Pools = dict[str, type[HTTPConnectionPool]]


@dataclass(frozen=True, slots=True, eq=False)
class _Idle:
    pool: object
    connection: Any
    until: float


class Kept:
    """The idle connections of all pools that share it. The longest idle one makes room for a new one."""

    def __init__(self, most: int = 128, idle_limit: float = 60.0) -> None:
        self._most = most
        self._idle_limit = idle_limit
        self._lock = threading.Lock()
        self._idle: list[_Idle] = []
        """The longest idle first."""
        self._watched = False

    def take(self, pool: object) -> Any:
        """Return the pool's most recently used connection, or None if none is kept."""
        with self._lock:
            for place in range(len(self._idle) - 1, -1, -1):
                if self._idle[place].pool is pool:
                    return self._idle.pop(place).connection
        return None

    def keep(self, pool: object, connection: Any) -> None:
        with self._lock:
            self._idle.append(_Idle(pool, connection, time.monotonic() + self._idle_limit))
            too_many, self._idle = self._idle[: -self._most], self._idle[-self._most :]
            unwatched, self._watched = not self._watched, True
        _close(too_many)
        if unwatched:
            threading.Thread(target=self._watch, name="idle-connections", daemon=True).start()

    def close(self, pool: object) -> None:
        """Close the connections that are kept for a pool."""
        with self._lock:
            closing = [idle for idle in self._idle if idle.pool is pool]
            self._idle = [idle for idle in self._idle if idle.pool is not pool]
        _close(closing)

    def _watch(self) -> None:
        """Close connections that have been idle for too long; end when none is left."""
        while (pause := self._close_expired()) is not None:
            time.sleep(pause)

    def _close_expired(self) -> float | None:
        """Return the seconds until the next connection expires, or None if none is kept."""
        now = time.monotonic()
        with self._lock:
            expired = [idle for idle in self._idle if idle.until <= now]
            self._idle = [idle for idle in self._idle if idle.until > now]
            self._watched = bool(self._idle)
            pause = self._idle[0].until - now if self._idle else None
        _close(expired)
        return pause


class KeepingAdapter(HTTPAdapter):
    """Sends requests over connections of the given pools."""

    def __init__(self, pools: Pools, most_hosts: int = 128) -> None:
        self._pools = pools
        super().__init__(pool_connections=most_hosts, pool_maxsize=1)

    def init_poolmanager(
        self, connections: int, maxsize: int, block: bool = False, **pool_kwargs: Any
    ) -> None:
        super().init_poolmanager(connections, maxsize, block, **pool_kwargs)
        _let_use(self.poolmanager, self._pools)

    def proxy_manager_for(self, proxy: str, **proxy_kwargs: Any) -> Any:
        manager = super().proxy_manager_for(proxy, **proxy_kwargs)
        _let_use(manager, self._pools)
        return manager


def keeping_pools(
    kept: Kept,
    plain: type[HTTPConnection] = HTTPConnection,
    encrypted: type[HTTPSConnection] = HTTPSConnection,
) -> Pools:
    """Return pools by scheme. They keep no connections themselves, but leave them to `kept`."""

    class PlainPool(_KeepingPool):
        ConnectionCls = plain

    class EncryptedPool(_KeepingPool, HTTPSConnectionPool):
        ConnectionCls = encrypted

    PlainPool.kept = EncryptedPool.kept = kept
    return {"http": PlainPool, "https": EncryptedPool}


class _KeepingPool(HTTPConnectionPool):
    """urllib3's pool. The two methods that reach its queue of connections have no public name."""

    kept: Kept

    def _get_conn(self, timeout: float | None = None) -> Any:
        while (connection := self.kept.take(self)) is not None:
            if not is_connection_dropped(connection):
                return connection
            connection.close()
        return self._new_conn()

    def _put_conn(self, conn: Any) -> None:
        if conn is None:
            return
        closed = self.pool is None
        if closed or conn.is_closed or not getattr(conn, "fit_to_keep", True):
            conn.close()
        else:
            self.kept.keep(self, conn)

    def close(self) -> None:
        super().close()
        self.kept.close(self)


def _let_use(manager: Any, pools: Pools) -> None:
    """Let a manager make these pools, and close the pools that it gives up."""
    manager.pool_classes_by_scheme = pools
    manager.pools.dispose_func = _KeepingPool.close


def _close(closing: list[_Idle]) -> None:
    for idle in closing:
        idle.connection.close()
