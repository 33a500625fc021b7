# SPDX-License-Identifier: Apache-2.0
"""WAGE-AE-128: a duplex of WAGE with a keyed start and end.

Source: M. Aagaard, R. AlTawy, G. Gong, K. Mandal, R. Rohit, N. Zidaric, "WAGE: An Authenticated
Cipher", submission to NIST, round 2, section 2.4 (algorithm 2).

Differences from the text: none. The state has a byte for each stage, S_0 first; bits of byte
strings are numbered from the most significant one of the first byte.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ..ciphers.wage import BITS, STAGES, WAGE_111
from ..primitives.primitive import Primitive
from ..words import Word, concat
from .dangers import RESPECTING
from .sponge import Addition, SpongeAead

RATE = 8
PADDING = 0x80

AD, MESSAGE = 0x40, 0x20
"""Sections 2.4.5 and 2.4.6: the domain separators, bits 0 and 1 of S_0."""

RATE_STAGES = (8, 9, 15, 16, 18, 27, 28, 34, 35, 36)
"""Section 2.4.1: where the seven-bit tuples D_0 to D_9 of a block are added; the last has one bit.
"""

KEY_STAGES = (0, 19, 1, 20, 2, 21, 3, 22, 4, 23, 5, 24, 6, 25, 7, 26, 8, 27)
NONCE_STAGES = (28, 9, 29, 10, 30, 11, 31, 12, 32, 13, 33, 14, 34, 15, 35, 17, 36, 16)
"""Section 2.4.3: where the tuples of key and nonce are loaded."""

TAG_STAGES = (*NONCE_STAGES[:15], 16, 36, 17)
"""Section 2.4.7: where the tuples of the tag come from: those of the nonce, but for the order of 16
and 17.
"""

REST_STAGE = 18
"""Section 2.4.3: the stage of k_63, k_127, n_63 and n_127."""

HALF_TUPLES = 9
"""Whole tuples in a half of key or nonce."""


@dataclass(frozen=True, kw_only=True)
class WageAead(SpongeAead):
    """WAGE-AE-128, by its events.

    Attributes:
        permutation: input and output ``x`` are the stages as bytes.
    """

    dangers = RESPECTING

    permutation: Primitive = WAGE_111
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16
    block_bytes: int = RATE
    mark, pads_full, absorbs_empty_message, rekeys = PADDING, True, True, 2
    parts = {"nonce": 2, "tag": 2}
    # WGP is a look-up, which no gadget computes on shares.
    multiplies = False
    loadable = frozenset(f"s{stage}" for stage in (*NONCE_STAGES, REST_STAGE))

    def begin(self, part, words):
        """Section 2.4.3: nine tuples from each half of key and nonce; what is left of the halves, a
        bit each, together.
        """
        state, places = (
            words["state"],
            (half_places(NONCE_STAGES, 0, 2), half_places(NONCE_STAGES, 1, 2)),
        )
        if part == 0:
            return scattered(state, words["block"], places[0])
        # Of the state only the first half of the nonce is kept: all else begins as 0.
        kept = scattered(state, gathered(state, places[0]), places[0])
        for number, half in enumerate(words["key"].split(8 * RATE)):
            kept = kept ^ scattered(state, half, half_places(KEY_STAGES, number, 0))
        return kept ^ scattered(state, words["block"], places[1])

    def rekey(self, number, words):
        """Sections 2.4.4 and 2.4.7: half of the key is absorbed."""
        half = words["key"].split(8 * RATE)[number % self.rekeys]
        return words["state"] ^ scattered(words["state"], half, rate_places())

    def absorb(self, words):
        """Section 2.4.1: a block is added to the rate; of a ciphertext, the plaintext."""
        state = words["state"]
        added = words["block"] ^ words["padding"] ^ (self.text(state) & words["replaced"])
        return state ^ scattered(state, added, rate_places())

    def additions(self):
        """The domain separators, in S_0."""

        def domain(name, bits, when):
            return Addition(
                name=name,
                when=when,
                # S_0 is the first, and so the most significant byte.
                value=lambda words: words["state"].constant(bits << 8 * STAGES[-1]),
            )

        return (
            domain("ad", AD, lambda flags: ~flags["message"]),
            domain("message", MESSAGE, lambda flags: flags["message"]),
        )

    def text(self, state):
        """Section 2.4.1: the rate."""
        return gathered(state, rate_places())

    def tag(self, part, state):
        """Section 2.4.7: eighteen tuples, and two bits of the stage that has the rest."""
        places = [place for stage in TAG_STAGES for place in tuple_places(stage)]
        places += tuple_places(REST_STAGE)[2:4]
        return gathered(state, places).split(8 * RATE)[part]


def tuple_places(stage: int) -> list[int]:
    """Where the bits of a stage are in the state as a number, its first bit first."""
    top = 8 * (STAGES[-1] - stage) + BITS - 1
    return [top - bit for bit in range(BITS)]


def rate_places() -> list[int]:
    """Section 2.4.1: where the bits of a block are."""
    return [place for stage in RATE_STAGES for place in tuple_places(stage)][: 8 * RATE]


def half_places(stages: Sequence[int], half: int, rest: int) -> list[int]:
    """Section 2.4.3: where the bits of a half of key or nonce are loaded; ``rest``: the bit of
    `REST_STAGE` for the first half's last one.
    """
    chosen = stages[HALF_TUPLES * half :][:HALF_TUPLES]
    return [place for stage in chosen for place in tuple_places(stage)] + [
        tuple_places(REST_STAGE)[rest + half]
    ]


def scattered(state: Word, data: Word, places: Sequence[int]) -> Word:
    """A state of the bits of ``data`` at these places, its first bit first, and of zeros."""
    sources = [0] * state.width
    for number, place in enumerate(places):
        sources[place] = data.width - number
    # Its bit 0 is for all places without a bit of the data.
    return concat(data, data.constant(0, 1)).permute(sources)


def gathered(state: Word, places: Sequence[int]) -> Word:
    """The bits at these places, the first one most significant."""
    return state.permute(list(reversed(places)))
