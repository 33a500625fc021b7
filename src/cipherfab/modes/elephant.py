# SPDX-License-Identifier: Apache-2.0
"""Elephant: encryption in counter mode and a protected counter sum, on a permutation masked by a
register that the key fills.

Source: T. Beyne, Y. L. Chen, C. Dobraunig, B. Mennink, "Elephant v1.1", submission to NIST, section
2.2 (mode) and sections 2.3.2, 2.4.2 and 2.5.2 (registers).

Differences from the text: `ElephantV1` is the text. `Elephant` is version 2 (final round), of which
no document was at hand; it was checked with the official known answers. There the masks (i, 1) are
for the message, (i, 0) for associated data and (i, 2) for the ciphertext; the first block of
associated data starts the sum as it is, and the sum itself goes through the permutation under mask
(0, 0) to give the tag.

The official known answers of version 1 come from code of February 2019, which keeps only the first
128 bits of the permuted key, and lets no ciphertext block into the sum if the message is empty:
`ElephantV1.code_of_2019`. That code also leaves out the padding block behind some longer messages,
which no official record reaches; that is not modelled.

The state is what the permutation gave; a mask is added to that in a step of its own. The mask moves
with the blocks of a type. Each type begins with the first one: if it has moved, the key is permuted
again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ..words import Word, concat, rol
from .dangers import RESPECTING
from .feedback import END, TEXT, Added, FeedbackAead, Kept, Step, Words

MESSAGE, ASSOCIATED_DATA, CIPHERTEXT = 1, 0, 2
"""The second index of the masks of each kind of block, in version 2."""

V1_MESSAGE, V1_ASSOCIATED_DATA, V1_CIPHERTEXT = 0, 2, 1
"""The same in version 1: algorithm 1, lines 3, 9 and 11."""

PADDING = 0x01
"""The byte of the bit that follows the data, first bit lowest."""

CODE_OF_2019_MASK_BYTES = 16
"""How much of the permuted key the code of February 2019 keeps."""


def dumbo_feedback(x: list[Word]) -> Word:
    """Section 2.3.2, equation 3: the byte that enters the register (x_0, x_1, …)."""
    return rol(x[0], 3) ^ shift_left(x[3], 7) ^ shift_right(x[13], 7)


def jumbo_feedback(x: list[Word]) -> Word:
    """Section 2.4.2, equation 4."""
    return rol(x[0], 1) ^ shift_left(x[3], 7) ^ shift_right(x[19], 7)


def delirium_feedback(x: list[Word]) -> Word:
    """Section 2.5.2, equation 5."""
    return rol(x[0], 1) ^ rol(x[2], 1) ^ shift_left(x[13], 1)


def shift_left(x: Word, amount: int) -> Word:
    """Zeros come in at bit 0."""
    return concat(x[:-amount], x.constant(0, amount))


def shift_right(x: Word, amount: int) -> Word:
    """Zeros come in at the top."""
    return concat(x.constant(0, amount), x[amount:])


def register_step(x: Word, feedback: Callable[[list[Word]], Word]) -> Word:
    """phi_1: a byte string, first byte most significant, moves by one byte; the feedback becomes
    the last one.
    """
    return concat(x[:-8], feedback(x.split(8)))


@dataclass(frozen=True, kw_only=True)
class Elephant(FeedbackAead):
    """Elephant v2.

    Attributes:
        cipher: the permutation; its input and output ``x`` are a block's bytes.
        feedback: of the mask register, see `register_step`.
        tag_bytes: 8 or 16.
    """

    dangers, mark, pads_whole = RESPECTING, PADDING, True
    keeps_nonce, answers_ahead, on_shares = True, False, True
    chained: ClassVar[Mapping[str, str]] = {"x": "x"}
    kinds: ClassVar[Mapping[str, int]] = {
        "message": MESSAGE,
        "ad": ASSOCIATED_DATA,
        "ciphertext": CIPHERTEXT,
    }
    # In front of the tag's run the mask must be the first one again, so if it has moved, the key is
    # permuted once more.
    _returns: ClassVar[Mapping[str, str]] = {"moved": "REKEY"}

    feedback: Callable[[list[Word]], Word]
    tag_bytes: int
    key_bytes: int = 16
    nonce_bytes: int = 12

    @property
    def block_bytes(self):
        return self.cipher.inputs["x"] // 8

    @property
    def ad_block_bytes(self):
        return self.block_bytes

    @property
    def ad_before_bytes(self):
        return self.nonce_bytes

    @property
    def registers(self):
        size = 8 * self.block_bytes
        return {
            "mask": Kept(bits=size, said="The mask of the next block."),
            "sum": Kept(bits=size, said="The sum of the results."),
            "moved": Kept(bits=1, said="The mask is not the first one."),
            "had_ad": Kept(bits=1, said="All associated data were taken."),
            "had_message": Kept(bits=1, said="All of the message was taken."),
        }

    @property
    def steps(self):
        # The first block of associated data has the nonce in front of it.
        behind_nonce = self.block_bytes - self.nonce_bytes
        key: dict[str, Any] = {"calls": "always", "presents": self._key}
        mask: dict[str, Any] = {"writes": {"mask": "first", "moved": "never"}}
        return (
            Step(name="START", said="The key is permuted.", waits=True, takes="always",
                 writes={"sum": "zero", "had_message": "never"}, **key, then={"always": "KEY"}),
            Step(name="KEY", said="That is the first mask.", block_bytes=behind_nonce, **mask,
                 then={"always": "FIRST"}),
            Step(name="FIRST", said="The first block, behind the nonce.", waits=True,
                 takes="always", block_bytes=behind_nonce, presents=self._nonce_and_block,
                 **self._first),
            Step(name="AD", said="A run for each block.", waits=True, takes="always",
                 calls="always", presents=block_alone, adds=self._masks("ad"),
                 writes={"had_ad": "last"}, then={"always": "AD_SUM"}),
            Step(name="AD_SUM", said="Its result, with the mask, is added to the sum.",
                 adds=self._masks("ad"), writes={"sum": "summed"}, writes_if={"not had_ad": MOVES},
                 then={"not had_ad": "AD", "moved": "REKEY", "always": self._counters[0].name}),
            *self._counters,
            # The result of this run is the key stream only with the mask on it: hence a step
            # without a call.
            Step(name="STREAM", said="The mask is added to the key stream.", loads="always",
                 adds=self._masks("message"), then={"always": TEXT}),
            Step(name=TEXT, said="The answer leaves, and the run of the ciphertext begins.",
                 waits=True, takes="always", calls="always", presents=ciphertext,
                 adds=self._masks("ciphertext"), writes={"had_message": "last"},
                 then={"always": "TEXT_SUM"}),
            Step(name="TEXT_SUM", said="Its result, with the mask, is added to the sum.",
                 adds=self._masks("ciphertext"), writes={"sum": "summed"},
                 writes_if={"not had_message": MOVES},
                 then={"not had_message": "COUNTER", **self._returns, "always": "SUM"}),
            Step(name="REKEY", said="The key is permuted again.", **key, then={"always": "AGAIN"}),
            Step(name="AGAIN", said="That is the first mask.", **mask,
                 then={"had_message": "SUM", "always": self._counters[0].name}),
            *self._ends,
        )  # fmt: skip

    def derived(self):
        return {
            "zero": lambda words: words["sum"].constant(0),
            "first": lambda words: self.first_mask(words["state"]),
            "mask1": lambda words: register_step(words["mask"], self.feedback),
            "mask2": lambda words: register_step(words["mask1"], self.feedback),
        }

    def found(self):
        return {"summed": lambda words: words["sum"] ^ words["presented"]}

    def first_mask(self, permuted: Word) -> Word:
        """The mask register at first, from the permuted key."""
        return permuted

    @property
    def _first(self) -> dict[str, Any]:
        """What is done with the first block: it starts the sum as it is."""
        return {
            "writes": {"sum": "summed", "had_ad": "last"},
            "writes_if": {"not last": MOVES},
            "then": {"last": "COUNTER", "always": "AD"},
        }

    @property
    def _counters(self) -> tuple[Step, ...]:
        """Where blocks of the message begin: the first one in the first of these steps."""
        return (
            Step(name="COUNTER", said="A run for the key stream of a block, or for padding alone.",
                 waits=True, takes="empty", calls="always",
                 presents={"not empty": self._nonce, "empty": block_alone},
                 adds=(*self._masks("message", "not empty"), *self._masks("ciphertext", "empty")),
                 writes_if={"empty": {"had_message": "always"}},
                 then={"empty": "TEXT_SUM", "always": "STREAM"}),
        )  # fmt: skip

    @property
    def _ends(self) -> tuple[Step, ...]:
        """The sum is permuted for the tag."""
        mask = (Added("mask", "always", mask_0),)
        return (
            Step(name="SUM", said="A run for the tag.", calls="always", presents=total,
                 adds=mask, then={"always": "TAG_SUM"}),
            Step(name="TAG_SUM", said="The mask is added to its result.", loads="always",
                 adds=mask, then={"always": END}),
        )  # fmt: skip

    def _masks(self, kind: str, when: str = "always") -> tuple[Added, ...]:
        """Section 2.2, equation 2: phi_2 is phi_1 + id, so its square is phi_1 squared + id."""
        index = self.kinds[kind]
        added = (Added("mask", when, mask_0),)
        return (*added, Added(f"mask{index}", when, LATER[index])) if index else added

    def _key(self, words: Words) -> Word:
        """Section 2.2: the key in front of zeros."""
        key = words["key"]
        return concat(key, key.constant(0, 8 * (self.block_bytes - self.key_bytes)))

    def _nonce(self, words: Words) -> Word:
        """Algorithm 1, line 3: the nonce in front of zeros."""
        nonce = words["nonce"]
        return concat(nonce, nonce.constant(0, 8 * (self.block_bytes - self.nonce_bytes)))

    def _nonce_and_block(self, words: Words) -> Word:
        """Algorithm 1, line 5: the nonce in front of the first associated data."""
        return concat(words["nonce"], words["block"][8 * self.nonce_bytes :])


@dataclass(frozen=True, kw_only=True)
class ElephantV1(Elephant):
    """Elephant v1.1, of round 2: all blocks are permuted, and the sum is the tag.

    Attributes:
        code_of_2019: as the code that made the official known answers.
    """

    on_shares = False
    kinds: ClassVar[Mapping[str, int]] = {
        "message": V1_MESSAGE,
        "ad": V1_ASSOCIATED_DATA,
        "ciphertext": V1_CIPHERTEXT,
    }
    # No mask is added to the sum, so it does not matter where it is then.
    _returns: ClassVar[Mapping[str, str]] = {}

    code_of_2019: bool = False

    def first_mask(self, permuted):
        if not self.code_of_2019:
            return permuted
        kept = permuted[-8 * CODE_OF_2019_MASK_BYTES :]
        return concat(kept, kept.constant(0, permuted.width - kept.width))

    @property
    def _first(self):
        return {
            "calls": "always",
            "adds": self._masks("ad"),
            "writes": {"had_ad": "last"},
            "then": {"always": "AD_SUM"},
        }

    @property
    def _counters(self):
        """The code of 2019 has no run of padding for an empty message."""
        (counter,) = super()._counters
        if not self.code_of_2019:
            return (counter,)
        leaves_out: dict[str, Any] = {"calls": "not empty", "writes_if": {}}
        then = {**counter.then, "empty": "SUM"}
        return (replace(counter, name="BEGIN", then=then, **leaves_out), counter)

    @property
    def _ends(self):
        return (
            Step(name="SUM", said="The tag.", loads="always", presents=total, then={"always": END}),
        )


def block_alone(words: Words) -> Word:
    """A block of data, with its padding."""
    return words["block"]


def ciphertext(words: Words) -> Word:
    """Algorithm 1, line 4: key stream and plaintext, or the ciphertext that is given."""
    # What is behind a short block is erased, too: there the padding is added to zeros.
    return (words["state"] & ~words["erased"]) ^ words["block"]


def total(words: Words) -> Word:
    """The sum of the results."""
    return words["sum"]


def mask_0(words: Words) -> Word:
    """The mask with second index 0."""
    return words["mask"]


LATER = {1: lambda words: words["mask1"], 2: lambda words: words["mask2"]}
"""What a second index adds to it."""

MOVES = {"mask": "mask1", "moved": "always"}
"""The mask of the next block."""
