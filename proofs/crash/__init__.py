"""Crash points: a process ended before and after every call to storage, and what another makes of it.

The stories that are played, the process that plays them, and the comparison with an undisturbed one belong
here.
"""
