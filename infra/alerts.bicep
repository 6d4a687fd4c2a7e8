// A placeholder, so that main.bicep can be parsed: the alerts themselves are written elsewhere.

@description('The region.')
param location string

@description('The resource id of Application Insights.')
param applicationInsightsId string

@description('Where the app answers: https://…')
param appAddress string

@description('Who gets the alerts by e-mail. Empty: nobody.')
param alertEmail string = ''

@description('Tags of every resource.')
param tags object
