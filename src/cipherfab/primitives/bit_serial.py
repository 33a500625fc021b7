# SPDX-License-Identifier: Apache-2.0
"""A permutation on shares, bit by bit: a column through one S-box in each clock, and a linear layer
whose sums are of bits of one word, a bit in each clock. Found from `by_column.ColumnPath`.

The S-box's products are gadgets of domain-oriented masking (`words.gadgets`) with two layers of
registers: operands, and what crosses between the domains of the shares. So a column is read in
three places, a clock apart: two clocks before it leaves (`BitSerial.operands`), while its products
are formed (`BitSerial.crossings`), and when it leaves (`BitSerial.substituted`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from ..errors import CallError
from ..words import SoftwareWord
from ..words.bits import equals
from ..words.gadgets import GADGETS, OPERAND, Circuit, GadgetWord
from ..words.trace import trace
from .by_column import ColumnPath
from .by_gadgets import HIGHEST
from .in_stages import RANDOM, share_names
from .primitive import Primitive, State

GADGET = "dom"
"""Of all products."""

LAYERS = 2
"""Clocks from a column's operands to its sums."""

BIT = "_bit"
"""Ends the name of a bit of a column, so that no register is called so."""

CONSTANT = "constant_"
"""Starts the name of a bit that a round adds to a column."""


