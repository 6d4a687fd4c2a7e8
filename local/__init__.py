"""What only a developer's machine needs. Nothing in here is deployed, and nothing in shared imports it."""
