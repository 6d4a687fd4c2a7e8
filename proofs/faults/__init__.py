"""Real faults: the app's hosts, storage and a receiver as processes, and what is broken meanwhile.

The scenarios, what disturbs them, and the checker of what the app makes of it belong here.
"""
