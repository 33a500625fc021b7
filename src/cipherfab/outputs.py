# SPDX-License-Identifier: Apache-2.0
"""Files that a call writes: none of somebody else is replaced without a word.

A folder that was written to has `MARK`, with the SHA-256 of each file: such a file, as it was
written, may be replaced by another call.
"""

import errno
import hashlib
import json
import os
import shutil
import tempfile
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from . import plain
from .errors import CallError, of_the_system

MARK = ".cipherfab.json"

LONGEST = 255
"""Bytes of a name, as file systems have it."""


def refuse_file(path: Path) -> None:
    """Say at once that nothing can be written into ``path``; makes nothing.

    Raises:
        CallError: it is a file.
    """
    if os.path.lexists(path) and not os.path.isdir(path):
        raise CallError(f"{path}: expected a directory to write to, got a file. Give another -o.")


def refuse(output: Path, files: Mapping[str, str] | Iterable[str], *, force: bool = False) -> None:
    """Say that a folder has files of somebody else by the names of those that will be written.

    Args:
        files: names relative to the folder; with the SHA-256 of each if that is known.
        force: replace them all the same.

    Raises:
        CallError: one is there that no call has written, or that was changed since, and is not the
            same; or a link leads out of the folder; or ``output`` is a file.
    """
    refuse_file(output)
    _try(output)
    ours, known = _marked(output), files if isinstance(files, Mapping) else {}
    for name in files:
        path = output / name
        if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(output)):
            raise CallError(f"{path}: a link leads out of {output}. Give another folder with -o.")
        if (
            not force
            and os.path.lexists(path)
            # Nothing has an empty hash, so what no call has written is refused.
            and _hash(path) not in (ours.get(name, ""), known.get(name, ""))
        ):
            raise CallError(
                f"{path}: is there, and cipherfab did not write it, or it was changed "
                f"since. Give an empty or a new folder with -o, or say --force."
            )


@contextmanager
def into(output: Path, *, force: bool = False) -> Iterator[Path]:
    """A folder elsewhere for all that a call writes; at the end all of it is put into ``output``,
    which is made, or, if `refuse` has a reason, none of it.
    """
    refuse_file(output)
    with tempfile.TemporaryDirectory(prefix="cipherfab-output-") as scratch:
        yield Path(scratch)
        written = {
            str(path.relative_to(scratch)): _hash(path)
            for path in sorted(Path(scratch).rglob("*"))
            if path.is_file()
        }
        refuse(output, written, force=force)
        output.mkdir(parents=True, exist_ok=True)
        for name in written:
            _put(Path(scratch) / name, output / name)
        _mark(output, written)


def _try(output: Path) -> None:
    """Raises `CallError` if the folder can neither be written to nor made; leaves nothing."""
    place = Path(os.path.abspath(output))
    while not os.path.isdir(place) and place != place.parent:
        place = place.parent
    try:
        if any(len(os.fsencode(part)) > LONGEST for part in output.parts):
            raise OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG))
        # Only writing shows it: quotas and mounts that are read-only stand in no mode of a file.
        os.rmdir(tempfile.mkdtemp(prefix=".cipherfab-", dir=place))
    except OSError as error:
        raise CallError(
            f"{plain.cut(str(output), LONGEST)}: cannot be written: "
            f"{error.strerror}. Give another folder with -o."
        ) from None


def mark(output: Path, names: Iterable[str]) -> None:
    """Note that files of a folder are ours, as they are now."""
    _mark(output, {name: _hash(output / name) for name in names})


def _put(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with whole(target) as partial:
        shutil.copyfile(source, partial)


def _mark(output: Path, written: Mapping[str, str]) -> None:
    content = {"files": {**_marked(output), **written}}
    with whole(output / MARK) as partial:
        partial.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n")


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A new file beside ``path``, with its suffix, that takes its place at the end, on disk:
    however the process ends, there is the old file or the new one. A link is not followed.

    Raises:
        CallError, ToolError: it cannot be written; the first if the place is wrong.
    """
    # In the same folder, since a rename is one step only within a file system.
    partial = path.with_name(f".cipherfab-{uuid.uuid4().hex}{path.suffix}")
    try:
        yield partial
        with open(partial, "rb") as file:
            # After a crash of the machine the new name could else have an empty file.
            os.fsync(file.fileno())
        os.replace(partial, path)
    except OSError as error:
        raise of_the_system(
            OSError(error.errno, f"cannot be written: {error.strerror or error}", str(path))
        ) from None
    finally:
        partial.unlink(missing_ok=True)


def _marked(output: Path) -> dict[str, str]:
    try:
        files = json.loads((output / MARK).read_text())["files"]
        return {str(name): str(sha256) for name, sha256 in files.items()}
    # It lies in a folder of the user's: anything may be in it.
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}


def _hash(path: Path) -> str:
    """SHA-256 of a file; a word that is none for anything else."""
    if path.is_symlink() or not path.is_file():
        return "none"
    return hashlib.sha256(path.read_bytes()).hexdigest()


def one_file(path: Path, ours: Callable[[bytes], bool]) -> Path:
    """The path of a single file that will be written.

    Args:
        ours: whether a file that is there, of which it gets the first 4,096 bytes, is such a one as
            will be written, and may be replaced.

    Raises:
        CallError: it is a folder, a device, a file of another kind, or a link out of its folder; or
            the folder is not there, or neither can be written to.
    """
    if os.path.isdir(path):
        raise CallError(f"{path}: is a directory; expected the name of a file to write")
    if not os.path.isdir(path.parent):
        raise CallError(f"{path}: cannot be written: {path.parent} is no folder")
    try:
        there = os.path.lexists(path)
    # The name has a NUL, which no file has.
    except ValueError:
        there = False
    if len(os.fsencode(path.name)) > LONGEST:
        raise CallError(f"{path.name[:40]}…: cannot be written: the name is too long")
    if (
        there
        and os.path.islink(path)
        and (os.path.dirname(os.path.realpath(path)) != os.path.realpath(path.parent))
    ):
        raise CallError(
            f"{path}: is a link out of its folder, to {os.path.realpath(path)}; "
            f"expected the name of a file to write"
        )
    if not os.access(path if there and os.path.exists(path) else path.parent, os.W_OK):
        raise CallError(f"{path}: cannot be written: permission denied")
    if there and os.path.exists(path) and not (os.path.isfile(path) and _begins(path, ours)):
        raise CallError(
            f"{path}: is there, and is no file of this kind. Give another name, or remove it."
        )
    return path


def _begins(path: Path, ours: Callable[[bytes], bool]) -> bool:
    with open(path, "rb") as file:
        head = file.read(4096)
    return not head or ours(head)
