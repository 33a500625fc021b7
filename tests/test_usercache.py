# SPDX-License-Identifier: Apache-2.0
"""`cipherfab.usercache`: what is kept for a user is whole or made anew, and no run needs it."""

import fcntl
import os
import tempfile
from pathlib import Path

import pytest

from cipherfab import usercache
from cipherfab.errors import ToolError
from cipherfab.implement import liberty, platforms

CONTENT = bytes(range(200)) * 50


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A new cache, and what other processes would have seen: nothing is remembered."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(usercache, "_looked_at", set())
    usercache._of_process.cache_clear()
    yield tmp_path / "user" / "cipherfab"
    usercache._of_process.cache_clear()


def made(folder: Path) -> None:
    (folder / "inside").mkdir()
    (folder / "inside" / "a").write_bytes(CONTENT)
    (folder / "b").write_text("b")


def never(folder: Path) -> None:
    raise AssertionError("made twice")


def in_another_process() -> None:
    usercache._looked_at.clear()


def test_it_is_made_once(place):
    """A second call, here and in another process, takes what is there, whole, and nothing else is
    left beside it.
    """
    assert usercache.folder("x", made) == usercache.folder("x", never) == place / "x"
    in_another_process()
    assert (usercache.folder("x", never) / "inside" / "a").read_bytes() == CONTENT
    assert [path.name for path in place.iterdir()] == ["x"]


@pytest.mark.parametrize("left", [0, len(CONTENT) // 2, len(CONTENT) - 1, None])
@pytest.mark.parametrize("name", ["inside/a", usercache.SUMS])
def test_what_is_cut_off_is_made_anew(place, name, left):
    """A file, or the list of hashes, that is empty, cut, one byte short or gone is noticed."""
    path = usercache.folder("x", made) / name
    if left is None:
        path.unlink()
    else:
        os.truncate(path, min(left, path.stat().st_size - 1))
    in_another_process()
    assert (usercache.folder("x", made) / "inside" / "a").read_bytes() == CONTENT
    in_another_process()
    usercache.folder("x", never)
    assert [path.name for path in place.iterdir()] == ["x"]


def test_a_changed_byte_is_made_anew(place):
    """The length alone does not make a file the one that was written."""
    path = usercache.folder("x", made) / "inside" / "a"
    path.write_bytes(CONTENT[:-1] + b"?")
    in_another_process()
    assert (usercache.folder("x", made) / "inside" / "a").read_bytes() == CONTENT


def test_without_a_place_it_is_made_for_this_process(place, tmp_path, monkeypatch):
    """Where the cache cannot be, and where the system knows no home directory, the files are in a
    temporary folder, made once.
    """
    place.parent.write_text("no folder")
    found = usercache.folder("x", made)
    assert found == usercache.folder("x", never) and (found / "b").read_text() == "b"
    assert found.is_relative_to(tmp_path) and not found.is_relative_to(place)
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError))
    assert usercache.home() is usercache.root() is None
    assert (usercache.folder("y", made) / "b").read_text() == "b"


def test_what_cannot_be_made_is_no_entry(place):
    """The error of whoever makes it is told, and the next call tries again."""

    def fails(folder: Path) -> None:
        made(folder)
        raise ToolError("no compiler")

    with pytest.raises(ToolError, match="no compiler"):
        usercache.folder("x", fails)
    assert (usercache.folder("x", made) / "b").is_file()


def test_what_killed_processes_left_is_removed(place):
    """Folders that were being filled go with the next one that is made, but for one that a living
    process holds.
    """
    usercache.folder("x", made)
    dead, alive = place / f"{usercache.BUILDING}dead", place / f"{usercache.BUILDING}alive"
    dead.mkdir()
    alive.mkdir()
    holder = os.open(alive, os.O_RDONLY)
    fcntl.flock(holder, fcntl.LOCK_EX)
    usercache.folder("y", made)
    assert alive.exists() and not dead.exists()
    os.close(holder)


def test_who_comes_second_takes_the_first_ones(place):
    """Of two processes that make the same at once one has the place, the other its content; none
    fails.
    """

    def slow(folder: Path) -> None:
        made(folder)
        usercache._looked_at.clear()
        usercache._of_process.cache_clear()
        usercache.folder("x", made)  # meanwhile, from elsewhere
        usercache._looked_at.clear()

    assert (usercache.folder("x", slow) / "b").read_text() == "b"
    assert [path.name for path in place.iterdir()] == ["x"]


def test_a_cut_copy_of_a_library_is_no_library(place):
    """A Liberty file whose unpacked copy lost its end is unpacked again: no run maps to half of the
    cells.
    """
    library = liberty.read(platforms.find("nangate45").path())
    copy = liberty.unpacked(library)
    os.truncate(copy, copy.stat().st_size // 2)
    in_another_process()
    assert liberty.unpacked(library).read_text() == library.text
