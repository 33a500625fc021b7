"""Esch."""

import pytest

from cipherfab.verify.answers import genkat

from .roundtrip import assert_long_inputs, assert_pieces_do_not_matter

HASHES = ["esch256", "esch384"]

LONG = {
    "esch256": "6498c08a0d2645634daf9266257749eb187d89c307abc5ed2e49ed35adb917ff",
    "esch384": "0563b523d40f9f343b93d64676534369ad7cf3fa3b116b0f37210e4e794b59a5",
}


@pytest.mark.parametrize("name", HASHES)
def test_the_official_file_comes_out(name):
    """The regenerated known-answer file has its SHA-256."""
    assert genkat.check(name)["passed"]


@pytest.mark.parametrize("name", HASHES)
def test_pieces_do_not_matter(name):
    """A message absorbed in pieces has the digest of the whole."""
    assert_pieces_do_not_matter(name)


@pytest.mark.parametrize("name", LONG)
def test_inputs_of_many_blocks(name):
    """Counters and masks run on as in another implementation."""
    assert_long_inputs(name, LONG[name])
