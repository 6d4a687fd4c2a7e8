@description('The region.')
param location string

@description('The function app.')
param name string

@description('The version of Python.')
param pythonVersion string

@description('The most instances that the app may have.')
param maximumInstanceCount int

@description('The memory of an instance, in MB.')
param instanceMemoryMB int

@description('Instances that always wait for the timer, and as many for the queue.')
param alwaysReadyInstances int

@description('The resource id of the identity that the app works with.')
param appIdentityId string

@description('The client id of the identity that the app works with.')
param appClientId string

@description('The resource id of the identity that actions work with.')
param actionIdentityId string

@description('The client id of the identity that actions work with.')
param actionClientId string

@description('Where the storage has its blobs, with a slash at the end.')
param blobEndpoint string

@description('Where the storage has its queues, with a slash at the end.')
param queueEndpoint string

@description('Where the storage has its tables, with a slash at the end.')
param tableEndpoint string

@description('The container that deployments are put into.')
param deploymentContainer string

@description('The vault with the keys.')
param vaultName string

@description('Where telemetry goes.')
param insightsConnectionString string

@description('SCAN_SCHEDULE: when to look for what is due.')
param scanSchedule string

@description('SCHEDULER_IDENTITY_TARGETS: what actions may reach as the identity for actions.')
param identityTargets string

@description('SCHEDULER_ENTRA_TENANT: the tenant whose callers are accepted beside keys.')
param entraTenant string

@description('SCHEDULER_ENTRA_AUDIENCE: the audience that callers ask a token for.')
param entraAudience string

@description('SCHEDULER_ENTRA_PORTAL_CLIENT: the app registration with which the portal signs in.')
param entraPortalClient string

@description('Further settings, or others in place of those below, by name.')
param moreSettings object

@description('Tags of every resource.')
param tags object

var always = {
  AzureWebJobsStorage__credential: 'managedidentity'
  AzureWebJobsStorage__clientId: appClientId
  AzureWebJobsStorage__blobServiceUri: blobEndpoint
  AzureWebJobsStorage__queueServiceUri: queueEndpoint
  AzureWebJobsStorage__tableServiceUri: tableEndpoint
  APPLICATIONINSIGHTS_CONNECTION_STRING: insightsConnectionString
  APPLICATIONINSIGHTS_AUTHENTICATION_STRING: 'ClientId=${appClientId};Authorization=AAD'
  SCAN_SCHEDULE: scanSchedule
  PYTHON_THREADPOOL_THREAD_COUNT: '256'
  FUNCTIONS_REQUEST_BODY_SIZE_LIMIT: '2097152'
  SCHEDULER_KEYS: '@Microsoft.KeyVault(VaultName=${vaultName};SecretName=scheduler-keys)'
  SCHEDULER_READ_KEYS: '@Microsoft.KeyVault(VaultName=${vaultName};SecretName=scheduler-read-keys)'
  SCHEDULER_ENCRYPTION_KEYS: '@Microsoft.KeyVault(VaultName=${vaultName};SecretName=scheduler-encryption-keys)'
  SCHEDULER_ACTION_IDENTITY: actionClientId
  SCHEDULER_IDENTITY_TARGETS: identityTargets
}
var tenantSetting = empty(entraTenant) ? {} : { SCHEDULER_ENTRA_TENANT: entraTenant }
var audienceSetting = empty(entraAudience) ? {} : { SCHEDULER_ENTRA_AUDIENCE: entraAudience }
var portalSetting = empty(entraPortalClient) ? {} : { SCHEDULER_ENTRA_PORTAL_CLIENT: entraPortalClient }

resource plan 'Microsoft.Web/serverfarms@2025-03-01' = {
  name: 'plan-${name}'
  location: location
  tags: tags
  kind: 'functionapp'
  sku: {
    name: 'FC1'
    tier: 'FlexConsumption'
  }
  properties: {
    reserved: true
  }
}

resource site 'Microsoft.Web/sites@2025-03-01' = {
  name: name
  location: location
  tags: union(tags, { 'azd-service-name': 'scheduler' })
  kind: 'functionapp,linux'
  identity: {
    type: 'UserAssigned'
    userAssignedIdentities: {
      '${appIdentityId}': {}
      '${actionIdentityId}': {}
    }
  }
  properties: {
    serverFarmId: plan.id
    httpsOnly: true
    keyVaultReferenceIdentity: appIdentityId
    siteConfig: {
      minTlsVersion: '1.2'
    }
    functionAppConfig: {
      deployment: {
        storage: {
          type: 'blobContainer'
          value: '${blobEndpoint}${deploymentContainer}'
          authentication: {
            type: 'UserAssignedIdentity'
            userAssignedIdentityResourceId: appIdentityId
          }
        }
      }
      runtime: {
        name: 'python'
        version: pythonVersion
      }
      scaleAndConcurrency: {
        alwaysReady: [
          {
            name: 'function:scan'
            instanceCount: alwaysReadyInstances
          }
          {
            name: 'function:dispatch'
            instanceCount: alwaysReadyInstances
          }
        ]
        maximumInstanceCount: maximumInstanceCount
        instanceMemoryMB: instanceMemoryMB
      }
    }
  }
}

resource settings 'Microsoft.Web/sites/config@2025-03-01' = {
  parent: site
  name: 'appsettings'
  properties: union(always, tenantSetting, audienceSetting, portalSetting, moreSettings)
}

// Nobody deploys with a password, only with an identity.
resource ftp 'Microsoft.Web/sites/basicPublishingCredentialsPolicies@2025-03-01' = {
  parent: site
  name: 'ftp'
  properties: {
    allow: false
  }
}

resource scm 'Microsoft.Web/sites/basicPublishingCredentialsPolicies@2025-03-01' = {
  parent: site
  name: 'scm'
  properties: {
    allow: false
  }
}

output address string = 'https://${site.properties.defaultHostName}'
output id string = site.id
