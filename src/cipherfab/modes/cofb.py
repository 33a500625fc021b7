# SPDX-License-Identifier: Apache-2.0
"""COFB: combined feedback, a rate-1 mode over a block cipher of 128 bits, as GIFT-COFB has it.

Source: S. Banik et al., "GIFT-COFB v1.1", submission to NIST, section 2.4 (algorithms of figure
2.3).

Byte strings are read most significant byte first; ``Y[1]`` and ``Y[2]`` are the upper and the lower
half of a block.

The mask of the last block of associated data says whether a message follows. Until that is known,
the block waits in the cipher, added to G(Y); the mask is added when the call starts.
"""

from dataclasses import dataclass

from ..primitives.primitive import Primitive
from ..words import Word, concat, mux, rol
from .dangers import RESPECTING
from .feedback import END, TEXT, Added, FeedbackAead, Kept, Step, Words
from .galois import doubled

HALF = 64
"""Bits of a half of a block, and of a mask."""


@dataclass(frozen=True, kw_only=True)
class Cofb(FeedbackAead):
    """COFB (section 2.4).

    Attributes:
        cipher: a block cipher with inputs ``key`` and ``plaintext`` and output ``ciphertext``, with
            a block of 128 bits.
    """

    dangers, on_shares = RESPECTING, True
    registers = {"mask": Kept(bits=HALF, said="What the last block added to the upper half.")}

    cipher: Primitive
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16
    block_bytes: int = 16
    ad_block_bytes: int = 16

    @property
    def steps(self):
        return (
            Step(name="START", said="The call for the nonce.", waits=True, takes="always",
                 calls="always", presents=nonce, then={"always": "MASK"}),
            Step(name="MASK", said="The first mask: the upper half of the enciphered nonce.",
                 writes={"mask": "first"}, then={"always": "AD"}),
            Step(name="AD", said="A call for each block but the last, which is loaded.",
                 waits=True, takes="always", calls="not last", loads="last", presents=absorbed,
                 adds=(Added("mask", "not last", next_mask),), writes={"mask": "following"},
                 then={"last": "HELD"}),
            Step(name="HELD", said="The message's first block says whether there is one.",
                 waits=True, takes="empty", calls="not empty", presents=masked,
                 writes_if={"empty": {"mask": "following"}},
                 then={"empty": "NOTHING", "always": TEXT}),
            Step(name="NOTHING", said="The last call of associated data gives the tag.",
                 calls="always", presents=masked, then={"always": END}),
            Step(name=TEXT, said="A call for each block, which is answered at once.",
                 waits=True, takes="always", calls="always", presents=absorbed,
                 adds=(Added("mask", "always", next_mask),), writes={"mask": "following"},
                 then={"last": END}),
        )  # fmt: skip

    def derived(self):
        return {
            "first": lambda words: words["state"][HALF:],
            "following": lambda words: following_mask(words["mask"], words["last"], words["short"]),
        }


def nonce(words: Words) -> Word:
    """Figure 2.3: the nonce is enciphered."""
    return words["block"]


def absorbed(words: Words) -> Word:
    """Figure 2.3: the plaintext is added to G(Y), without the mask."""
    state = words["state"]
    # ``fresh`` is 0 in the bytes of a ciphertext: there Y is added once more, and plaintext is
    # left.
    return feedback(state) ^ words["block"] ^ (state & ~words["fresh"])


def masked(words: Words) -> Word:
    """The last block of associated data gets its mask, in the upper half."""
    return words["state"] ^ concat(words["mask"], words["mask"].constant(0))


def next_mask(words: Words) -> Word:
    """The mask of the block."""
    return concat(words["following"], words["mask"].constant(0))


def feedback(y: Word) -> Word:
    """Section 2.4.1: G, the halves swapped and the new lower one rotated left by one: Y[2] || (Y[1]
    <<< 1).
    """
    return concat(y[:HALF], rol(y[HALF:], 1))


def following_mask(mask: Word, last: Word, padded: Word) -> Word:
    """Section 2.4.2: times x; for a ``last`` block times 1 + x, and once more if it is ``padded``:
    times 1 + x^2.
    """
    twice = doubled(mask)
    return mux(padded, doubled(twice), twice) ^ mux(last, mask, mask.constant(0))
