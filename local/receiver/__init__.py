"""A process that jobs can call, and that writes down each call."""