@dataclass(frozen=True, eq=False)
class BitSerial:
    """A call on shares; what `architectures.serial.on_shares` makes hardware of.

    Attributes:
        path: what is masked.
        shares: of each bit, d + 1.
    """

    path: ColumnPath
    shares: int

    @property
    def primitive(self) -> Primitive:
        """What is computed."""
        return self.path.primitive

    @property
    def secrets(self) -> tuple[str, ...]:
        """Inputs in shares: all."""
        return tuple(self.primitive.inputs)

    @cached_property
    def public(self) -> dict[str, int]:
        """Width of each register that counts rounds."""
        return {
            name: width
            for name, width in self.primitive.layout.items()
            # A `ColumnPath` has its secrets in words alone; what is no word counts rounds.
            if name not in self.path.words
        }

    @cached_property
    def first(self) -> dict[str, int]:
        """What those registers hold in the first round."""
        state = self.primitive.load(self._zeros(self.primitive.inputs))
        return {name: int(state[name]) for name in self.public}

    def counted(self, words: State) -> State:
        """The public registers after a round."""
        return {name: self.path.count(words)[name] for name in self.public}

    def constant_bits(self, words: State) -> State:
        """The bits that a round adds to the column that comes in `LAYERS` clocks, by name of the
        word after `CONSTANT`, from the public registers and ``turn``, the number of the column that
        leaves.
        """
        turn, found = words["turn"], {}
        for name, constant in self.path.constants(words).items():
            total = turn.constant(0, 1)
            for column in range(constant.width):
                # Ahead of its column by the registers of the S-box.
                due = equals(turn, (column - LAYERS) % self.path.width)
                # At most one column is due, so its bit is all that the OR lets through.
                total = total | (due & constant[column])
            found[CONSTANT + name] = total
        return found

    @cached_property
    def constants(self) -> list[str]:
        """Names of `constant_bits`."""
        widths = {**self.public, "turn": (self.path.width - 1).bit_length()}
        return list(trace(self.constant_bits, widths).outputs)

    @cached_property
    def column(self) -> list[str]:
        """Names of the bits of a column, in shares, with the constants."""
        return [*(bit for word in self.path.words for bit in self.bits(word)), *self.constants]

    def bits(self, word: str) -> list[str]:
        """Names of the shares of a word's bit in a column."""
        return [f"{share}{BIT}" for share in share_names(word, self.shares)]

    @cached_property
    def _read(self) -> Circuit:
        """The S-box, read to learn its registers and products."""
        circuit = self._circuit(self._zeros(dict.fromkeys(self.column, 1)))
        self._substitute(circuit, self._zeros(dict.fromkeys(self.column, 1)))
        # An operand that is made of the state counts as of level 1 and its product as of level 2; a
        # product of products has level 3.
        if max((level for level, _ in circuit.places.values()), default=0) != LAYERS:
            raise CallError(
                f"{self.primitive.name}: bitserial: expected an S-box with products, "
                f"and without products of products."
            )
        return circuit

    @property
    def operand_registers(self) -> list[str]:
        """Names of the registers of operands, of a bit each."""
        return [name for name in self._read.written if name.startswith(OPERAND)]

    @property
    def crossing_registers(self) -> dict[str, int]:
        """The number of the product of each register of a bit that crosses domains, by name."""
        return {
            name: number
            for number, names in self._read.by_product.items()
            # A set has no order, and the RTL has to be the same in every run.
            for name in sorted(names)
        }

    @property
    def random_bits(self) -> int:
        """Fresh random bits in a clock."""
        return sum(self._read.bits.values())

    @property
    def random_bits_per_call(self) -> int:
        """Those that the S-boxes of a call use."""
        return self.primitive.rounds[0] * self.path.width * self.random_bits

    def operands(self, words: State) -> State:
        """What the registers of operands take in, from a `column`."""
        circuit = self._circuit(words)
        self._substitute(circuit, words)
        return {name: circuit.written[name] for name in self.operand_registers}

    def crossings(self, product: int) -> Callable[[State], State]:
        """What the crossing registers of a product take in, from operands and `RANDOM`."""

        def cross(words: State) -> State:
            circuit, like = self._circuit(words), next(iter(words.values()))
            # Operands come from registers here, so it does not matter what the column is.
            self._substitute(circuit, {name: like.constant(0, 1) for name in self.column})
            return {
                name: circuit.written[name]
                for name, number in self.crossing_registers.items()
                if number == product
            }

        return cross

    def substituted(self, words: State) -> State:
        """The column behind the S-box, by share, from it and the crossing registers."""
        # Without registers of operands: the column that leaves is what they have taken in before.
        at_once = replace(GADGETS[GADGET], isolated=False)
        circuit = Circuit(at_once, self.shares, words)
        result = self._substitute(circuit, words)
        return {
            share: bit
            for word, found in zip(self.path.words, result)
            for share, bit in zip(share_names(word, self.shares), found.shares)
        }

    def _circuit(self, words: State) -> Circuit:
        return Circuit(GADGETS[GADGET], self.shares, words, words.get(RANDOM))

    def _substitute(self, circuit: Circuit, words: State) -> list[GadgetWord]:
        column = []
        for word in self.path.words:
            bit = circuit.word([words[name] for name in self.bits(word)])
            if CONSTANT + word in words:
                bit = bit ^ circuit.public(words[CONSTANT + word])
            column.append(bit)
        return self.path.substitute(column)

    @cached_property
    def order(self) -> dict[str, list[tuple[int, ...]]]:
        """For each port of a value the cells of one bit in each word, as `design.BareInterface`
        counts them: column 0 first, and in it the bit of the first word most significant.

        Raises:
            CallError: the words are not bits of one input and one output.
        """
        if len(self.primitive.inputs) != 1 or len(self.primitive.outputs) != 1:
            raise CallError(f"{self.primitive.name}: bitserial: expected one input and one output.")
        return {
            f"in_{next(iter(self.primitive.inputs))}": self._columns(self._given()),
            f"out_{next(iter(self.primitive.outputs))}": self._columns(self._taken()),
        }

    def _columns(self, places: Mapping[tuple[str, int], int]) -> list[tuple[int, ...]]:
        return [
            tuple(places[word, bit] for word in self.path.words) for bit in range(self.path.width)
        ]

    def _given(self) -> dict[tuple[str, int], int]:
        """The cell of the input that each bit of a word comes from."""
        ((name, width),) = self.primitive.inputs.items()
        found = {}
        for cell in range(width):
            # Cells count from the first bit, which is the most significant one.
            one = {name: SoftwareWord(width, 1 << width - 1 - cell)}
            found |= {place: cell for place in self._ones(self.primitive.load(one))}
        return found

    def _taken(self) -> dict[tuple[str, int], int]:
        """The cell of the output that each bit of a word goes to."""
        zeros, found = self._zeros(self.primitive.layout), {}
        for word in self.path.words:
            for bit in range(self.path.width):
                state = {**zeros, word: SoftwareWord(self.path.width, 1 << bit)}
                (result,) = self.primitive.result(state).values()
                found[word, bit] = result.width - int(result).bit_length()
        return found

    def _ones(self, state: State) -> list[tuple[str, int]]:
        return [
            (word, bit)
            for word in self.path.words
            for bit in range(self.path.width)
            if int(state[word]) >> bit & 1
        ]

    @staticmethod
    def _zeros(widths: Mapping[str, int]) -> dict[str, SoftwareWord]:
        return {name: SoftwareWord(width, 0) for name, width in widths.items()}


def bit_serial(path: ColumnPath, order: int) -> BitSerial:
    """A permutation on ``order`` + 1 shares.

    Raises:
        CallError: there is no such order, or the permutation is not made as `BitSerial` needs it.
    """
    if not 1 <= order <= HIGHEST:
        raise CallError(f"masked: expected masked=1 to masked={HIGHEST}, got masked={order}.")
    found = BitSerial(path, order + 1)
    # They are computed and checked here, so that no core is begun that fails.
    assert found.path.taps and found.order and found.random_bits
    return found
