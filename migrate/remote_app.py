"""The app, called through its REST API. Calls are repeated if the app is busy; refusals become words."""

from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any, Final
from urllib.parse import quote, urlsplit, urlunsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

from migrate.found import Json
from migrate.terminal import Misuse, Problem, Refused
from shared.api.render import collection_id, job_id
from shared.domain.about import ORIGINAL
from shared.domain.errors import InvalidApiVersion
from shared.domain.keys import CollectionKey, JobKey

SIDE_BY_SIDE: Final = 8
MOST_PAGES: Final = 10_000  # of up to 1,000 entries: more than any app holds
_TIME_LIMITS: Final = (10, 120)  # seconds to connect, and between two bytes of the answer
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
# Every call can be repeated, because it asks for a state and not for a change.
# Only a job that is put as finished is refused the second time, because it then exists.
_BACK_OFF: Final = Retry(
    total=8,
    connect=2,
    read=3,
    status_forcelist=(429, 502, 503, 504),
    allowed_methods=None,
    backoff_factor=0.5,
    backoff_max=30,
    backoff_jitter=0.5,
    retry_after_max=60,
    raise_on_status=False,
)


class KeyRefused(Problem):
    """The app does not take the key, or not for this. `said` is what the app said about it."""

    def __init__(self, address: str, said: str) -> None:
        super().__init__(f"{address} refuses the key: {said} Give it with --key or SCHEDULER_KEY.")
        self.said = said


