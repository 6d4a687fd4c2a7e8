@description('The region.')
param location string

@description('The Log Analytics workspace.')
param workspaceName string

@description('Application Insights.')
param insightsName string

@description('For how many days logs are kept.')
param retentionInDays int

@description('The object id of the identity that the app works with.')
param appPrincipalId string

@description('Tags of every resource.')
param tags object

var metricsPublisher = '3913510d-42f4-4e42-8a64-420c390055eb'

resource workspace 'Microsoft.OperationalInsights/workspaces@2023-09-01' = {
  name: workspaceName
  location: location
  tags: tags
  properties: {
    sku: {
      name: 'PerGB2018'
    }
    retentionInDays: retentionInDays
  }
}

resource insights 'Microsoft.Insights/components@2020-02-02' = {
  name: insightsName
  location: location
  tags: tags
  kind: 'web'
  properties: {
    Application_Type: 'web'
    WorkspaceResourceId: workspace.id
    DisableLocalAuth: true
  }
}

resource appRole 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(insights.id, appPrincipalId, metricsPublisher)
  scope: insights
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', metricsPublisher)
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
  }
}

output insightsId string = insights.id
output insightsConnectionString string = insights.properties.ConnectionString
