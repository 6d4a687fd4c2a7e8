"""What all proofs share: processes, storage, transports that watch calls, clocks that are turned, and pages.

A part belongs here when two of faults, crash points and benchmarks need it. It imports none of them.
"""
