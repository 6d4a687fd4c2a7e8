"""ARM templates: `form.py` reads one, the others its resources and the expressions in them."""
