# SPDX-License-Identifier: Apache-2.0
"""Tables of Markdown, for the pages that tools write."""

from collections.abc import Iterable, Sequence


def row(*cells: object) -> str:
    """A row of a table."""
    return f"| {' | '.join(map(str, cells))} |\n"


def table(columns: Sequence[object], lines: Iterable[Sequence[object]], *, left: int = 1) -> str:
    """A table, its first ``left`` columns to the left and the others to the right."""
    ruler = [*left * ["---"], *(len(columns) - left) * ["--:"]]
    return "".join(row(*cells) for cells in (columns, ruler, *lines))
