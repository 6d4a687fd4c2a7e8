"""Other libraries, each asked the same in its own words; what is missing from a table it cannot express."""
