"""How fast the portal is with many jobs, in a real browser."""
