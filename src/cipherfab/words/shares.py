# SPDX-License-Identifier: Apache-2.0
"""Words in shares: the third kind of word. Here with three, read as a first-order threshold
implementation; `gadgets` has any number of shares, with gadgets for products.

Source: S. Nikova, C. Rechberger, V. Rijmen, "Threshold Implementations Against Side-Channel Attacks
and Glitches", ICICS 2006: a shared word is the sum of its shares, and component i of every function
leaves out one share of each input, share i + 2 (modulo 3). So no net of one such function, between
registers that hold independent sharings, depends on all shares of a secret. That says nothing of
registers that are functions of each other, such as a state and the next one, nor of
transitions: see docs/explanation/masking.md.

Linear operations go share by share. A product of two linear words is

    z_i = a_i b_i + a_i b_(i+1) + a_(i+1) b_i

and has degree 2; a product with one of those needs a register first, between two *stages*
(`primitives.in_stages`).
"""

from collections.abc import Callable, Sequence

from .base import Word

SHARES = 3
"""Enough for a product: the degree of a stage plus one."""

PUBLIC, LINEAR, QUADRATIC = 0, 1, 2
"""Degree of a word in the shares that enter a stage; a public word has no shares."""


class SharedWord(Word):
    """A word over words of another kind.

    Attributes:
        shares: words whose sum it is, `SHARES` of them; of a public word the word itself.
        degree: `PUBLIC`, `LINEAR` or `QUADRATIC`.
    """

    __slots__ = ("shares", "degree")

    def __init__(self, shares: tuple[Word, ...], degree: int = LINEAR):
        self.width, self.shares, self.degree = shares[0].width, tuple(shares), degree

    @classmethod
    def public(cls, word: Word) -> "SharedWord":
        """A word that is no secret: a constant, a counter, a tweak."""
        return cls((word,), PUBLIC)

    def unshared(self) -> Word:
        """The sum of the shares: for models and tests, never for hardware."""
        total = self.shares[0]
        for share in self.shares[1:]:
            total = total ^ share
        return total

    def _made(
        self, shares: tuple[Word, ...], operands: tuple["SharedWord", ...], operation: str
    ) -> "SharedWord":
        """A word of this kind that an operation, linear in its operands, gives."""
        return SharedWord(shares, max((operand.degree for operand in operands), default=PUBLIC))

    def _product(self, other: "SharedWord") -> "SharedWord":
        """Of two words in shares."""
        if self.degree + other.degree > QUADRATIC:
            raise ValueError(
                f"and: expected two linear words, got degrees {self.degree} and "
                f"{other.degree}; a stage ends before this product"
            )
        x, y = self.shares, other.shares
        # Component i reads shares i and i + 1: it knows nothing of the third one.
        following = [(i + 1) % SHARES for i in range(SHARES)]
        return SharedWord(
            tuple((x[i] & y[i]) ^ (x[i] & y[j]) ^ (x[j] & y[i]) for i, j in enumerate(following)),
            QUADRATIC,
        )

    def _apply(self, operation, width, operands, parameter=None):
        # Of public words alone the result is public: it is computed once, and not share by share.
        if not any(operand.degree for operand in operands):
            word = self.shares[0]._apply(
                operation, width, tuple(word.shares[0] for word in operands), parameter
            )
            return self._made((word,), operands, operation)
        if operation == "and":
            return self._and(*operands)
        if operation == "or":
            # By De Morgan: only a product needs to be known in shares.
            return ~(~operands[0] & ~operands[1])
        if operation == "mux":
            return self._choice(*operands)
        if operation == "not":
            # In one share: that inverts the sum.
            first, *others = operands[0].shares
            return self._made((~first, *others), operands, operation)
        # Sums modulo a power of two and look-ups are neither linear nor one product.
        if operation not in ("xor", "slice", "ror", "concat", "permute"):
            raise ValueError(
                f"{operation}: expected a linear operation or a product of shared "
                f"words; write it in those"
            )
        parts = in_shares(*operands)
        return self._made(
            tuple(part[0]._apply(operation, width, part, parameter) for part in parts),
            operands,
            operation,
        )

    def _and(self, a: "SharedWord", b: "SharedWord") -> "SharedWord":
        if a.degree and b.degree:
            return a._product(b)
        public, shared = (b, a) if a.degree else (a, b)
        return self._made(tuple(share & public.shares[0] for share in shared.shares), (a, b), "and")

    def _choice(
        self, condition: "SharedWord", if_one: "SharedWord", if_zero: "SharedWord"
    ) -> "SharedWord":
        if condition.degree > PUBLIC:
            # A secret condition makes the choice a product.
            return (condition_mask(condition, if_one.width) & (if_one ^ if_zero)) ^ if_zero
        bit = condition.shares[0]
        shares = tuple(
            one._apply("mux", one.width, (bit, one, zero))
            for one, zero in in_shares(if_one, if_zero)
        )
        return self._made(shares, (if_one, if_zero), "mux")


