"""The pure core: values, and decisions about them.

What belongs here needs the standard library alone, reads no clock, and touches neither storage nor network:
keys, recurrence, job, ticket, claim, settle, errors. All rooms may import it; it imports nothing of ours.
"""
