"""A company's jobs with a past of three days, for pictures of the portal and for trying it.

The past is played with the app's own code, by a clock that is turned, in a table in memory; then its rows
are copied into storage. Whoever a job would call is played too: nothing leaves this machine.
"""
