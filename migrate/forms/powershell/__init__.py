"""What PowerShell's cmdlets write: `form.py` reads a document, the others its actions and its sentences."""
