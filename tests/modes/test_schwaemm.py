"""Schwaemm."""

import pytest

from cipherfab.verify.answers import genkat

from .roundtrip import assert_decryption_inverts, assert_forgeries_are_rejected, assert_long_inputs

AEADS = ["schwaemm128-128", "schwaemm256-128", "schwaemm192-192", "schwaemm256-256"]

LONG = {
    "schwaemm128-128": "f2f9c18d2409145cd484afeee74e4f3c937668eb03f806749d2fe73dcbd8a1cb",
    "schwaemm256-128": "ab56808b45abdb64e749bc6fe4b62d49793a4c665e093aa375635863c1ab8668",
    "schwaemm192-192": "72f1498ffdbc1e0d2e5e23e54abc89ff056f07e13b94a2010361b037c96e79d2",
    "schwaemm256-256": "368088becd78374fa80f35a3afb215fb84aef4841ffc37c153857f871e8a2584",
}


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


@pytest.mark.parametrize("name", LONG)
def test_inputs_of_many_blocks(name):
    """Counters and masks run on as in another implementation."""
    assert_long_inputs(name, LONG[name])
