# SPDX-License-Identifier: Apache-2.0
"""Columns of neighbouring ports, pins, declarations and assignments, as Verible's formatter aligns
them: where no cell moves by more than two places.
"""

import re
from collections.abc import Iterator
from itertools import groupby

COLUMNS = 100
"""The longest line that the formatter writes."""
NEAR = 2
"""By how many places a cell may move."""

FORMS = (
    re.compile(r"( *(?:input|output))( (?:wire|reg))(?:( \[)(\d+)(:0\]))?( \w+,?)"),
    re.compile(r"( *\.\w+)(\(.*)"),
    re.compile(r"( *(?:wire|reg))(?:( \[)(\d+)(:0\]))?( \w+(?:\[.*\]| = .*)?;)"),
    re.compile(r"( *assign \S+)( = .*)"),
    re.compile(r"( *[\w\[\]:]+)( = .*)"),
    re.compile(r"( *[\w\[\]:]+)( <= .*)"),
)
"""Statements that are aligned with neighbours of the same form, by their first line; a group is a
cell with the space in front of it. Numbers are aligned at their right.
"""

Statement = list[str]
"""The lines of a statement."""


def aligned(statements: list[Statement]) -> list[Statement]:
    """Statements with the columns of neighbours of one form and one indentation aligned; comments
    between them make no difference. Where one takes several lines, all stay as they are.
    """
    said = [number for number, lines in enumerate(statements) if not _comment(lines)]
    found = list(statements)
    for (form, _), group in groupby(said, lambda number: _kind(statements[number][0])):
        places = list(group)
        if form is not None and all(len(statements[place]) == 1 for place in places):
            rows = _columns(form, [statements[place][0] for place in places])
            for place, row in zip(places, rows):
                found[place] = [row]
    return found


def _comment(lines: Statement) -> bool:
    return lines[0].lstrip().startswith("//")


def _kind(line: str) -> tuple[int | None, int]:
    """Which of `FORMS` a line has, and how deep it stands."""
    form = next((number for number, form in enumerate(FORMS) if form.fullmatch(line)), None)
    return form, len(line) - len(line.lstrip())


def _columns(form: int, lines: list[str]) -> list[str]:
    """The lines with their cells under each other, or as they were if a cell would move far or a
    line would become too long.
    """
    columns = [
        column
        for column in zip(*(FORMS[form].fullmatch(line).groups() for line in lines))
        if any(column)
    ]
    widths = [max(len(cell or "") for cell in column) for column in columns]
    far = sum(widths) > COLUMNS or any(
        # A cell that some lines lack, such as a range, ends the alignment, and so does a far move.
        None in column or width - min(map(len, column)) > NEAR
        for column, width in zip(columns[:-1], widths)
    )
    # The last cell is not filled up, so that no line ends in spaces.
    return lines if far else list(_padded(zip(*columns), [*widths[:-1], 0]))


def _padded(rows: Iterator[tuple[str, ...]], widths: list[int]) -> Iterator[str]:
    for row in rows:
        yield "".join(
            cell.rjust(width) if cell.isdigit() else cell.ljust(width)
            for cell, width in zip(row, widths)
        )
