"""How long files and texts from anyone take to read."""
