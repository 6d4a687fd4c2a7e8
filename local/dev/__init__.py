"""The commands behind dev.py: the environment, Azurite, the broker, running, testing, linting, previewing."""
