"""Which keys a body may have, and what is said of any other."""
