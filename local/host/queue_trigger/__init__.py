"""Queue triggers: `listener.py` polls, `deliveries.py` sees one message through, `rules.py` decides."""
