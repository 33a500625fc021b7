"""Schwaemm."""

import pytest

from cipherfab.verify import genkat

from .roundtrip import assert_decryption_inverts, assert_forgeries_are_rejected

AEADS = ["schwaemm128-128", "schwaemm256-128", "schwaemm192-192", "schwaemm256-256"]


@pytest.mark.parametrize("name", AEADS)
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
