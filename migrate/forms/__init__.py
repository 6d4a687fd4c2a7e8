"""The forms in which definitions are found, each turned into the form of ARM."""
