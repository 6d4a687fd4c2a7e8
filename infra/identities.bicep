@description('The region.')
param location string

@description('The identity that the app works with.')
param appIdentityName string

@description('The identity that actions work with. It starts without any role.')
param actionIdentityName string

@description('Tags of every resource.')
param tags object

// The identities are not the site's own: their roles exist before the app starts.
// While a role is missing, the host meets 403 as it polls the queue, and ends.
resource appIdentity 'Microsoft.ManagedIdentity/userAssignedIdentities@2024-11-30' = {
  name: appIdentityName
  location: location
  tags: tags
}

resource actionIdentity 'Microsoft.ManagedIdentity/userAssignedIdentities@2024-11-30' = {
  name: actionIdentityName
  location: location
  tags: tags
}

output appIdentityId string = appIdentity.id
output appClientId string = appIdentity.properties.clientId
output appPrincipalId string = appIdentity.properties.principalId
output actionIdentityId string = actionIdentity.id
output actionClientId string = actionIdentity.properties.clientId
output actionPrincipalId string = actionIdentity.properties.principalId
