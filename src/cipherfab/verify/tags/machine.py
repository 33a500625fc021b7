# SPDX-License-Identifier: Apache-2.0
"""A netlist that is run cycle by cycle, in which some bits are free and all others constant.

A free bit is a literal of a second graph, which grows with the cycles; the rest is computed at the
speed of a simulation, by a small program in C++. So a run costs little where the free bits are few,
however many cycles it has, and what depends on them is known as a function of them.
"""

from collections.abc import Mapping, Sequence
from ctypes import c_int64, c_void_p
from dataclasses import dataclass, field
from functools import cache
from random import Random

import numpy

from ...design import Design
from ...tools import compiler
from ..equivalence.aig import FALSE, TRUE, Aig
from ..equivalence.netlist import Netlist, Reader

ZERO, ONE, FREE = 1, 2, 3
"""A bit: the values that it may have, bit 0 for a zero and bit 1 for a one."""

INVERTED = numpy.array([0, ONE, ZERO, FREE], dtype=numpy.uint8)

PROGRAM = """
#pragma GCC optimize("O2")
#include <cstdint>
extern "C" void evaluate(const int32_t *fanins, int64_t nodes, uint8_t *values) {
    static const uint8_t inverted[] = {0, 2, 1, 3};
    for (int64_t node = 1; node < nodes; node++) {
        const int32_t a = fanins[2 * node], b = fanins[2 * node + 1];
        if (a < 0) continue;
        const uint8_t x = a & 1 ? inverted[values[a >> 1]] : values[a >> 1];
        const uint8_t y = b & 1 ? inverted[values[b >> 1]] : values[b >> 1];
        values[node] = (x & y & 2) | ((x | y) & 1);
    }
}
"""


@dataclass
class State:
    """What the registers hold: `ZERO`, `ONE` or `FREE` of each, and the literals of free ones."""

    values: numpy.ndarray
    literals: dict[int, int] = field(default_factory=dict)


class Machine:
    """A netlist to run.

    Args:
        netlist: of ``design``; an undefined value of it is 0.
        design: gives clock and reset.

    Attributes:
        free: the graph of what is free.
        registers: how many there are.

    Raises:
        DesignError: a combinational loop, or a register at another clock.
    """

    def __init__(self, netlist: Netlist, design: Design):
        self.free, self.registers, self._design = Aig(), len(netlist.registers), design
        netlist.require_one_clock(design, "RTL", "another clock is not run")
        graph = Aig()
        known = {
            bit: graph.input((port, place))
            for port, bits in netlist.inputs.items()
            for place, bit in enumerate(bits)
        }
        known |= {register.q: graph.input(register.q) for register in netlist.registers}
        reader = Reader(graph, netlist, known, design.name, lambda bit: FALSE)
        # A literal is twice the number of a node, plus 1 if it is inverted.
        self._inputs = {
            port: [known[bit] >> 1 for bit in bits] for port, bits in netlist.inputs.items()
        }
        self._outputs = {
            port: [reader.literal(bit) for bit in bits] for port, bits in netlist.outputs.items()
        }
        self._now = numpy.array(
            [known[register.q] >> 1 for register in netlist.registers], dtype=numpy.int64
        )
        following = [reader.literal(register.d) for register in netlist.registers]
        self._next = numpy.array(following, dtype=numpy.int64)
        self._fanins = numpy.array([pair or (-1, -1) for pair in graph.fanins], dtype=numpy.int32)
        self._values = numpy.full(len(self._fanins), ZERO, dtype=numpy.uint8)
        self._pairs = graph.fanins

    def powered_up(self, random: Random | None) -> State:
        """Arbitrary registers, or all 0 without ``random``, behind a reset of some cycles."""
        bits = random.getrandbits(self.registers or 1) if random else 0
        state = State(
            numpy.array(
                [ONE if bits >> place & 1 else ZERO for place in range(self.registers)],
                dtype=numpy.uint8,
            )
        )
        if self._design.reset:
            level = TRUE if self._design.reset_level else FALSE
            for _ in range(RESET_CYCLES):
                _, state = self.step(state, {self._design.reset: [level]})
        return state

    def step(
        self, state: State, inputs: Mapping[str, Sequence[int]]
    ) -> tuple[dict[str, list[int]], State]:
        """A cycle: the outputs, as literals of `free`, and the registers after it.

        Args:
            inputs: literals of `free` by port, the least significant first; other ports are 0, a
                reset is inactive.
        """
        values, literals = self._values, {}
        values[self._now] = state.values
        for place, literal in state.literals.items():
            literals[int(self._now[place])] = literal
        inactive = {self._design.reset: [FALSE if self._design.reset_level else TRUE]}
        for port, nodes in self._inputs.items():
            given = inputs.get(port) or inactive.get(port) or [FALSE] * len(nodes)
            for node, literal in zip(nodes, given, strict=True):
                values[node] = _value(literal)
                if literal > TRUE:
                    literals[node] = literal
        _program()(self._fanins.ctypes.data, len(self._fanins), values.ctypes.data)
        # Without free bits the second graph need not grow at all.
        if literals:
            self._enter(literals)
        outputs = {
            port: [self._literal(bit, literals) for bit in bits]
            for port, bits in self._outputs.items()
        }
        return outputs, self._following(literals)

    def certain(self, values: numpy.ndarray, inputs: Mapping[str, int]) -> numpy.ndarray:
        """What the registers hold after a cycle in which it is `FREE` what others do: of each the
        values that it may have, and perhaps more, since each gate is looked at alone.

        Args:
            values: before it.
            inputs: `ZERO` or `ONE` for every bit of these ports; all other inputs are `FREE`, but
                for a reset, which is inactive.
        """
        found = self._values
        found[self._now] = values
        inactive = {self._design.reset: ZERO if self._design.reset_level else ONE}
        for port, nodes in self._inputs.items():
            found[nodes] = inputs.get(port, inactive.get(port, FREE))
        _program()(self._fanins.ctypes.data, len(self._fanins), found.ctypes.data)
        following = found[self._next >> 1]
        return numpy.where(self._next & 1, INVERTED[following], following)

    def _enter(self, literals: dict[int, int]) -> None:
        """Every free node in the graph of what is free, some of which turn out to be constant."""
        values, pairs, and_ = self._values, self._pairs, self.free.and_
        # In the order of their numbers: an AND reads smaller nodes alone.
        for node in numpy.flatnonzero(values == FREE).tolist():
            if node not in literals:
                a, b = pairs[node]
                literals[node] = and_(self._literal(a, literals), self._literal(b, literals))

    def _literal(self, literal: int, literals: Mapping[int, int]) -> int:
        value = self._values[literal >> 1]
        found = literals[literal >> 1] if value == FREE else TRUE if value == ONE else FALSE
        return found ^ literal & 1

    def _following(self, literals: Mapping[int, int]) -> State:
        values = self._values[self._next >> 1]
        values = numpy.where(self._next & 1, INVERTED[values], values)
        kept = {}
        for place in numpy.flatnonzero(values == FREE).tolist():
            literal = self._literal(int(self._next[place]), literals)
            # Free by its gates, and perhaps constant by its function: then it is no longer
            # followed.
            values[place] = _value(literal)
            if literal > TRUE:
                kept[place] = literal
        return State(values, kept)


RESET_CYCLES = 4
"""Enough for a reset that goes through registers of its own."""


def _value(literal: int) -> int:
    return FREE if literal > TRUE else ONE if literal else ZERO


@cache
def _program():
    found = compiler.library(PROGRAM).evaluate
    found.argtypes, found.restype = [c_void_p, c_int64, c_void_p], None
    return found
