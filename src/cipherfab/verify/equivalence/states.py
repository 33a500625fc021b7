# SPDX-License-Identifier: Apache-2.0
"""The states of small registers, each as one bit.

Synthesis for FPGAs gives a state machine other codes, mostly a flip-flop for each state (Yosys
``fsm``), and leaves out what no state leads to. Such a flip-flop corresponds to no register of the
RTL, but to one *value* of a register.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .aig import FALSE, TRUE, Aig
from .netlist import Netlist

Key = tuple[str, int]
"""A register: its side, ``rtl`` or ``netlist``, and the bit of its output."""

WIDEST = 6
"""Bits of the widest register whose values are looked at: state machines have few states."""


@dataclass(frozen=True)
class State:
    """1 while a register of the RTL holds one value.

    Attributes:
        name: of the register.
        bits: least significant first.
        value: the value.
    """

    name: str
    bits: tuple[Key, ...]
    value: int

    def literal(self, graph: Aig, literals: Mapping[Key, int]) -> int:
        """Of this state, from those of registers: as they are, or one cycle later."""
        found = TRUE
        for place, key in enumerate(self.bits):
            found = graph.and_(found, literals[key] ^ (~self.value >> place & 1))
        return found

    def trace(self, traces: Mapping[Key, int], ones: int) -> int:
        """When a trace of the register is in this state; ``ones`` has a 1 for each moment of it."""
        found = ones
        for place, key in enumerate(self.bits):
            found &= traces[key] if self.value >> place & 1 else traces[key] ^ ones
        return found


def possible(rtl: Netlist) -> list[State]:
    """Every state of every register of 2 to `WIDEST` bits, in the order of their names."""
    words: dict[str, list[Key]] = {}
    for register in rtl.registers:
        if register.names:
            name, _, _ = register.names[0].partition("[")
            words.setdefault(name, []).append(("rtl", register.q))
    return [State(name, tuple(bits), value) for name, bits in sorted(words.items())
            if 2 <= len(bits) <= WIDEST for value in range(1 << len(bits))]


def in_states(graph: Aig, states: Iterable[State],
              literals: Mapping[Key, int]) -> dict[str, int]:
    """Of each register that ``states`` are of, by name: whether it is in one of them."""
    found: dict[str, int] = {}
    for state in states:
        found[state.name] = graph.or_(found.get(state.name, FALSE), state.literal(graph, literals))
    return found
