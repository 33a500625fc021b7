# SPDX-License-Identifier: Apache-2.0
"""Where ORANGE's reference code and its document part."""

from cipherfab.ciphers.photon import photon_256
from cipherfab.ciphers.photon_swapped import PHOTON_256_SWAPPED
from cipherfab.modes.orange import Orangish
from cipherfab.primitives.primitive import software


def test_the_permutation_of_the_code_is_another():
    """Bytes that change places in each round change the result."""
    assert software(PHOTON_256_SWAPPED)(1) != software(photon_256())(1)


def test_the_lost_byte_shows_in_long_messages_that_do_not_begin_with_zero():
    """The official known answers show nothing of it: they begin with 00, or are one block."""
    code, text = Orangish(skips=True), Orangish()
    for message in (b"", b"\1" * 16, b"\0" + b"\1" * 40):
        assert code.digest(message) == text.digest(message)
    assert code.digest(b"\1" * 17) != text.digest(b"\1" * 17)


def test_the_length_of_the_last_block_is_told():
    """A padded block and the same bytes in full end differently (algorithm 1, line 16)."""
    text = Orangish()
    assert text.digest(b"\0" * 15) != text.digest(b"\0" * 15 + b"\1")
