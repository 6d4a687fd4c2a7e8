"""The functions of template expressions that need nothing but their arguments; `table.py` names them all."""
