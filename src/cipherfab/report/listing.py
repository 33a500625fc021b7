# SPDX-License-Identifier: Apache-2.0
"""Any mappings as a table: a line for each, a column for each key."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from ..plain import visible
from .numbers import number

MARKS = {True: ("✓", "green"), False: ("✗", "bold red"), None: ("·", "dim")}
"""What stands for passed, failed and absent, and its style."""


def listing(
    entries: Sequence[Mapping[str, Any]], columns: Sequence[str] = (), *, worded: bool = False
) -> Table:
    """Mappings as a table with their keys as its columns, or with those that are named; lists
    joined by commas, ✓ and ✗ for truth values.

    Args:
        worded: columns are headed by words, ``Third party`` for ``third_party``, and not by the
            keys as they are.
    """
    columns = columns or list(dict.fromkeys(key for entry in entries for key in entry))
    table = Table(*(name.replace("_", " ").capitalize() if worded else name for name in columns))
    for entry in entries:
        table.add_row(*(_cell(entry.get(name)) for name in columns))
    return table


def clean(value: Any) -> Text:
    """Text as it stands: no markup is read, and what a terminal would obey is spelled out."""
    return Text(visible(value))


def _cell(value: Any) -> Text:
    if isinstance(value, bool):
        return Text(MARKS[value][0])
    if isinstance(value, list | tuple):
        return clean(", ".join(map(str, value)))
    return clean(number(value) if value is None or isinstance(value, float) else value)
