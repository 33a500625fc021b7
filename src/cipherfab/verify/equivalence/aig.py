# SPDX-License-Identifier: Apache-2.0
"""And-inverter graphs: what two netlists are brought to before they are compared.

A literal is an integer: twice the node, plus 1 if inverted. Node 0 is the constant, so literal 0 is
false and 1 is true.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

FALSE, TRUE = 0, 1


class Gates(ABC):
    """What every graph of ANDs folds: constants, equal and opposite literals, equal structure."""

    def __init__(self):
        self._ands: dict[tuple[int, int], int] = {}

    @abstractmethod
    def _and(self, a: int, b: int) -> int:
        """Literal of a new node, of two literals of which the first is the smaller."""

    def and_(self, a: int, b: int) -> int:
        """Literal of ``a & b``."""
        # Operands in one order, so that equal ANDs have one key.
        if a > b:
            a, b = b, a
        if a == FALSE or a == b ^ 1:
            return FALSE
        if a == TRUE or a == b:
            return b
        found = self._ands.get((a, b))
        if found is None:
            found = self._ands[a, b] = self._and(a, b)
        return found

    def or_(self, a: int, b: int) -> int:
        """Literal of ``a | b``."""
        # By De Morgan, since there are ANDs and inverters alone.
        return self.and_(a ^ 1, b ^ 1) ^ 1

    def every(self, literals: Iterable[int]) -> int:
        """Literal of the AND of all of them; true of none."""
        found = TRUE
        for literal in literals:
            found = self.and_(found, literal)
        return found

    def some(self, literals: Iterable[int]) -> int:
        """Literal of the OR of all of them; false of none."""
        return self.every(literal ^ 1 for literal in literals) ^ 1

    def equals(self, word: Iterable[int], value: int) -> int:
        """Literal of whether a word, the lowest bit first, has this value."""
        return self.every(bit ^ (not (value >> index) & 1) for index, bit in enumerate(word))


class Aig(Gates):
    """A combinational graph in which equal structure is one node, so that what two circuits share
    is compared for free.

    Attributes:
        inputs: node of each input by name, in the order they were added.
    """

    def __init__(self):
        super().__init__()
        self.inputs: dict[object, int] = {}
        self._fanins: list[tuple[int, int] | None] = [None]

    @property
    def fanins(self) -> Sequence[tuple[int, int] | None]:
        """The two literals of every AND by node, of smaller nodes; None of the constant and of
        inputs.
        """
        return self._fanins

    def input(self, name) -> int:
        """Literal of the input ``name`` (any hashable), added at its first use."""
        if name not in self.inputs:
            self.inputs[name] = len(self._fanins)
            self._fanins.append(None)
        return 2 * self.inputs[name]

    def _and(self, a: int, b: int) -> int:
        self._fanins.append((a, b))
        return 2 * (len(self._fanins) - 1)

    def xor(self, a: int, b: int) -> int:
        """Literal of ``a ^ b``; inversions move to the output, so that XOR and XNOR share their
        nodes.
        """
        inverted, a, b = (a ^ b) & 1, a & ~1, b & ~1
        return self.and_(self.and_(a, b) ^ 1, self.and_(a ^ 1, b ^ 1) ^ 1) ^ inverted

    def mux(self, select: int, one: int, zero: int) -> int:
        """Literal of ``one`` where ``select`` is 1, else ``zero``."""
        if one == zero:
            return one
        if one == zero ^ 1:
            return self.xor(select, zero)
        return self.or_(self.and_(select, one), self.and_(select ^ 1, zero))

    def simulate(self, values: Mapping[object, int], patterns: int) -> "Simulation":
        """Value of every node under ``patterns`` assignments at once.

        Args:
            values: for each input an integer whose bit ``i`` is its value in assignment ``i``;
                missing ones are 0.
            patterns: number of assignments.
        """
        mask = (1 << patterns) - 1
        nodes = [0] * len(self._fanins)
        for name, node in self.inputs.items():
            nodes[node] = values.get(name, 0)
        for node, fanins in enumerate(self._fanins):
            if fanins:
                a, b = fanins
                left, right = nodes[a >> 1], nodes[b >> 1]
                # An odd literal is the inverse of a node.
                nodes[node] = (left ^ mask if a & 1 else left) & (right ^ mask if b & 1 else right)
        return Simulation(nodes, mask)

    def write(
        self, path: Path, outputs: Sequence[int], latches: Mapping[object, int] | None = None
    ) -> None:
        """Write the graph as binary AIGER 1.9 with the given output literals; inputs in the order
        of `inputs`.

        Args:
            latches: of the inputs that are latches, 0 at first, the literal of their next value, by
                name.
        """
        # A latch that nothing reads is no input of the graph, and has no number there.
        latches = {
            name: following for name, following in (latches or {}).items() if name in self.inputs
        }
        inputs = [node for name, node in self.inputs.items() if name not in latches]
        kept = [self.inputs[name] for name in latches]
        # AIGER has inputs first, then latches, then ANDs behind what they read.
        number = {0: 0, **{node: index + 1 for index, node in enumerate([*inputs, *kept])}}
        body = bytearray()
        for node, fanins in enumerate(self._fanins):
            if fanins:
                number[node] = len(number)
                low, high = sorted(2 * number[literal >> 1] + (literal & 1) for literal in fanins)
                # Binary AIGER leaves out the number of an AND, and writes the differences to its
                # operands.
                body += _varint(2 * number[node] - high) + _varint(high - low)
        ands = len(number) - 1 - len(inputs) - len(kept)
        lines = "".join(
            f"{2 * number[literal >> 1] + (literal & 1)}\n"
            for literal in (*latches.values(), *outputs)
        )
        # Of AIGER: the largest number, then how many inputs, latches, outputs and ANDs.
        header = f"aig {len(number) - 1} {len(inputs)} {len(kept)} {len(outputs)} {ands}\n"
        Path(path).write_bytes((header + lines).encode() + bytes(body))


class Simulation:
    """Values of all nodes of a graph; `simulation[literal]` has one bit for each assignment."""

    def __init__(self, nodes: list[int], mask: int):
        self._nodes, self.mask = nodes, mask

    def __getitem__(self, literal: int) -> int:
        value = self._nodes[literal >> 1]
        return value ^ self.mask if literal & 1 else value


def _varint(value: int) -> bytes:
    """Seven bits in each byte, the least significant first, as AIGER packs its differences."""
    packed = bytearray()
    while value > 127:
        packed.append(value & 127 | 128)
        value >>= 7
    packed.append(value)
    return bytes(packed)
