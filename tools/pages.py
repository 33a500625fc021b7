# SPDX-License-Identifier: Apache-2.0
"""Tables of a study in a page of docs/results, each between two marks; used by the tools beside
this file.
"""

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from public.table import fresh

from cipherfab.report.markdown import table
from cipherfab.report.numbers import number
from cipherfab.studies import placed

WORDS = {"candidate", "core", "by hand", "pieces", "statement", "platform", "recipe"}
"""Columns that stand on the left."""


def run(
    description: str | None, texts: Callable[[Path], Mapping[str, str]], arguments: Sequence[str]
) -> None:
    """A tool that prints the tables of a run, or puts them into a page.

    Args:
        description: docstring of the tool.
        texts: of the study's directory: each table by the name of its marks.
        arguments: of the command line: DIRECTORY [--write PAGE].
    """
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "directory", type=Path, metavar="DIRECTORY", help="what -o of the study said"
    )
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the tables into this page")
    options = parser.parse_args(arguments)
    found = texts(options.directory)
    if options.write is None:
        print("\n".join(f"**{name}**\n\n{text}" for name, text in found.items()))
    else:
        options.write.write_text(filled(options.write.read_text(), found))


def filled(page: str, texts: Mapping[str, str]) -> str:
    """A page with each text between the marks ``<!-- NAME -->`` and ``<!-- /NAME -->`` of its name;
    raises `CallError` if a mark is not there.
    """
    for name, text in texts.items():
        page = fresh(page, text.rstrip(), f"<!-- {name} -->", f"<!-- /{name} -->")
    return page


def after_placement(rows: Iterable[Mapping[str, Any]], name: str) -> str:
    """The table of `studies.placed`; a run without the placer has none, which is said."""
    lines = placed.table(rows, name).get(placed.TITLE)
    return of_lines(lines) if lines else "The run has no figures after placement."


def of_lines(lines: Sequence[Mapping[str, Any]]) -> str:
    """The lines of a table, whose keys are its columns."""
    columns = list(lines[0])
    left = next((place for place, name in enumerate(columns) if name not in WORDS), len(columns))
    return table(columns, ([_cell(line, name) for name in columns] for line in lines), left=left)


def _cell(line: Mapping[str, Any], name: str) -> str:
    value = line[name]
    if isinstance(value, bool):
        return "✓" if value else "✗"
    if isinstance(value, float):
        return number(value)
    return f"`{value}`" if name == "core" else str(value).replace("|", "\\|")
