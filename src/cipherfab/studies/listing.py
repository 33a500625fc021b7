"""Records as tables, as studies print them: the keys of a record are the columns."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table

from ..report.numbers import number


def listing(entries: Sequence[Mapping[str, Any]], columns: Sequence[str] = ()) -> Table:
    """Any mappings as a table with their keys, as they are written, for its columns; ✓ and ✗ for truth values."""
    columns = columns or (list(entries[0]) if entries else ())
    table = Table(*columns)
    for entry in entries:
        table.add_row(*(_cell(entry[column]) for column in columns))
    return table


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "✓" if value else "✗"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return number(value) if value is None or isinstance(value, float) else str(value)
