"""PFX files that an export or a user gives."""

from dataclasses import replace

from migrate.certificates import with_certificates, without_unusable
from migrate.secret_fields import password_of
from shared.domain.action import HttpAction
from shared.domain.authentication import ClientCertificate
from shared.domain.errors import Faults
from tests.builders import a_definition
from tests.migrate.builders import NOW
from tests.pfx.writing import a_costly_pfx

PFX = "action.request.authentication.pfx"
SECRETS = {PFX: a_costly_pfx(), password_of(PFX): "open"}
WORDS = "asks for more than 1,000,000 rounds to make keys from its password"


def test_a_file_that_would_cost_too_much_is_refused() -> None:
    definition, faults = a_definition(), Faults()
    assert isinstance(definition.action, HttpAction)
    request = replace(definition.action.request, authentication=ClientCertificate(thumbprint=""))
    secured = replace(definition, action=replace(definition.action, request=request))

    with_certificates(secured, SECRETS, faults, now=NOW)

    assert [str(fault) for fault in faults.found] == [f"properties.{PFX}: {WORDS}"]


def test_a_file_of_an_export_that_would_cost_too_much_counts_as_missing() -> None:
    usable, told = without_unusable(SECRETS, SECRETS, now=NOW)

    assert usable == {password_of(PFX): "open"}
    assert told == (f"the PFX file of the export cannot be used: {WORDS}",)
