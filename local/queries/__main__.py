"""Writes the workbook, after a change of a query: `python -m local.queries`."""

import json

from local.queries.workbook import WORKBOOK, workbook

if __name__ == "__main__":
    text = json.dumps(workbook(), indent=2, ensure_ascii=False)
    WORKBOOK.write_text(text + "\n", encoding="utf-8")
