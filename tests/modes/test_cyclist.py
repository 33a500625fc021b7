"""Xoodyak."""

import pytest

from cipherfab.verify.answers import genkat

from .roundtrip import assert_decryption_inverts, assert_forgeries_are_rejected, assert_long_inputs, assert_pieces_do_not_matter

AEADS, HASHES = ["xoodyak-r3"], ["xoodyak"]

LONG = {
    "xoodyak-r3": "d842c87c4d2cd5c9cb564080027f4702655035a8ad91ae77a76941d6090d01e1",
    "xoodyak": "76eef4d1b5701489954dbba304912dacad03dffdd59aa44a2df9ce6d1a364f81",
}


@pytest.mark.parametrize("name", AEADS + HASHES)
def test_the_official_file_comes_out(name):
    """The regenerated known-answer file has its SHA-256."""
    assert genkat.check(name)["passed"]


@pytest.mark.parametrize("name", AEADS)
def test_decryption_inverts_encryption(name):
    """The message comes back at all lengths around block boundaries."""
    assert_decryption_inverts(name)


@pytest.mark.parametrize("name", AEADS)
def test_forgeries_are_rejected(name):
    """One changed bit anywhere gives None."""
    assert_forgeries_are_rejected(name)


@pytest.mark.parametrize("name", HASHES)
def test_pieces_do_not_matter(name):
    """A message absorbed in pieces has the digest of the whole."""
    assert_pieces_do_not_matter(name)


@pytest.mark.parametrize("name", LONG)
def test_inputs_of_many_blocks(name):
    """Counters and masks run on as in another implementation."""
    assert_long_inputs(name, LONG[name])
