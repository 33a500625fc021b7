# SPDX-License-Identifier: Apache-2.0
"""Products of gadgets in a row with a register that shifts: a new one in each step.

What a gadget reads moves down by as many places in a step. So its first layer reads its operands
where they are some steps before the product is due, and the next one where they are a step later:
the register that shifts is what keeps operands until a gadget is done. What has no such register,
a product that is an operand itself, is kept in registers of its own.

Times are *steps before the product is due* that is formed of all others.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from .base import Word, concat
from .gadgets import Circuit, Product
from .trace import trace

Shares = tuple[Word, ...]
"""A word of each share."""

KEPT = "kept"
"""Registers whose names begin so keep a product until it is read."""


class Passing(ABC):
    """A secret of which a gadget reads another word in each step."""

    @abstractmethod
    def at(self, steps: int) -> Shares:
        """The word that is read so many steps before all of it is due."""


@dataclass(frozen=True)
class Tap(Passing):
    """Bits of a register that shifts down.

    Attributes:
        shares: of the register.
        place: of the first bit when it is due.
        clocks: bits that are read, and by how many places it moves in a step.
    """

    shares: Shares
    place: int
    clocks: int

    def at(self, steps: int) -> Shares:
        low = self.place + steps * self.clocks
        return tuple(share[low : low + self.clocks] for share in self.shares)


@dataclass(frozen=True)
class Total(Passing):
    """The sum of others."""

    parts: Sequence[Passing]

    def at(self, steps: int) -> Shares:
        first, *others = (part.at(steps) for part in self.parts)
        for other in others:
            first = tuple(a ^ b for a, b in zip(first, other))
        return first


@dataclass(frozen=True)
class Given(Passing):
    """Words at some times, zeros at others.

    Attributes:
        words: by time, at least one.
    """

    words: dict[int, Shares]

    def at(self, steps: int) -> Shares:
        like = next(iter(self.words.values()))
        return self.words.get(steps) or tuple(word.constant(0) for word in like)


@dataclass
class Gadgets:
    """The gadgets beside a register that shifts.

    Attributes:
        circuit: their registers; it is empty when it is given.
        written: what each register takes in.
    """

    circuit: Circuit
    written: dict[str, Word] = field(default_factory=dict)
    _found: int = 0

    @property
    def layers(self) -> int:
        """Steps that a gadget takes, if both operands are taken at once."""
        return self.circuit.gadget.layers

    @property
    def random_bits(self) -> int:
        """That all of them take in a step."""
        return max(self.circuit.bits.values(), default=0)

    def product(self, a: Passing, b: Passing, due: int = 0) -> "Made":
        """The product of two secrets, ``due`` so many steps before the end.

        Of ``a`` the first layer of a gadget with two reads nothing (`words.gadgets`), so it may be
        a product that is due a step before.
        """
        low = max(self.circuit.bits.values(), default=0)
        formed = Product(self._found, 1, low, a.at(due), b.at(due))
        self._found += 1
        shares = self.circuit.form(formed)
        # A set has no order of its own, and the same core must be the same text each time.
        for name in sorted(self.circuit.by_product[formed.number]):
            _, layer = self.circuit.places[name]
            self.written[name] = self._taken(formed, name, a, b, due + self.layers - layer)
        return Made(self, formed.number, tuple(shares), due)

    def _taken(self, formed: Product, name: str, a: Passing, b: Passing, steps: int) -> Word:
        """What a register of a product takes in, so many steps before the end."""
        # Formed again, it has the same numbers and random bits.
        names = self.circuit.by_product[formed.number]
        self.circuit.form(replace(formed, a=a.at(steps), b=b.at(steps)))
        self.circuit.by_product[formed.number] = names
        return self.circuit.written[name]

    def chain(self, factors: Sequence[Passing]) -> "Made":
        """The product of two secrets or more, one after the other, due at the end."""
        first, *others = factors
        product: Passing = first
        for left, factor in reversed(list(enumerate(reversed(others)))):
            product = self.product(product, factor, left)
        assert isinstance(product, Made)
        return product

    def kept(self, name: str, value: Word) -> Word:
        """What a register holds that takes in ``value`` in each step."""
        self.written[name] = value
        held = self.circuit.registers
        return held[name] if name in held else value.constant(0)


@dataclass(frozen=True)
class Made(Passing):
    """A product.

    Attributes:
        gadgets: that made it.
        number: of it.
        shares: when it is due.
        due: so many steps before the end.
    """

    gadgets: Gadgets
    number: int
    shares: Shares
    due: int

    def at(self, steps: int) -> Shares:
        # Before it is due nothing of it is there, and no gadget reads it.
        if steps > self.due:
            return tuple(share.constant(0) for share in self.shares)
        found = self.shares
        for later in range(self.due - steps):
            found = tuple(
                self.gadgets.kept(f"{KEPT}{self.number}_{index}_{later}", share)
                for index, share in enumerate(found)
            )
        return found


def probed(form: Callable[[dict[str, Word]], Gadgets], sizes: Mapping[str, int]) -> Gadgets:
    """The gadgets of a reading in which their registers hold nothing: what registers and random
    bits they need.

    Args:
        form: of words by name, what is formed of them.
        sizes: of the words, in bits.
    """
    found: list[Gadgets] = []

    def read(words: dict[str, Word]) -> dict[str, Word]:
        found.append(form(words))
        return found[0].written

    trace(read, dict(sizes))
    return found[0]


def repeated(bit: Word, size: int) -> Word:
    """A word of so many bits, all of them that one."""
    return bit.permute([0] * size)


def alternating(even: Word, odd: Word) -> Word:
    """A word of bits by turns, the lowest of the first one at the bottom."""
    pairs = concat(odd, even)
    size = even.width
    return pairs.permute([place // 2 + size * (place % 2) for place in range(2 * size)])
