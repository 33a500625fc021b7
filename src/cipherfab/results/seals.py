# SPDX-License-Identifier: Apache-2.0
"""How a store notices that it was changed behind its back: by a flipped bit, a lost page, or a
hand.

A record's identifier is the hash of its content. Its **seal** is the hash of its table, its place
in the order and its identifier; the **total** of a table is the sum (XOR) of the seals of all its
rows. So a changed field, a record at another place in the order, a lost one and one too many are
all noticed. It is no signature: who can write the file and has this program can make all of it new.
"""

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .records import OK
from .rows import (
    EVIDENCE_COLUMNS,
    MEASUREMENT_COLUMNS,
    evidence_row,
    measurement_row,
    to_evidence,
    to_measurement,
)

TABLES: Mapping[str, tuple[tuple[str, ...], Callable, Callable]] = {
    "measurements": (MEASUREMENT_COLUMNS, to_measurement, measurement_row),
    "evidence": (EVIDENCE_COLUMNS, to_evidence, evidence_row),
}
"""Columns of each table, and how a row becomes a record and the other way round."""


@dataclass(frozen=True)
class Damage:
    """Something that is not as it was written: where, and what is wrong with it; ``key``: table and
    sequence of a row, or None.
    """

    where: str
    what: str
    key: tuple[str, int] | None = None


def seal(table: str, sequence: int, identifier: str) -> str:
    """The seal of a row, 64 hexadecimal digits."""
    return hashlib.sha256(f"{table}:{sequence}:{identifier}".encode()).hexdigest()


def close(database: sqlite3.Connection) -> None:
    """Seal the rows that are not sealed yet, and write the totals of all that are there."""
    for table in TABLES:
        _seal_from(database, table, 0)
        _write_total(database, table, _total(database, table))


def add_to_total(
    database: sqlite3.Connection, table: str, behind: int, replaced: Iterable[str]
) -> None:
    """Seal new rows, and bring the total up to date, which stays wrong if it was.

    Args:
        behind: sequence of the last row before them.
        replaced: seals of the rows that they took the place of.
    """
    (said,) = database.execute("SELECT digest FROM totals WHERE name = ?", (table,)).fetchone()
    for text in (*replaced, *_seal_from(database, table, behind)):
        # XOR: what is replaced leaves the total in the way in which it came.
        said = f"{int(said, 16) ^ int(text, 16):064x}"
    _write_total(database, table, said)


def _seal_from(database: sqlite3.Connection, table: str, behind: int) -> list[str]:
    """Seal the rows behind one that have no seal; their seals."""
    new = database.execute(
        f"SELECT sequence, id FROM {table} WHERE sequence > ? AND seal IS NULL", (behind,)
    ).fetchall()
    sealed = [(seal(table, *row), row[0]) for row in new]
    database.executemany(f"UPDATE {table} SET seal = ? WHERE sequence = ?", sealed)
    return [text for text, _ in sealed]


def _write_total(database: sqlite3.Connection, table: str, total: str) -> None:
    database.execute("INSERT OR REPLACE INTO totals (name, digest) VALUES (?, ?)", (table, total))


def _total(database: sqlite3.Connection, table: str) -> str:
    total = 0
    # An index is a copy, which may be sound where the table is not.
    for (text,) in database.execute(f"SELECT seal FROM {table} NOT INDEXED"):
        total ^= int(text, 16)
    return f"{total:064x}"


def totals_agree(database: sqlite3.Connection) -> bool:
    """Whether the stored totals are those of the rows that are there."""
    return all(_total_agrees(database, table) for table in TABLES)


def _total_agrees(database: sqlite3.Connection, table: str) -> bool:
    stored = database.execute("SELECT digest FROM totals WHERE name = ?", (table,)).fetchone()
    try:
        return stored is not None and stored[0] == _total(database, table)
    except (ValueError, TypeError):  # a row without a seal
        return False


def damages(database: sqlite3.Connection) -> Iterator[Damage]:
    """Everything in a store that is not as it was written. Raises `sqlite3.DatabaseError` if it
    cannot even be read.
    """
    for (said,) in database.execute("PRAGMA integrity_check"):
        if said != "ok":
            yield Damage("the file", said)
    for table in TABLES:
        yield from _rows(database, table)
        if not _total_agrees(database, table):
            yield Damage(table, "records are missing, too many, or out of their order")
    yield from _unproved(database)


def _rows(database: sqlite3.Connection, table: str) -> Iterator[Damage]:
    columns, to_record, to_row = TABLES[table]
    cursor = database.execute(f"SELECT * FROM {table} NOT INDEXED ORDER BY sequence")
    cursor.row_factory = sqlite3.Row
    for row in cursor:
        place, key = f"{table} {str(row['id'])[:16]}", (table, row["sequence"])
        try:
            same = to_row(to_record(row)) == tuple(row[column] for column in columns)
        except Exception as error:  # whatever a flipped bit has made of a field
            yield Damage(place, f"cannot be read: {type(error).__name__}", key)
            continue
        if not same:
            yield Damage(place, "its content is not what its hash says", key)
        elif row["seal"] != seal(table, row["sequence"], row["id"]):
            yield Damage(place, "it is not at its place in the order", key)


def _unproved(database: sqlite3.Connection) -> Iterator[Damage]:
    """Numbers that are ``ok`` although the evidence for it is not there."""
    known = {
        identifier for (identifier,) in database.execute("SELECT id FROM evidence NOT INDEXED")
    }
    simulated = {
        design
        for (design,) in database.execute(
            "SELECT design FROM evidence NOT INDEXED WHERE link = 'rtl'"
        )
    }
    query = "SELECT sequence, id, design, evidence FROM measurements NOT INDEXED WHERE status = ?"
    for sequence, identifier, design, evidence in database.execute(query, (OK,)):
        if design not in simulated or not _listed(evidence) <= known:
            place = f"measurements {str(identifier)[:16]}"
            yield Damage(place, "it is ok, and its evidence is missing", ("measurements", sequence))


def _listed(evidence: Any) -> set[str]:
    try:
        return set(json.loads(evidence))
    except (ValueError, TypeError):
        # No record has this id, so the evidence counts as missing.
        return {"unreadable"}
