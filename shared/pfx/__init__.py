"""PFX files (PKCS #12) opened at a bounded cost. Start with `opening.py`."""
