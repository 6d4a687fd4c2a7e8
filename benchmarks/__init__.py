"""Figures, each by one command: `python3 dev.py bench` lists them."""
