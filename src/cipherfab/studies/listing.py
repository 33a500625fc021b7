# SPDX-License-Identifier: Apache-2.0
"""Records as lines of tables, whose keys are the columns; tables and records as files."""

import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from ..plain import as_json
from ..report import printing

MANIFEST = "study.json"
"""What a kept study is, for the site: ``title``, ``verdict`` and ``tables``."""

Titled = Sequence[tuple[str, Table]]
"""Tables with their titles."""

Line = Mapping[str, Any]
Lines = Sequence[Line]
"""Lines of a table, whose keys are its columns."""

Columns = Mapping[str, str | Callable[[Line], Any]]
"""By title the place of a value in a record, see `at`, or a function of the record."""


def at(record: Any, place: str) -> Any:
    """A value in a record: ``measured.area_ge`` is that of ``area_ge`` in the one of ``measured``;
    None where there is none.
    """
    for name in place.split("."):
        record = record.get(name) if isinstance(record, Mapping) else None
    return record


def lined(records: Iterable[Line], columns: Columns) -> list[dict[str, Any]]:
    """A line for each record, with these columns."""
    return [
        {title: of(record) if callable(of) else at(record, of) for title, of in columns.items()}
        for record in records
    ]


def plain(titled: Titled) -> str:
    """Tables as plain text."""
    return "\n".join(f"{title}\n\n{printing.text(table)}" for title, table in titled)


def write_files(output: Path, records: Mapping[str, Any], titled: Titled) -> list[Path]:
    """Write ``NAME.json`` for each record and ``tables.txt`` to a directory, which is made; returns
    the paths.
    """
    texts = {f"{name}.json": as_json(record, indent=2) + "\n" for name, record in records.items()}
    texts["tables.txt"] = plain(titled)
    output.mkdir(parents=True, exist_ok=True)
    for name, content in texts.items():
        (output / name).write_text(content)
    return [output / name for name in texts]


def keep(
    directory: Path, written: Iterable[Path], titled: Titled, *, title: str, verdict: str
) -> None:
    """Copy the files of a study to ``directory``, in place of those of an earlier run, with its
    `MANIFEST`.
    """
    # An earlier run may have drawn plots that this one has not; they would stay beside its tables.
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    for path in written:
        shutil.copyfile(path, directory / path.name)
    said = {"title": title, "verdict": verdict, "tables": [
        {"title": name, "columns": [str(column.header).strip() for column in table.columns],
         "rows": printing.cells(table)}
        for name, table in titled]}  # fmt: skip
    (directory / MANIFEST).write_text(as_json(said, indent=1) + "\n")
