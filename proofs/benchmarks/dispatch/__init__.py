"""How late jobs start, and what that takes: the measurements of `dev.py bench dispatch`."""
