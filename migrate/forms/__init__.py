"""The forms in which people have their definitions. Each module or folder turns one into the form of ARM."""
