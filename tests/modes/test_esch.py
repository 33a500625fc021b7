"""Esch."""

import pytest

from cipherfab.verify import genkat

from .roundtrip import assert_pieces_do_not_matter

HASHES = ["esch256", "esch384"]


@pytest.mark.parametrize("name", HASHES)
def test_the_official_file_comes_out(name):
    """The regenerated known-answer file has its SHA-256."""
    assert genkat.check(name)["passed"]


@pytest.mark.parametrize("name", HASHES)
def test_pieces_do_not_matter(name):
    """A message absorbed in pieces has the digest of the whole."""
    assert_pieces_do_not_matter(name)
