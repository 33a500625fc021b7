# SPDX-License-Identifier: Apache-2.0
"""The user's cache, ``~/.cache/cipherfab``: folders of files that are made once, named by all that
they depend on, complete or not there at all.

Each has `SUMS`, the hashes of its files (BLAKE2b), which are looked at once in each process: what
is cut off or changed is made anew. It is a help and no more: where nothing can be written, without
a home directory or on a full disk, what is needed is made for this process alone.
"""

import fcntl
import hashlib
import json
import os
import platform
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import RLock

SUMS = "sums.json"
"""The file with the hashes of the others, by name; written last."""

BUILDING = "building-"
"""How a folder is called while it is filled; its process holds it with ``flock``."""

# Reentrant, so that what fills a folder may ask for another one.
_ONE_AT_A_TIME = RLock()

_looked_at: set[Path] = set()
"""Folders that this process has found, or made, complete."""


def home() -> Path | None:
    """The user's home directory; None if the system knows none."""
    try:
        return Path.home()
    except RuntimeError:  # no HOME, and no entry for this user
        return None


def machine() -> str:
    """What programs for just this processor depend on: a home may be shared by several machines."""
    try:
        lines = Path("/proc/cpuinfo").read_text(errors="replace").splitlines()
    except OSError:
        lines = []
    # The processor's features; the line is called differently on x86 and Arm.
    flags = next((line for line in lines if line.startswith(("flags", "Features"))), "")
    return f"{platform.machine()} {hashlib.sha256(flags.encode()).hexdigest()[:16]}"


def root() -> Path | None:
    """Where the cache is, or would be; None if there is no place for it."""
    place, user = os.environ.get("XDG_CACHE_HOME"), home()
    if place:
        return Path(place).absolute() / "cipherfab"
    return user.absolute() / ".cache" / "cipherfab" if user else None


def name_of(kind: str, *parts: object) -> str:
    """What a folder is called that depends on some parts, by what `repr` makes of them.

    Args:
        kind: letters, digits and ``-``; the name begins with it.
    """
    return f"{kind}-{hashlib.sha256(repr(parts).encode()).hexdigest()[:16]}"


def folder(name: str, make: Callable[[Path], None]) -> Path:
    """A folder of the cache, which is filled if it is not there or not as it was written.

    Args:
        name: what no other content has; letters, digits and ``-``.
        make: fills the new folder that it gets. What it raises is raised.
    """
    place = root()
    with _ONE_AT_A_TIME:
        if place and _is_sound(place / name):
            return place / name
        here = _of_process(os.getpid()) / name
        # This process may have made it already, when the cache could not take it.
        if not here.exists():
            # Beside the folder's place, so that the rename is within one file system.
            with tempfile.TemporaryDirectory(dir=here.parent) as scratch:
                made = Path(scratch) / name
                made.mkdir()
                make(made)
                made.rename(here)
        with suppress(OSError):
            if place:
                return _published(here, place / name)
        return here


def found(name: str) -> Path | None:
    """A folder of the cache, if it is there and as it was written; nothing is made."""
    place = root()
    with _ONE_AT_A_TIME:
        return place / name if place and _is_sound(place / name) else None


def remove(name: str) -> None:
    """Take a folder out of the cache."""
    place = root()
    if place:
        _looked_at.discard(place / name)
        shutil.rmtree(place / name, ignore_errors=True)


def _is_sound(found: Path) -> bool:
    if (found not in _looked_at or not found.exists()) and not _is_whole(found):
        return False
    _looked_at.add(found)
    return True


def _published(here: Path, found: Path) -> Path:
    """Move a finished folder into the cache. Raises `OSError` if nothing can be written there."""
    found.parent.mkdir(parents=True, exist_ok=True)
    with _building(found.parent) as scratch:
        # A copy, as a rename cannot go from one file system to another.
        copy = Path(shutil.copytree(here, scratch / "copy"))
        sums = {
            path.relative_to(copy).as_posix(): _sum(path)
            for path in sorted(copy.rglob("*"))
            if path.is_file()
        }
        # Last, so that a folder that is not complete has no sums, and does not count.
        (copy / SUMS).write_text(json.dumps(sums, indent=1) + "\n")
        _flush(copy)
        _take_place(copy, found)
    shutil.rmtree(here, ignore_errors=True)
    _looked_at.add(found)
    return found


def _is_whole(found: Path) -> bool:
    """Whether a folder has the files that it was written with, as they were written."""
    try:
        sums = json.loads((found / SUMS).read_text())
        # Without a sum any folder would be whole.
        return bool(sums) and all(_sum(found / name) == known for name, known in sums.items())
    # Whatever is in the file, such as brackets nested without end, it only says that it is damaged.
    except (OSError, ValueError, AttributeError, TypeError, RecursionError):
        return False


def _sum(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "blake2b").hexdigest()


@contextmanager
def _building(place: Path) -> Iterator[Path]:
    """A new folder, held by this process; those that nobody holds any more are removed."""
    with _held(place):
        for left in place.glob(f"{BUILDING}*"):
            with suppress(OSError), _held(left, wait=False):
                shutil.rmtree(left)
        # Made and held under the lock of the place, so that no other process clears it between.
        scratch = Path(tempfile.mkdtemp(prefix=BUILDING, dir=place))
        holder = _hold(scratch)
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
        if holder is not None:
            os.close(holder)


def _hold(folder: Path, *, wait: bool = True) -> int | None:
    """A descriptor with a lock; None where the file system has no locks, so that nothing is
    taken for left behind. Raises `OSError` if another process has it and ``wait`` is false.
    """
    holder = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(holder, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        os.close(holder)
        if not wait:
            raise
        return None
    return holder


@contextmanager
def _held(folder: Path, *, wait: bool = True) -> Iterator[None]:
    holder = _hold(folder, wait=wait)
    try:
        yield
    finally:
        if holder is not None:
            os.close(holder)


def _flush(folder: Path) -> None:
    """Bring all to disk, so that the name never stands for less than the content."""
    for path in [*folder.rglob("*"), folder]:
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _take_place(copy: Path, found: Path) -> None:
    """Give the folder its name in one step, in place of one that is damaged; another process may
    have been first, with the same content.
    """
    if os.path.lexists(found) and not _is_whole(found):
        with suppress(FileNotFoundError):
            os.rename(found, copy.with_name("damaged"))
    try:
        os.rename(copy, found)
    except OSError:
        if not _is_whole(found):
            raise


@cache
def _of_process(number: int) -> Path:
    """A folder that vanishes with this process, whose number is given: a child has another one."""
    kept = tempfile.TemporaryDirectory(prefix="cipherfab-cache-")
    _alive.append(kept)
    return Path(kept.name)


# Without a reference Python would remove the folder at once.
_alive: list[tempfile.TemporaryDirectory] = []
