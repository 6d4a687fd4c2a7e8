"""Objects on the wire: their shapes, made from the values, and reading and writing by them."""
