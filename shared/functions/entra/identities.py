"""Whose token it is, and what its roles let him do.

The reason of a refusal is for the log alone, and holds nothing of the token.
"""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

import jwt

from shared.domain.callers import APPLICATION, OBJECT, Caller
from shared.domain.errors import AuthenticationFailed, AuthorizationFailed, cut
from shared.functions.entra.settings import GUID, EntraSettings
from shared.functions.entra.signing_keys import ALGORITHM, SigningKeys

GRACE: Final = timedelta(minutes=5)
LONGEST_TOKEN: Final = 16 * 1024
WRITES: Final = "Scheduler.Write"
READS: Final = "Scheduler.Read"
REFUSAL: Final = (
    "The key or token is missing or wrong; send a key as x-functions-key, as code, or as a bearer token, "
    "or send a token of Microsoft Entra ID for this app as a bearer token."
)

log = logging.getLogger(__name__)

_REASONS: Final[Mapping[type[Exception], str]] = {
    jwt.InvalidSignatureError: "its signature is wrong",
    jwt.InvalidAudienceError: "it is for another audience",
    jwt.InvalidIssuerError: "another has issued it",
    jwt.MissingRequiredClaimError: "it lacks a claim",
}
_FAR_OFF: Final = 2**53  # seconds; what is no number at all is not below it either
_NO_JWT: Final = "it is no JWT"
_OPTIONS: Final[Any] = {
    "require": ["aud", "iss", "tid", "exp", "nbf"],
    "strict_aud": True,
    # Compared here, with the clock of the app.
    "verify_exp": False,
    "verify_nbf": False,
    "verify_iat": False,
    "verify_sub": False,
    "verify_jti": False,
}


class WrongToken(Exception):
    """Says briefly what is wrong with a token."""


class Identities:
    """Knows the callers of one tenant by their tokens. Many threads may use it."""

    def __init__(self, settings: EntraSettings, keys: SigningKeys, clock: Callable[[], datetime]) -> None:
        self._settings, self._keys, self._clock = settings, keys, clock

    def caller(self, token: str, *, changes: bool) -> Caller:
        """Return whose token it is.

        Raise AuthenticationFailed, in the same words whatever is wrong with the token,
        or AuthorizationFailed if its roles do not let him go on.
        """
        try:
            claims = self._claims(token)
            name = _name(claims)
        except WrongToken as exc:
            log.info("a token is refused: %s", exc)
            raise AuthenticationFailed(REFUSAL) from None
        return _with_roles(name, claims.get("roles"), changes=changes)

    def _claims(self, token: str) -> Mapping[str, Any]:
        """Return what a token claims; raise WrongToken unless the tenant signed it, for us and for now."""
        if len(token) > LONGEST_TOKEN or not token.isascii():
            raise WrongToken("it is too long, or has other characters than a token")
        key = self._key(token)
        try:
            claims: Mapping[str, Any] = jwt.decode(
                token,
                key,
                algorithms=[ALGORITHM],
                audience=self._settings.audience,
                issuer=self._settings.issuers,
                options=_OPTIONS,
            )
        except (jwt.PyJWTError, ValueError, TypeError, RecursionError) as exc:
            raise WrongToken(_REASONS.get(type(exc), _NO_JWT)) from exc
        if claims["tid"] != self._settings.tenant:
            raise WrongToken("it is of another tenant")
        self._check_time(claims)
        return claims

    def _key(self, token: str) -> jwt.PyJWK:
        """Return the key that the token names. The algorithm is ours to choose: it must be the only one."""
        try:
            header = jwt.get_unverified_header(token)
        except (jwt.PyJWTError, ValueError, TypeError, RecursionError) as exc:
            raise WrongToken(_NO_JWT) from exc
        if header.get("alg") != ALGORITHM:
            raise WrongToken(f"it is not signed by {ALGORITHM}")
        id = header.get("kid")
        key = self._keys.find(id) if isinstance(id, str) else None
        if key is None:
            raise WrongToken("the key that has signed it is not known")
        return key

    def _check_time(self, claims: Mapping[str, Any]) -> None:
        now = self._clock()
        if now.timestamp() >= _seconds(claims["exp"]) + GRACE.total_seconds():
            raise WrongToken("it has expired")
        if now.timestamp() < _seconds(claims["nbf"]) - GRACE.total_seconds():
            raise WrongToken("it is not valid yet")


def _seconds(claim: object) -> float:
    if isinstance(claim, int | float) and not isinstance(claim, bool) and abs(claim) < _FAR_OFF:
        return float(claim)
    raise WrongToken("it does not say when it is valid")


def _name(claims: Mapping[str, Any]) -> str:
    """Return the name that the audit shows: an id, which nobody else has, then the name that he goes by.

    Every access token says by which application it was got. An ID token does not, and is refused.
    """
    application = _id(claims.get("azp", claims.get("appid")))
    if not application:
        raise WrongToken("it is no access token")
    owner = _id(claims.get("oid"))
    shown = claims.get("preferred_username") or claims.get("upn") or claims.get("app_displayname")
    name = f"{OBJECT}{owner}" if owner else f"{APPLICATION}{application}"
    return f"{name} ({cut(shown)})" if isinstance(shown, str) and shown else name


def _id(claim: object) -> str:
    return claim.lower() if isinstance(claim, str) and GUID.fullmatch(claim.lower()) else ""


def _with_roles(name: str, roles: object, *, changes: bool) -> Caller:
    given = roles if isinstance(roles, list) else []
    if WRITES not in given and READS not in given:
        raise AuthorizationFailed(f"This identity has neither of the roles {WRITES} and {READS}.")
    if changes and WRITES not in given:
        raise AuthorizationFailed("This identity may only read.")
    return Caller(name=name, can_change=WRITES in given)
