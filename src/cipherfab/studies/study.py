# SPDX-License-Identifier: Apache-2.0
"""A published study that is run again, as data, and what is done with each: its tables, its files
and its last line.

What differs from one study to the next is written in its `STUDY`: what it asks, which jobs it runs,
the tables and plots that are made of its records, and the statements about them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure
from rich.table import Table

from ..report.listing import listing
from ..report.style import save
from .benched import CONDITIONS, Result, said_once
from .listing import Line, Lines, write_files
from .settings import Settings

Tables = Mapping[str, Lines | Table]
"""Tables by their titles: lines whose keys are the columns, or a table as it is printed."""


@dataclass(frozen=True, kw_only=True)
class Study:
    """A published study.

    Attributes:
        name: on the command line.
        paper: what is run again, in words.
        options: those of `settings.OPTIONS` that it takes.
        run: its jobs, and a record for each line of its main tables.
        tables: what is made of the records; those without a line are not shown.
        verdict: one line: how many figures were reached, and by which rule each was chosen.
        files: what is written beside the records, by the name of its file: further JSON.
        plots: by the stem of their files; None where there is nothing to draw.
        page: of the last line, the tables, and the pictures by their stems one file of HTML.
        cores: whose energy can be measured without the rest; energies: what is made of it.
    """

    name: str
    paper: str
    run: Callable[[Settings], Result]
    tables: Callable[[Result], Tables]
    verdict: Callable[[Result], str]
    options: Sequence[str] = ()
    files: Mapping[str, Callable[[Result], Any]] = field(default_factory=dict)
    plots: Callable[[Result], Mapping[str, Figure | None]] = lambda result: {}
    page: Callable[[str, Mapping[str, Any], Mapping[str, Path]], str] | None = None
    cores: Callable[[Settings], list[str]] | None = None
    energies: Callable[[Sequence[Line]], Tables] = lambda lines: {}

    def shown(self, result: Result) -> dict[str, Lines | Table]:
        """The tables that have a line, and behind them what the figures were measured with."""
        return filled({**self.tables(result), CONDITIONS: said_once(result.rows)})

    def titled(self, result: Result) -> list[tuple[str, Table]]:
        """The same as they are printed."""
        return printed(self.shown(result))

    def write(self, result: Result, output: Path) -> list[Path]:
        """Write ``rows.json``, the further `files`, ``tables.txt``, the plots, and ``index.html``
        if there is a page; returns the paths.
        """
        records = {"rows": result.rows} | {name: of(result) for name, of in self.files.items()}
        paths = write_files(output, records, self.titled(result))
        drawings = {stem: drawing for stem, drawing in self.plots(result).items() if drawing}
        for stem, drawing in drawings.items():
            paths += save(drawing, output / stem)
        if self.page:
            pictures = {stem: output / f"{stem}.svg" for stem in drawings}
            text = self.page(self.verdict(result), self.shown(result), pictures)
            paths.append(output / "index.html")
            paths[-1].write_text(text, encoding="utf-8")
        return paths


def filled(tables: Tables) -> dict[str, Lines | Table]:
    """The tables that have a line."""
    return {
        title: table
        for title, table in tables.items()
        if (table.row_count if isinstance(table, Table) else table)
    }


def printed(tables: Tables) -> list[tuple[str, Table]]:
    """The tables that have a line, with their titles, as they are printed."""
    return [
        (title, table if isinstance(table, Table) else listing(table))
        for title, table in filled(tables).items()
    ]
