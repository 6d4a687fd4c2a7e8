"""The journeys: manage, scan, run, housekeeping.

What belongs here reads from the ports, lets `domain` decide, and commits what was decided.
It knows the store and the queue as ports only: no SDK, no JSON, no clock of its own.
"""
