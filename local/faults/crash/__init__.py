"""Crash points: a process ended before and after every call to storage, and what another makes of it."""
