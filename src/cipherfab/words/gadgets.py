# SPDX-License-Identifier: Apache-2.0
"""Words in d + 1 shares, whose products are *gadgets* with registers and fresh random bits.

Linear operations go share by share. A product has d + 1 components, each of which sees, between
registers, one share of each operand and what other shares gave after a random bit was added:

- ``dom``, from H. Groß, S. Mangard, T. Korak, "Domain-Oriented Masking", TIS 2016: ``a_i b_j + r``
  in a register. The operands are to be independent sharings and come from registers themselves;
  gadgets one after the other are not proved of an order above 1.
- ``hpc2``, from G. Cassiers, B. Grégoire, I. Levi, F.-X. Standaert, "Hardware Private Circuits",
  IEEE TC 2021: ``b_j + r`` in a register, then ``a_i (b_j + r)`` and ``(a_i + 1) r`` in two others.
- ``hpc3``, from D. Knichel, A. Moradi, "Low-Latency Hardware Private Circuits", CCS 2022:
  ``b_j + r`` and ``(a_i + 1) r + p`` in registers, a second random bit for a register less in a
  row.

The papers prove the latter two probe-isolating with glitches, so that they may be composed freely,
whatever their operands. Difference from the papers, to which their proofs do not extend by
themselves: the words that enter a gadget stay in their registers until it is done, so what has
shares of one index only, ``a_i b_i``, needs no register. What is checked of netlists is in
docs/explanation/masking.md.

All operate on words as a whole; a gadget of w bits is w gadgets side by side.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import combinations, permutations

from .base import Word
from .shares import LINEAR, PUBLIC, SharedWord

OPERAND = "operand"
"""Registers whose names begin so hold operands as they are, not what a gadget made of them."""


@dataclass(frozen=True)
class Gadget:
    """How two shared words are multiplied.

    Attributes:
        name: as the option ``gadget=`` takes it.
        layers: registers in a row.
        early: the first layer may take in its values together with the state that they are made of;
            and products of different levels may take the same random bits, in different clocks.
        isolated: the operands have to come from registers, which are the first of the layers.
        random: random bits for each pair of shares and each bit of a word.
        build: the shares of the product; gets the `Circuit`, the number of the product, its level
            and the shares of both operands.
    """

    name: str
    layers: int
    early: bool
    isolated: bool
    random: int
    build: Callable[..., list[Word]]


@dataclass(frozen=True)
class Product:
    """A product of a circuit.

    Attributes:
        number: counted from 0.
        level: counted from 1.
        low: its first random bit.
        a, b: shares of the operands.
    """

    number: int
    level: int
    low: int
    a: tuple[Word, ...]
    b: tuple[Word, ...]


@dataclass
class Circuit:
    """One reading of a function: what its gadgets write into registers and read from them.

    Attributes:
        gadget: of its products.
        shares: d + 1.
        registers: word of each register by name; `probe` fills it with what is asked for.
        random: the fresh random bits, of which every bank takes the lowest ones.
        written: what each register of a gadget takes in.
        products: those that were formed, in order.
        by_product: names of the registers of each product's gadget.
        places: level of the product, from 1, and layer, from 0, of each of them.
        bits: random bits that are taken, by bank: by level, or all in one.
    """

    gadget: Gadget
    shares: int
    registers: Mapping[str, Word]
    random: Word | None = None
    written: dict[str, Word] = field(default_factory=dict)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    bits: dict[int, int] = field(default_factory=dict)
    products: list["Product"] = field(default_factory=list)
    by_product: dict[int, set[str]] = field(default_factory=dict)
    _operands: dict[int, tuple] = field(default_factory=dict)

    def word(self, shares, *, registered: bool = False) -> "GadgetWord":
        """A word in shares; ``registered``: they are those of registers."""
        return GadgetWord(tuple(shares), LINEAR, self, 0, registered)

    def public(self, word: Word) -> "GadgetWord":
        """A word that is no secret."""
        return GadgetWord((word,), PUBLIC, self, 0, True)

    def multiply(self, a: "GadgetWord", b: "GadgetWord") -> "GadgetWord":
        """The product of two words in shares."""
        if self.gadget.isolated:
            a, b = self._isolated(a), self._isolated(b)
        level = max(a.level, b.level) + 1
        low = self.bits.get(self._bank(level), 0)
        formed = Product(len(self.products), level, low, a.shares, b.shares)
        self.products.append(formed)
        return GadgetWord(tuple(self.form(formed)), LINEAR, self, level, False)

    def _bank(self, level: int) -> int:
        """Of random bits: each product of one takes others."""
        return level if self.gadget.early else 0

    def form(self, product: "Product") -> list[Word]:
        """The shares of a product."""
        # A product that is formed again takes the same random bits as at first.
        self.bits[self._bank(product.level)], before = product.low, set(self.written)
        shares = self.gadget.build(self, product.number, product.level, product.a, product.b)
        self.by_product[product.number] = set(self.written) - before
        return shares

    def register(self, name: str, level: int, layer: int, value: Word) -> Word:
        """What a register of a gadget holds, that takes in ``value``."""
        self.written[name], self.places[name] = value, (level, layer)
        # While a function is only read to learn its registers, they hold nothing.
        return self.registers[name] if name in self.registers else value.constant(0)

    def fresh(self, level: int, like: Word) -> Word:
        """As many random bits as a word has, which no other gadget of this level takes."""
        bank = self._bank(level)
        # Every bank begins at bit 0: they are used in different clocks, and so share the port.
        low = self.bits.get(bank, 0)
        self.bits[bank] = low + like.width
        return like.constant(0) if self.random is None else self.random[low : low + like.width]

    def _isolated(self, word: "GadgetWord") -> "GadgetWord":
        """A word from registers, as early as it can be: of one and its complement the same ones."""
        if word.registered:
            return word
        if word.inverted is not None:
            return ~self._isolated(word.inverted)
        if id(word) not in self._operands:
            # The registers of the first level are those of the state.
            number, level = len(self._operands), max(word.level, 1)
            shares = tuple(
                self.register(f"{OPERAND}{number}_{index}", level + 1, 0, share)
                for index, share in enumerate(word.shares)
            )
            # The word itself is kept too, so that no other one gets its identity.
            self._operands[id(word)] = word, GadgetWord(shares, LINEAR, self, level, True)
        return self._operands[id(word)][1]


class GadgetWord(SharedWord):
    """A word of a `Circuit`, in any number of shares.

    Attributes:
        circuit: what it belongs to.
        level: how many products are in a row before it.
        registered: its shares are those of registers, but for wiring, complements and public words.
        inverted: the word that it is the complement of.
    """

    __slots__ = ("circuit", "level", "registered", "inverted")

    def __init__(
        self,
        shares: tuple[Word, ...],
        degree: int,
        circuit: Circuit,
        level: int,
        registered: bool,
        inverted: "GadgetWord | None" = None,
    ):
        super().__init__(shares, degree)
        self.circuit, self.level, self.registered, self.inverted = (
            circuit,
            level,
            registered,
            inverted,
        )

    def _made(self, shares, operands, operation):
        secret = [operand for operand in operands if operand.degree]
        # With public words a sum or a choice is one register, or its complement; of two secret ones
        # it is a function of two registers.
        wiring = operation not in ("xor", "mux") or len(secret) < 2
        return GadgetWord(
            shares,
            LINEAR if secret else PUBLIC,
            self.circuit,
            max((operand.level for operand in secret), default=0),
            wiring and all(operand.registered for operand in secret),
            operands[0] if operation == "not" else None,
        )

    def _product(self, other):
        return self.circuit.multiply(self, other)


def _pairs(circuit: Circuit) -> permutations:
    return permutations(range(circuit.shares), 2)


def _fresh(circuit: Circuit, level: int, like: Word) -> dict[tuple[int, int], Word]:
    """Random bits by pair of shares, in both orders."""
    found = {}
    for pair in combinations(range(circuit.shares), 2):
        # Both shares of a pair take the same bit, so that it falls out of the sum.
        found[pair] = found[pair[::-1]] = circuit.fresh(level, like)
    return found


def _summed(a, b, crossing: Mapping[tuple[int, int], Word]) -> list[Word]:
    """``a_i b_i``, and what pairs of shares give to the first of them."""
    found = [x & y for x, y in zip(a, b)]
    for (i, _), word in crossing.items():
        found[i] = found[i] ^ word
    return found


def _dom(circuit: Circuit, number: int, level: int, a, b) -> list[Word]:
    fresh = _fresh(circuit, level, a[0])
    return _summed(
        a,
        b,
        # A share meets one of another domain under a random bit alone, and what comes of it goes
        # into a register.
        {
            # Layer 0 are the registers of the operands.
            (i, j): circuit.register(f"cross{number}_{i}{j}", level, 1, a[i] & b[j] ^ fresh[i, j])
            for i, j in _pairs(circuit)
        },
    )


def _hpc2(circuit: Circuit, number: int, level: int, a, b) -> list[Word]:
    def register(what: str, layer: int, i: int, j: int, value: Word) -> Word:
        return circuit.register(f"{what}{number}_{i}{j}", level, layer, value)

    fresh, crossing = _fresh(circuit, level, a[0]), {}
    late = {
        (i, j): register("random", 0, i, j, fresh[i, j])
        for i, j in combinations(range(circuit.shares), 2)
    }
    for i, j in _pairs(circuit):
        blinded = register("blinded", 0, i, j, b[j] ^ fresh[i, j])
        # Where a_i is 0 the first register gives r, else the second one b_j + r: together a_i b_j +
        # r.
        crossing[i, j] = register("left", 1, i, j, ~a[i] & late[min(i, j), max(i, j)]) ^ register(
            "right", 1, i, j, a[i] & blinded
        )
    return _summed(a, b, crossing)


def _hpc3(circuit: Circuit, number: int, level: int, a, b) -> list[Word]:
    def register(what: str, i: int, j: int, value: Word) -> Word:
        return circuit.register(f"{what}{number}_{i}{j}", level, 0, value)

    blinds, masks = (_fresh(circuit, level, a[0]) for _ in range(2))
    return _summed(
        a,
        b,
        {
            # Together a_i b_j and both random bits. The pair (j, i) has the same ones, so they fall
            # out of the sum.
            (i, j): register("left", i, j, ~a[i] & blinds[i, j] ^ masks[i, j])
            ^ (a[i] & register("blinded", i, j, b[j] ^ blinds[i, j]))
            for i, j in _pairs(circuit)
        },
    )


GADGETS = {
    gadget.name: gadget
    for gadget in (
        Gadget("dom", layers=2, early=True, isolated=True, random=1, build=_dom),
        Gadget("hpc2", layers=2, early=True, isolated=False, random=1, build=_hpc2),
        # Were it early, or had levels bits in common, a probe would see `r` where it enters and
        # `b_j + r` a clock later (`tests/verify/gates/test_tuples.py`).
        Gadget("hpc3", layers=1, early=False, isolated=False, random=2, build=_hpc3),
    )
}
"""Those that there are, by name."""
