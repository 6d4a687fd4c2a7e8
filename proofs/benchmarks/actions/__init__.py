"""How many actions of each kind a second are carried out: `dev.py bench actions`."""
