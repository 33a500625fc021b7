# SPDX-License-Identifier: Apache-2.0
"""How a permutation describes its round for the column-serial architecture: an S-box on columns, a
linear layer on words.

The state is some words of equal width; bit i of all of them is column i. A round is: the sum with a
constant, the S-box on each column, and a linear function of each word (or of all words), to which
every word contributes itself: word' = word + something of the words.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial, reduce
from operator import and_, or_

from ..errors import CallError
from ..words import SoftwareWord, Word, concat, mux
from .folded import Foldings
from .primitive import Primitive, State

SLOT = "slot"
"""The register that counts the slots of a round."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ColumnPath:
    """The round of a permutation, in its parts. They must make up `Primitive.step`.

    Attributes:
        primitive: the whole permutation, perhaps with several round counts. Its
            `Primitive.finished` must tell the end from registers that are no words, and it has no
            `Primitive.last_step`.
        words: the registers that are the words. Their width is a power of two.
        constants: from the other registers to what is added to words before the S-box, by the
            word's name: the lowest columns, as many as there are bits.
        substitute: the S-box on any number of columns at once, from and to a piece of each word.
        diffuse: from all words to what the linear layer adds to each.
        count: from the other registers to their values after a round.
    """

    primitive: Primitive
    words: tuple[str, ...]
    constants: Callable[[State], Mapping[str, Word]]
    substitute: Callable[[list[Word]], list[Word]]
    diffuse: Callable[[list[Word]], list[Word]]
    count: Callable[[State], State]

    @property
    def width(self) -> int:
        """Bits of a word, which is also the number of columns."""
        return self.primitive.layout[self.words[0]]

    @cached_property
    def taps(self) -> dict[str, tuple[int, ...]]:
        """Of each word the places of the bits whose sum is bit 0 of what the linear layer makes of
        it.

        Raises:
            CallError: it makes more of a word than sums of its rotations.
        """
        found = {word: self._rotations(number) for number, word in enumerate(self.words)}
        for number, word in enumerate(self.words):
            for bit in range(self.width):
                # Without tap 0, the word itself: `diffuse` gives only what is added to it.
                wanted = sum(1 << (bit - tap) % self.width for tap in found[word] if tap)
                if self._diffused(number, bit) != [
                    wanted if other == number else 0 for other in range(len(self.words))
                ]:
                    raise CallError(
                        f"{self.primitive.name}: bitserial: expected a linear layer "
                        f"that adds to each word rotations of itself."
                    )
        return found

    def _rotations(self, number: int) -> tuple[int, ...]:
        """Bit 0 of a word and those that are added to it."""
        added = [bit for bit in range(1, self.width) if self._diffused(number, bit)[number] & 1]
        return (0, *added)

    def _diffused(self, number: int, bit: int) -> list[int]:
        """What the linear layer adds to the words if one bit is 1, of the word of this number."""
        words = [
            SoftwareWord(self.width, (1 << bit) * (other == number))
            for other in range(len(self.words))
        ]
        return [int(word) for word in self.diffuse(words)]


def column_foldings(path_of: Callable[..., ColumnPath], columns: Sequence[int]) -> Foldings:
    """The permutation with so many columns in a clock, by the clocks of a round.

    Args:
        path_of: from the numbers of rounds of a permutation to its round.
        columns: in a clock; each divides the width of a word.
    """

    def fold(primitive: Primitive, count: int) -> Primitive:
        return sliced(path_of(*primitive.rounds), count)

    # A word has the same width whatever the number of rounds.
    width = path_of(1).width
    return {width // count: partial(fold, count=count) for count in sorted(columns, reverse=True)}


def sliced(path: ColumnPath, columns: int) -> Primitive:
    """The permutation with a slot of a round, ``columns`` columns, as its step."""
    whole, slots = path.primitive, path.width // columns

    def load(inputs: State) -> State:
        state = whole.load(inputs)
        return {
            **state,
            SLOT: next(iter(state.values())).constant(0, width=(slots - 1).bit_length()),
        }

    return replace(
        whole,
        rounds=tuple(slots * count for count in whole.rounds),
        load=load,
        step=_step(path, columns),
        layout={**whole.layout, SLOT: (slots - 1).bit_length()},
        inverse=None,
    )


def _step(path: ColumnPath, columns: int):
    others = [name for name in path.primitive.layout if name not in path.words]

    def step(state: State) -> State:
        registers, slot = {name: state[name] for name in others}, state[SLOT]
        fronts = {name: state[name][:columns] for name in path.words}
        for name, constant in path.constants(registers).items():
            fronts[name] = fronts[name] ^ _piece(constant, slot, columns)
        # The columns go in at the top, so that after all slots each is where it was.
        shifted = [
            concat(new, state[name][columns:])
            for name, new in zip(path.words, path.substitute(list(fronts.values())))
        ]
        last = _is(slot, path.width // columns - 1)
        added = path.diffuse(shifted)
        # The linear layer ends a round; in the other slots words only shift.
        words = [word ^ mux(last, more, more.constant(0)) for word, more in zip(shifted, added)]
        counted = path.count(registers)
        return {
            **dict(zip(path.words, words)),
            # What counts rounds moves on once in a round.
            **{name: mux(last, counted[name], registers[name]) for name in others},
            # The number of slots is a power of two: behind the last one the sum is 0 by itself.
            SLOT: slot + 1,
        }

    return step


def _is(slot: Word, number: int) -> Word:
    """1 in this slot."""
    bits = [slot[bit] if number >> bit & 1 else ~slot[bit] for bit in range(slot.width)]
    return reduce(and_, bits)


def _piece(constant: Word, slot: Word, columns: int) -> Word:
    """The bits of a constant that a slot adds, as many as there are columns, 0 where the constant
    ends.
    """
    pieces = []
    for number, low in enumerate(range(0, constant.width, columns)):
        piece = constant[low : min(low + columns, constant.width)]
        piece = (
            piece
            if piece.width == columns
            else concat(piece.constant(0, columns - piece.width), piece)
        )
        pieces.append(mux(_is(slot, number), piece, piece.constant(0)))
    return reduce(or_, pieces)
