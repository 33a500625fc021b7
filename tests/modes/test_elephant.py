"""Elephant version 2."""

import pytest

from cipherfab.verify.answers import genkat

from .roundtrip import assert_decryption_inverts, assert_forgeries_are_rejected, assert_long_inputs

AEADS = ["elephant-dumbo-v2", "elephant-jumbo-v2", "elephant-delirium-v2"]

LONG = {
    "elephant-dumbo-v2": "e495dec21ccc6ba5b94a90bee67b6330f2c71fb2ca3fdd5fa453e9231bb6e075",
    "elephant-jumbo-v2": "6f72ff10931d5bd4e0c330d1028cfeb5fc0c73a194d18003bc0a6c22c8d809fa",
    "elephant-delirium-v2": "1687239ff320893b65a4ffb1a9b2f9bfb038c8460e64c3fcd50d746cf4dc27fa",
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
