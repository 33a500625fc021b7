# SPDX-License-Identifier: Apache-2.0
"""The terms that cycle formulas are made of, and the collection of them that fits a core's block
and bus word.

A core computes a block while the next is loaded, and pads a length that is a multiple of the block
with one more block. So cycles grow with whole blocks (``floor``), with a padding block (``[x mod r
= 0]``), with the words of the last block that the computation does not hide (``max(0, words -
h)``), and with those of the first block, which may have to wait for what is before it. A core that
moves the last block byte by byte takes a cycle for each (``M mod r``). Where blocks are no whole
words of the bus, the buffer has parts of them (`lwc.narrow`): waits are counted in those, and a
last word of the bus that lacks a part leaves a cycle late (``[0<M mod 4<=2]``).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

AD, MESSAGE = "AD", "M"


def counted(name: str, before: int) -> str:
    """A length as printed, with the bytes that stand in front of the data: ``(AD+12)``, ``M``."""
    return f"({name}+{before})" if before else name


@dataclass(frozen=True)
class Factor:
    """A function of one length.

    Attributes:
        kind: a key of `KINDS`.
        name: ``AD`` or ``M``.
        block, word: in bytes.
        bound: the h of kinds that have one.
        most: the largest value of kinds that have one; of ``partial`` the bytes of a word without
            its last part.
        before: bytes that stand in front of the data in its first block, and count with it.
    """

    kind: str
    name: str
    block: int
    word: int
    bound: int = 0
    most: int = 0
    before: int = 0

    def __call__(self, length):
        """The value for a length in bytes (an integer or an array)."""
        before = 0 if self.kind in OF_DATA_ALONE else self.before
        return KINDS[self.kind][1](self, np.asarray(length) + before)

    @property
    def text(self) -> str:
        """As printed."""
        # The name stays bare for these kinds, as the value does in `__call__`.
        x = self.name if self.kind in OF_DATA_ALONE else self._counted()
        return KINDS[self.kind][0].format(
            x=x,
            r=self.block,
            h=self.bound,
            m=self.most,
            last=self._last_text(),
            first=self._first_text(),
            both=f"min({self.words_of_two}, {self._words_text()})",
        )

    def last(self, length):
        """Words of the last block, 0 if the length is a multiple of the block."""
        return -(-(length % self.block) // self.word)

    def first(self, length):
        """Words of the first block."""
        return np.minimum(-(-length // self.word), -(-self.block // self.word))

    def both(self, length):
        """Words of the first two blocks, of which the first is short by what is in front of it."""
        return np.minimum(-(-length // self.word), self.words_of_two)

    @property
    def words_of_two(self) -> int:
        """The most words that the first two blocks of data have."""
        return -(-(2 * self.block - self.before) // self.word)

    def _counted(self) -> str:
        return counted(self.name, self.before)

    def _last_text(self) -> str:
        rest = f"{self._counted()} mod {self.block}"
        return rest if self.word == 1 else f"ceil(({rest})/{self.word})"

    def _first_text(self) -> str:
        return f"min({-(-self.block // self.word)}, {self._words_text()})"

    def _words_text(self) -> str:
        name = self.name if self.kind in OF_DATA_ALONE else self._counted()
        return name if self.word == 1 else f"ceil({name}/{self.word})"


# Floor and ceiling are written by `//` alone: the values are integers or arrays of them.
KINDS = {
    "some": ("[{x}>0]", lambda factor, x: x > 0),
    "none": ("[{x}=0]", lambda factor, x: x == 0),
    "blocks": ("floor({x}/{r})", lambda factor, x: x // factor.block),
    "begun": ("ceil({x}/{r})", lambda factor, x: -(-x // factor.block)),
    "short": ("[{x}<{r}]", lambda factor, x: x < factor.block),
    "block": ("[{x}>={r}]", lambda factor, x: x >= factor.block),
    "more": ("[{x}>{r}]", lambda factor, x: x > factor.block),
    "whole": ("[{x} mod {r}=0]", lambda factor, x: x % factor.block == 0),
    "partial": ("[0<{x} mod {r}<={m}]",
                lambda factor, x: (x % factor.block > 0) & (x % factor.block <= factor.most)),
    "reached": ("[{x}>={h}]", lambda factor, x: x >= factor.bound),
    "last": ("{last}", lambda factor, x: factor.last(x)),
    "rest": ("({x} mod {r})", lambda factor, x: x % factor.block),
    "first": ("{first}", lambda factor, x: factor.first(x)),
    "last_over": ("max(0, {last} - {h})", lambda factor,
                  x: np.maximum(0, factor.last(x) - factor.bound)),
    "first_over": ("max(0, {first} - {h})", lambda factor,
                   x: np.maximum(0, factor.first(x) - factor.bound)),
    "both_over": ("max(0, {both} - {h})", lambda factor,
                  x: np.maximum(0, factor.both(x) - factor.bound)),
    "last_under": ("max(0, {h} - {last})", lambda factor,
                   x: np.maximum(0, factor.bound - factor.last(x))),
    "first_under": ("max(0, {h} - {first})", lambda factor,
                    x: np.maximum(0, factor.bound - factor.first(x))),
    "first_clamped": ("max(0, min({m}, {h} - {first}))", lambda factor,
                      x: np.clip(factor.bound - factor.first(x), 0, factor.most)),
}  # fmt: skip
"""Kinds of factors: how they are printed and computed."""


# ``both_over`` is among them since `words_of_two` has taken what is in front off already.
OF_DATA_ALONE = ("some", "none", "both_over")
"""Kinds of the data alone, whatever stands in front of it."""

SIMPLE = ("blocks", "some", "begun", "whole", "block", "last", "first", "rest")
"""Kinds of the terms that are tried alone, without a bound."""


@dataclass(frozen=True)
class Term:
    """A product of factors; 1 without any."""

    factors: tuple[Factor, ...] = ()

    def __call__(self, ad, message):
        """The value for lengths in bytes (integers or arrays)."""
        value = 1
        for factor in self.factors:
            # Conditions are truth values, whose products and sums would be truth values again.
            value = value * factor(ad if factor.name == AD else message).astype(np.int64)
        return value

    @property
    def text(self) -> str:
        """As printed."""
        return "*".join(factor.text for factor in self.factors) or "1"


def terms(
    *, ad_block: int, block: int, word: int, ad_before: int = 0, bus: int | None = None
) -> list[Term]:
    """All terms to choose from, the simple ones first.

    Args:
        ad_block: bytes of a block of associated data, or 0 without (a hash).
        block: bytes of a block of message.
        word: bytes of a bus word, or of a part of one.
        ad_before: bytes that stand in front of the associated data in its first block.
        bus: bytes of a bus word, if ``word`` is a part of it.
    """
    # A hash has no block of associated data, so no term of it either.
    lengths = [(AD, ad_block, word)] * bool(ad_block) + [(MESSAGE, block, word)]
    simple = [Term((Factor(kind, *length),)) for kind in SIMPLE for length in lengths]
    waits = chain.from_iterable(_waits(length) for length in lengths)
    together = _interactions(*lengths) if ad_block else ()
    more = _behind_a_short_block(*lengths) if ad_before else ()
    late = list(_in_parts(*lengths, bus=bus)) if bus and ad_block else []
    # The order is one of preference: of terms that are equal on the grid `search` keeps the first.
    return [_behind(ad_before, term) for term in (Term(), *simple, *late, *waits, *together, *more)]


def _in_parts(
    ad: tuple[str, int, int], message: tuple[str, int, int], *, bus: int
) -> Iterator[Term]:
    """What comes of parts of bus words: a last word that lacks one, and a first block of a message
    whose last parts come when what is before it has ended.
    """
    _, block, word = message
    yield Term((Factor("partial", MESSAGE, bus, word, most=bus - word),))
    for bound in range(1, -(-block // word) + 1):
        for gate in ("none", "short"):
            # From this length on the first block has its part number ``bound``.
            yield Term((Factor(gate, *ad), Factor("reached", *message, word * (bound - 1) + 1)))
        yield Term((Factor("block", *ad), Factor("first_over", *message, bound)))


def _behind(before: int, term: Term) -> Term:
    """The term with so many bytes in front of the associated data."""
    return Term(
        tuple(
            replace(factor, before=before) if factor.name == AD else factor
            for factor in term.factors
        )
    )


def _waits(length: tuple[str, int, int]) -> Iterator[Term]:
    """Words that are waited for, and whole blocks, once there is anything or a whole block."""
    for kind, bound in _hinges(length):
        yield Term((Factor(kind, *length, bound),))
    for gate in ("some", "block"):
        yield Term((Factor(gate, *length), Factor("whole", *length)))
        for kind, bound in _hinges(length):
            yield Term((Factor(gate, *length), Factor(kind, *length, bound)))


def _hinges(length: tuple[str, int, int]) -> Iterator[tuple[str, int]]:
    _, block, word = length
    for kind in ("last_over", "first_over", "first_under", "last_under"):
        yield from ((kind, bound) for bound in range(1, -(-block // word) + 1))


def _interactions(ad: tuple[str, int, int], message: tuple[str, int, int]) -> Iterator[Term]:
    """The message's first block behind associated data: none of it, one that ends in a padding
    block, one of several blocks.
    """
    gates = [
        (Factor("none", *ad),),
        (Factor("whole", *ad),),
        (Factor("block", *ad), Factor("whole", *ad)),
        (Factor("more", *ad),),
    ]
    for gate in gates:
        yield from _behind_gate(gate, message)


def _behind_a_short_block(
    ad: tuple[str, int, int], message: tuple[str, int, int]
) -> Iterator[Term]:
    """Where the first block of associated data is short by what is in front of it, and asks for no
    computation: what is waited for is the second block, or without it the message's first one.
    """
    _, block, word = ad
    for bound in range(1, -(-2 * block // word)):
        yield Term((Factor("both_over", *ad, bound),))
        yield Term((Factor("block", *ad), Factor("both_over", *ad, bound)))
    yield from _behind_gate((Factor("short", *ad),), message)


def _behind_gate(gate: tuple[Factor, ...], message: tuple[str, int, int]) -> Iterator[Term]:
    """The gate, and what the first block of a message costs behind it."""
    firsts = [Factor("some", *message), Factor("first", *message)]
    firsts += [
        Factor(kind, *message, bound)
        for kind, bound in _hinges(message)
        if kind.startswith("first")
    ]
    # Words of a block, the last of which may be short.
    words = -(-message[1] // message[2])
    firsts += [
        Factor("first_clamped", *message, bound, most)
        for bound in range(2, words + 1)
        # With ``most`` equal to ``bound`` it would be ``first_under``.
        for most in range(1, bound)
    ]
    yield Term(gate)
    yield from (Term((*gate, first)) for first in firsts)
