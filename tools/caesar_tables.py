# SPDX-License-Identifier: Apache-2.0
"""Puts the tables of a run of `cipherfab study caesar -o DIRECTORY` into its pages.

    python tools/caesar_tables.py [DIRECTORY] [--also NAME DIRECTORY]... [--pages FOLDER]

A page has each table between the marks ``<!-- TABLE -->`` and ``<!-- /TABLE -->``, where TABLE is
one of `TABLES`, and those of a further run, which NAME names, between ``<!-- NAME-TABLE -->`` and
its end.
Pages are docs/results/caesar.md and docs/results/caesar-fpgas.md. A table that a run does not have
is an error: tables of one mark are of one run.
"""

import argparse
import json
import sys
from pathlib import Path

from pages import filled, of_lines

from cipherfab.errors import CallError, CipherfabError
from cipherfab.studies.benched import Result
from cipherfab.studies.caesar.study import tables

TABLES = {
    "frequency": "Maximum clock frequency in MHz: published on Virtex-6 | measured",
    "nangate45": "Throughput and throughput per area on nangate45, all k",
    "over-k": "Over k on nangate45, and the best k by throughput per area",
    "ecp5": "Placed and routed on ecp5, k = 1 and 2",
    "artix7": "Placed and routed on artix7, k = 1 and 2",
    "virtex6": "After synthesis for virtex6, without timing",
    "registers": "Where the registers lie",
    "by-hand": "Where the slides show a register: by hand | by the search, k = 2",
    "statements": "Statements",
}
"""Titles of the study's tables, by the names of their marks."""

PAGES = "caesar.md", "caesar-fpgas.md"


def main() -> int:
    """Write the pages."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("directory", type=Path, metavar="DIRECTORY", nargs="?")
    parser.add_argument("--also", nargs=2, action="append", metavar=("NAME", "DIRECTORY"))
    parser.add_argument("--pages", type=Path, default=Path("docs/results"), metavar="FOLDER")
    options = parser.parse_args()
    if not options.directory and not options.also:
        parser.error("expected the DIRECTORY of a run, or --also NAME DIRECTORY; see --help")
    runs = {f"{name}-": Path(directory) for name, directory in options.also or ()}
    if options.directory:
        runs[""] = options.directory
    for prefix, directory in runs.items():
        found = tables(Result(rows=json.loads((directory / "rows.json").read_text())))
        for name in PAGES:
            page = options.pages / name
            page.write_text(written(page.read_text(), found, prefix))
    return 0


def written(page: str, found: dict[str, list[dict]], prefix: str = "") -> str:
    """A page with the tables whose marks it has.

    Args:
        found: lines of each table by its title, as the study prints them.
        prefix: of the marks.

    Raises:
        CallError: the run has no such table.
    """
    texts = {}
    for name, title in TABLES.items():
        if f"<!-- {prefix}{name} -->" not in page:
            continue
        if not found.get(title):
            raise CallError(f"expected the table '{title}' in the run; it has {', '.join(found)}")
        texts[prefix + name] = of_lines(found[title])
    return filled(page, texts)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except CipherfabError as error:
        sys.exit(f"error: {error}")
