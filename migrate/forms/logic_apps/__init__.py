"""Workflows of Azure Logic Apps: `form.py` reads a document, the others its trigger, actions and values."""
