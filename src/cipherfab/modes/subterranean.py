# SPDX-License-Identifier: Apache-2.0
"""Subterranean-SAE and Subterranean-XOF: the modes of Subterranean 2.0.

Source: J. Daemen, P. M. C. Massolino, A. Mehrdad, Y. Rotella, "The Subterranean 2.0 Cipher Suite",
submission to NIST, sections 2.1 to 2.3 and 2.5 (algorithms 1, 2 and 4).

Differences from the text: a session has one message, and the XOF absorbs one string and gives 32
bytes, as in the submission's AEAD and hash. A run of the permutation is one call of duplex with a
block and, where the text has calls with an empty one behind it (the end of the key and of the
nonce, the blank rounds), those too.
"""

from dataclasses import dataclass

from ..ciphers.subterranean import BLOCK_BITS, INJECTED, WIDTH, subterranean_duplex
from ..words import Word, concat
from ..words.bits import swap_bytes
from .dangers import RESPECTING, UNKEYED
from .sponge import SpongeAead
from .sponge_hash import SpongeHash

KEYED_BYTES, UNKEYED_BYTES = 4, 1
"""Algorithm 1: the length w of a block."""

EXTRACTED = [(place, WIDTH - place) for place in INJECTED[: 8 * KEYED_BYTES]]
"""The two positions whose sum is a bit of the output."""

BLANK_ROUNDS = 8

PADDING = 1

COUNTS = (2 + BLANK_ROUNDS, 1 + BLANK_ROUNDS, 2, 1)
"""Calls of duplex in a run: with the end of the nonce, with that of the message, with that of the
key, with any other block.
"""

NONCE_ENDS, MESSAGE_ENDS, KEY_ENDS, BLOCK = range(4)


@dataclass(frozen=True, kw_only=True)
class SubterraneanAead(SpongeAead):
    """Subterranean-SAE, by its events."""

    dangers = RESPECTING

    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16
    block_bytes: int = KEYED_BYTES
    mark, pads_full, absorbs_empty_ad, absorbs_empty_message = PADDING, True, True, True
    nonce_runs, tag_runs, prepares = True, True, 16 // KEYED_BYTES
    parts = {"nonce": 16 // KEYED_BYTES, "tag": 16 // KEYED_BYTES}
    permutation = subterranean_duplex(*COUNTS)

    def permutation_for(self, *rounds):
        return subterranean_duplex(*rounds)

    def prepare(self, number, words):
        """Algorithm 4: the key is absorbed."""
        state = words["state"] if number else words["state"].constant(0)
        word = words["key"].split(8 * KEYED_BYTES)[number]
        return with_block(state, word, word.constant(0))

    def begin(self, part, words):
        """Algorithm 4: the nonce is absorbed; blank rounds follow."""
        return with_block(words["state"], words["block"], words["block"].constant(0))

    def absorb(self, words):
        """Algorithm 1, keyed duplex: plaintext or associated data."""
        stream = self.text(words["state"]) & words["replaced"]
        return with_block(words["state"], words["block"] ^ stream, words["padding"])

    def schedule(self, words):
        """Blank rounds behind the end of the message."""
        ends = words["message"] & words["last"]
        # `MESSAGE_ENDS` is 1 and `BLOCK` is 3: the lower bit is 1 in both.
        return concat(~ends, ends.constant(1))

    def run_of(self, event):
        return {"prepare3": KEY_ENDS, "begin3": NONCE_ENDS}.get(event, BLOCK)

    def text(self, state):
        """Algorithm 1, extract: 32 bits of output."""
        return swap_bytes(
            concat(*(state[one] ^ state[other] for one, other in reversed(EXTRACTED)))
        )

    def tag(self, part, state):
        """Algorithm 1, squeeze."""
        return self.text(state)


@dataclass(frozen=True, kw_only=True)
class SubterraneanHash(SpongeHash):
    """Subterranean-XOF of one string, cut to a digest, by its events."""

    dangers = UNKEYED

    block_bytes: int = UNKEYED_BYTES
    digest_bytes: int = 32
    mark, pads_full = PADDING, True
    permutation = subterranean_duplex(2 + BLANK_ROUNDS, 2, 1)
    squeeze_bytes: int = KEYED_BYTES
    squeeze_schedule = 2

    def absorb(self, words):
        """Section 2.2: a call with a byte, and one without."""
        return with_block(words["state"], words["block"], words["padding"], size=UNKEYED_BYTES)

    def schedule(self, words):
        """Blank rounds behind the end."""
        return concat(words["last"].constant(0), ~words["last"])

    def digest_part(self, state):
        """Algorithm 1, extract."""
        return SubterraneanAead().text(state)


def with_block(state: Word, block: Word, padding: Word, *, size: int = KEYED_BYTES) -> Word:
    """The input of duplex: the first ``size`` bytes of a block with a 1 behind its last bit,
    without the padding of an empty block; and the state.
    """
    width = 8 * size
    padded = swap_bytes((block ^ padding)[-width:] if block.width > width else block ^ padding)
    # If no byte has the mark, the block is full, and the 1 stands in the bit behind it.
    marks = [padding[padding.width - 8 - 8 * place] for place in range(size)]
    # The permutation adds the padding of an empty block, bit 0, to every block: here it is taken
    # away.
    string = concat(_none(marks), padded) ^ 1
    rest = BLOCK_BITS - string.width
    return concat(*([state.constant(0, rest)] if rest else []), string, state[:WIDTH])


def _none(bits: list[Word]) -> Word:
    """1 if none is set, of which at most one is."""
    total = bits[0]
    for bit in bits[1:]:
        total = total ^ bit
    return ~total
