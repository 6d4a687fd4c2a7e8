"""Lists over all jobs of a subscription."""
