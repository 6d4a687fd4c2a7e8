"""HTTP actions: the request, its connections and credentials, and what its answer leaves in the history."""
