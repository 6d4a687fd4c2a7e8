"""Opening PFX files at a bounded cost.

What belongs here reads bytes that a caller sent, and refuses what would take long before it begins.
"""
