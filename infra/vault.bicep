@description('The region.')
param location string

@description('The Key Vault.')
param name string

@description('The object id of the identity that the app works with.')
param appPrincipalId string

@description('The object id of whoever deploys. Empty: nobody may write keys.')
param deployerPrincipalId string

@description('What whoever deploys is.')
param deployerPrincipalType string

@description('Whether nobody may purge the vault or its keys, for 90 days. It cannot be undone.')
param purgeProtection bool

@description('Tags of every resource.')
param tags object

var secretsUser = '4633458b-17de-408a-b874-0445c86b69e6'
var secretsOfficer = 'b86a8fe4-44ce-4948-aee5-eccb2c155cd7'

resource vault 'Microsoft.KeyVault/vaults@2023-07-01' = {
  name: name
  location: location
  tags: tags
  properties: {
    tenantId: tenant().tenantId
    sku: {
      family: 'A'
      name: 'standard'
    }
    enableRbacAuthorization: true
    enableSoftDelete: true
    softDeleteRetentionInDays: 90
    enablePurgeProtection: purgeProtection ? true : null // false is refused
  }
}

resource appRole 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(vault.id, appPrincipalId, secretsUser)
  scope: vault
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', secretsUser)
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
  }
}

resource deployerRole 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (!empty(deployerPrincipalId)) {
  name: guid(vault.id, deployerPrincipalId, secretsOfficer)
  scope: vault
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', secretsOfficer)
    principalId: deployerPrincipalId
    principalType: deployerPrincipalType
  }
}

output name string = vault.name
output uri string = vault.properties.vaultUri
