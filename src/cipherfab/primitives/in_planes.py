# SPDX-License-Identifier: Apache-2.0
"""How a block cipher describes its rounds for planes that shift by a bit in every clock.

The state is some planes of equal width, and a *column* is a bit of each. In a *sweep*, as many
clocks as a plane has bits, each column leaves at the fronts, the most significant bits first, goes
through the S-box and comes in at the backs. In the last clock of a sweep all bits of a plane change
places. What is added with a round key is added as columns leave in the next sweep.

The key is one ring of as many bits as the state, which moves on by a bit in every clock and has no
enable. A *turn* is as many clocks as it has bits; a call takes whole turns. Bits of the key change
places in it as they go by; in the turn behind a call they get back to where they were.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..words import Word
from .primitive import Primitive

Flags = Mapping[str, Word]
"""What a condition reads: ``slot``, the clock of a sweep, and ``quarter``, the sweep of a turn;
``second``, the second sweep of a call; ``runs``, a sweep of a call but its first; ``restores``, the
turn behind a call."""


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """Two bits of the key's ring change places as they move on.

    Attributes:
        place: of the one in front, counted from the front. distance: of the other one behind it.
        when: the condition, a word of one bit.
    """

    place: int
    distance: int
    when: Callable[[Flags], Word]


@dataclass(frozen=True, kw_only=True, eq=False)
class PlanePath:
    """The rounds of a block cipher on planes.

    Attributes:
        primitive: the whole cipher, whose block is its planes, the first one most significant.
        planes: how many. width: bits of one.
        rounds: how many; a multiple of the sweeps of a turn.
        substitute: the S-box, from a bit of each plane to a bit of each.
        targets: for each plane the place to which each of its bits moves, bit 0 first.
        key_words: for each piece of the ring of ``width`` bits, front first, which word of the key
            is in it at the beginning of a turn without a call, the key's first word being 0. Words
            are swapped among each other by an XOR of numbers, so that this is an involution.
        taps: for a plane the place in the ring whose bit is added to it.
        exchanges: what makes the key schedule, in any order.
        constant_plane: to which the constant is added.
        constant_bit: from ``slot`` and ``constant``, a word of ``constant_bits``, the bit that is
            added in this clock.
        next_constant: that of the next round; the first sweep of a call has 0.
        constants: those of all sweeps of a call and, behind them, that of the last round key.
    """

    primitive: Primitive
    planes: int
    width: int
    rounds: int
    substitute: Callable[[list[Word]], list[Word]]
    targets: tuple[tuple[int, ...], ...]
    key_words: tuple[int, ...]
    taps: Mapping[int, int]
    exchanges: tuple[Exchange, ...]
    constant_plane: int
    constant_bits: int
    constant_bit: Callable[[Word, Word], Word]
    next_constant: Callable[[Word], Word]
    constants: tuple[int, ...]

    @property
    def size(self) -> int:
        """Bits of a block, of a key and clocks of a turn."""
        return self.planes * self.width
