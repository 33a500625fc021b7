# SPDX-License-Identifier: Apache-2.0
"""What the ports of a netlist get in the checks of probes: calls in new variables, random bits, and
control.
"""

from collections.abc import Mapping
from random import Random

from ....design import Design
from ....primitives.in_stages import RANDOM, share_names
from ...rtl.calls import PUBLIC
from ..leakage import FRESH, ZEROS, bits_of_words, input_words
from .polynomials import ONE, ZERO, Polynomial
from .sharings import Sharings
from .state import Registers
from .symbolic import SymbolicNetlist

LOAD = "in_load"
"""The port of a core that can be loaded from its inputs without a call."""


class Stimulus:
    """Inputs of a netlist, cycle by cycle.

    Where random bits are a stream, a word comes in every third cycle if none waits, so that a core
    that takes one in every second cycle waits too, and stays until it is taken; else they are 0.

    Attributes:
        plain: bits of the inputs that are public, by name a mask and their values: they are in
            share 0, and 0 in the others.
        sharings: the variables of all that comes in.
        registers: of the netlist, all 0.
    """

    plain: Mapping[str, tuple[int, int]] = {}

    def __init__(self, design: Design, netlist: SymbolicNetlist, seed: int, random: str):
        self.design, self.netlist, self.random = design, netlist, random
        self._word: dict[str, Polynomial] | None = None
        masking = design.interface.masking
        self.sharings = Sharings(shares=masking.shares) if masking else Sharings()
        self.public = Random(seed)
        names = [
            *netlist.registers,
            *(
                f"{port}[{bit}]"
                for port in netlist.inputs
                for bit in range(len(netlist.ports[port]))
            ),
        ]
        self.registers = Registers(netlist, self.sharings, dict.fromkeys(names, ZERO))
        self._reused: dict[str, Polynomial] = {}

    def _may_begin(self) -> bool:
        """Whether a call that takes a random word when it begins finds one."""
        stream = f"{RANDOM}_valid" in self.netlist.ports
        return not stream or self._word is not None or self.registers.cycle % 3 == 0

    def _ports(self, **ones: bool) -> dict[str, Polynomial]:
        if f"{RANDOM}_valid" in self.netlist.ports:
            return {**self._controls(**ones), **self._stream()}
        return {**self._controls(**ones), **self._fresh()}

    def _stream(self) -> dict[str, Polynomial]:
        """Random bits that wait until they are taken, and their *valid*."""
        if self._word is None and self.registers.cycle % 3 == 0:
            self._word = self._fresh()
        bits = len(self.netlist.ports[RANDOM])
        given = self._word or {f"{RANDOM}[{bit}]": ZERO for bit in range(bits)}
        return {**given, f"{RANDOM}_valid[0]": ONE if self._word else ZERO}

    def _controls(self, **ones: bool) -> dict[str, Polynomial]:
        names = {"reset": self.design.reset}
        on = {f"{names.get(name, name)}[0]" for name, value in ones.items() if value}
        control = [
            port
            for port in ("in_valid", "out_ready", LOAD, self.design.reset)
            if port in self.netlist.ports
        ]
        return {f"{port}[0]": ONE if f"{port}[0]" in on else ZERO for port in control}

    def _fresh(self) -> dict[str, Polynomial]:
        bits = [f"{RANDOM}[{bit}]" for bit in range(len(self.netlist.ports.get(RANDOM, ())))]
        if self.random == ZEROS:
            return dict.fromkeys(bits, ZERO)
        if self.random == FRESH or not self._reused:
            self._reused = {name: Polynomial.variable(self.sharings.add(-1, None)) for name in bits}
        return dict(self._reused)

    def _call(self, number: int) -> list[dict[str, Polynomial]]:
        """What a call gets at its inputs, word by word."""
        interface = self.design.interface
        found: list[dict] = [{} for _ in range(input_words(interface))]
        for name in interface.inputs:
            shares = self._bits_given(name, number)
            order = bits_of_words(interface, name) or [range(interface.inputs[name])]
            for word, bits in zip(found, order, strict=True):
                word |= {
                    f"{port}[{place}]": shares[port, bit]
                    for port, _ in shares
                    for place, bit in enumerate(bits)
                }
        return found

    def _bits_given(self, name: str, number: int) -> dict[tuple[str, int], Polynomial]:
        """The bits of an input in a call, by port and place: public, or in new variables."""
        interface, found = self.design.interface, {}
        masking = interface.masking
        for bit in range(input_words(interface) * interface.inputs[name]):
            if masking and name not in masking.inputs:
                found[f"in_{name}", bit] = ONE if self.public.getrandbits(1) else ZERO
                continue
            if not masking and name in PUBLIC:
                found[f"in_{name}", bit] = ONE if PUBLIC[name] >> bit & 1 else ZERO
                continue
            group = self.sharings.group(f"in_{name}[{bit}] of call {number}")
            ports = (
                [f"in_{share}" for share in share_names(name, masking.shares)]
                if masking
                else [f"in_{name}"]
            )
            mask, value = self.plain.get(name, (0, 0))
            for share, port in enumerate(ports):
                found[port, bit] = (
                    # Only the number of share 0 is below a bit of 1: that share has it, the others
                    # have 0.
                    (ONE if value >> bit & 1 > share else ZERO)
                    if mask >> bit & 1
                    else Polynomial.variable(self.sharings.add(group, share if masking else None))
                )
        return found

    def _is_taken(self, ports: Mapping[str, Polynomial]) -> bool:
        """Whether a word of a stream of random bits is taken, from what the ports are."""
        return ports.get(f"{RANDOM}_ready[0]", ZERO).terms == ONE.terms
