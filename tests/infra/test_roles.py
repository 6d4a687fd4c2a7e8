"""Each identity has the roles that it needs, and no others."""

from typing import Final

from tests.infra.conftest import Report, Resource

APP: Final = "<identities.bicep appIdentity properties.principalId>"
DEPLOYER: Final = "me"

BLOB_DATA_OWNER: Final = "b7e6dc6d-f1e8-4753-8033-0f276bb0955b"
QUEUE_DATA_CONTRIBUTOR: Final = "974c5e8b-45b9-4653-ba55-5f855dd0fb88"
TABLE_DATA_CONTRIBUTOR: Final = "0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3"
METRICS_PUBLISHER: Final = "3913510d-42f4-4e42-8a64-420c390055eb"
SECRETS_USER: Final = "4633458b-17de-408a-b874-0445c86b69e6"
SECRETS_OFFICER: Final = "b86a8fe4-44ce-4948-aee5-eccb2c155cd7"

NEEDED: Final = {
    (APP, BLOB_DATA_OWNER, "<storage.bicep account>"),  # the host's leases, and deployments
    (APP, QUEUE_DATA_CONTRIBUTOR, "<storage.bicep account>"),  # the dispatch queue
    (APP, TABLE_DATA_CONTRIBUTOR, "<storage.bicep account>"),  # jobs and history
    (APP, METRICS_PUBLISHER, "<monitoring.bicep insights>"),  # telemetry without a key
    (APP, SECRETS_USER, "<vault.bicep vault>"),  # the keys, by reference
    (DEPLOYER, SECRETS_OFFICER, "<vault.bicep vault>"),  # the hook makes the keys
}


def test_everyone_has_the_roles_that_they_need_and_no_others(report: Report) -> None:
    assert set(assigned(report.plain)) == NEEDED
    assert len(assigned(report.plain)) == len(NEEDED)


def test_without_a_deployer_nobody_may_write_keys(report: Report) -> None:
    assert set(assigned(report.by_nobody)) == {role for role in NEEDED if role[0] != DEPLOYER}


def test_an_assignment_keeps_its_name_for_as_long_as_it_means_the_same(report: Report) -> None:
    for resource in assignments(report.plain):
        principal, role, scope = read(resource)
        place = scope.replace(">", " id>")

        assert resource.body["name"] == f"guid({place},{principal},{role})"


def test_principals_are_what_they_are_said_to_be(report: Report) -> None:
    kinds = {read(each)[0]: each.body["properties"]["principalType"] for each in assignments(report.plain)}

    assert kinds == {APP: "ServicePrincipal", DEPLOYER: "User"}


def test_a_program_that_deploys_is_said_to_be_one(report: Report) -> None:
    """Azure refuses an assignment whose principal is of another type (UnmatchedPrincipalType)."""
    kinds = {read(each)[0]: each.body["properties"]["principalType"] for each in assignments(report.changed)}

    assert kinds[DEPLOYER] == "ServicePrincipal"


def test_the_app_works_with_its_own_identity_and_actions_with_another(report: Report) -> None:
    site = report.only("site")
    app, actions = (f"<identities.bicep {name} id>" for name in ("appIdentity", "actionIdentity"))
    storage = site["properties"]["functionAppConfig"]["deployment"]["storage"]

    assert set(site["identity"]["userAssignedIdentities"]) == {app, actions}
    assert site["properties"]["keyVaultReferenceIdentity"] == app
    assert storage["authentication"]["userAssignedIdentityResourceId"] == app
    assert storage["value"] == "https://stunique.blob.core.windows.net/deployments"


def assigned(resources: list[Resource]) -> list[tuple[str, str, str]]:
    return [read(resource) for resource in assignments(resources)]


def assignments(resources: list[Resource]) -> list[Resource]:
    return [each for each in resources if each.type == "Microsoft.Authorization/roleAssignments"]


def read(assignment: Resource) -> tuple[str, str, str]:
    """Return who may do what where."""
    properties = assignment.body["properties"]
    before, _, role = properties["roleDefinitionId"].removesuffix(")").partition(",")
    assert before == "subscription_resource_id(Microsoft.Authorization/roleDefinitions"
    return properties["principalId"], role, assignment.body["scope"]
