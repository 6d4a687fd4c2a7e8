"""Table Storage and the dispatch queue: keys, rows, transactions, and secrets sealed at rest.

What belongs here speaks to the storage SDK, or turns values into rows and back. It decides nothing.
"""
