"""What `aws scheduler` answers: `form.py` reads a document, the others its time, policies and target."""
