# SPDX-License-Identifier: Apache-2.0
"""The cache of finished jobs: named by the content of their inputs, complete or not there at all.

``cache/KIND/KEY/`` holds ``entry.json`` and the job's run directory ``run/``. A job works in
``runs/KEY-…/`` under a lock file that its process holds with ``flock``: the kernel gives the lock
back however the process ends, so what is left without a holder is stale. A finished directory is
flushed to disk and renamed into the cache in one step.
"""

import fcntl
import io
import json
import os
import re
import shutil
import statistics
import tarfile
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from ..errors import CallError, ToolError
from .digest import canonical, digest, digest_file
from .home import Home

NOT_HASHED = ("label", "timeout")
"""Parts of a job that do not change its result."""
KIND = re.compile(r"[a-z][a-z0-9_-]*")


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A finished job: its result, the directory it ran in, and how many seconds it took."""

    key: str
    job: Mapping[str, Any]
    result: Mapping[str, Any]
    directory: Path
    seconds: float


def key_of(job: Mapping[str, Any]) -> str:
    """Name of a job's result: SHA-256 of everything in the job but `NOT_HASHED`.

    Raises:
        CallError: the job is not JSON, or its ``kind`` cannot name a directory.
    """
    if not KIND.fullmatch(str(job.get("kind"))):
        raise CallError(
            f"job kind {job.get('kind')!r}: expected lower-case letters, digits, '-' and '_'."
        )
    try:
        return digest({name: value for name, value in job.items() if name not in NOT_HASHED})
    except (TypeError, ValueError) as error:
        raise CallError(f"a {job['kind']} job has inputs that are not JSON: {error}.") from None


class Cache:
    """The finished jobs under a home directory; any number of processes may use it at once."""

    def __init__(self, home: Home):
        self.home = Home(home.root.absolute())
        self.home.made(self.home.cache, self.home.runs)

    @classmethod
    def around(cls, workspace: Path) -> "Cache":
        """The cache that a job's result comes into, from the directory that `workspace` gave."""
        # A job's directory is ``runs/KEY-…/run``, three levels below the home.
        return cls(Home(workspace.absolute().parents[2]))

    def path(self, job: Mapping[str, Any]) -> Path:
        """Where the entry of a job is, or will be."""
        return self.home.cache / job["kind"] / key_of(job)

    def get(self, job: Mapping[str, Any]) -> Entry | None:
        """The finished job, or None. An entry that is not as it was written is none: it is moved
        away, to ``damaged/``.
        """
        path = self.path(job)
        if not (path / "entry.json").exists() and not path.exists():
            return None
        # A folder without its entry counts as damaged too.
        if damage(path):
            self._put_away(path)
            return None
        content = json.loads((path / "entry.json").read_text())
        return Entry(
            key=path.name,
            directory=path / "run",
            **{name: content[name] for name in ("job", "result", "seconds")},
        )

    def damages(self) -> dict[Path, str]:
        """The entries that are not as they were written, each with what is wrong."""
        entries = (
            path
            for kind in sorted(self.home.cache.iterdir())
            if kind.is_dir()
            for path in sorted(kind.iterdir())
        )
        return {path: what for path in entries if (what := damage(path))}

    def mend(self) -> int:
        """Move damaged entries away, so that their jobs run again; returns how many."""
        found = self.damages()
        for path in found:
            self._put_away(path)
        return len(found)

    def _put_away(self, path: Path) -> None:
        """Out of the cache, in one step; another process may have been first."""
        away = (
            self.home.root
            / "damaged"
            / f"{path.parent.name}-{path.name[:16]}-{uuid.uuid4().hex[:8]}"
        )
        away.parent.mkdir(exist_ok=True)
        with suppress(FileNotFoundError):
            os.rename(path, away)

    @contextmanager
    def workspace(self, job: Mapping[str, Any]) -> Iterator[Path]:
        """A new, locked directory for a job to run in; removed at the end unless `commit` or `fail`
        moved it away.
        """
        directory = self.home.runs / f"{key_of(job)[:16]}-{uuid.uuid4().hex[:8]}"
        lock = directory.with_suffix(".lock")
        with self._guard():
            holder = open(lock, "w")
            fcntl.flock(holder, fcntl.LOCK_EX)
            (directory / "run").mkdir(parents=True)
        try:
            yield directory / "run"
        finally:
            # After `commit` it is not there any more: it was renamed.
            shutil.rmtree(directory, ignore_errors=True)
            lock.unlink(missing_ok=True)
            # Last: until then the lock says that somebody works here.
            holder.close()

    def commit(self, job: Mapping[str, Any], result: Any, run: Path, seconds: float) -> Entry:
        """Make a finished job visible, at once and whole; if another process was faster, its entry
        stands.

        Args:
            run: the directory that `workspace` gave.
        """
        content = {"job": dict(job), "result": result, "seconds": seconds, "files": _files(run)}
        content["sha256"] = digest(content)
        (run.parent / "entry.json").write_text(canonical(content) + "\n")
        _flush(run.parent)
        target = self.path(job)
        target.parent.mkdir(exist_ok=True)
        try:
            # A folder that is there and not empty is not replaced: who comes second fails here.
            os.rename(run.parent, target)
        except OSError:
            # What another process brought is the same result; anything else in the way is an error.
            if not (target / "entry.json").exists():
                raise
        # Only then is the rename on disk too.
        _sync(target.parent)
        # Read back, so that what is returned is what was written.
        return self.get(job)

    def fail(self, job: Mapping[str, Any], run: Path) -> Path:
        """Keep the run directory of a failed job, in place of an earlier one:
        ``runs/failed/KIND-KEY``.
        """
        kept = self.home.runs / "failed" / f"{job['kind']}-{key_of(job)[:16]}"
        kept.parent.mkdir(exist_ok=True)
        with self._guard():
            shutil.rmtree(kept, ignore_errors=True)
            os.rename(run, kept)
        return kept

    def computed(self, job: Mapping[str, Any], work: Callable[[], Mapping[str, Any]]) -> Entry:
        """The finished job; if there is none, ``work`` is done here and now, and its result kept.
        For what is too short for a worker.
        """
        if entry := self.get(job):
            return entry
        started = time.monotonic()
        result = work()
        with self.workspace(job) as run:
            return self.commit(job, result, run, time.monotonic() - started)

    def adopt(self, job: Mapping[str, Any], result: Any, packed: bytes, seconds: float) -> Entry:
        """Commit a job that ran on a machine with another file system; ``packed`` is from
        `pack`."""
        with self.workspace(job) as run:
            with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
                # The filter refuses links and names that lead out of the folder.
                archive.extractall(run, filter="data")
            return self.commit(job, result, run, seconds)

    def clean(self) -> int:
        """Remove what killed processes left in ``runs/``, and nothing that a live one uses; returns
        how many directories.
        """
        with self._guard():
            return sum(_remove_if_stale(lock) for lock in self.home.runs.glob("*.lock"))

    def typical_seconds(self, kind: str) -> float | None:
        """Median duration of finished jobs of one kind (of up to 50 of them), None if there are
        none.
        """
        # A median of some is as good for a display, and a cache may have many thousands.
        entries = islice((self.home.cache / kind).glob("*/entry.json"), 50)
        durations = [
            seconds
            for path in entries
            if isinstance(seconds := _read(path).get("seconds"), int | float)
        ]
        return statistics.median(durations) if durations else None

    def identity(self) -> str:
        """A random name of this very directory: whoever reads the same one here shares the file
        system.
        """
        path = self.home.cache / "identity"
        with self._guard():
            if not path.exists() or not path.read_text():
                path.write_text(uuid.uuid4().hex)
            return path.read_text()

    @contextmanager
    def _guard(self) -> Iterator[None]:
        """Exclusive among processes: between creating a lock file and locking it nobody may take it
        for stale.
        """
        with open(self.home.runs / "guard", "w") as guard:
            fcntl.flock(guard, fcntl.LOCK_EX)
            yield


