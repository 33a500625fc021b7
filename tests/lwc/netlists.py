# SPDX-License-Identifier: Apache-2.0
"""Emitted RTL run cycle by cycle, with every output and every register to be read."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

from cipherfab.design import Design
from cipherfab.verify.equivalence.netlist import read_rtl
from cipherfab.verify.tags.machine import ONE, Machine


def with_text(design: Design, old: str, new: str) -> Design:
    """The design with one place of its text changed."""
    ((name, text),) = design.sources.items()
    assert text.count(old) == 1, (old, text.count(old))
    return replace(design, sources={name: text.replace(old, new)})


def text_of(design: Design) -> str:
    """Its only text."""
    (text,) = design.sources.values()
    return text


class Running:
    """A design behind a reset, from a random state.

    Attributes:
        names: of each register, all of them, joined by spaces.
    """

    def __init__(self, design: Design, directory: Path, seed: int):
        netlist = read_rtl(design, directory)
        self.names = [" ".join(register.names) for register in netlist.registers]
        self._widths = {port: len(bits) for port, bits in netlist.inputs.items()}
        self._machine = Machine(netlist, design)
        self._state = self._machine.powered_up(Random(seed))

    def step(self, **inputs: int) -> dict[str, int]:
        """The outputs of a cycle with these inputs; others are 0."""
        bits = {
            port: [value >> place & 1 for place in range(self._widths[port])]
            for port, value in inputs.items()
        }
        outputs, self._state = self._machine.step(self._state, bits)
        return {
            port: sum(bit << place for place, bit in enumerate(found))
            for port, found in outputs.items()
        }

    def steps(self, cycles: int, random: Random | None = None) -> Iterator[dict[str, int]]:
        """The outputs of each cycle, with nothing on the inputs, or anything but a reset."""
        for _ in range(cycles):
            yield self.step(**(self._anything(random) if random else {}))

    def _anything(self, random: Random) -> Mapping[str, int]:
        ports = self._widths.keys() - {"clk", "rst"}
        return {port: random.getrandbits(self._widths[port]) for port in sorted(ports)}

    def registers(self) -> dict[str, int]:
        """What each of them holds."""
        return {
            name: int(value == ONE)
            for name, value in zip(self.names, self._state.values, strict=True)
        }
