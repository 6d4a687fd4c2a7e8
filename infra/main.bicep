targetScope = 'subscription'

@description('The name of the azd environment. Every name is made from it.')
@minLength(1)
@maxLength(40)
param environmentName string

@description('The region. It must offer Flex Consumption.')
@minLength(1)
param location string

@description('The object id of whoever deploys, who may then write the keys into the vault. Empty: nobody may.')
param principalId string = ''

@description('What whoever deploys is.')
@allowed(['User', 'ServicePrincipal', 'Group'])
param principalType string = 'User'

@description('The resource group.')
param resourceGroupName string = 'rg-${environmentName}'

@description('The function app. The name must be free in all of Azure.')
param appName string = 'func-${uniqueString(subscription().id, environmentName, location)}'

@description('The storage account: 3 to 24 letters and digits, free in all of Azure.')
@minLength(3)
@maxLength(24)
param storageName string = 'st${uniqueString(subscription().id, environmentName, location)}'

@description('The Key Vault: 3 to 24 characters, free in all of Azure.')
@minLength(3)
@maxLength(24)
param vaultName string = 'kv-${uniqueString(subscription().id, environmentName, location)}'

@description('How the storage is copied. ZRS keeps three zones; take LRS where a region has none.')
@allowed(['Standard_ZRS', 'Standard_LRS', 'Standard_GZRS', 'Standard_GRS'])
param storageSku string = 'Standard_ZRS'

@description('Whether nobody may purge the vault or its keys, for 90 days. It cannot be undone.')
param purgeProtection bool = false

@description('The version of Python that runs the app, and for which Azure installs packages.')
@allowed(['3.11', '3.12', '3.13'])
param pythonVersion string = '3.13'

@description('The most instances that the app may have.')
@minValue(40)
@maxValue(1000)
param maximumInstanceCount int = 40

@description('The memory of an instance, in MB.')
@allowed([512, 2048, 4096])
param instanceMemoryMB int = 2048

@description('Instances that always wait for the timer, and as many for the queue. Without, jobs may start minutes late.')
@minValue(1)
param alwaysReadyInstances int = 1

@description('For how many days logs are kept.')
@minValue(30)
@maxValue(730)
param retentionInDays int = 30

@description('SCAN_SCHEDULE: when to look for what is due.')
param scanSchedule string = '*/15 * * * * *'

@description('SCHEDULER_IDENTITY_TARGETS: what actions may reach as the identity for actions. Empty: nothing.')
param identityTargets string = ''

@description('SCHEDULER_ENTRA_TENANT: the tenant whose callers are accepted beside keys. Empty: keys only.')
param entraTenant string = ''

@description('SCHEDULER_ENTRA_AUDIENCE: the audience that callers ask a token for.')
param entraAudience string = ''

@description('SCHEDULER_ENTRA_PORTAL_CLIENT: the app registration with which the portal signs in.')
param entraPortalClient string = ''

@description('Further settings of the app, by name. What is set elsewhere is gone after the next deployment of these files.')
param moreSettings object = {}

@description('Who gets the alerts by e-mail. Empty: nobody.')
param alertEmail string = ''

var tags = {
  'azd-env-name': environmentName
}

resource group 'Microsoft.Resources/resourceGroups@2024-03-01' = {
  name: resourceGroupName
  location: location
  tags: tags
}

module identities 'identities.bicep' = {
  name: 'identities'
  scope: group
  params: {
    location: location
    appIdentityName: 'id-${appName}'
    actionIdentityName: 'id-${appName}-actions'
    tags: tags
  }
}

module storage 'storage.bicep' = {
  name: 'storage'
  scope: group
  params: {
    location: location
    name: storageName
    sku: storageSku
    appPrincipalId: identities.outputs.appPrincipalId
    tags: tags
  }
}

module vault 'vault.bicep' = {
  name: 'vault'
  scope: group
  params: {
    location: location
    name: vaultName
    appPrincipalId: identities.outputs.appPrincipalId
    deployerPrincipalId: principalId
    deployerPrincipalType: principalType
    purgeProtection: purgeProtection
    tags: tags
  }
}

module monitoring 'monitoring.bicep' = {
  name: 'monitoring'
  scope: group
  params: {
    location: location
    workspaceName: 'log-${appName}'
    insightsName: 'appi-${appName}'
    retentionInDays: retentionInDays
    appPrincipalId: identities.outputs.appPrincipalId
    tags: tags
  }
}

module app 'app.bicep' = {
  name: 'app'
  scope: group
  params: {
    location: location
    name: appName
    pythonVersion: pythonVersion
    maximumInstanceCount: maximumInstanceCount
    instanceMemoryMB: instanceMemoryMB
    alwaysReadyInstances: alwaysReadyInstances
    appIdentityId: identities.outputs.appIdentityId
    appClientId: identities.outputs.appClientId
    actionIdentityId: identities.outputs.actionIdentityId
    actionClientId: identities.outputs.actionClientId
    blobEndpoint: storage.outputs.blobEndpoint
    queueEndpoint: storage.outputs.queueEndpoint
    tableEndpoint: storage.outputs.tableEndpoint
    deploymentContainer: storage.outputs.deploymentContainer
    vaultName: vault.outputs.name
    insightsConnectionString: monitoring.outputs.insightsConnectionString
    scanSchedule: scanSchedule
    identityTargets: identityTargets
    entraTenant: entraTenant
    entraAudience: entraAudience
    entraPortalClient: entraPortalClient
    moreSettings: moreSettings
    tags: tags
  }
}

module alerts 'alerts.bicep' = {
  name: 'alerts'
  scope: group
  params: {
    location: location
    applicationInsightsId: monitoring.outputs.insightsId
    appAddress: app.outputs.address
    alertEmail: alertEmail
    tags: tags
  }
}

@description('Where the app answers.')
output APP_ADDRESS string = app.outputs.address

@description('The function app, as the management API names it.')
output APP_RESOURCE_ID string = app.outputs.id

@description('The name of the function app.')
output APP_NAME string = appName

@description('The resource group.')
output AZURE_RESOURCE_GROUP string = resourceGroupName

@description('The vault that holds the keys. infra/keys.py makes them.')
output KEY_VAULT_NAME string = vault.outputs.name

@description('Where the vault answers, for infra/keys.py: other clouds have other names.')
output KEY_VAULT_URI string = vault.outputs.uri

@description('Where the management API of this cloud answers, for infra/keys.py.')
output RESOURCE_MANAGER string = environment().resourceManager

@description('How to read the key of the API.')
output API_KEY_COMMAND string = 'az keyvault secret show --vault-name ${vaultName} --name scheduler-keys --query value --output tsv'

@description('The identity for actions: give it roles on what jobs may reach.')
output ACTION_IDENTITY_PRINCIPAL_ID string = identities.outputs.actionPrincipalId
