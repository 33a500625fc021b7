# SPDX-License-Identifier: Apache-2.0
"""What `list` keeps."""

import os
import subprocess
import sys

import pytest

from cipherfab.commands import listing

LISTS = """
import sys
from cipherfab.commands import listing
listing.content()
print("amaranth" in sys.modules)
"""


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A user's cache that is empty."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "cipherfab"


def imports_hardware() -> str:
    """Whether a program that lists imports what describes hardware."""
    return subprocess.run(
        [sys.executable, "-c", LISTS], check=True, capture_output=True, text=True
    ).stdout.strip()


def test_a_second_list_imports_no_cipher(cache):
    """What the first call made is read by the second, which imports no hardware description."""
    assert [imports_hardware(), imports_hardware()] == ["True", "False"]


def test_the_list_is_made_anew_where_the_package_or_the_cache_changed(cache, tmp_path, monkeypatch):
    """A file of the package that has another time, size or name gives another list; a list that was
    changed is no list.
    """
    package = tmp_path / "package"
    package.mkdir()
    (package / "cipher.py").write_text("a")
    monkeypatch.setattr(listing, "PACKAGE", package)
    names = [listing._sources(package)]
    os.utime(package / "cipher.py", ns=(1, 1))
    names.append(listing._sources(package))
    (package / "other.py").write_text("")
    names.append(listing._sources(package))
    assert len(set(names)) == 3
    right = listing.content()
    (kept,) = cache.glob("list-*/list.json")
    kept.write_text("{}")
    listing.usercache._looked_at.clear()
    assert listing.content() == right == listing.made()


def test_a_kind_is_chosen_of_all():
    """With a kind only its algorithms are listed, and all else as without."""
    everything, hashes = listing.content(), listing.content("hash")
    assert {one["kind"] for one in hashes["algorithms"]} == {"hash"}
    assert hashes["options"] == everything["options"]
    assert len(everything["algorithms"]) > len(hashes["algorithms"]) > 10
