"""PHOTON-Beetle."""

import pytest

from cipherfab.verify import genkat

from .roundtrip import assert_decryption_inverts, assert_forgeries_are_rejected, assert_pieces_do_not_matter

AEADS, HASHES = ["photon-beetle-aead-128", "photon-beetle-aead-32"], ["photon-beetle-hash-32"]


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
