"""The keys that sign a tenant's tokens, from its authority.

Anybody can send a token that names an unknown key. So the authority is asked rarely, whoever sends what,
and for a bounded time. If it does not answer, the keys that are known go on.
"""

import json
import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from threading import Lock
from typing import Any, Final

import jwt
import requests
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from urllib3.exceptions import HTTPError

from shared.actions.http.connections import GuardedAdapter, resolve, time_left, time_limit
from shared.actions.kept import Kept
from shared.domain.outbound import ANYWHERE

ALGORITHM: Final = "RS256"
BETWEEN_REFRESHES: Final = timedelta(minutes=5)
BETWEEN_FIRST_TRIES: Final = timedelta(seconds=15)
"""While no key is known, because the authority did not answer at the start."""
LONGEST_USE: Final = timedelta(days=1)
"""After this the keys are asked for again, so that one that was withdrawn does not stay."""
LARGEST_ANSWER: Final = 256 * 1024
"""When unpacked. As it is sent, a guarded connection takes a quarter of it, and a tenant's keys need less."""
MOST_KEYS: Final = 100
KEY_BITS: Final = range(2_048, 4_097)
"""A shorter key is weak; a longer one makes each check slow."""

_TIME_LIMIT: Final = 5.0  # seconds, from the connection to the end of the answer
_PART: Final = 16 * 1024

log = logging.getLogger(__name__)

Keys = Mapping[str, jwt.PyJWK]
"""By their ids."""


class NoKeys(Exception):
    """Says briefly why the authority has given no keys."""


class SigningKeys:
    """The keys of one tenant. Many threads may use it."""

    def __init__(self, fetch: Callable[[], Keys], clock: Callable[[], datetime]) -> None:
        self._fetch, self._clock = fetch, clock
        self._keys: Keys = {}
        self._tried: datetime | None = None
        self._fetched: datetime | None = None
        self._lock = Lock()

    def find(self, id: str) -> jwt.PyJWK | None:
        """Return the key, or None if the tenant has none of this id."""
        if id not in self._keys or self._is_old():
            self._refresh()
        return self._keys.get(id)

    def _is_old(self) -> bool:
        return self._fetched is None or self._clock() - self._fetched > LONGEST_USE

    def _refresh(self) -> None:
        """Ask the authority, unless that was done lately. Others wait for the one who asks, not for long."""
        if not self._lock.acquire(timeout=2 * _TIME_LIMIT):
            return
        try:
            now, pause = self._clock(), BETWEEN_REFRESHES if self._keys else BETWEEN_FIRST_TRIES
            if self._tried is not None and now - self._tried < pause:
                return
            self._tried = now
            self._keys = self._fetch()
            self._fetched = now
        except NoKeys as exc:
            log.warning("no signing keys of the tenant: %s; those that are known go on", exc)
        finally:
            self._lock.release()


def fetch_keys(
    uri: str, *, ca_file: str | None = None, use_proxy: bool = False, seconds: float = _TIME_LIMIT
) -> Keys:
    """Return the keys that an authority shows; raise NoKeys unless it shows some, in time and briefly."""
    with requests.Session() as session:
        session.trust_env, session.verify = use_proxy, ca_file or True
        guarded = GuardedAdapter(ANYWHERE, resolve, Kept())  # it holds the limit also where headers drip
        for scheme in ("http://", "https://"):
            session.mount(scheme, guarded)
        try:
            with time_limit(seconds):
                return read_keys(_fetch(session, uri))
        except (requests.RequestException, HTTPError, OSError) as exc:
            raise NoKeys(f"the authority cannot be reached: {type(exc).__name__}") from exc


def read_keys(answer: bytes) -> Keys:
    """Return the keys for RS256 in a JSON Web Key Set; raise NoKeys if it has none."""
    try:
        listed = json.loads(answer)["keys"]
        faults = not isinstance(listed, list) or len(listed) > MOST_KEYS
    except (ValueError, TypeError, KeyError, RecursionError) as exc:
        raise NoKeys("the answer is no set of keys") from exc
    if faults:
        raise NoKeys(f"the answer is no set of at most {MOST_KEYS} keys")
    keys = {id: key for id, key in map(_read_key, listed) if key is not None}
    if not keys:
        raise NoKeys("the answer has no key that can be used")
    return keys


def _fetch(session: requests.Session, uri: str) -> bytes:
    with session.get(uri, timeout=time_left(), stream=True, allow_redirects=False) as response:
        if response.status_code != requests.codes.ok:
            raise NoKeys(f"the authority answers {response.status_code}")
        answer = bytearray()
        while part := response.raw.read1(_PART, decode_content=True):
            answer += part
            if len(answer) > LARGEST_ANSWER:
                raise NoKeys(f"the answer has more than {LARGEST_ANSWER} bytes")
        return bytes(answer)


def _read_key(listed: Any) -> tuple[str, jwt.PyJWK | None]:
    """Return a key and its id, or None for one that signs no tokens of ours. Others beside it still count."""
    unusable = "", None
    if not isinstance(listed, dict) or listed.get("kty") != "RSA" or listed.get("use", "sig") != "sig":
        return unusable
    id = listed.get("kid")
    if not isinstance(id, str) or not id or "d" in listed:
        return unusable
    try:
        key = jwt.PyJWK(listed, algorithm=ALGORITHM)
    except (jwt.PyJWTError, ValueError, TypeError, AttributeError):
        return unusable
    fits = isinstance(key.key, RSAPublicKey) and key.key.key_size in KEY_BITS
    return (id, key) if fits else unusable
