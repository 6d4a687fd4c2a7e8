"""Check `infra/`: say what is wrong, and count which misspellings are noticed."""

import argparse
import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from local.infra_checks.checker import find_faults
from local.infra_checks.evaluate import File
from local.infra_checks.misspellings import Count, plant_all
from local.infra_checks.syntax import Document, read_documents
from migrate.usage import Parser, read_options


def main() -> int:
    arguments = _read_arguments()
    documents = read_documents(arguments.folder)
    faults = find_faults(documents)
    texts = {file.name: file.read_text(encoding="utf-8") for file in sorted(arguments.folder.glob("*.bicep"))}
    count = plant_all(texts, find_faults, every=arguments.every) if arguments.every else Count()
    if arguments.deploy is not None:
        deployments = [_resources(documents, given) for given in json.loads(arguments.deploy)]
        spoiled = find_faults(read_documents(arguments.spoiled)) if arguments.spoiled else []
        found = {"faults": faults, "misspellings": asdict(count), "deployments": deployments}
        print(json.dumps({**found, "spoiled": spoiled}))
        return 0
    print("\n".join([*(faults or [f"{len(documents)} files: every property is known."]), *describe(count)]))
    return 1 if faults or count.missed or count.crashed else 0


def describe(count: Count) -> list[str]:
    planted = len(count.caught) + len(count.missed) + len(count.crashed)
    lines = [f"Misspellings: {len(count.caught)} of {planted} are noticed."]
    for what, places in (("missed", count.missed), ("crashed", count.crashed)):
        lines += [f"{what}: {place.name} in {place.file}, line {place.line}" for place in places]
    return lines


def _resources(documents: Mapping[str, Document], given: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [asdict(found) for found in File(name="main.bicep", documents=documents, given=given).resources()]


def _read_arguments() -> argparse.Namespace:
    parser = Parser(prog="python -m local.infra_checks", description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("infra"), help="where the Bicep files are")
    parser.add_argument("--every", type=int, default=1, help="misspell only every so many names; 0: none")
    parser.add_argument(
        "--deploy",
        metavar="JSON",
        help="print, as JSON, what deployments with these lists of parameters make",
    )
    parser.add_argument("--spoiled", type=Path, help="with --deploy: a folder whose faults are printed, too")
    return read_options(parser, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
