# SPDX-License-Identifier: Apache-2.0
"""Registers of a netlist that stand for what small registers of the RTL hold.

Synthesis for FPGAs gives a state machine other codes, mostly a flip-flop for each state (Yosys
``fsm``), and leaves out what no state leads to; and it looks up what depends on such a register
alone a cycle earlier, from its next value (``proc_rom``, ``memory_dff``). Such a flip-flop
corresponds to no register of the RTL, but to some *values* of one.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from .aig import FALSE, TRUE, Aig
from .netlist import Netlist

Key = tuple[str, int]
"""A register: its side, ``rtl`` or ``netlist``, and the bit of its output."""

WIDEST, MOST = 16, 64
"""Bits of the widest register whose values are looked at, and how many of these it may have: state
machines have few states.
"""


@dataclass(frozen=True)
class Word:
    """A small register of the RTL.

    Attributes:
        bits: least significant first.
    """

    name: str
    bits: tuple[Key, ...]

    def seen(self, traces: Mapping[Key, int], ones: int) -> dict[int, int]:
        """When it held which value, by value; nothing if there are more than `MOST`.

        Args:
            ones: has a 1 for each moment of the traces.
        """
        found = {0: ones} if ones else {}
        for place, key in enumerate(self.bits):
            parts = {
                value | bit << place: moments & (traces[key] if bit else ~traces[key])
                for value, moments in found.items()
                for bit in (0, 1)
            }
            # Only values that came are kept, so that a wide word costs no more than it has values.
            found = {value: moments for value, moments in parts.items() if moments}
            # A word with more values is no state machine.
            if len(found) > MOST:
                return {}
        return dict(sorted(found.items()))


@dataclass(frozen=True)
class Values:
    """1 while a register of the RTL holds one of some values."""

    word: Word
    values: tuple[int, ...]

    def literal(self, graph: Aig, literals: Mapping[Key, int]) -> int:
        """Of this bit, from those of registers: as they are, or one cycle later."""
        found = FALSE
        for value in self.values:
            held = TRUE
            for place, key in enumerate(self.word.bits):
                held = graph.and_(held, literals[key] ^ (~value >> place & 1))
            found = graph.or_(found, held)
        return found


def words(rtl: Netlist) -> list[Word]:
    """Every register of 2 to `WIDEST` bits, in the order of their names."""
    found: dict[str, list[Key]] = {}
    for register in rtl.registers:
        if register.names:
            name, _, _ = register.names[0].partition("[")
            found.setdefault(name, []).append(("rtl", register.q))
    return [
        Word(name, tuple(bits)) for name, bits in sorted(found.items()) if 2 <= len(bits) <= WIDEST
    ]


def explained(trace: int, words: Mapping[Word, Mapping[int, int]]) -> Values | None:
    """The values of the first of ``words`` that a register depends on alone; None if on none.

    Args:
        words: of each when it held which value, see `Word.seen`.
    """
    for word, seen in words.items():
        values = tuple(value for value, moments in seen.items() if moments & trace)
        # All values together explain nothing; and where a value holds, the flip-flop must always be
        # 1.
        if len(values) < len(seen) and not any(seen[value] & ~trace for value in values):
            return Values(word, values)
    return None
