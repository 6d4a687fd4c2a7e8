"""Which type of Microsoft's management SDKs describes which resource."""

from typing import Final

WEB: Final = "azure.mgmt.web.models"
STORAGE: Final = "azure.mgmt.storage.models"
INSIGHTS: Final = "azure.mgmt.applicationinsights"
MONITOR: Final = "azure.mgmt.monitor.models"

MODELS: Final = {
    "Microsoft.Authorization/locks": "azure.mgmt.resource.locks.models:ManagementLockObject",
    "Microsoft.Authorization/roleAssignments": (
        "azure.mgmt.authorization.v2022_04_01.models:RoleAssignmentCreateParameters"
    ),
    "Microsoft.Insights/actionGroups": f"{MONITOR}:ActionGroupResource",
    "Microsoft.Insights/components": f"{INSIGHTS}.v2020_02_02.models:ApplicationInsightsComponent",
    "Microsoft.Insights/metricAlerts": f"{MONITOR}:MetricAlertResource",
    "Microsoft.Insights/scheduledQueryRules": f"{MONITOR}:ScheduledQueryRuleResource",
    "Microsoft.Insights/webtests": f"{INSIGHTS}.v2022_06_15.models:WebTest",
    "Microsoft.Insights/workbooks": f"{INSIGHTS}.v2023_06_01.models:Workbook",
    "Microsoft.KeyVault/vaults": "azure.mgmt.keyvault.models:Vault",
    "Microsoft.ManagedIdentity/userAssignedIdentities": "azure.mgmt.msi.v2024_11_30.models:Identity",
    "Microsoft.OperationalInsights/workspaces": "azure.mgmt.loganalytics.models:Workspace",
    "Microsoft.Resources/resourceGroups": "azure.mgmt.resource.resources.models:ResourceGroup",
    "Microsoft.Storage/storageAccounts": f"{STORAGE}:StorageAccountCreateParameters",
    "Microsoft.Storage/storageAccounts/blobServices": f"{STORAGE}:BlobServiceProperties",
    "Microsoft.Storage/storageAccounts/blobServices/containers": f"{STORAGE}:BlobContainer",
    "Microsoft.Web/serverfarms": f"{WEB}:AppServicePlan",
    "Microsoft.Web/sites": f"{WEB}:Site",
    "Microsoft.Web/sites/basicPublishingCredentialsPolicies": f"{WEB}:CsmPublishingCredentialsPoliciesEntity",
    "Microsoft.Web/sites/config": f"{WEB}:StringDictionary",
}
READ_MODELS: Final = {"Microsoft.Storage/storageAccounts": f"{STORAGE}:StorageAccount"}
"""What is answered, where it differs from what is sent."""
BICEP_ONLY: Final = frozenset({"name", "parent", "scope", "dependsOn"})
"""What Bicep itself takes in every resource."""
FUNCTIONS: Final = {
    "resource_group": {"id", "location", "name", "tags"},
    "environment": {"authentication", "name", "portal", "resourceManager", "suffixes"},
    "subscription": {"displayName", "id", "subscriptionId", "tenantId"},
    "tenant": {"displayName", "tenantId"},
}
"""What the functions of Bicep answer, called as the parser calls them."""
