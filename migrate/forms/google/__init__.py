"""Jobs of Google Cloud Scheduler: `form.py` reads a document, the others its target and its retries."""
