"""How fast the REST API answers, beside the transaction that a new job takes at least."""
