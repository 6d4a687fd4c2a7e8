"""Commands that ran on a machine at set times: lines of crontabs, and CronJobs of Kubernetes."""
