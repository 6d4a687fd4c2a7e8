"""The portal in a real browser, against the running app."""
