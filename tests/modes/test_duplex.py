# SPDX-License-Identifier: Apache-2.0
"""Ascon's AEAD and hash: the two documents' byte orders, and the initial states."""

import pytest

from cipherfab import catalog
from cipherfab.ciphers.ascon import ascon_p
from cipherfab.modes.duplex import SP800_232, V12
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord


@pytest.mark.parametrize(
    "order, number", [(V12, 0x0001020304050607), (SP800_232, 0x0706050403020100)]
)
def test_byte_orders_are_as_documented(order, number):
    """The first byte of a word is its top in version 1.2 and its bottom in SP 800-232, in each of
    several words.
    """
    whole = SoftwareWord(128, int.from_bytes(bytes(range(8)) * 2, "big"))
    assert order.swapped(whole).value == number << 64 | number
    assert order.swapped(order.swapped(whole)).value == whole.value


@pytest.mark.parametrize(
    "name, state",
    [
        (
            "ascon-hash",
            0xEE9398AADB67F03D8BB21831C60F1002B48A92DB98D5DA6243189921B8F8E3E8348FA5C9D525E140,
        ),
        (
            "ascon-hasha",
            0x01470194FC6528A6738EC38AC0ADFFA72EC8E3296C76384CD6F6A54D7F52377DA13C42A223BE8D87,
        ),
    ],
)
def test_initial_state_of_the_hash_is_the_published_one(name, state):
    """The state after the first permutation is the precomputed one that the document prints (v1.2,
    section 2.5).
    """
    model = catalog.find(name).model
    assert model.initial_state == software(ascon_p(12))(model.iv << 256)[0] == state
