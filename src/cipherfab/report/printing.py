# SPDX-License-Identifier: Apache-2.0
"""How a table is printed: with rules and colours on a terminal, as plain aligned columns (one line
per row, nothing cut off) elsewhere, as LaTeX where that is asked for.
"""

import io
import sys
from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..plain import raw
from . import latex

_ASCII = str.maketrans(
    {
        "✓": "y",
        "✗": "X",
        "·": ".",
        "–": "-",
        "±": "+-",
        "×": "x",
        "≈": "~",
        "≠": "#",
        "µ": "u",
        "²": "2",
        "…": "...",
    }
)


def show(table: Table, console: Console | None = None) -> None:
    """Print a table on a console (standard output by default): rules and colours on a terminal,
    else :func:`text`.

    On a terminal remarks become numbered notes below the table, and no number is cut or broken:
    what is too wide goes on in further tables below, each with the first column. Where the output
    is LaTeX (`latex.printed`) it is a booktabs table.
    """
    if console is None and isinstance(sys.stdout, latex.Stream):
        sys.stdout.table(table)
        return
    console = console or Console(file=raw(sys.stdout), highlight=False)
    unicode = "utf" in (console.encoding or "").lower()
    if not (console.is_terminal and unicode):
        lines = text(table)
        console.file.write(
            lines if unicode else lines.translate(_ASCII).encode("ascii", "replace").decode()
        )
        return
    shown, notes = _with_notes(table)
    for part in _parts(shown, console.width):
        _fit(part, console.width)
        # Each part fits already, so nothing may be cut.
        console.print(part, crop=False)
    for line in (*notes, *([Text(str(table.caption), "dim")] if table.caption else [])):
        console.print(line)


def text(table: Table) -> str:
    """The table as plain text: aligned columns without rules or colours, one line per row, of
    whatever width it needs.
    """
    # Wider than any row, so that nothing is folded.
    plain = Console(
        file=io.StringIO(), width=10_000, force_terminal=False, no_color=True, highlight=False
    )
    plain.print(_copy(table, len(table.columns), box=None, padding=(0, 2, 0, 0)))
    lines = [line.rstrip() for line in plain.file.getvalue().splitlines()]
    return "\n".join([*lines, *([str(table.caption)] if table.caption else [])]) + "\n"


def cells(table: Table) -> list[list[str]]:
    """The rows of a table as plain texts."""
    return [[str(cell) for cell in row] for row in zip(*(column.cells for column in table.columns))]


def _needed(columns: Sequence) -> int:
    """Columns of a terminal that columns of a table need: their least widths and three blanks for
    each.
    """
    return sum(column.min_width for column in columns) + 3 * len(columns)


def _parts(table: Table, width: int) -> list[Table]:
    """The table, or if it is too wide several, of which each begins with its first column and has
    as many others as fit.
    """
    first, *others = table.columns
    parts: list[list] = [[]]
    for column in others:
        # A column that is too wide for every table still gets one, else nothing would show it.
        if parts[-1] and _needed([first, *parts[-1], column]) > width:
            parts.append([])
        parts[-1].append(column)
    return [_part(table, [first, *columns]) for columns in parts] if len(parts) > 1 else [table]


def _fit(table: Table, width: int) -> None:
    """Give each column its least width, and what the terminal has left to the columns that can use
    it, the first ones first.
    """
    spare = max(0, width - _needed(table.columns))
    for column in table.columns:
        natural = max((len(str(cell)) for cell in (column.header, *column.cells)), default=0)
        column.width = column.min_width + min(spare, max(0, natural - column.min_width))
        spare -= column.width - column.min_width


def _part(table: Table, columns: Sequence) -> Table:
    """A table of some of the columns, with the rows' styles."""
    part = Table(header_style="bold", pad_edge=False, padding=(0, 1, 0, 0), box=box.SIMPLE_HEAD)
    for column in columns:
        part.add_column(
            column.header, justify=column.justify, min_width=column.min_width, overflow="fold"
        )
    for index, cells in enumerate(zip(*(column.cells for column in columns))):
        part.add_row(*cells, style=table.rows[index].style)
    return part


def _with_notes(table: Table) -> tuple[Table, list[Text]]:
    """The table for a terminal, its remarks moved to notes: ``[1]`` after the last cell of the row
    that they belong to.
    """
    last = table.columns[-1]
    if last.header != "Remarks":
        return _copy(table, len(table.columns), box=box.SIMPLE_HEAD), []
    remarks = [str(cell) for cell in last.cells]
    distinct = list(dict.fromkeys(filter(None, remarks)))
    notes = [Text(f"[{distinct.index(remark) + 1}]" if remark else "") for remark in remarks]
    shown = _copy(table, len(table.columns) - 1, notes, box=box.SIMPLE_HEAD)
    return shown, [Text(f"[{index}] {remark}") for index, remark in enumerate(distinct, 1)]


def _copy(table: Table, columns: int, notes: Sequence[Text] = (), **style: Any) -> Table:
    """The first columns of a table and a column of notes, none narrower than its longest word or
    number.
    """
    copy = Table(header_style="bold", pad_edge=False, **{"padding": (0, 1, 0, 0)} | style)
    for column in table.columns[:columns]:
        # A number stays on its line, with its spread; texts may be folded between words.
        words = [
            [str(cell)] if column.justify == "right" else str(cell).split() for cell in column.cells
        ]
        width = max(
            (len(word) for found in (str(column.header).split(), *words) for word in found),
            default=1,
        )
        copy.add_column(column.header, justify=column.justify, min_width=width, overflow="fold")
    if any(notes):
        # The header has four letters.
        copy.add_column("Note", justify="right", min_width=max(4, *(len(note) for note in notes)))
    for index, cells in enumerate(zip(*(column.cells for column in table.columns[:columns]))):
        copy.add_row(
            *cells, *(notes[index : index + 1] if any(notes) else ()), style=table.rows[index].style
        )
    return copy
