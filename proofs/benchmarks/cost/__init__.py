"""How many calls to storage the app makes, and for what: `dev.py bench cost`."""
