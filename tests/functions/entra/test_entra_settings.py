"""The settings of callers by Entra ID, where the portal signs in, and whom its page may talk to."""

from pathlib import Path

import azure.functions as func
import pytest

from shared.domain.errors import NotConfigured
from shared.functions.entra.settings import EntraSettings
from shared.functions.http import answer
from shared.functions.settings import read_settings
from tests.entra import A_TENANT, AUDIENCE, PORTAL, TENANT
from tests.functions.calls import an_app, call, content, error_of

STORAGE = {"AzureWebJobsStorage": "UseDevelopmentStorage=true", "SCAN_SCHEDULE": "*/15 * * * * *"}
ENTRA = {"SCHEDULER_ENTRA_TENANT": TENANT, "SCHEDULER_ENTRA_AUDIENCE": AUDIENCE}
CLIENT = {"SCHEDULER_ENTRA_PORTAL_CLIENT": PORTAL}


def read(**changes: str) -> EntraSettings | None:
    return read_settings({**STORAGE, **ENTRA, **changes}).entra


def test_without_settings_there_are_no_identities() -> None:
    assert read_settings(STORAGE).entra is None


def test_what_is_set_is_read() -> None:
    assert read(SCHEDULER_ENTRA_TENANT=f" {TENANT.upper()} ", **CLIENT) == A_TENANT


@pytest.mark.parametrize(
    ("authority", "issuers"),
    [
        pytest.param(
            "", ("https://sts.windows.net/", "https://login.microsoftonline.com/"), id="the public cloud"
        ),
        pytest.param(
            "https://login.microsoftonline.us/",
            ("https://sts.windows.net/", "https://login.microsoftonline.us/"),
            id="of the US government",
        ),
        pytest.param(
            "https://login.partner.microsoftonline.cn",
            ("https://sts.chinacloudapi.cn/", "https://login.partner.microsoftonline.cn/"),
            id="in China",
        ),
    ],
)
def test_each_cloud_has_its_issuers(authority: str, issuers: tuple[str, str]) -> None:
    settings = read(SCHEDULER_AUTHORITY=authority)

    assert settings is not None
    assert settings.issuers == (f"{issuers[0]}{TENANT}/", f"{issuers[1]}{TENANT}/v2.0")
    assert settings.keys_uri == f"{issuers[1]}{TENANT}/discovery/v2.0/keys"


@pytest.mark.parametrize(
    "audience", [PORTAL, f"api://{PORTAL}", "api://scheduler.example", "https://contoso.onmicrosoft.com/jobs"]
)
def test_an_audience_is_an_id_or_an_address(audience: str) -> None:
    settings = read(SCHEDULER_ENTRA_AUDIENCE=audience)

    assert settings is not None
    assert (settings.audience, settings.scope) == (audience, f"{audience}/.default")


