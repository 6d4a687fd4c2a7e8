"""The API's document: `openapi.json` is what the app serves, the rest is what it is made from.

Nothing here is imported while the app runs; `python -m tests.openapi.generated` writes the document anew.
"""
