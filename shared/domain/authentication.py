"""How an HTTP action proves who it is. A secret may be absent only while the job cannot run."""

from dataclasses import dataclass
from datetime import datetime

from shared.domain.secret import Secret


@dataclass(frozen=True, slots=True, kw_only=True)
class Basic:
    username: str
    password: Secret | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientCertificate:
    """A PFX file and its password, and what the certificate in it says."""

    thumbprint: str = ""
    subject: str = ""
    expires: datetime | None = None
    pfx: Secret | None = None
    password: Secret | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ActiveDirectoryOAuth:
    tenant: str
    audience: str
    client_id: str
    secret: Secret | None = None


Authentication = Basic | ClientCertificate | ActiveDirectoryOAuth
