"""JSON of an HTTP action's authentication → value; secrets are sealed as soon as they are read."""

from datetime import datetime
from enum import StrEnum

from shared.api.fields import Fields
from shared.domain.authentication import ActiveDirectoryOAuth, Authentication, Basic, ClientCertificate
from shared.domain.errors import Faults
from shared.domain.secret import Sealer


class AuthenticationType(StrEnum):
    NOT_SPECIFIED = "NotSpecified"
    BASIC = "Basic"
    CLIENT_CERTIFICATE = "ClientCertificate"
    ACTIVE_DIRECTORY_OAUTH = "ActiveDirectoryOAuth"


class AuthenticationParser:
    def __init__(self, faults: Faults, vault: Sealer, now: datetime) -> None:
        self._faults = faults
        self._vault = vault
        self._now = now

    def parse(self, fields: Fields | None) -> Authentication | None:
        if fields is None:
            return None
        type_ = fields.member("type", AuthenticationType) if fields.required("type") else None
        match type_:
            case AuthenticationType.BASIC:
                username, password = fields.required_text("username"), fields.secret("password", self._vault)
                return None if username is None else Basic(username=username, password=password)
            case AuthenticationType.CLIENT_CERTIFICATE:
                return self._certificate(fields)
            case AuthenticationType.ACTIVE_DIRECTORY_OAUTH:
                return self._oauth(fields)
            case AuthenticationType.NOT_SPECIFIED | None:
                return None

    def _oauth(self, fields: Fields) -> ActiveDirectoryOAuth | None:
        tenant, audience = fields.required_text("tenant"), fields.required_text("audience")
        client_id, secret = fields.required_text("clientId"), fields.secret("secret", self._vault)
        if tenant is None:
            return None
        with self._faults.under(fields.path()):
            # What is missing is noted already; a tenant that is none is told beside it.
            return ActiveDirectoryOAuth(
                tenant=tenant, audience=audience or "", client_id=client_id or "", secret=secret
            )
        return None

    def _certificate(self, fields: Fields) -> ClientCertificate | None:
        """Look into a PFX file that is sent; without one, the file that is stored may be kept."""
        if fields.has("pfx"):
            return self._new_certificate(fields)
        fields.refuse("password", "belongs to a PFX file; send pfx too")
        return ClientCertificate(thumbprint=fields.text("certificateThumbprint") or "")

    def _new_certificate(self, fields: Fields) -> ClientCertificate | None:
        pfx, password = fields.text("pfx"), fields.required_text("password")
        if pfx is None or password is None:
            return None
        with self._faults.under(fields.path("pfx")):
            facts = self._vault.read_certificate(pfx, password, now=self._now)
            return ClientCertificate(
                thumbprint=facts.thumbprint,
                subject=facts.subject,
                expires=facts.expires,
                pfx=self._vault.seal(pfx),
                password=self._vault.seal(password),
            )
        return None
