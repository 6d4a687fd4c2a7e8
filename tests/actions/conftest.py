"""An authority for TLS, and the endpoint that gives tokens of managed identities."""

from collections.abc import Iterator

import pytest

from tests.identity import IdentityEndpoint, an_identity_endpoint
from tests.tls import Authority, an_authority


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return an_authority(tmp_path_factory.mktemp("tls"))


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[IdentityEndpoint]:
    with an_identity_endpoint() as found:
        for name, value in found.environment.items():
            monkeypatch.setenv(name, value)
        yield found
