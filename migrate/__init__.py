"""Moving in and out: a client of the REST API that reads the definitions people still have of their jobs."""
