# SPDX-License-Identifier: Apache-2.0
"""Files that a call writes."""

import pytest

from cipherfab import outputs
from cipherfab.errors import CallError


def write(folder, text="ours", *, force=False, name="README.md"):
    """What a command does."""
    with outputs.into(folder, force=force) as place:
        (place / "deep").mkdir()
        (place / "deep" / "x").write_text(text)
        (place / name).write_text(text)


def test_its_own_files_are_replaced(tmp_path):
    """A folder that is new, empty or was written by the same command is written to again."""
    write(tmp_path / "a" / "b")
    write(tmp_path / "a" / "b", "new")
    assert (tmp_path / "a" / "b" / "README.md").read_text() == "new"
    assert (tmp_path / "a" / "b" / "deep" / "x").read_text() == "new"


def test_files_of_others_are_not(tmp_path):
    """One that is there, or that was edited since, is refused, and nothing is written; others
    beside it are left alone, and with force it is replaced.
    """
    (tmp_path / "README.md").write_text("theirs")
    (tmp_path / "notes").write_text("theirs")
    with pytest.raises(CallError, match="--force"):
        write(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["README.md", "notes"]
    write(tmp_path, force=True)
    assert (tmp_path / "README.md").read_text() == "ours"
    (tmp_path / "deep" / "x").write_text("edited")
    with pytest.raises(CallError, match="deep/x"):
        write(tmp_path, "new")
    assert (tmp_path / "README.md").read_text() == "ours"
    assert (tmp_path / "notes").read_text() == "theirs"


def test_the_same_content_is_nobodys_loss(tmp_path):
    """A file that would stay as it is does not stop a call."""
    (tmp_path / "README.md").write_text("ours")
    write(tmp_path)


@pytest.mark.parametrize("target", ["../out", "/etc"])
def test_links_out_of_the_folder_are_not_followed(target, tmp_path):
    """Neither as a folder within it nor as a file, whatever is forced."""
    (tmp_path / "out").mkdir()
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "deep").symlink_to(target)
    with pytest.raises(CallError, match="leads out"):
        write(tmp_path / "in", force=True)
    assert not list((tmp_path / "out").iterdir())


def test_a_forged_mark_is_of_no_use(tmp_path):
    """A mark that is none, or names another content, gives nothing away."""
    (tmp_path / "README.md").write_text("theirs")
    for mark in ("[]", "{", '{"files": {"README.md": "0"}}', '{"files": 3}', "[" * 100_000):
        (tmp_path / outputs.MARK).write_text(mark)
        with pytest.raises(CallError, match="--force"):
            write(tmp_path)


@pytest.mark.parametrize("place", ["/proc/none/x", "x" * 300, "a/" + "y" * 300])
def test_a_place_that_is_none(place, tmp_path, monkeypatch):
    """It is said before anything is computed, and nothing is made."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CallError, match="cannot be written"):
        outputs.refuse(tmp_path / place, [])
    assert not list(tmp_path.iterdir())


def test_a_single_file_replaces_its_like(tmp_path):
    """One of the same kind, or an empty one, may be replaced; another one, a folder, a device and a
    folder that is not there are refused.
    """

    def ours(head):
        return head.startswith(b"PK")

    for text in ("PK1", ""):
        (tmp_path / "a").write_text(text)
        assert outputs.one_file(tmp_path / "a", ours) == tmp_path / "a"
    (tmp_path / "a").write_text("a letter")
    (tmp_path / "d").symlink_to("/dev/full")
    for name in ("a", ".", "none/x", "d", "x" * 300):
        with pytest.raises(CallError):
            outputs.one_file(tmp_path / name, ours)
