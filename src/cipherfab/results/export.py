# SPDX-License-Identifier: Apache-2.0
"""Measurements as files for other programs: CSV, JSON and Parquet, one row or object per number."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from .. import outputs
from ..errors import CallError
from ..plain import as_json, cell, escaped_json
from .records import Measurement
from .rows import INTEGERS, JSON_COLUMNS, MEASUREMENT_COLUMNS, NUMBERS, flat


def export(measurements: Sequence[Measurement], path: Path) -> None:
    """Write measurements, ordered by content, to ``path``; its suffix ``.csv``, ``.json`` or
    ``.parquet`` chooses the format.

    CSV and Parquet have the columns `rows.MEASUREMENT_COLUMNS`; ``evidence`` and ``provenance`` are
    JSON texts there. In CSV texts are quoted and an empty unquoted field is a missing value. JSON
    has nested objects, and ``value`` holds either kind.

    Raises:
        CallError: another suffix; see also `outputs.whole`.
    """
    write = writer(path)
    with outputs.whole(Path(path)) as partial:
        write(sorted(measurements, key=_order), partial)


def writer(path: Path) -> Callable[[Sequence[Measurement], Path], None]:
    """What writes a file of this suffix. Raises `CallError` for any other."""
    writers = {".csv": _write_csv, ".json": _write_json, ".parquet": _write_parquet}
    if Path(path).suffix not in writers:
        raise CallError(f"{path}: expected a name that ends in {', '.join(writers)}.")
    return writers[Path(path).suffix]


def begins(path: Path) -> Callable[[bytes], bool]:
    """Whether the first bytes of a file are those of an export with this suffix."""
    # Keys of the JSON are sorted, so ``core`` is the first of a record.
    starts = {".csv": b'"id","core",', ".json": b'[\n {\n  "core"', ".parquet": b"PAR1"}
    return lambda head: head.startswith(starts[Path(path).suffix])


def table(measurements: Sequence[Measurement]) -> pa.Table:
    """Measurements as an Arrow table with the columns `rows.MEASUREMENT_COLUMNS`."""
    kinds = {**dict.fromkeys(NUMBERS, pa.float64()), **dict.fromkeys(INTEGERS, pa.int64())}
    schema = pa.schema([(column, kinds.get(column, pa.string())) for column in MEASUREMENT_COLUMNS])
    return pa.Table.from_pylist([flat(measurement) for measurement in measurements], schema=schema)


def write_csv(found: pa.Table, path: Path) -> None:
    """Write a table; texts are `plain.cell`, columns of JSON escaped as JSON does, numbers as they
    are.
    """
    for index, name in enumerate(found.column_names):
        if pa.types.is_string(found.schema.field(name).type):
            safe = escaped_json if name in JSON_COLUMNS else cell
            texts = [text if text is None else safe(text) for text in found[name].to_pylist()]
            found = found.set_column(index, name, pa.array(texts, pa.string()))
    pyarrow.csv.write_csv(found, path)


def _order(row: Measurement) -> tuple:
    return (
        row.core,
        row.platform,
        row.recipe,
        row.metric,
        row.workload,
        # None does not compare with numbers, so what has no period or seed comes first.
        row.period_ps or 0,
        -1 if row.seed is None else row.seed,
        row.id,
    )


def _write_csv(rows: Sequence[Measurement], path: Path) -> None:
    write_csv(table(rows), path)


def _write_parquet(rows: Sequence[Measurement], path: Path) -> None:
    pyarrow.parquet.write_table(table(rows), path)


def _write_json(rows: Sequence[Measurement], path: Path) -> None:
    path.write_text(
        as_json([row.to_json() for row in rows], indent=1, sort_keys=True) + "\n", encoding="utf-8"
    )
