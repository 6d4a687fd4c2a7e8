"""Checks of `infra/` without Azure, run by the Python that `local/dev/infra_checks.py` installs.

Bicep is parsed by pycep. Each property is looked up in the types of Microsoft's management SDKs.
"""
