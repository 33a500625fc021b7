# SPDX-License-Identifier: Apache-2.0
"""mixFeed: feedback half from the plaintext and half from the ciphertext, with a new key for each
call.

Source: B. Chakraborty, M. Nandi, "mixFeed", submission to NIST, 2019, sections 2.1 to 2.3
(algorithm 1).

Differences from the text: its strings are little-endian, so the lower half of a block is the first
half of its bytes, and what follows N is a byte in front of it.

The state is the key of the next call and the result of the last one. A call follows each part, with
bits that say what part it was; for associated data they say whether a message follows.

Danger beyond `dangers`: the key of each call comes from the one before by 11 steps of the schedule
of AES-128, whose cycles are short for many keys. Those are weak (G. Leurent, C. Pernot, "New
Representations of the AES Key Schedule", EUROCRYPT 2021).
"""

from dataclasses import dataclass
from typing import Any

from ..ciphers.aes_mixfeed import AES_MIXFEED
from ..primitives.primitive import Primitive
from ..words import Word, concat
from .dangers import RESPECTING
from .feedback import END, TEXT, Added, FeedbackAead, Kept, Step, Words, first_byte

BLOCK, HALF = 128, 64
"""Bits of a block, and of half of one."""

DATA, NO_AD, NOTHING = 0, 1, 2
"""Algorithm 1, lines 3 to 8: the first byte of the nonce's block."""

END_OF_TYPE, END_OF_INPUT, SHORT, MESSAGE = 4, 8, 2, 1
"""Section 2.3: t_2, t_3, t_1 and t_0, which are added behind the last block of a type."""


@dataclass(frozen=True, kw_only=True)
class MixFeed(FeedbackAead):
    """mixFeed.

    Attributes:
        cipher: as `ciphers.aes_mixfeed.AES_MIXFEED`.
    """

    dangers, mark, keeps_nonce = RESPECTING, 0x01, True
    registers = {
        "no_ad": Kept(bits=1, said="There are no associated data."),
        "end_is_short": Kept(bits=1, said="The last block of a part was short."),
    }
    chained = {"key": "next_key", "plaintext": "ciphertext"}

    cipher: Primitive = AES_MIXFEED
    key_bytes: int = 16
    nonce_bytes: int = 15
    tag_bytes: int = 16
    block_bytes: int = 16
    ad_block_bytes: int = 16

    @property
    def steps(self) -> tuple[Step, ...]:
        absorbs: dict[str, Any] = {
            "waits": True, "takes": "always", "calls": "always", "presents": fed,
            "writes": {"end_is_short": "not full"},
        }  # fmt: skip
        short = Added("short", "end_is_short", first_byte(SHORT))
        ends = END_OF_TYPE | END_OF_INPUT | MESSAGE
        return (
            # The nonce goes through the cipher twice, under the key and under its own result.
            Step(name="START", said="The nonce is kept.", waits=True, takes="always",
                 then={"always": "FIRST"}),
            Step(name="FIRST", said="The first call, if there are associated data.", waits=True,
                 takes="empty", calls="not empty", presents=nonce_block,
                 writes={"no_ad": "empty"}, then={"empty": "ALONE", "always": "SECOND"}),
            Step(name="ALONE", said="The first call without them; without a message the only one.",
                 waits=True, takes="empty", calls="always", presents=nonce_block,
                 adds=(Added("no_ad", "not empty", first_byte(NO_AD)),
                       Added("nothing", "empty", first_byte(NOTHING))),
                 then={"empty": END, "always": "SECOND"}),
            Step(name="SECOND", said="The nonce again, under its enciphered self.",
                 calls="always", presents=second_block,
                 adds=(Added("no_ad", "no_ad", first_byte(NO_AD)),),
                 then={"no_ad": TEXT, "always": "AD"}),
            Step(name="AD", said="A call for each block.", **absorbs, then={"last": "HELD"}),
            Step(name="HELD", said="The call behind associated data, when it is known what comes.",
                 waits=True, takes="empty", calls="always",
                 adds=(Added("end_of_type", "always", first_byte(END_OF_TYPE)), short,
                       Added("end_of_input", "empty", first_byte(END_OF_INPUT))),
                 then={"empty": END, "always": TEXT}),
            Step(name=TEXT, said="A call for each block, which is answered at once.", **absorbs,
                 then={"last": "END"}),
            Step(name="END", said="The call behind the message.", calls="always",
                 adds=(Added("end_of_message", "always", first_byte(ends)), short),
                 then={"always": END}),
        )  # fmt: skip


def nonce_block(words: Words) -> Word:
    """Algorithm 1: the key, and the nonce behind a byte of bits."""
    nonce = words["nonce"]
    return concat(words["key"], nonce.constant(DATA, 8), nonce)


def second_block(words: Words) -> Word:
    """Algorithm 1: the result of the first call as a key, and the nonce again."""
    nonce = words["nonce"]
    return concat(words["state"][:BLOCK], nonce.constant(DATA, 8), nonce)


def fed(words: Words) -> Word:
    """Algorithm 1, Feed: the plaintext is added to the first half, the ciphertext to the second."""
    state, fresh, plain = words["state"], words["fresh"], words["plain"]
    # So the first half becomes ciphertext and the second one plaintext, from whichever side.
    first, second = state[HALF:BLOCK] & fresh[HALF:], state[:HALF] & ~plain[:HALF]
    return concat(state[BLOCK:], concat(first, second) ^ words["block"])
