# SPDX-License-Identifier: Apache-2.0
"""Events of Ascon's modes, read for words that turn, against the two documents."""

from dataclasses import dataclass

import pytest

from cipherfab.catalog import find
from cipherfab.ciphers.ascon_by_column import ascon_columns
from cipherfab.controllers.sponge.bit_events import BitEvents
from cipherfab.errors import CallError
from cipherfab.modes.duplex import V12, DuplexAead

UP = list(range(8))


def events(mode) -> BitEvents:
    return BitEvents(ascon_columns(*mode.permutation.rounds), mode)


@pytest.mark.parametrize(
    "name,order", [("ascon-128", UP[::-1]), ("ascon-128a", UP[::-1]), ("ascon-aead128", UP),
                   ("ascon-hash", UP[::-1]), ("ascon-hash256", UP)]
)  # fmt: skip
def test_the_first_bit_of_a_byte_is_that_of_its_document(name, order):
    """v1.2 begins with the most significant bit of a word, SP 800-232 with the least."""
    assert events(find(name).model).byte_order == order


def test_what_begins_a_message():
    """v1.2, section 2.4.1: IV || K || N; the nonce waits in x3 and x4."""
    mode = find("ascon-128").model
    words, waits = events(mode).begun
    assert waits == {0: 3, 1: 4}
    assert [word.key for word in words[:3]] == [None, 0, 1]
    # Slot 0 is the most significant bit.
    assert int(f"{words[0].constant:064b}"[::-1], 2) == mode.iv
    assert not any(word.keeps for word in words[:3])


@pytest.mark.parametrize("name,rate", [("ascon-128", 1), ("ascon-128a", 2), ("ascon-aead128", 2)])
def test_pieces_of_blocks_and_tags(name, rate):
    """A block is in the first words, and a ciphertext takes their place; a tag is the last two
    words and both halves of the key.
    """
    mode = find(name).model
    found = events(mode)
    assert [word.block for word in found.absorbed] == [*range(rate), *[None] * (5 - rate)]
    assert all(word.keeps and word.replaced == (n < rate) for n, word in enumerate(found.absorbed))
    assert found.tag == [(3, 0), (4, 1)]


@dataclass(frozen=True, kw_only=True)
class Crooked(DuplexAead):
    """A mode whose block enters the rate a byte too far."""

    def absorb(self, words):
        state = super().absorb(words)
        return state.permute([*range(312), *range(312, 320)][8:] + list(range(8)))


def test_a_mode_that_does_not_add_whole_words_is_refused():
    """It would need another order of the bits than the one in which they come by."""
    crooked = Crooked(iv=1, block_bytes=8, rounds=(12, 6), order=V12)
    with pytest.raises(CallError, match="whole words"):
        events(crooked)
