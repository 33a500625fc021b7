# SPDX-License-Identifier: Apache-2.0
"""The file of the store: others are refused, damage is noticed, several processes write."""

import multiprocessing
import sqlite3

import pytest
from recorded import PASSED, area

from cipherfab.errors import CallError, ToolError
from cipherfab.results import seals
from cipherfab.results.store import Store
from cipherfab.results.upgrade import SCHEMA_VERSION


def test_newer_database_is_refused(tmp_path):
    """A database of a later schema is not touched, and the message says what to do."""
    path = tmp_path / "store.sqlite"
    Store(path).close()
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    with pytest.raises(CallError, match="newer cipherfab"):
        Store(path)


def test_other_file_is_refused(tmp_path):
    """A file that is no database is the caller's error, not a traceback."""
    (tmp_path / "store.sqlite").write_text(
        "not a database, but long enough to be taken for a header " * 40
    )
    with pytest.raises(CallError, match="cannot be used"):
        Store(tmp_path / "store.sqlite")


def _write_many(path, first, barrier):
    # All of them find no store, and any may be the one that makes it.
    barrier.wait()
    with Store(path) as store:
        for seed in range(first, first + 25):
            store.add(
                evidence=[PASSED],
                measurements=[area(seed=seed), area(seed=seed, metric="delay_ns", value=2.0)],
            )


def test_what_is_written_while_all_is_checked_is_no_damage(tmp_path, monkeypatch):
    """Rows and their total are read as of one moment, though another process writes between."""
    path, total = tmp_path / "store.sqlite", seals._total
    with Store(path) as reading, Store(path) as writing:

        def slowly(database, table):
            if database is reading._database:
                # The tables' names differ in length, so each call writes another record.
                writing.add(evidence=[PASSED], measurements=[area(seed=len(table))])
            return total(database, table)

        writing.add(evidence=[PASSED], measurements=[area(seed=0)])
        monkeypatch.setattr(seals, "_total", slowly)
        assert reading.damages() == []
        assert len(writing.rows()) == 3


def test_what_is_lost_stays_noticed_though_more_is_written(tmp_path):
    """A row that is taken out while a store is open is damage also behind the next records, new
    ones and some in the place of equal ones.
    """
    path = tmp_path / "store.sqlite"
    with Store(path) as store:
        store.add(evidence=[PASSED], measurements=[area(seed=seed) for seed in range(4)])
        store.add(evidence=[PASSED], measurements=[area(seed=1), area(seed=1), area(seed=7)])
        assert store.damages() == []
        with sqlite3.connect(path) as behind:
            behind.execute("DELETE FROM measurements WHERE seed = 2")
        store.add(measurements=[area(seed=3), area(seed=8)])
        assert "records are missing" in store.damages()[0].what


@pytest.fixture
def checked(monkeypatch):
    """An item for each time that a store was read through."""
    found, damages = [], seals.damages
    monkeypatch.setattr(seals, "damages", lambda database: found.append(1) or damages(database))
    return found


def changed_behind(path):
    """Another connection changes a field of every measurement."""
    with sqlite3.connect(path) as behind:
        behind.execute("UPDATE measurements SET value = value + 1")
    behind.close()


def is_found_damaged(path):
    """Opening the store and reading it ends with what is damaged."""
    with Store(path) as store, pytest.raises(ToolError, match="damaged"):
        store.rows()


def test_a_store_is_checked_again_only_if_it_was_touched(tmp_path, checked):
    """What this process left sound and nobody touched is not read through anew; a change of one
    field, a longer file or a log beside it is.
    """
    path = tmp_path / "store.sqlite"
    with Store(path) as store:
        store.add(evidence=[PASSED], measurements=[area(seed=0)])
    for _ in range(2):
        with Store(path) as store:
            assert len(store.rows()) == 1
    assert len(checked) == 1
    changed_behind(path)
    is_found_damaged(path)
    assert len(checked) == 2


def test_what_another_wrote_meanwhile_is_checked_at_the_next_opening(tmp_path, checked):
    """A store into which a second connection wrote while the first had it open is read through
    anew.
    """
    path = tmp_path / "store.sqlite"
    with Store(path) as store:
        store.add(evidence=[PASSED], measurements=[area(seed=0)])
        changed_behind(path)
    is_found_damaged(path)
    assert len(checked) == 2


def test_several_processes_write_at_once(tmp_path):
    """Processes that open a new store together and write together lose nothing."""
    context = multiprocessing.get_context("fork")
    barrier = context.Barrier(4)
    path = tmp_path / "store.sqlite"
    writers = [
        context.Process(target=_write_many, args=(path, 25 * index, barrier)) for index in range(4)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    assert [writer.exitcode for writer in writers] == [0] * 4
    with Store(path) as store:
        assert len(store.rows()) == 200 and len(store.evidence(history=True)) == 1
