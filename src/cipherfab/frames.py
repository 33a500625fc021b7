# SPDX-License-Identifier: Apache-2.0
"""What is known, as pandas data frames: the cores of the data set, their runs, and the store.

Columns have the names, units and meanings of `docs/reference/columns.md` (``cipherfab columns``);
each frame has the units of its columns in ``attrs["units"]``. pandas is imported at the first call.
"""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .results.dictionary import CORES, MEASUREMENTS, RUNS, Column

if TYPE_CHECKING:
    from pandas import DataFrame

THROUGHPUT = Column(
    "number", "Of long messages with a key that stays, at `fmax_mhz`; missing without timing.",
    "Mbit/s",
)  # fmt: skip
"""The column that `dataset` adds to those of a run."""


def cores(path: str | Path | None = None) -> "DataFrame":
    """The cores of the data set: a row for each, the columns *cores* of `docs/reference/columns.md`
    but ``runs``.

    Args:
        path: another data set (``cores.jsonl``); by default the one that comes with the package.

    Raises:
        CallError: a line of the file is no entry.
    """
    columns = {name: said for name, said in CORES.items() if name != "runs"}
    return _frame([asdict(found) for found in _entries(path)], columns)


def dataset(path: str | Path | None = None) -> "DataFrame":
    """The runs of the data set: a row for each core, platform and recipe.

    The columns are ``core``, ``algorithm``, ``kind``, ``operations`` and ``bus`` (bit) of *cores*,
    all columns of *runs*, and ``throughput_mbps`` (Mbit/s, long messages).

    Args:
        path: as of `cores`.

    Raises:
        CallError: a line of the file is no entry.
    """
    from .dataset.rows import rows_of

    about = {name: CORES[name] for name in ("core", "algorithm", "kind", "operations", "bus")}
    rows = [
        asdict(found) | asdict(run) | {"throughput_mbps": row["throughput_mbps"]}
        for found in _entries(path)
        for run, row in zip(found.runs, rows_of(found))
    ]
    return _frame(rows, {**about, **RUNS, "throughput_mbps": THROUGHPUT})


def store(home: str | Path | None = None) -> "DataFrame":
    """Every current record of the store, a number a row: the columns *measurements* of
    `docs/reference/columns.md`.

    Args:
        home: its directory; by default ``CIPHERFAB_HOME``, else ``cipherfab-out``.

    Raises:
        CallError: there is no store.
        ToolError: it is not as it was written.
    """
    from .bench import rows
    from .errors import CallError
    from .results.export import flat
    from .results.home import Home, default_home
    from .results.store import Store

    database = (Home(Path(home)) if home else default_home()).database
    if not database.is_file():
        raise CallError(f"{database}: no store here. Measure a core first, or give its directory.")
    with Store(database) as opened:
        found = rows.concerned(opened, opened.rows())
    return _frame([flat(one) for one in found], MEASUREMENTS)


def _entries(path: str | Path | None):
    from .dataset import entry

    return entry.read(Path(path) if path else None)


def _frame(rows: list[dict[str, Any]], columns: Mapping[str, Column]) -> "DataFrame":
    """A frame with these columns in their order; numbers that are missing are NaN or ``<NA>``."""
    import pandas

    frame = pandas.DataFrame.from_records(rows, columns=list(columns))
    # pandas' Int64 has a value for what is missing, numpy's int64 has none.
    kinds = {"number": "float64", "integer": "Int64"}
    for name, said in columns.items():
        if said.type in kinds:
            frame[name] = frame[name].astype(kinds[said.type])
    frame.attrs["units"] = {name: said.unit for name, said in columns.items() if said.unit}
    return frame
