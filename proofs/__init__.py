"""Proofs: figures that show what the app keeps of its promises and how fast it is, each by one command.

`python3 dev.py faults` and `python3 dev.py bench NAME` start them; what they save stands in `docs/`.
Nothing in here is deployed. Proofs import the app, `local` and `migrate`; nothing but tests imports them.
"""