class RemoteApp:
    """An app at an address, local or deployed, asked in an api-version. Several threads may use it."""

    def __init__(self, address: str, key: str | None, version: str = ORIGINAL) -> None:
        self.address = _checked(address)
        self._version = version
        self._headers: Mapping[str, str] = {}
        self._session = requests.Session()
        self._session.headers["Accept"] = "application/json"
        if key:
            self._session.headers["x-functions-key"] = _checked_key(key)
        adapter = HTTPAdapter(pool_maxsize=SIDE_BY_SIDE, max_retries=_BACK_OFF)
        self._session.mount(f"{urlsplit(self.address).scheme}://", adapter)

    def under(self, version: str) -> "RemoteApp":
        """Return the same app, asked in another api-version."""
        other = copy(self)
        other._version = version
        return other

    def provided(self, etag: str | None) -> "RemoteApp":
        """Return the same app; it changes only what has this ETag or, without one, what is not there yet.

        Anything else is refused with 412. Only the newest api-version knows this.
        Apps before 0.3.0 tell ETags without quotes, and take them with quotes only.
        """
        if etag is None:
            return self._saying("If-None-Match", "*")
        quoted = etag.strip('"')
        return self._saying("If-Match", f'"{quoted}"')

    def grouped(self, correlation: str) -> "RemoteApp":
        """Return the same app; the audit shows all its changes under one id."""
        return self._saying("x-ms-correlation-request-id", correlation)

    def _saying(self, header: str, value: str) -> "RemoteApp":
        other = copy(self)
        other._headers = {**self._headers, header: value}
        return other

    def check(self) -> None:
        """Raise Problem if the app does not answer or is not well. It is asked once only."""
        try:
            answer = requests.get(f"{self.address}/health", timeout=_TIME_LIMITS, allow_redirects=False)
        except requests.RequestException as exc:
            raise self._answering_http(exc) or self._silence(exc) from exc
        if answer.status_code != 200:
            raise self._refusal(answer)

    def collections(self, subscription: str, resource_group: str | None = None) -> list[Json]:
        group = "" if resource_group is None else f"/resourceGroups/{segment(resource_group)}"
        path = f"/subscriptions/{segment(subscription)}{group}/providers/Microsoft.Scheduler/jobCollections"
        return self._list(path)

    def subscriptions(self) -> list[Json]:
        return self._list("/subscriptions")

    def whoami(self) -> Json:
        return self._call("GET", "/whoami", None)

    def pages(self, path: str, params: Mapping[str, str]) -> Iterator[Json]:
        """Yield a list page by page. Links that lead to another place are not followed: the key is ours."""
        page, asked = self._page(path, {"api-version": self._version, **params}), set[str]()
        for _ in range(MOST_PAGES):
            yield page
            if page.get("nextLink") is None:
                return
            link = self._own(page["nextLink"])
            if link in asked:
                raise Problem(f"{self.address} names a next page that was asked before: its list never ends.")
            asked.add(link)
            page = self._page(link, {})
        raise Problem(f"{self.address} answers more than {MOST_PAGES} pages: ask for less.")

    def told(self, path: str, params: Mapping[str, str]) -> Json:
        """Return the object at a path."""
        return _object(self._ask("GET", path, None, {"api-version": self._version, **params}))

    def clock_changes(self, subscription: str, until: str | None = None) -> list[Json]:
        """Return the next clock changes of the zones in use, and what they do to jobs."""
        asked = "" if until is None else f"?until={quote(until)}"
        path = f"/subscriptions/{segment(subscription)}/providers/Microsoft.Scheduler/clockChanges"
        return self._list(f"{path}{asked}")

    def jobs(self, key: CollectionKey) -> list[Json]:
        return self._list(f"{_path(collection_id(key))}/jobs")

    def collection(self, key: CollectionKey) -> Json:
        """Return a collection; raise Refused if it does not exist."""
        answer = self._ask("GET", _path(collection_id(key)), None)
        if not _is_object(answer):
            raise Problem(f"{self.address} does not answer as the app does: check the address.")
        return _object(answer)

    def put_collection(self, key: CollectionKey, body: Json) -> Json:
        return self._call("PUT", _path(collection_id(key)), body)

    def patch_collection(self, key: CollectionKey, body: Json) -> Json:
        return self._call("PATCH", _path(collection_id(key)), body)

    def delete_collection(self, key: CollectionKey) -> None:
        self._ask("DELETE", _path(collection_id(key)), None)

    def job(self, key: JobKey) -> Json | None:
        """Return a job, or None if it does not exist."""
        try:
            return self._call("GET", _path(job_id(key)), None)
        except Refused as exc:
            if exc.status == 404:
                return None
            raise

    def put_job(self, key: JobKey, body: Json) -> Json:
        return self._call("PUT", _path(job_id(key)), body)

    def patch_job(self, key: JobKey, body: Json) -> Json:
        return self._call("PATCH", _path(job_id(key)), body)

    def delete_job(self, key: JobKey) -> None:
        self._ask("DELETE", _path(job_id(key)), None)

    def switch(self, key: CollectionKey, verb: str) -> None:
        self._call("POST", f"{_path(collection_id(key))}/{verb}", None)

    def _list(self, path: str) -> list[Json]:
        items: list[Json] = self._page(path, {"api-version": self._version})["value"]
        return items

    def _page(self, path: str, params: Mapping[str, str]) -> Json:
        answer = _object(self._ask("GET", path, None, params))
        if not isinstance(answer.get("value"), list):
            raise Problem(f"{self.address} answers, but not as the app does: check the address.")
        return answer

    def _own(self, link: object) -> str:
        """Return the path and query that a link names; raise Problem if it leads away from the app.

        They are asked of the address that is known, whatever scheme and port the link has.
        """
        path = _path_within(self.address, str(link))
        if path is None or not path.startswith("/") or path.startswith("//"):
            raise Problem(f"{self.address} names a next page in another place, which is not asked.")
        return path

    def _call(self, method: str, path: str, body: Json | None) -> Json:
        return _object(self._ask(method, path, body))

    def _ask(
        self, method: str, path: str, body: Json | None, params: Mapping[str, str] | None = None
    ) -> requests.Response:
        try:
            answer = self._session.request(
                method,
                f"{self.address}{path}",
                params={"api-version": self._version} if params is None else params,
                json=body,
                headers=dict(self._headers),
                timeout=_TIME_LIMITS,
                allow_redirects=False,
            )
        except requests.RequestException as exc:
            raise self._silence(exc) from exc
        if answer.status_code in (200, 201):
            return answer
        raise self._refusal(answer)

    def _answering_http(self, exc: requests.RequestException) -> Problem | None:
        """Return what is said if the app speaks http where https was asked for. No key is sent."""
        scheme, _, place = self.address.partition("://")
        if scheme == "http" or isinstance(exc, requests.Timeout):
            return None
        try:
            requests.get(f"http://{place}/health", timeout=_TIME_LIMITS, allow_redirects=False)
        except requests.RequestException:
            return None
        return Problem(f"{self.address} does not answer https, but http: write http://{place}.")

    def _silence(self, exc: requests.RequestException) -> Problem:
        return Problem(f"{self.address} does not answer ({_cause(exc)}): is the app running?")

    def _refusal(self, answer: requests.Response) -> Exception:
        error = _object(answer).get("error")
        if not isinstance(error, Mapping):
            moved = answer.headers.get("location", "").partition("?")[0]
            said = f"{answer.status_code} to {moved}" if moved else str(answer.status_code)
            return Problem(f"{self.address} answers {said}, but not as the app does: check the address.")
        message = str(error.get("message"))
        if answer.status_code in (401, 403):
            return KeyRefused(self.address, message)
        if error.get("code") == InvalidApiVersion.code:
            return Problem(f"{self.address} is an older version of the app: {message} Upgrade it first.")
        if answer.status_code == 503:
            return Problem(f"{self.address} is not ready: {message}")
        return Refused(answer.status_code, message)


