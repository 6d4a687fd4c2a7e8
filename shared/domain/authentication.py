"""How an HTTP action proves who it is. A secret may be absent only while the job cannot run."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final

from shared.domain.about import About
from shared.domain.errors import Faults, cut
from shared.domain.secret import Secret

TENANT_NAME: Final = re.compile(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Basic:
    username: str
    password: Secret | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientCertificate:
    """A PFX file and its password, and what the certificate in the file says of itself."""

    thumbprint: Annotated[str, About(key="certificateThumbprint")] = ""
    subject: Annotated[str, About(key="certificateSubjectName", read_only=True)] = ""
    expires: Annotated[
        datetime | None,
        # The official clients spell it the second way.
        About(key="certificateExpiration", also="certificateExpirationDate", read_only=True),
    ] = None
    pfx: Annotated[Secret | None, About(words="A PFX file, in Base64.")] = None
    password: Secret | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ActiveDirectoryOAuth:
    tenant: Annotated[str, About(pattern=TENANT_NAME, example="example.com")]
    audience: str
    client_id: str
    secret: Secret | None = None

    def __post_init__(self) -> None:
        faults = Faults()
        # The tenant becomes part of an address.
        fits = TENANT_NAME.fullmatch(self.tenant) is not None
        faults.check(fits, "tenant", f"'{cut(self.tenant)}' is not a GUID or a domain name")
        faults.raise_any()


Authentication = Basic | ClientCertificate | ActiveDirectoryOAuth
