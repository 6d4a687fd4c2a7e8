"""Which number of shards and instances holds which load, on paper: `dev.py bench scale`."""