def damage(path: Path) -> str:
    """What of an entry is not as it was written; empty if nothing.

    ``entry.json`` holds the hash of its own content and those of all files of the run.
    """
    if (path / "entry.json").is_symlink():
        return "entry.json is a link"
    content = _read(path / "entry.json")
    if not {"job", "result", "seconds", "files", "sha256"} <= set(content):
        return "entry.json cannot be read"
    try:
        if (
            digest({name: value for name, value in content.items() if name != "sha256"})
            != content["sha256"]
        ):
            return "entry.json is not what its hash says"
        # Another spelling of the same JSON would pass the hash of its content.
        if (path / "entry.json").read_text() != canonical(content) + "\n":
            return "entry.json is not written as it was"
        if key_of(content["job"]) != path.name:
            return "it is the entry of another job"
    except (CallError, TypeError, ValueError, RecursionError):
        return "entry.json is not what its hash says"
    try:
        found = _files(path / "run")
    except OSError as error:
        return f"a file cannot be read: {error.strerror}"
    if not isinstance(content["files"], dict):
        return "entry.json names no files"
    wrong = sorted(name for name, sha256 in content["files"].items() if found.get(name) != sha256)
    return f"run/{wrong[0]} is not as it was written" if wrong else ""


def sound(path: Path) -> dict[str, Any]:
    """What an entry says, if all of it is there and as it was written: the one way of whoever reads
    an entry to reproduce, cite, bundle or show it.

    Raises:
        ToolError: something is missing or differs.
    """
    if what := damage(path):
        raise ToolError(
            f"{path} is damaged: {what}. `cipherfab scrub` names all that is; "
            f"`cipherfab scrub --mend` moves it away, and its job runs again."
        )
    return read_entry(path)


def read_entry(path: Path) -> dict[str, Any]:
    """What an entry says, right or wrong; empty if it cannot be read."""
    return _read(path / "entry.json")


def _read(path: Path) -> dict[str, Any]:
    """The object in a JSON file; empty if there is none, or anything else."""
    try:
        content = json.loads(path.read_text())
    except (OSError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def _files(run: Path) -> dict[str, str]:
    """SHA-256 of each file below a run directory, by its name there.

    Links are left out: they lead to libraries, whose hashes are among the job's inputs, and a copy
    of a home may have files there.
    """
    paths = (Path(parent) / name for parent, _, names in os.walk(run) for name in names)
    return {
        str(path.relative_to(run)): digest_file(path)
        for path in paths
        if path.is_file() and not path.is_symlink()
    }


def pack(directory: Path) -> bytes:
    """A directory's files as a compressed tar archive."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        archive.add(directory, arcname=".")
    return buffer.getvalue()


def _remove_if_stale(lock: Path) -> bool:
    try:
        with open(lock) as holder:
            # Not waited for: whoever holds it may work for an hour.
            fcntl.flock(holder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(lock.with_suffix(""), ignore_errors=True)
            lock.unlink()
    except (BlockingIOError, FileNotFoundError):  # in use, or its owner is just done with it
        return False
    return True


def _flush(directory: Path) -> None:
    """Bring files and directories to disk, so that the rename never precedes the content."""
    for parent, _, names in os.walk(directory):
        # Only folders and their files: what a link leads to is not ours.
        for name in names:
            _sync(Path(parent) / name)
        _sync(Path(parent))


def _sync(path: Path) -> None:
    if path.is_symlink() or not (path.is_file() or path.is_dir()):
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
