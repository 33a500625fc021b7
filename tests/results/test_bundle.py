# SPDX-License-Identifier: Apache-2.0
"""Bundles as files; what is run of them is in `tests/commands/test_bundle.py`."""

import json
import zipfile

import pytest

from cipherfab.errors import CallError, ToolError
from cipherfab.results.bundle import CRATE, MANIFEST, read_bundle, write_bundle
from cipherfab.results.cache import Cache
from cipherfab.results.digest import digest
from cipherfab.results.home import Home

JOB = {
    "kind": "implement",
    "function": "f",
    "inputs": {"a": 1},
    "versions": {"yosys": "1"},
    "code": {},
}


@pytest.fixture
def entry(tmp_path):
    """A finished job with a file in its run."""
    cache = Cache(Home(tmp_path / "home"))
    with cache.workspace(JOB) as run:
        (run / "log").write_text("all of it\n")
        return cache.commit(JOB, {"area_ge": 5}, run, 1.5).directory.parent


@pytest.fixture
def bundle(entry, tmp_path):
    """The bundle of the entry."""
    return write_bundle(
        tmp_path / "a.zip",
        entry,
        records=[{"metric": "area_ge", "value": 5}],
        evidence=[],
        version="0",
    )


def rewritten(bundle, tmp_path, changes):
    """The bundle with other contents for some of its files; None removes one."""
    with zipfile.ZipFile(bundle) as before, zipfile.ZipFile(tmp_path / "b.zip", "w") as after:
        for name in {**dict.fromkeys(before.namelist()), **changes}:
            content = changes[name] if name in changes else before.read(name)
            if content is not None:
                after.writestr(name, content)
    return tmp_path / "b.zip"


def test_a_bundle_holds_the_entry_and_what_the_store_says(bundle, entry, tmp_path):
    """Unpacked elsewhere it is the same entry under the same id."""
    found = read_bundle(bundle, tmp_path / "there")
    assert found.key == entry.name and found.records == [{"metric": "area_ge", "value": 5}]
    assert (found.entry / "entry.json").read_bytes() == (entry / "entry.json").read_bytes()
    assert (found.entry / "run" / "log").read_text() == "all of it\n"


def test_equal_entries_make_equal_bundles(bundle, entry, tmp_path):
    """The archive depends on nothing but its content."""
    again = write_bundle(
        tmp_path / "c.zip",
        entry,
        records=[{"metric": "area_ge", "value": 5}],
        evidence=[],
        version="0",
    )
    assert again.read_bytes() == bundle.read_bytes()


def test_the_metadata_lists_every_file(bundle):
    """The RO-Crate names each file of the entry, with its hash."""
    with zipfile.ZipFile(bundle) as archive:
        graph = json.loads(archive.read(CRATE))["@graph"]
        names = {one["@id"] for one in graph if one["@type"] == "File"}
        assert names == set(archive.namelist()) - {CRATE, MANIFEST} == {"entry.json", "run/log"}


@pytest.mark.parametrize(
    "name, content",
    [
        ("run/log", b"something else\n"),
        ("run/log", None),
        ("entry.json", b"{}"),
        (MANIFEST, b"{}"),
        (MANIFEST, None),
        (MANIFEST, b"[1]"),
    ],
)
def test_a_changed_bundle_is_refused(bundle, tmp_path, name, content):
    """Any file that is not as it was written is noticed."""
    with pytest.raises(CallError):
        read_bundle(rewritten(bundle, tmp_path, {name: content}), tmp_path / "there")


@pytest.mark.parametrize("name", ["../out", "/out", "run/../../out", "a\\b"])
def test_a_name_that_leads_out_is_refused(bundle, tmp_path, name):
    """Whoever wrote the manifest, nothing is written outside of the folder."""
    with zipfile.ZipFile(bundle) as archive:
        manifest = json.loads(archive.read(MANIFEST))
    manifest["files"][name] = "0" * 64
    # Right again, so that the name is all that can be refused.
    manifest["sha256"] = digest({key: value for key, value in manifest.items() if key != "sha256"})
    bad = rewritten(bundle, tmp_path, {MANIFEST: json.dumps(manifest), name: b"x"})
    with pytest.raises(CallError, match="called"):
        read_bundle(bad, tmp_path / "a" / "there")
    assert not list(tmp_path.rglob("out"))


def test_what_is_no_archive_is_refused(tmp_path):
    """Any other file is a wrong call."""
    (tmp_path / "x").write_text("no")
    with pytest.raises(CallError, match="bundle"):
        read_bundle(tmp_path / "x", tmp_path / "there")


def test_a_damaged_entry_makes_no_bundle(entry, tmp_path):
    """What was changed in the cache does not travel."""
    (entry / "run" / "log").write_text("changed")
    with pytest.raises(ToolError, match="damaged.*not as it was written"):
        write_bundle(tmp_path / "a.zip", entry, records=[], evidence=[], version="0")


@pytest.mark.parametrize("declared", [None, 10])
@pytest.mark.parametrize(
    "name, most",
    [(MANIFEST, "MAX_MANIFEST"), ("entry.json", "MAX_ENTRY"), ("run/log", "MAX_BYTES")],
)
def test_a_bomb_is_refused_before_it_is_unpacked(
    name, most, declared, bundle, tmp_path, monkeypatch
):
    """A file that unpacks to more than it may, whatever the archive says of its size, is refused,
    and no more of it than the limit is written.
    """
    # Above what the packed archive and its other files need, so that only the bomb is too large.
    limit = 100_000 + bundle.stat().st_size
    monkeypatch.setattr(f"cipherfab.results.bundle.{most}", limit)
    with (
        zipfile.ZipFile(bundle) as before,
        zipfile.ZipFile(tmp_path / "b.zip", "w", zipfile.ZIP_DEFLATED) as after,
    ):
        for other in before.namelist():
            # So many spaces are packed into some 50 KB.
            content = b" " * (50 << 20) if other == name else before.read(other)
            after.writestr(other, content)
        # The directory of an archive is written when it is closed, with what these say.
        for info in after.filelist:
            if info.filename == name and declared:
                info.file_size = declared
    with pytest.raises(CallError):
        read_bundle(tmp_path / "b.zip", tmp_path / "there")
    written = sum(path.stat().st_size for path in (tmp_path / "there").rglob("*") if path.is_file())
    assert written <= limit + (1 << 20)
