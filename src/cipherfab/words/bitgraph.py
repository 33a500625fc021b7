# SPDX-License-Identifier: Apache-2.0
"""Traced words read bit by bit: which bits are gates, what each gate reads, how long it takes.

What is only wiring (slices, rotations, permutations, concatenations), constants, and gates that
depend on one bit (an inverter, a sum with a constant) are looked through: such a bit is computed
again wherever it is needed, and costs nothing.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from .trace import Trace, TracedWord

WEIGHTS = {"and": 1, "or": 1, "xor": 2, "mux": 2}
"""Delay of a gate, in units of that of an AND: about what they have in a library of standard cells.
"""


@dataclass(frozen=True)
class BitGraph:
    """The gates of a trace. Bits are numbered, each after those that it reads; the inputs come
    first.

    Attributes:
        trace: what it is made of.
        place: node and bit of that node, for each number.
        reads: the numbers of the bits that a bit is computed from; nothing for an input.
        weight: its delay; 0 for an input.
        source: for each node (by ``id``) and each of its bits the number of the bit that it depends
            on, perhaps through wiring and inverters, or None for a constant.
        outputs: the bits that the outputs depend on.
    """

    trace: Trace
    place: list[tuple[TracedWord, int]]
    reads: list[tuple[int, ...]]
    weight: list[int]
    source: dict[int, list[int | None]]
    outputs: frozenset[int]

    def is_gate(self, node: TracedWord, bit: int) -> bool:
        """Whether this bit of a node has a number of its own."""
        number = self.source[id(node)][bit]
        return number is not None and self.place[number] == (node, bit)


def bit_graph(trace: Trace, public: Collection[str] = ()) -> BitGraph:
    """The gates of a trace; inputs that are ``public`` count as constants."""
    place, reads, weight, source = [], [], [], {}

    def add(node: TracedWord, bit: int, needed: tuple[int, ...]) -> int:
        place.append((node, bit))
        reads.append(needed)
        weight.append(_weight(node, bit, len(needed)))
        return len(place) - 1

    for name, node in trace.inputs.items():
        source[id(node)] = [
            None if name in public else add(node, bit, ()) for bit in range(node.width)
        ]
    for node in trace.nodes:
        bits = []
        for bit in range(node.width):
            found = (
                source[id(node.operands[operand])][position]
                for operand, position in _operand_bits(node, bit)
            )
            # A bit that is read twice counts once: a gate of one bit is none.
            needed = tuple(dict.fromkeys(number for number in found if number is not None))
            # A bit of one other bit is wiring or an inverter: no gate.
            bits.append(
                add(node, bit, needed) if len(needed) > 1 else needed[0] if needed else None
            )
        source[id(node)] = bits
    outputs = frozenset(
        number
        for word in trace.outputs.values()
        for number in source[id(word)]
        if number is not None
    )
    return BitGraph(trace, place, reads, weight, source, outputs)


def _weight(node: TracedWord, bit: int, needed: int) -> int:
    """The delay of a bit: of a sum with carry look-ahead, of a look-up as a tree of
    multiplexers."""
    if node.operation == "add":
        return WEIGHTS["xor"] + 2 * bit.bit_length()
    return WEIGHTS["mux"] * needed if node.operation == "table" else WEIGHTS.get(node.operation, 0)


def _operand_bits(node: TracedWord, bit: int) -> Iterable[tuple[int, int]]:
    """What a bit of a node is computed from: (number of the operand, bit of it)."""
    match node.operation:
        case "constant":
            return []
        case "slice":
            return [(0, bit + node.parameter)]
        case "ror":
            return [(0, (bit + node.parameter) % node.width)]
        case "permute":
            return [(0, node.parameter[bit])]
        case "concat":
            return [_part(node, bit)]
        case "mux":
            return [(0, 0), (1, bit), (2, bit)]
        # A carry may come from every lower bit.
        case "add":
            return [(operand, low) for operand in (0, 1) for low in range(bit + 1)]
        case "table":
            return [(0, position) for position in range(node.operands[0].width)]
        case _:
            return [(operand, bit) for operand in range(len(node.operands))]


def _part(node: TracedWord, bit: int) -> tuple[int, int]:
    """Which word of a concatenation a bit lies in, and where."""
    for operand in reversed(range(len(node.operands))):
        if bit < node.operands[operand].width:
            return operand, bit
        bit -= node.operands[operand].width
    raise IndexError("a bit beyond the concatenation")


def runs_of(shapes: list) -> list[tuple[int, int]]:
    """Neighbouring bits of one shape, as (first, behind the last)."""
    starts = [bit for bit, shape in enumerate(shapes) if bit == 0 or shape != shapes[bit - 1]]
    return list(zip(starts, [*starts[1:], len(shapes)]))
