"""Queries over the log: the texts in `infra/kql`, the workbook that is made of them, and what checks them."""
