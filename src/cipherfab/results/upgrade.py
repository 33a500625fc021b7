# SPDX-License-Identifier: Apache-2.0
"""Stores of earlier schemas, made into those of today when they are opened. What was damaged stays
damaged.
"""

import sqlite3
from collections.abc import Mapping
from typing import Any

from . import seals
from .digest import digest
from .rows import TOTALS, to_measurement

SCHEMA_VERSION = 3
"""1 had no seals; 2 had periods in ns."""


def upgrade(database: sqlite3.Connection, version: int) -> None:
    """Make a store of an earlier schema one of `SCHEMA_VERSION`, within a transaction."""
    if version < 2:
        _add_seals(database)
    _periods_in_ps(database)


def _add_seals(database: sqlite3.Connection) -> None:
    for table in seals.TABLES:
        database.execute(f"ALTER TABLE {table} ADD COLUMN seal TEXT")
    database.execute(TOTALS)
    seals.close(database)


def _periods_in_ps(database: sqlite3.Connection) -> None:
    """A record is named by its content, so each gets another name and seal; but one whose name or
    seal is wrong keeps it.
    """
    # This is asked before anything changes, so a store that was damaged does not get totals that
    # agree with it.
    sound = seals.totals_agree(database)
    cursor = database.execute("SELECT * FROM measurements NOT INDEXED")
    cursor.row_factory = sqlite3.Row
    # All rows are read now, since the column has its old name only until the next line.
    rows = [dict(row) for row in cursor]
    database.execute("ALTER TABLE measurements RENAME COLUMN period_ns TO period_ps")
    for row in rows:
        try:
            before, after, period_ps = _names(row)
        except Exception:  # whatever a flipped bit has made of a field
            continue
        if row["id"] == before and row["seal"] == seals.seal(
            "measurements", row["sequence"], before
        ):
            database.execute(
                "UPDATE measurements SET id = ?, period_ps = ?, seal = ? WHERE sequence = ?",
                (
                    after,
                    period_ps,
                    seals.seal("measurements", row["sequence"], after),
                    row["sequence"],
                ),
            )
    if sound:
        seals.close(database)


def _names(row: Mapping[str, Any]) -> tuple[str, str, int | None]:
    """The identifier of a record with its period in ns, that with the period in ps, and this
    period.
    """
    period_ns = row["period_ns"]
    period_ps = None if period_ns is None else round(1000 * period_ns)
    record = to_measurement({**row, "period_ps": period_ps})
    content = {name: value for name, value in record.content().items() if name != "period_ps"}
    return digest({**content, "period_ns": period_ns}), record.id, period_ps