def travels_in_clear(address: str) -> bool:
    """Say whether others could read what is sent there, such as the key and secrets."""
    return urlsplit(address).scheme == "http" and not is_loopback(address)


def is_loopback(address: str) -> bool:
    return urlsplit(address).hostname in _LOOPBACK


def _path(id: str) -> str:
    return "/".join(map(segment, id.split("/")))


def segment(name: str) -> str:
    """Return a name as a part of a path; refuse `.` and `..`, which are steps in a path."""
    if name in (".", ".."):
        raise Refused(400, f"The name '{name}' cannot be part of an address.")
    return quote(name, safe="")


def _checked(address: str) -> str:
    if not _is_address(address):
        raise Misuse(f"'{address}' is not the address of an app, as https://<your app>.azurewebsites.net is.")
    app, inside, _ = address.partition("/subscriptions")
    if inside:
        raise Misuse(f"'{address}' is something in an app: write the address of the app alone, {app}.")
    return address.rstrip("/")


def _path_within(address: str, link: str) -> str | None:
    """Return the path and query of a link on the host of an address, or None if it names another host."""
    if link.startswith("/"):
        return link
    if not _is_address(link.partition("?")[0]):
        return None
    own, parts = urlsplit(address), urlsplit(link)
    if parts.hostname != own.hostname:
        return None
    return urlunsplit(("", "", parts.path.removeprefix(own.path), parts.query, ""))


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        absolute = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # the port is bad, or the brackets hold no address
        return False
    bare = not (parts.query or parts.fragment or "@" in parts.netloc)
    return absolute and bare and text.split() == [text]


def _checked_key(key: str) -> str:
    if not (key.isascii() and key.isprintable()):
        raise Problem("The key holds characters that no key has: copy it anew, without line breaks.")
    return key


def _object(answer: requests.Response) -> dict[str, Any]:
    """Return the object that was answered; an empty one if it was something else."""
    content = _content(answer)
    return content if isinstance(content, dict) else {}


def _is_object(answer: requests.Response) -> bool:
    return isinstance(_content(answer), dict)


def _content(answer: requests.Response) -> Any:
    try:
        return answer.json()
    except requests.JSONDecodeError:
        return None


def _cause(exc: BaseException) -> str:
    """Return the name of the reason. The address is left out, because it may be long."""
    reason = getattr(exc.args[0], "reason", None) if exc.args else None
    return type(reason or exc).__name__
