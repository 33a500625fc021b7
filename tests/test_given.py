# SPDX-License-Identifier: Apache-2.0
"""Files that a call names."""

import gzip
import os

import pytest

from cipherfab import given
from cipherfab.errors import CallError

KINDS = {
    "a folder": (lambda path: path.mkdir(), "is a folder"),
    "a pipe": (os.mkfifo, "a device or a pipe"),
    "a link to itself": (lambda path: path.symlink_to(path), "leads to itself"),
    "a device": (lambda path: path.symlink_to("/dev/zero"), "a device or a pipe"),
    "nothing": (lambda path: None, "no such file"),
    "a large file": (lambda path: (path.touch(), os.truncate(path, 1 << 40)), "at most 100 bytes"),
    "a file as a folder": (lambda path: None, "no such file"),
}


@pytest.mark.parametrize("make, says", KINDS.values(), ids=KINDS)
def test_what_is_no_file_is_named(make, says, tmp_path):
    """The message says what it is, and nothing of it is read."""
    path = tmp_path / "x"
    make(path)
    with pytest.raises(CallError, match=says):
        given.read(path, 100)


def test_a_file_that_says_it_is_empty_ends(tmp_path):
    """Of a file whose size the system does not know no more than the limit is read."""
    with pytest.raises(CallError, match="more"):
        given.read("/proc/self/maps", 10)


def test_text(tmp_path):
    """With or without a byte-order mark and with any line breaks it is the same; bytes are none."""
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbfa\r\nb\rc\n")
    assert given.text(tmp_path / "a", "a text") == "a\nb\nc\n"
    (tmp_path / "b").write_bytes(b"\xff\xfe")
    with pytest.raises(CallError, match="expected a text"):
        given.text(tmp_path / "b", "a text")


def test_packed_bytes_are_unpacked_up_to_a_limit(tmp_path):
    """Of one member and of several; too much, too little and garbage are refused."""
    packed = gzip.compress(b"a" * 60) + gzip.compress(b"b" * 40)
    assert given.unpacked(tmp_path, packed, 100) == b"a" * 60 + b"b" * 40
    assert given.unpacked(tmp_path, b"plain", 100) == b"plain"
    for bad, says in (
        (packed + gzip.compress(b"c"), "more than 100"),
        (packed[:-5], "too early"),
        (b"\x1f\x8b" + b"x" * 40, "decompressed"),
        (gzip.compress(b"\0" * (1 << 26)), "more than 100"),
    ):
        with pytest.raises(CallError, match=says):
            given.unpacked(tmp_path, bad, 100)
