"""How fast the next run of a job is found, beside other libraries: `dev.py bench recurrence`."""
