"""A small stand-in for Microsoft's Functions host: enough to run this app on a developer's machine."""
