"""Moving in and out: a client of the REST API that reads what people still have of their Scheduler jobs."""
