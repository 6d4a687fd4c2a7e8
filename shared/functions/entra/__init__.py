"""Callers by Entra ID: their settings, the keys that sign their tokens, and whose a token is."""
