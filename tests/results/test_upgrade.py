# SPDX-License-Identifier: Apache-2.0
"""Stores of earlier schemas: read as if they were of today's, and no damage is made good by
that."""

import sqlite3
from contextlib import closing

import pytest

from cipherfab.errors import ToolError
from cipherfab.results import seals
from cipherfab.results.digest import digest
from cipherfab.results.records import Evidence, Measurement
from cipherfab.results.store import Store

PASSED = Evidence(
    link="rtl", check="official vectors", passed=True, core="toy/round", design="d" * 64
)
RECORDS = [
    Measurement(
        core="toy/round",
        platform="nangate45",
        recipe="area",
        metric="area_ge",
        value=1234.5,
        design="d" * 64,
        seed=seed,
        period_ps=period,
    )
    for seed, period in ((1, 1234), (2, None), (3, 2500))
]


def make_older(path, version: int) -> None:
    """Take a store back to an earlier schema: periods in ns, identifiers and seals of that; and
    then without seals.
    """
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("ALTER TABLE measurements RENAME COLUMN period_ps TO period_ns")
        for sequence, record in enumerate(RECORDS, 1):
            period = None if record.period_ps is None else record.period_ps / 1000
            content = {
                name: value for name, value in record.content().items() if name != "period_ps"
            }
            name = digest({**content, "period_ns": period})
            database.execute(
                "UPDATE measurements SET id = ?, period_ns = ?, seal = ? WHERE sequence = ?",
                (name, period, seals.seal("measurements", sequence, name), sequence),
            )
        seals.close(database)
        if version == 1:
            for table in seals.TABLES:
                database.execute(f"ALTER TABLE {table} DROP COLUMN seal")
            database.execute("DROP TABLE totals")
        database.execute(f"PRAGMA user_version = {version}")


@pytest.fixture
def path(tmp_path):
    """A store with three records."""
    path = tmp_path / "store.sqlite"
    with Store(path) as store:
        store.add(evidence=[PASSED], measurements=RECORDS)
    return path


@pytest.mark.parametrize("version", [1, 2])
def test_an_older_store_is_read(path, version):
    """Opened once or twice, all records are there with whole ps, names and seals of their content,
    and nothing is damaged.
    """
    make_older(path, version)
    for _ in range(2):
        with Store(path) as store:
            assert store.rows() == RECORDS and store.rows(period_ps=1234) == RECORDS[:1]
            assert (
                store.rows(id=RECORDS[2].id) == RECORDS[2:]
                and store.evidence() == [PASSED]
                and not store.damages()
            )


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE measurements SET value = 1.0 WHERE sequence = 2",
        "UPDATE measurements SET period_ns = 9.0 WHERE sequence = 1",
        "DELETE FROM measurements WHERE sequence = 3",
        "UPDATE measurements SET seal = 'f' WHERE sequence = 1",
        "UPDATE measurements SET id = 'f' WHERE sequence = 1",
    ],
)
def test_damage_stays_damage(path, change):
    """A record that was changed, lost or moved before the upgrade is told after it."""
    make_older(path, 2)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(change)
    with Store(path) as store, pytest.raises(ToolError, match="damaged"):
        store.rows()
