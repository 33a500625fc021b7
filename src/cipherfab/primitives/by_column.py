# SPDX-License-Identifier: Apache-2.0
"""How a permutation describes its round for the column-serial architecture: an S-box on columns, a
linear layer on words.

The state is some words of equal width; bit i of all of them is column i. A round is: the sum with a
constant, the S-box on each column, and a linear function of each word (or of all words), to which
every word contributes itself: word' = word + something of the words.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..words import Word
from .primitive import Primitive, State


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
