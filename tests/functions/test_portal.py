"""The three files of the portal, as the HTTP function serves them."""

import gzip
from pathlib import Path
from typing import Any

import azure.functions as func
import pytest

from shared.domain.errors import NotConfigured
from shared.functions.http import answer
from shared.functions.wiring import App
from tests.functions.calls import an_app, error_of

FILES = {"index.html": "<!doctype html>…", "portal.js": "render();" * 99, "portal.css": "p { margin: 0 }"}
GUARDS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
    "Vary": "Accept-Encoding",
}


@pytest.fixture
def built(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def not_configured() -> App:
    raise NotConfigured("Settings are wrong.")


def ask(folder: Path, path: str, method: str = "GET", **headers: str) -> func.HttpResponse:
    """Ask without key and api-version an app that is not configured."""
    request = func.HttpRequest(
        method=method,
        url="https://app.example/",
        headers={name.replace("_", "-"): value for name, value in headers.items()},
        route_params={"path": path} if path else {},
        body=b"",
    )
    return answer(request, not_configured, folder)


PAGES = [
    pytest.param("", "index.html", "text/html; charset=utf-8", id="the root"),
    pytest.param("portal.js", "portal.js", "text/javascript; charset=utf-8", id="the script"),
    pytest.param("Portal.CSS", "portal.css", "text/css; charset=utf-8", id="the style, in any case"),
]


@pytest.mark.parametrize(("path", "name", "kind"), PAGES)
def test_the_portal_is_open_to_all_whatever_the_settings_are(
    built: Path, path: str, name: str, kind: str
) -> None:
    response = ask(built, path)

    assert (response.status_code, response.get_body().decode()) == (200, FILES[name])
    assert response.headers["Content-Type"] == kind
    assert {header: response.headers[header] for header in GUARDS} == GUARDS
    assert response.headers["x-ms-request-id"]


@pytest.mark.parametrize(("path", "name", "kind"), PAGES)
def test_head_is_get_without_its_body(built: Path, path: str, name: str, kind: str) -> None:
    response, whole = ask(built, path, "HEAD"), ask(built, path)

    assert (response.status_code, response.get_body()) == (200, b"")
    assert response.headers["Content-Type"] == kind
    assert response.headers["ETag"] == whole.headers["ETag"]


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("path", ["", "portal.js", "portal.css"])
def test_other_methods_are_told_the_right_ones(built: Path, path: str, method: str) -> None:
    response = ask(built, path, method)

    assert error_of(response) == (405, "MethodNotAllowed")
    assert response.headers["Allow"] == "GET, HEAD, OPTIONS"


def test_options_names_the_methods(built: Path) -> None:
    response = ask(built, "", "OPTIONS")

    assert (response.status_code, response.headers["Allow"]) == (200, "GET, HEAD, OPTIONS")


@pytest.mark.parametrize(
    "path",
    [
        *("index.html", "portal", "portal.js/x", "portal.js.map", "favicon.ico"),
        *("../function_app.py", "..%2Ffunction_app.py", "portal.js/../index.html", "./portal.js"),
        *("..\\portal.js", "C:\\portal.js", "portal.js\0", "\ud800"),
    ],
)
def test_nothing_but_the_table_is_served(built: Path, path: str) -> None:
    request = func.HttpRequest(
        method="GET", url="https://app.example/", route_params={"path": path}, body=b""
    )
    response = answer(request, an_app, built)

    assert error_of(response) == (401, "AuthenticationFailed")


def test_the_etag_is_that_of_the_content(built: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other")
    (other / "portal.js").write_text("other();", encoding="utf-8")
    (other / "index.html").write_text(FILES["index.html"], encoding="utf-8")

    etag = ask(built, "portal.js").headers["ETag"]

    assert etag.startswith('"')
    assert ask(other, "portal.js").headers["ETag"] != etag
    assert ask(other, "").headers["ETag"] == ask(built, "").headers["ETag"]


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
@pytest.mark.parametrize("form", ["{}", "W/{}", '"x", {}', ' "x" ,{} ', "*"])
@pytest.mark.parametrize("path", ["", "portal.js", "portal.css"])
def test_what_the_browser_has_is_not_sent_again(built: Path, path: str, form: str, encoding: str) -> None:
    sent = ask(built, path, Accept_Encoding=encoding).headers

    response = ask(built, path, Accept_Encoding=encoding, If_None_Match=form.format(sent["ETag"]))

    assert (response.status_code, response.get_body()) == (304, b"")
    for name in ("ETag", "Content-Type"):
        assert response.headers[name] == sent[name]
    assert {header: response.headers[header] for header in GUARDS} == GUARDS
    assert "Content-Encoding" not in response.headers


@pytest.mark.parametrize("given", ["", '"x"', "x", '"'])
def test_what_the_browser_has_otherwise_is_sent(built: Path, given: str) -> None:
    assert ask(built, "", If_None_Match=given).status_code == 200


def test_a_zipped_answer_and_a_plain_one_have_etags_of_their_own(built: Path) -> None:
    zipped = ask(built, "", Accept_Encoding="gzip").headers["ETag"]

    assert ask(built, "", If_None_Match=zipped).status_code == 200


@pytest.mark.parametrize(
    ("accepted", "zipped"),
    [
        pytest.param("gzip", True, id="by name"),
        pytest.param("br, GZIP ;q=0.5", True, id="among others"),
        pytest.param("gzip, deflate, br, zstd", True, id="a browser"),
        pytest.param("*", True, id="anything"),
        pytest.param("*;q=0.1, br", True, id="anything else"),
        pytest.param("gzip;q=1, *;q=0", True, id="this only"),
        pytest.param("gzip;q=0", False, id="not this"),
        pytest.param("gzip; q=0.000", False, id="not this, in full"),
        pytest.param("gzip;q=0, *", False, id="anything but this"),
        pytest.param("*;q=0", False, id="nothing"),
        pytest.param("identity", False, id="as it is"),
        pytest.param("br, deflate", False, id="others"),
        pytest.param("", False, id="not said"),
        pytest.param("xgzip", False, id="another name"),
    ],
)
def test_an_answer_is_zipped_where_the_caller_takes_it(built: Path, accepted: str, zipped: bool) -> None:
    response = ask(built, "portal.js", Accept_Encoding=accepted)

    body = response.get_body()
    assert response.headers.get("Content-Encoding") == ("gzip" if zipped else None)
    assert (gzip.decompress(body) if zipped else body).decode() == FILES["portal.js"]
    assert not zipped or len(body) < 100


def test_zipped_bytes_do_not_tell_when_they_were_made(built: Path) -> None:
    head = ask(built, "", Accept_Encoding="gzip").get_body()[:8]

    assert head[4:] == bytes(4)  # where gzip notes the time


def test_files_are_read_once(built: Path) -> None:
    first = ask(built, "portal.js")
    (built / "portal.js").write_text("changed();", encoding="utf-8")

    assert ask(built, "portal.js").get_body() == first.get_body()


def test_an_unbuilt_portal_says_how_to_build_it(tmp_path: Path) -> None:
    response = ask(tmp_path, "", If_None_Match="*")

    assert response.status_code == 503
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "python3 dev.py build" in response.get_body().decode()
    assert {header: response.headers[header] for header in GUARDS} == GUARDS


@pytest.mark.parametrize("path", ["portal.js", "portal.css"])
def test_an_unbuilt_portal_has_no_other_files(tmp_path: Path, path: str) -> None:
    assert error_of(ask(tmp_path, path)) == (404, "NotFound")


def test_a_portal_that_is_built_meanwhile_is_served(tmp_path: Path) -> None:
    ask(tmp_path, "")
    (tmp_path / "index.html").write_text("built", encoding="utf-8")

    assert ask(tmp_path, "").get_body() == b"built"


def test_the_portal_is_served_whatever_becomes_of_the_app(built: Path) -> None:
    def bug() -> Any:
        raise ZeroDivisionError

    request = func.HttpRequest(method="GET", url="https://app.example/", route_params={}, body=b"")

    assert answer(request, bug, built).status_code == 200
