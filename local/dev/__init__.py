"""The commands of dev.py, and the processes that they install, start and end."""
