# SPDX-License-Identifier: Apache-2.0
"""LILLIPUT-TBC for the byte-serial architecture: the layers of `lilliput.py` on the bytes of one
slot.

The lanes of M turn towards higher places, which is the direction of M itself: y_(i+1) = x_i, but
for three sums. So M^k is k clocks of a word-ring register, and the round has 8 slots: for 8 - k of
them the upper 8 - k bytes turn in a ring of their own, and all of them leave; in the other k the
whole lane is multiplied by M each time, and the lower k bytes leave. M_R has the other direction;
its lanes are multiplied in one clock.
"""

from collections.abc import Callable

from ..primitives.by_byte import CAME, LEAVING, PLACES, SLOTS, BytePath, Lane, Move, Sum
from ..words import Word, concat
from . import lilliput
from .lilliput import Parameters

LAST = PLACES - 1

LOWER = (
    Move(4, CAME, (2, 5)),
    Move(LAST, CAME, (7,)),
    Move(LAST, 3, (2, 5)),
    Move(0, 0, (2, 5, 7)),
    Move(1, 6, (2, 5, 7)),
)
"""PermutationLayer from the upper half to the lower one, for bytes that leave X_7 first. Found by a
search for few multiplexers, which is not kept here; that the bytes arrive where they must is tested
(`tests/ciphers/test_lilliput_by_byte.py`).
"""

UPPER = (
    Move(0, 0, tuple(range(1, SLOTS))),
    Move(1, CAME, (1, 3, 4, 5)),
    Move(2, CAME, (2, 6, 7)),
    Move(1, 1, (2, 6, 7)),
    Move(3, 5, (6, 7)),
    Move(6, 2, (6, 7)),
)
"""PermutationLayer from the lower half to the upper one. X_7 waits at place 0, where LinearLayer
finds it for a whole round.
"""


LOWER_BACK = (Move(4, CAME, (1, 3, 6)), Move(LAST, CAME, (7,)),
              Move(LAST, 3, (1, 3, 6)), Move(0, 0, (1, 3, 6, 7)),
              Move(1, 6, (1, 3, 6, 7)), Move(2, 4, (1, 2, 6)), Move(5, 1, (1, 2, 6)))  # fmt: skip
"""The inverse of PermutationLayer, with two multiplexers more than `LOWER`."""

UPPER_BACK = (
    Move(0, 0, tuple(range(1, SLOTS))),
    Move(1, CAME, (1, 2, 5, 7)),
    Move(2, CAME, (4,)),
    Move(1, 1, (4,)),
    Move(3, CAME, (3, 6)),
    Move(1, 2, (3, 6)),
)
"""The inverse of PermutationLayer, with two multiplexers more than `UPPER`; X_7 waits too, since it
changes places with X_15.
"""


def turning(power: int) -> Lane:
    """A lane that is multiplied by M^power in a round, power from 1 to 4, as it turns.

    The lower bytes wait while the others leave: in a ring, if its length divides the time, and else
    in their places. From the third power on a sum reaches the byte that leaves, which is not yet of
    the next round; it is taken back.
    """
    turns, multiplies = tuple(range(SLOTS - power)), tuple(range(SLOTS - power, SLOTS))
    waiting = (
        (Move(0, power - 1, turns),)
        if len(turns) % power == 0
        else tuple(Move(p, p, turns) for p in range(power))
    )
    first = (Move(0, LAST, multiplies),)
    # The three sums of `lilliput.multiply`: y_2, y_4 and y_5.
    sums = (Sum(2, 6, 2, multiplies), Sum(4, 4, -3, multiplies), Sum(5, 5, 3, multiplies))
    taken_back = {3: (Sum(LEAVING, 7, 2, (6, 7)),), 4: (Sum(LEAVING, 0, 2, (6, 7)),)}.get(power, ())
    return Lane(
        # As long as the upper bytes turn, they do so among themselves, and the highest place is the
        # one that leaves.
        moves=(*waiting, *first, Move(power, LAST, turns), Move(LEAVING, LAST, turns)),
        front=power - 1,
        sums=sums + taken_back,
        leap_back=leap(lilliput.multiply_back, power),
    )


def leaping(power: int) -> Lane:
    """A lane that is multiplied by M_R^power in the last slot."""
    return Lane(
        leap=leap(lilliput.multiply_r, power), leap_back=leap(lilliput.multiply_r_back, power)
    )


def leap(multiply: Callable[[Word], Word], power: int) -> Callable[[list[Word]], list[Word]]:
    """The bytes of a lane after a round, from those in its last slot, when all but byte 0 have come
    in again.
    """

    def after(x: list[Word]) -> list[Word]:
        # Byte 0 leaves last, so it is at the last place here.
        word = concat(x[LAST], *x[:LAST])
        for _ in range(power):
            word = multiply(word)
        return word.split(8)

    return after


def constant(number: Word) -> Word:
    """Tweakey schedule: the round number, added to byte 0."""
    return concat(number.constant(0, 2), number)


def lilliput_path(member: Parameters) -> BytePath:
    """A member of the family."""
    tweak, key = member.tweak // lilliput.LANE, member.key // lilliput.LANE
    lanes = [turning(power) for power in (1, 2, 3, 4)] + [leaping(power) for power in (1, 2, 3)]
    return BytePath(
        name=member.name,
        rounds=member.rounds,
        tweak=tweak,
        key=key,
        lanes=tuple(lanes[: tweak + key]),
        substitute=lilliput.substitute,
        constant=constant,
        lower=LOWER,
        upper=UPPER,
        lower_back=LOWER_BACK,
        upper_back=UPPER_BACK,
        permutation=lilliput.PERMUTATION,
        # Slot t is that of X_(8+t): X_7, which waits, goes to X_9 to X_14, and the sum to X_15.
        held_slots=tuple(range(1, LAST)),
        total_slots=(LAST,),
    )