CUBIC_SHARES = 4
"""Enough for functions of degree 3."""


def of_cubic(function: Callable[[list[Word]], list[Word]], words: Sequence[Word]) -> list[Word]:
    """A function of degree 3 at most, of words in `CUBIC_SHARES` linear shares, or of other words.

    The sum of such a function over all sums of some of four words is 0. So it is, of the sum of all
    four, the sum of those of fewer: component i gets those of shares i, i + 1 and i + 2 (modulo 4),
    and leaves out share i + 3.
    """
    if not isinstance(words[0], SharedWord):
        return function(list(words))
    if any(len(word.shares) != CUBIC_SHARES or word.degree != LINEAR for word in words):
        raise ValueError(f"cubic: expected linear words in {CUBIC_SHARES} shares")
    components = [_component(function, words, share) for share in range(CUBIC_SHARES)]
    return [SharedWord(shares, QUADRATIC) for shares in zip(*components)]


def _component(
    function: Callable[[list[Word]], list[Word]], words: Sequence["SharedWord"], share: int
) -> list[Word]:
    """The sum of the values of a function for a share, it and the next, it and the next two; each
    of the pairs that are left is in one of two components, and the value for 0 in one.
    """
    sums = [(share,), (share, share + 1), (share, share + 1, share + 2)]
    sums += [(share, share + 2)] if share < 2 else []
    sums += [()] if share == 0 else []
    found: list[Word] = []
    for places in sums:
        given = [_sum(word, places) for word in words]
        values = function(given)
        found = [a ^ b for a, b in zip(found, values)] if found else values
    return found


def _sum(word: "SharedWord", places: tuple[int, ...]) -> Word:
    total = word.shares[0].constant(0)
    for place in places:
        total = total ^ word.shares[place % CUBIC_SHARES]
    return total


def in_shares(*words: SharedWord) -> list[tuple[Word, ...]]:
    """For each share those of the words; a public word is its first share, and the others are 0."""
    count = max(len(word.shares) for word in words)
    return list(
        zip(
            *(
                word.shares
                if word.degree
                else (word.shares[0], *[word.shares[0].constant(0)] * (count - 1))
                for word in words
            )
        )
    )


def condition_mask(condition: SharedWord, width: int) -> SharedWord:
    """A bit in every place of a word of ``width`` bits."""
    return condition.permute([0] * width)


def guard(word: SharedWord) -> SharedWord:
    """A sharing of 0 made of the shares of a linear word: component i is share i + share i + 1
    (modulo 3).

    Source: J. Daemen, "Changing of the Guards", CHES 2017, for three shares.
    """
    shares = word.shares
    return SharedWord(
        tuple(share ^ shares[(i + 1) % SHARES] for i, share in enumerate(shares)), LINEAR
    )
