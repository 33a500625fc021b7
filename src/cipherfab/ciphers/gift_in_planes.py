# SPDX-License-Identifier: Apache-2.0
"""GIFT-128 for planes that shift by a bit in every clock: one S-box, and a key that is one ring.
Source: see `gift`, whose layers these are.

V is taken from the last quarter of the ring and U from the second one: a word pair of the key comes
to U's place two rounds after V's. In between it is rotated by exchanges ("swap and rotate", S.
Banik et al., ToSC 2020(1)): a pair of places with distance d that changes 16 - d bits of a word,
one after the other, rotates this word by d to the left. So the words of even number are rotated by
14 = 8 + 4 + 2, those of odd number by 4.

After 40 rounds all words but two have been rotated ten times, by 12 and by 8 bits in total. In the
turn behind a call the even ones are rotated by 4 more and the odd ones by 8, and the first two,
which have been rotated nine times, by 2 and by 12.
"""

from ..primitives.in_planes import Exchange, Flags, PlanePath
from ..words import Word, mux
from ..words.bits import equals
from .gift import ROUNDS, constant_of_round, gift, plane_targets, sub_cells, update_constant

PLANES, WIDTH = 4, 32

V, U = 96, 32
"""The places of the ring that are added to planes 1 and 2."""


def _by_eight(flags: Flags) -> Word:
    """Eight clocks behind V's place: slots 8 to 15 for even words, 24 to 31 for odd ones."""
    slot = flags["slot"]
    return slot[3] & mux(slot[4], flags["restores"], flags["runs"])


def _by_two(flags: Flags) -> Word:
    """Eleven clocks behind it: slots 11 to 24, for even words alone."""
    slot = flags["slot"]
    early, late = slot[3] & (slot[2] | slot[1] & slot[0]), equals(slot[:4], 8) | ~slot[3]
    return mux(slot[4], late, early) & (flags["runs"] | flags["restores"] & _first_quarter(flags))


def _by_four(flags: Flags) -> Word:
    """Sixteen clocks behind it: slots 16 to 27 for even words, 0 to 11 of the next sweep for odd
    ones.
    """
    slot, runs, restores = flags["slot"], flags["runs"], flags["restores"]
    even = runs | restores & ~_first_quarter(flags)
    # The odd words of the last sweep of a call, and those of the sweep behind it.
    odd = runs & ~flags["second"] | restores & ~flags["quarter"][1]
    return ~(slot[3] & slot[2]) & mux(slot[4], even, odd)


def _first_quarter(flags: Flags) -> Word:
    return equals(flags["quarter"], 0)


def _constant_bit(slot: Word, constant: Word) -> Word:
    """The bit of AddRoundKey's constant for the column in front: a 1 at the top, 6 bits at the
    end.
    """
    total = equals(slot, 0)
    for bit in range(constant.width):
        total = total | equals(slot, WIDTH - 1 - bit) & constant[bit]
    return total


def gift_planes() -> PlanePath:
    """The rounds of GIFT-128, of which the block is s0 || s1 || s2 || s3."""
    rounds = ROUNDS[128]
    return PlanePath(
        primitive=gift(128, bitsliced=True),
        planes=PLANES,
        width=WIDTH,
        rounds=rounds,
        substitute=sub_cells,
        targets=tuple(plane_targets(128, plane) for plane in range(PLANES)),
        # V of the first round is k1 || k0, the last word, and that of the next one the word above.
        key_words=(3, 2, 1, 0),
        taps={1: V, 2: U},
        exchanges=(
            Exchange(place=V - 8, distance=8, when=_by_eight),
            Exchange(place=V - 11, distance=2, when=_by_two),
            Exchange(place=V - 16, distance=4, when=_by_four),
        ),
        constant_plane=3,
        constant_bits=6,
        constant_bit=_constant_bit,
        next_constant=update_constant,
        constants=tuple(constant_of_round(number) for number in range(rounds + 1)),
    )
