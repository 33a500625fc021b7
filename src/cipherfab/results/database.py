# SPDX-License-Identifier: Apache-2.0
"""The file of the store: opened, written in transactions by several processes, read only where it
is as it was written.
"""

import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

from ..errors import CallError, CipherfabError, ToolError
from . import seals
from .digest import canonical
from .home import Home
from .rows import SCHEMA
from .upgrade import SCHEMA_VERSION, upgrade

OF_THE_SYSTEM = (
    "SQLITE_FULL",
    "SQLITE_IOERR",
    "SQLITE_BUSY",
    "SQLITE_LOCKED",
    "SQLITE_READONLY",
    "SQLITE_CANTOPEN",
)
"""Errors of SQLite that are no fault of the file: a full disk, another process, missing rights."""

BUSY_SECONDS = 60
"""How long a writer waits for the others; each holds the lock for milliseconds."""


class Database:
    """An open file. Close it, or use it in a ``with`` statement; each thread and each process opens
    its own.

    Args:
        path: the database file; it and its directory are created if missing.

    Raises:
        CallError: the file is not a store, or was written by a newer cipherfab.

    Every method that reads raises `ToolError` if the file was changed behind our back; see `seals`.
    """

    def __init__(self, path: Path):
        self.path = Path(path)
        Home(self.path.parent).made()
        before = _as_it_lies(self.path)
        try:
            # Transactions are our own (`_transaction`): the module begins none by itself.
            self._database = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None)
            _use_write_ahead_log(self._database)
            with self._transaction():
                self._create_or_check()
            self._version = self._written_by_others()
            self._sound = before is not None and before == _left.get(self.path.resolve())
        # a flipped bit in a name of the schema
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise self._of_the_system(error) or CallError(
                f"{self.path} cannot be used as a store: {error}. Give another directory; if it "
                f"was one, move it away and run the benchmarks again: what is in the cache is not "
                f"computed again."
            ) from None

    def close(self) -> None:
        """Give the file back."""
        # Only then does what was checked here still hold for who opens it next.
        alone = self._sound and self._version == self._written_by_others()
        self._database.close()
        if alone:
            _left[self.path.resolve()] = _as_it_lies(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def damages(self) -> list[seals.Damage]:
        """What in the file is not as it was written; empty for a sound one."""
        try:
            with self._snapshot():
                return list(seals.damages(self._database))
        except (sqlite3.Error, UnicodeDecodeError) as error:
            return [seals.Damage("the file", str(error))]

    def count(self) -> int:
        """Records in the store, of both kinds."""
        return sum(
            self._database.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]
            for table in seals.TABLES
        )

    def mend(self) -> int:
        """Drop the records that are damaged, and those that are ``ok`` without evidence; returns
        how many.

        Raises:
            ToolError: the file is damaged beyond its records.
        """
        count = 0
        # Without evidence that is dropped other numbers are no longer proved: again, until all are.
        while found := self.damages():
            keys = [damage.key for damage in found if damage.key]
            if not keys and any(damage.where == "the file" for damage in found):
                raise ToolError(
                    f"{self.path}: {found[0].what}. It cannot be mended; move it away "
                    f"and run the benchmarks again: "
                    "what is in the cache is not computed again."
                )
            with self._transaction():
                for table, sequence in keys:
                    self._database.execute(f"DELETE FROM {table} WHERE sequence = ?", (sequence,))
                # The totals are those of what is left, and the next round judges by them.
                seals.close(self._database)
            count += len(keys)
        return count

    def _check(self) -> None:
        """Before anything is read: once for each opened store, all of it; but not again if it lies
        as this process left it.

        Raises:
            ToolError: it was changed behind our back.
        """
        if self._sound:
            return
        self._version = self._written_by_others()
        if found := self.damages():
            raise ToolError(
                f"{self.path} is damaged: {found[0].where}: {found[0].what}"
                + (f", and {len(found) - 1} more" if len(found) > 1 else "")
                + ". `cipherfab scrub` names all of it, `cipherfab scrub --mend` drops "
                "what is damaged."
            )
        self._sound = True

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        """All that is read is of one moment, whatever others write meanwhile."""
        if self._database.in_transaction:
            yield
            return
        self._database.execute("BEGIN")
        try:
            yield
        finally:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            # IMMEDIATE takes the lock now: a transaction that has read fails if it may write only
            # later.
            self._database.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            raise self._of_the_system(error) or error from None
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException as error:
            if self._database.in_transaction:
                with suppress(sqlite3.Error):  # the error that led here is the one to tell
                    self._database.execute("ROLLBACK")
            raise self._of_the_system(error) or error from None

    def _written_by_others(self) -> int:
        """A number that changes when another connection has written."""
        # SQLite leaves this number as it is when this connection itself writes.
        return self._database.execute("PRAGMA data_version").fetchone()[0]

    def _select(
        self,
        table: str,
        allowed: Sequence[str],
        filters: dict[str, Any],
        *,
        columns: str = "*",
        order: str = "sequence",
    ) -> list[sqlite3.Row]:
        self._check()
        if unknown := set(filters) - set(allowed):
            raise CallError(
                f"cannot filter by {', '.join(sorted(unknown))}; expected: {', '.join(allowed)}."
            )
        # A condition that always holds, so that a query without filters needs no other form.
        conditions, values = ["1"], []
        for name, value in filters.items():
            several = list(value) if isinstance(value, list | tuple | set) else [value]
            conditions.append(
                # One parameter for all values: SQLite takes a limited number of them.
                f'"{name}" IN (SELECT value FROM json_each(?))'
                # NULL is equal to nothing in SQL, so ``IN`` would not find it.
                if None not in several
                else f'"{name}" IS NULL'
            )
            values += [canonical(several)] if None not in several else []
        cursor = self._database.execute(
            f"SELECT {columns} FROM {table} WHERE {' AND '.join(conditions)} ORDER BY {order}",
            values,
        )
        cursor.row_factory = sqlite3.Row
        return cursor.fetchall()

    def _insert(self, table: str, columns: Sequence[str], rows: list[Sequence]) -> None:
        """Insert rows, each in the place of one with its identifier, and seal them."""
        if not rows:
            return
        one = self._database.execute
        # Numbers are never used twice (AUTOINCREMENT), so all new rows are behind this one.
        last = one(f"SELECT MAX(sequence) FROM {table}").fetchone()[0] or 0
        known = canonical([row[columns.index("id")] for row in rows])
        replaced = one(
            f"SELECT seal FROM {table} WHERE id IN (SELECT value FROM json_each(?))", (known,)
        ).fetchall()
        names = ", ".join(f'"{column}"' for column in columns)
        places = ", ".join("?" * len(columns))
        self._database.executemany(
            f"INSERT OR REPLACE INTO {table} ({names}) VALUES ({places})", rows
        )
        seals.add_to_total(self._database, table, last, [text for (text,) in replaced])

    def _of_the_system(self, error: BaseException) -> CipherfabError | None:
        """SQLite's report of what is no fault of the file (a full disk, another process, missing
        rights) as ours; else None.
        """
        if not isinstance(error, sqlite3.OperationalError) or not error.sqlite_errorname.startswith(
            OF_THE_SYSTEM
        ):
            return None
        if self.path.is_dir() or not os.access(self.path.parent, os.W_OK):
            return CallError(
                f"{self.path}: {error}. Expected a directory that can be written; "
                f"CIPHERFAB_HOME chooses it."
            )
        return ToolError(
            f"{self.path}: {error}. Another process holds it, or the disk is full. "
            f"Nothing of this "
            "was stored; the same command goes on from there."
        )

    def _create_or_check(self) -> None:
        version = self._database.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            raise CallError(
                f"{self.path} was written by a newer cipherfab (schema {version}, this "
                f"one knows {SCHEMA_VERSION}). "
                "Update cipherfab, or set CIPHERFAB_HOME to another directory."
            )
        if version == SCHEMA_VERSION:
            return
        if version == 0:
            for statement in SCHEMA:
                self._database.execute(statement)
            seals.close(self._database)
        else:
            upgrade(self._database, version)
        # A pragma takes no parameters.
        self._database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


_left: dict[Path, tuple[int, ...] | None] = {}
"""Stores that this process read through, and nobody else wrote to meanwhile: how it left them."""


def _as_it_lies(path: Path) -> tuple[int, ...] | None:
    """What changes with every write to the file; None if it is not there, or not all of it is in
    it since another process has it open too.
    """
    log = path.with_name(f"{path.name}-wal")
    if not path.exists() or log.exists() and log.stat().st_size:
        return None
    found = path.stat()
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _use_write_ahead_log(database: sqlite3.Connection) -> None:
    """Switch to WAL mode. SQLite does not wait for other processes here, whatever the busy
    time-out; so this does.
    """
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            database.execute("PRAGMA journal_mode = WAL").fetchone()
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
