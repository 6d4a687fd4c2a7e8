// Watching the app: a test from outside, alerts on the log, and the workbook. docs/operating.md says what to do.

@description('The region of Application Insights, in which the alerts live too.')
param location string

@description('The resource id of the Application Insights that the app writes to.')
param applicationInsightsId string

@description('The address of the app, such as https://my-app.azurewebsites.net, without a slash at its end.')
param appAddress string

@description('Who is told. Without an address, alerts are only shown in the portal of Azure.')
param alertEmail string = ''

param tags object = {}

var component = last(split(applicationInsightsId, '/'))

// A rule fires if its query returns anything. The limits are in the queries.
var rules = [
  {
    name: 'no-scan'
    title: 'Scheduler: no scan in five minutes'
    description: 'The timer does not run, or storage fails it. Nothing new is sent to run.'
    query: loadTextContent('kql/alert-no-scan.kql')
    severity: 1
    frequency: 'PT5M'
    window: 'PT5M'
    autoMitigate: true
  }
  {
    name: 'late'
    title: 'Scheduler: runs start late'
    description: 'One run in a hundred started more than two minutes late.'
    query: loadTextContent('kql/alert-late.kql')
    severity: 2
    frequency: 'PT5M'
    window: 'PT15M'
    autoMitigate: true
  }
  {
    name: 'failures'
    title: 'Scheduler: half of the attempts fail'
    description: 'At least ten attempts failed, and these are half or more of all attempts.'
    query: loadTextContent('kql/alert-failures.kql')
    severity: 2
    frequency: 'PT15M'
    window: 'PT30M'
    autoMitigate: true
  }
  {
    name: 'failing-jobs'
    title: 'Scheduler: a job fails'
    description: 'The last three runs of a job failed; the last one, if it runs less often than hourly.'
    query: loadTextContent('kql/alert-failing-jobs.kql')
    severity: 2
    frequency: 'PT15M'
    window: 'PT30M'
    autoMitigate: true
  }
  {
    name: 'set-aside'
    title: 'Scheduler: a ticket was set aside'
    description: 'A row cannot be read, or no next run can be found. Its job stands still.'
    query: loadTextContent('kql/alert-set-aside.kql')
    severity: 2
    frequency: 'PT15M'
    window: 'PT15M'
    autoMitigate: false // the job stands still until somebody looks, also if the log has no new line
  }
  {
    name: 'poison'
    title: 'Scheduler: messages were given up'
    description: 'The queue scheduler-dispatch-poison holds messages that failed five times.'
    query: loadTextContent('kql/alert-poison.kql')
    severity: 2
    frequency: 'PT15M'
    window: 'PT30M'
    autoMitigate: true
  }
  {
    name: 'secrets'
    title: 'Scheduler: secrets that no key opens'
    description: 'An encryption key is missing among SCHEDULER_ENCRYPTION_KEYS. Jobs that need it fail.'
    query: loadTextContent('kql/alert-secrets.kql')
    severity: 1
    frequency: 'PT15M'
    window: 'PT30M'
    autoMitigate: true
  }
]

resource actionGroup 'Microsoft.Insights/actionGroups@2023-01-01' = if (!empty(alertEmail)) {
  name: '${component}-scheduler'
  location: 'global'
  tags: tags
  properties: {
    groupShortName: 'scheduler'
    enabled: true
    emailReceivers: [
      {
        name: 'operator'
        emailAddress: alertEmail
        useCommonAlertSchema: true
      }
    ]
  }
}

resource scanTest 'Microsoft.Insights/webtests@2022-06-15' = {
  name: '${component}-scan'
  location: location
  kind: 'standard'
  tags: union(tags, {
    'hidden-link:${applicationInsightsId}': 'Resource'
  })
  properties: {
    SyntheticMonitorId: '${component}-scan'
    Name: 'Scheduler: does it scan?'
    Description: 'Asks the app from outside. It needs neither the timer nor the log of the app.'
    Enabled: true
    Frequency: 300
    Timeout: 30
    Kind: 'standard'
    RetryEnabled: true
    Locations: [
      {
        Id: 'emea-nl-ams-azr'
      }
      {
        Id: 'us-va-ash-azr'
      }
      {
        Id: 'apac-sg-sin-azr'
      }
    ]
    Request: {
      RequestUrl: '${appAddress}/health/scan'
      HttpVerb: 'GET'
      ParseDependentRequests: false
      FollowRedirects: false
    }
    ValidationRules: {
      ExpectedHttpStatusCode: 200
      SSLCheck: true
      SSLCertRemainingLifetimeCheck: 7
    }
  }
}

resource scanAlert 'Microsoft.Insights/metricAlerts@2018-03-01' = {
  name: '${component}-scan'
  location: 'global'
  // With these, the portal of Azure shows the alert beside its test.
  tags: union(tags, {
    'hidden-link:${applicationInsightsId}': 'Resource'
    'hidden-link:${scanTest.id}': 'Resource'
  })
  properties: {
    description: 'Two of three places that ask /health/scan get no 200: the app is away, or does not scan.'
    severity: 1
    enabled: true
    scopes: [
      scanTest.id
      applicationInsightsId
    ]
    evaluationFrequency: 'PT1M'
    windowSize: 'PT5M'
    autoMitigate: true
    criteria: {
      'odata.type': 'Microsoft.Azure.Monitor.WebtestLocationAvailabilityCriteria'
      webTestId: scanTest.id
      componentId: applicationInsightsId
      failedLocationCount: 2
    }
    actions: empty(alertEmail) ? [] : [
      {
        actionGroupId: actionGroup.id
      }
    ]
  }
}

resource logAlerts 'Microsoft.Insights/scheduledQueryRules@2023-12-01' = [for rule in rules: {
  name: '${component}-${rule.name}'
  location: location
  kind: 'LogAlert'
  tags: tags
  properties: {
    displayName: rule.title
    description: rule.description
    severity: rule.severity
    enabled: true
    scopes: [
      applicationInsightsId
    ]
    evaluationFrequency: rule.frequency
    windowSize: rule.window
    autoMitigate: rule.autoMitigate
    // A new Application Insights may not know its tables yet. The queries were checked before.
    skipQueryValidation: true
    criteria: {
      allOf: [
        {
          query: rule.query
          timeAggregation: 'Count'
          operator: 'GreaterThan'
          threshold: 0
          failingPeriods: {
            numberOfEvaluationPeriods: 1
            minFailingPeriodsToAlert: 1
          }
        }
      ]
    }
    actions: {
      actionGroups: empty(alertEmail) ? [] : [
        actionGroup.id
      ]
    }
  }
}]

resource workbook 'Microsoft.Insights/workbooks@2023-06-01' = {
  name: guid(applicationInsightsId, 'scheduler')
  location: location
  kind: 'shared'
  tags: tags
  properties: {
    displayName: 'Scheduler'
    category: 'workbook'
    sourceId: applicationInsightsId
    // Opened from elsewhere than Application Insights, the page would not know whose log to read.
    serializedData: replace(loadTextContent('workbook.json'), '<Application Insights>', applicationInsightsId)
  }
}

output workbookId string = workbook.id
