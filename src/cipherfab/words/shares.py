# SPDX-License-Identifier: Apache-2.0
"""Words in three shares: the third kind of word, read as a first-order threshold implementation.

Source: S. Nikova, C. Rechberger, V. Rijmen, "Threshold Implementations Against Side-Channel Attacks
and Glitches", ICICS 2006: a shared word is the sum of its shares, and component i of every function
leaves out one share of each input, share i + 2 (modulo 3). So no net of one such function, between
registers that hold independent sharings, depends on all shares of a secret. That says nothing of
registers that are functions of each other, such as a state and the next one, nor of
transitions: see docs/masking.md.

Linear operations go share by share. A product of two linear words is

    z_i = a_i b_i + a_i b_(i+1) + a_(i+1) b_i

and has degree 2; a product with one of those needs a register first, between two *stages*
(`primitives.in_stages`).
"""

from .base import Word

SHARES = 3
"""Enough for a product: the degree of a stage plus one."""

PUBLIC, LINEAR, QUADRATIC = 0, 1, 2
"""Degree of a word in the shares that enter a stage; a public word has no shares."""


class SharedWord(Word):
    """A word over words of another kind.

    Attributes:
        shares: `SHARES` words whose sum it is; of a public word the word itself.
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

    def _apply(self, operation, width, operands, parameter=None):
        if operation == "constant":
            return SharedWord.public(self.shares[0]._apply(operation, width, (), parameter))
        degree = max(operand.degree for operand in operands)
        if degree == PUBLIC:
            return SharedWord.public(self.shares[0]._apply(operation,
                                                           width,
                                                           tuple(word.shares[0]
                                                                 for word in operands), parameter))
        if operation == "and":
            return _product(*operands)
        if operation == "or":
            return ~(~operands[0] & ~operands[1])
        if operation == "mux":
            return _choice(*operands)
        if operation == "not":
            first, *others = operands[0].shares
            return SharedWord((~first, *others), degree)
        if operation not in ("xor", "slice", "ror", "concat", "permute"):
            raise ValueError(f"{operation}: expected a linear operation or a product of shared "
                             f"words; write it in those")
        parts = zip(*(_in_shares(operand) for operand in operands))
        return SharedWord(tuple(part[0]._apply(operation, width, part, parameter)
                                for part in parts), degree)


def _in_shares(word: SharedWord) -> tuple[Word, ...]:
    """The shares; a public word is its first share, and the others are 0."""
    if word.degree > PUBLIC:
        return word.shares
    zero = word.shares[0].constant(0)
    return (word.shares[0], *[zero] * (SHARES - 1))


def _product(a: SharedWord, b: SharedWord) -> SharedWord:
    if a.degree == PUBLIC or b.degree == PUBLIC:
        public, shared = (a, b) if a.degree == PUBLIC else (b, a)
        return SharedWord(tuple(share & public.shares[0] for share in shared.shares), shared.degree)
    if a.degree + b.degree > QUADRATIC:
        raise ValueError(f"and: expected two linear words, got degrees {a.degree} and {b.degree}; "
                         f"a stage ends before this product")
    x, y = a.shares, b.shares
    following = [(i + 1) % SHARES for i in range(SHARES)]
    return SharedWord(tuple((x[i] & y[i]) ^ (x[i] & y[j]) ^ (x[j] & y[i])
                            for i, j in enumerate(following)), QUADRATIC)


def _choice(condition: SharedWord, if_one: SharedWord, if_zero: SharedWord) -> SharedWord:
    if condition.degree > PUBLIC:
        return (condition_mask(condition, if_one.width) & (if_one ^ if_zero)) ^ if_zero
    parts = zip(_in_shares(if_one), _in_shares(if_zero))
    bit = condition.shares[0]
    shares = tuple(one._apply("mux", one.width, (bit, one, zero)) for one, zero in parts)
    return SharedWord(shares, max(if_one.degree, if_zero.degree))


def condition_mask(condition: SharedWord, width: int) -> SharedWord:
    """A bit in every place of a word of ``width`` bits."""
    return condition.permute([0] * width)


def guard(word: SharedWord) -> SharedWord:
    """A sharing of 0 made of the shares of a linear word: component i is share i + share i + 1
    (modulo 3).

    Source: J. Daemen, "Changing of the Guards", CHES 2017, for three shares.
    """
    shares = word.shares
    return SharedWord(tuple(share ^ shares[(i + 1) % SHARES] for i, share in enumerate(shares)),
                      LINEAR)
