"""The edge: triggers, settings, access, the table of routes, and the wiring.

What belongs here meets the Functions host or puts the other rooms together. The clock is read here alone.
"""
