"""Terraform's states and plans: `state.py` finds the resources in them, `form.py` reads these."""
