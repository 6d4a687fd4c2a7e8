"""Tokens of Microsoft Entra ID for HTTP actions. They are kept until shortly before they expire."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final

import msal
import requests

from shared.actions.redaction import redacted

_MOST_CLIENTS: Final = 256
_TIME_LIMIT: Final = 20.0
_LONGEST_REASON: Final = 100


class NoToken(Exception):
    """Says briefly why there is no token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OAuthClient:
    """Who asks for tokens, and where."""

    tenant: str
    client_id: str
    secret: str = field(repr=False)


class Tokens:
    """Gets tokens from an authority, such as `https://login.microsoftonline.com`. Many threads may use it."""

    def __init__(self, authority: str, new_session: Callable[[], requests.Session]) -> None:
        self._authority = authority.rstrip("/")
        self._new_session = new_session
        self._clients: OrderedDict[OAuthClient, msal.ConfidentialClientApplication] = OrderedDict()
        self._lock = Lock()

    def token(self, client: OAuthClient, audience: str) -> str:
        """Return a token for an audience, from memory while it is valid; raise NoToken if there is none."""
        try:
            answer = self._application(client).acquire_token_for_client([f"{audience}/.default"])
        except (requests.RequestException, ValueError) as exc:
            raise NoToken(f"tenant '{client.tenant}' cannot be reached or is not known") from exc
        if "access_token" not in answer:
            said = redacted(str(answer.get("error", "no reason given")), [client.secret])
            raise NoToken(f"tenant '{client.tenant}' refuses it: {said[:_LONGEST_REASON]}")
        return str(answer["access_token"])

    def _application(self, client: OAuthClient) -> Any:
        with self._lock:
            known = self._clients.get(client)
            if known is not None:
                self._clients.move_to_end(client)
                return known
        made = msal.ConfidentialClientApplication(
            client.client_id,
            client_credential=client.secret,
            authority=f"{self._authority}/{client.tenant}",
            instance_discovery=False,
            http_client=_Limited(self._new_session()),
        )
        with self._lock:
            self._clients[client] = made
            while len(self._clients) > _MOST_CLIENTS:
                self._clients.popitem(last=False)
        return made


class _Limited:
    """A session whose calls end in time."""

    def __init__(self, session: requests.Session) -> None:
        self._session = session

    def get(self, url: str, **kwargs: Any) -> requests.Response:
        return self._session.get(url, **{"timeout": _TIME_LIMIT, **kwargs})

    def post(self, url: str, **kwargs: Any) -> requests.Response:
        return self._session.post(url, **{"timeout": _TIME_LIMIT, **kwargs})

    def close(self) -> None:
        self._session.close()
