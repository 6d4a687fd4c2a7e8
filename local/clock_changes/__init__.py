"""Says what coming clock changes do to jobs, for `dev.py clock-changes`: a client of the REST API."""