@pytest.mark.parametrize(
    "audience",
    [
        *("https://management.azure.com", "https://management.azure.com/", "https://Management.Azure.COM//"),
        *("https://management.core.windows.net", "https://management.core.windows.net/"),
        *("https://graph.microsoft.com", "https://graph.windows.net/", "https://vault.azure.net"),
        *("https://storage.azure.com/", "https://account1.queue.core.windows.net", "https://azure.com"),
        *("https://management.chinacloudapi.cn/", "https://management.usgovcloudapi.net"),
        *("https://graph.microsoft.us", "https://vault.azure.cn", "https://vault.usgovcloudapi.net/"),
        *("https://management.azure.com.", "https://management.azure.com:443/", "https://x@vault.azure.net"),
        *("00000003-0000-0000-c000-000000000000", "797f4846-ba00-4fd7-ba43-dac1f8f63013"),
        *("api://00000003-0000-0000-c000-000000000000", "api://AzureADTokenExchange"),
    ],
)
def test_an_audience_of_azures_own_is_a_wrong_setting(audience: str) -> None:
    with pytest.raises(NotConfigured, match=r"SCHEDULER_ENTRA_AUDIENCE: is an audience of Azure's own"):
        read(SCHEDULER_ENTRA_AUDIENCE=audience)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"SCHEDULER_ENTRA_TENANT": ""}, "SCHEDULER_ENTRA_TENANT: must be the id of a tenant"),
        ({"SCHEDULER_ENTRA_TENANT": "hunter2"}, "SCHEDULER_ENTRA_TENANT: must be the id of a tenant"),
        ({"SCHEDULER_ENTRA_TENANT": "common"}, "SCHEDULER_ENTRA_TENANT: must be the id of a tenant"),
        ({"SCHEDULER_ENTRA_AUDIENCE": ""}, "SCHEDULER_ENTRA_AUDIENCE: must be the id"),
        ({"SCHEDULER_ENTRA_AUDIENCE": "hunter2"}, "SCHEDULER_ENTRA_AUDIENCE: must be the id"),
        ({"SCHEDULER_ENTRA_AUDIENCE": "api://hunter2 x"}, "SCHEDULER_ENTRA_AUDIENCE: must be the id"),
        ({"SCHEDULER_ENTRA_AUDIENCE": "https://[hunter2"}, "SCHEDULER_ENTRA_AUDIENCE"),
        ({"SCHEDULER_ENTRA_AUDIENCE": f"api://{'x' * 300}"}, "SCHEDULER_ENTRA_AUDIENCE: must be the id"),
        ({"SCHEDULER_ENTRA_PORTAL_CLIENT": "hunter2"}, "SCHEDULER_ENTRA_PORTAL_CLIENT: must be the id"),
        ({"SCHEDULER_AUTHORITY": "https://hunter2/x"}, "SCHEDULER_AUTHORITY: must be https and a host"),
        ({"SCHEDULER_AUTHORITY": "https://a;script-src"}, "SCHEDULER_AUTHORITY: must be https and a host"),
        ({"SCHEDULER_KEYS": f"oid:hunter2={'k' * 32}"}, "SCHEDULER_KEYS: has a key whose name begins like"),
        ({"SCHEDULER_READ_KEYS": f"APP:hunter2={'k' * 32}"}, "SCHEDULER_READ_KEYS: has a key whose name"),
    ],
)
def test_a_wrong_setting_is_named_without_its_value(changes: dict[str, str], fault: str) -> None:
    with pytest.raises(NotConfigured) as refused:
        read(**changes)

    assert fault in str(refused.value)
    assert "hunter2" not in str(refused.value)


def test_a_portal_alone_signs_nobody_in() -> None:
    with pytest.raises(NotConfigured, match="SCHEDULER_ENTRA_TENANT"):
        read_settings({**STORAGE, **CLIENT})


def test_anybody_may_ask_where_to_sign_in() -> None:
    response = call(an_app(entra=A_TENANT), "GET", "sign-in", headers={}, params={})

    assert (response.status_code, content(response)) == (
        200,
        {
            "authority": "https://login.microsoftonline.com",
            "tenant": TENANT,
            "client": PORTAL,
            "scope": f"{AUDIENCE}/.default",
        },
    )


@pytest.mark.parametrize(
    "entra", [None, EntraSettings(authority="https://a.example", tenant=TENANT, audience=AUDIENCE)]
)
def test_where_the_portal_does_not_sign_in_there_is_nothing(entra: EntraSettings | None) -> None:
    app = an_app(entra=entra)

    assert error_of(call(app, "GET", "sign-in", headers={}, params={})) == (404, "NotFound")
    assert connects(entra) == "connect-src 'self'"


def test_the_page_may_talk_to_the_authority_only_where_it_signs_in() -> None:
    assert connects(A_TENANT) == "connect-src 'self' https://login.microsoftonline.com"


def connects(entra: EntraSettings | None) -> str:
    """Return whom the policy of the page lets it talk to. Built or not, it has one."""
    request = func.HttpRequest(method="GET", url="https://app.example/", route_params={}, body=b"")
    response = answer(request, lambda: an_app(entra=entra), Path("nowhere"))
    parts: list[str] = response.headers["Content-Security-Policy"].split("; ")
    (found,) = [part for part in parts if part.startswith("connect-src")]
    return found
