# SPDX-License-Identifier: Apache-2.0
"""HyENA: feedback half from the plaintext and half from the ciphertext, over a block cipher.

Source: A. Chakraborti, N. Datta, A. Jha, M. Nandi, "HyENA", submission to NIST, version 1, 2019,
section 2.1 (figure 2.4).

Differences from the text: its strings are little-endian, but the half X_L, which it calls the most
significant one, is the first half of the bytes in the reference code and in every known answer;
so is the byte of Delta that holds x^63. The nonce's block begins with b_1 and b_0 and three bytes
of zeros, and the mark of the padding is a byte 01. GIFT-128 has all its byte strings reversed.

Three versions differ in the mask Delta: version 1 as the text has it; version 1 as its reference
code has it, which leaves Delta's last byte out (the official known answers follow the code); and
version 2, which its authors made after a forgery on version 1, too late for round 2. Of version 2
no document could be read: that only the masks of last blocks differ is what an independent
implementation has, with which the known answers agree.

The first call depends on whether there are associated data, and without them on whether there is a
message; so the nonce waits in the cipher. The last block of associated data waits there too.
"""

from dataclasses import dataclass
from typing import Any

from ..ciphers.gift import gift
from ..primitives.primitive import Primitive
from ..primitives.transformed import reversed_bytes
from ..words import Word, concat, mux
from .dangers import RESPECTING
from .feedback import END, TEXT, Added, FeedbackAead, Kept, Step, Words, first_byte
from .galois import doubled

HALF = 64
"""Bits of half a block, and of Delta."""

NO_AD, NOTHING = 1, 2
"""Figure 2.4, Init: b_0 and b_1, in the first byte of the nonce's block."""


@dataclass(frozen=True, kw_only=True)
class Hyena(FeedbackAead):
    """HyENA.

    Attributes:
        version: 1 or 2.
        short_delta: Delta's last byte is left out, as in the reference code.
        cipher: a block cipher with inputs ``key`` and ``plaintext`` and output ``ciphertext``.
    """

    dangers, mark, on_shares = RESPECTING, 0x01, True
    registers = {
        "delta": Kept(bits=HALF, said="What the last block added to the second half."),
        "no_ad": Kept(bits=1, said="There are no associated data."),
    }

    version: int = 1
    short_delta: bool = False
    cipher: Primitive = reversed_bytes(gift(128))
    key_bytes: int = 16
    nonce_bytes: int = 12
    tag_bytes: int = 16
    block_bytes: int = 16
    ad_block_bytes: int = 16

    @property
    def steps(self) -> tuple[Step, ...]:
        absorbs: dict[str, Any] = {
            "presents": fed, "adds": (Added("delta", "always", self._masked),),
            "writes": {"delta": "following"},
        }  # fmt: skip
        return (
            Step(name="START", said="The nonce waits in the cipher.", waits=True, takes="always",
                 loads="always", presents=nonce_block, then={"always": "FIRST"}),
            Step(name="FIRST", said="The first call, if there are associated data.", waits=True,
                 takes="empty", calls="not empty", writes={"no_ad": "empty"},
                 then={"empty": "ALONE", "always": "DELTA"}),
            # It waits for the first block of the message, and leaves it to a later step.
            Step(name="ALONE", said="The first call without them.", waits=True, calls="always",
                 adds=(Added("no_ad", "always", first_byte(NO_AD)),
                       Added("nothing", "empty", first_byte(NOTHING))),
                 then={"always": "DELTA"}),
            Step(name="DELTA", said="The first Delta: the lower half of the enciphered nonce.",
                 writes={"delta": "first"}, then={"no_ad": "NONE", "always": "AD"}),
            Step(name="NONE", said="No associated data are an empty block.", is_absent=True,
                 loads="always", **absorbs, then={"always": "HELD"}),
            Step(name="AD", said="A call for each block but the last, which is loaded.",
                 waits=True, takes="always", calls="not last", loads="last", **absorbs,
                 then={"last": "HELD"}),
            Step(name="HELD", said="The message's first block says whether the tag follows.",
                 waits=True, takes="empty", calls="always", turns="empty",
                 then={"empty": END, "always": TEXT}),
            Step(name=TEXT, said="A call for each block, which is answered at once.", waits=True,
                 takes="always", calls="always", turns="last", **absorbs, then={"last": END}),
        )  # fmt: skip

    def derived(self):
        return {
            "first": lambda words: words["state"][:HALF],
            "following": lambda words: following_mask(
                words["delta"], words["last"], words["short"], self.version
            ),
        }

    def turned(self, state):
        """Figure 2.4, Tag-Gen: the halves change places."""
        return concat(state[:HALF], state[HALF:])

    def _masked(self, words: Words) -> Word:
        """Delta is added to the second half."""
        delta = added_mask(words["following"], self.short_delta)
        return concat(delta.constant(0), delta)


def nonce_block(words: Words) -> Word:
    """Figure 2.4, Init: the nonce behind a byte of bits and three of zeros."""
    # A nonce fills the first 12 bytes of a block; the last four are not read.
    nonce = words["block"][32:]
    return concat(nonce.constant(0, 32), nonce)


def fed(words: Words) -> Word:
    """Figure 2.4, HyFB without Delta: the plaintext is added in the first half of the block; in the
    second one the ciphertext is added, which leaves the plaintext alone.
    """
    state, fresh, plain = words["state"], words["fresh"], words["plain"]
    return concat(state[HALF:] & fresh[HALF:], state[:HALF] & ~plain[:HALF]) ^ words["block"]


def following_mask(delta: Word, last: Word, padded: Word, version: int) -> Word:
    """Figure 2.4: Delta times 2; of the last block times 4, and times 8 if it is ``padded``.
    Version 2: of the last block times 3, or times 9.
    """
    twice = doubled(delta)
    if version == 1:
        four = doubled(twice)
        return mux(last, mux(padded, doubled(four), four), twice)
    three = twice ^ delta
    return mux(last, mux(padded, doubled(three) ^ three, three), twice)


def added_mask(delta: Word, short: bool) -> Word:
    """What is added to the second half; ``short``: as in the reference code."""
    return delta & ((1 << HALF) - 0x100) if short else delta
