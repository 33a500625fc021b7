"""PHOTON-Beetle."""

import pytest

from cipherfab.verify.answers import genkat

from .roundtrip import assert_decryption_inverts, assert_forgeries_are_rejected, assert_long_inputs, assert_pieces_do_not_matter

AEADS, HASHES = ["photon-beetle-aead-128", "photon-beetle-aead-32"], ["photon-beetle-hash-32"]

LONG = {
    "photon-beetle-aead-128": "621bea30bb761c13d989950e8a3697f7d321751322addbe099fbade3fa2cd2aa",
    "photon-beetle-aead-32": "39cebf77a5709ad4c0cffc135c42c83c95e2f40bebde41b999fb12de5e1f495d",
    "photon-beetle-hash-32": "63f852f3786fd510d4711b8e6b55d18a0d52668cb3a8d40c1577cad2e0c71bc2",
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
