# SPDX-License-Identifier: Apache-2.0
"""A mapped netlist, evaluated for one clock cycle on polynomials."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ....errors import DesignError
from .. import cells
from ..lanes import NONE, read_module, recognisable
from .polynomials import ONE, UNKNOWN, ZERO, Polynomial, TooLarge, cell_function

SHARE = re.compile(r"(.+)_([0-3])(\[\d+\])?")
"""Name of a share, or of a bit of it: word, number of the share, bit."""

_PORT_OF_A_PART = re.compile(r"_in(\[\d+\])?$")
"""A part of a design calls its input ``NAME_in`` if it gets NAME; see
`architectures.steps.Function`.
"""

_OPERAND = re.compile(r"[ab]\d+_\d(\[\d+\])?")
"""A share that a gadget gets, or its complement, which is that of another word."""


@dataclass(frozen=True)
class FlipFlop:
    """A register: nets of its inputs, and of what it drives."""

    name: str
    function: Any
    inputs: tuple
    q: tuple
    inverse: tuple


class SymbolicNetlist:
    """Gates in order and flip-flops.

    Attributes:
        ports: nets of each port but the clock, least significant first.
        inputs: names of the input ports.
        registers: the flip-flops, by name.
        names: of nets that a designer would recognise.
        module, library: what it was made of; ``changes``: what was made wrong since.
    """

    def __init__(self, module: Mapping[str, Any], library: Mapping[str, cells.Cell]):
        self.module, self.library, self.changes = module, library, NONE
        self._functions: dict[tuple, Any] = {}
        self._known: dict[tuple, Polynomial] = {}
        self._interned: dict[frozenset, Polynomial] = {
            value.terms: value for value in (ZERO, ONE, UNKNOWN)
        }
        self.names = best_names(module)
        self.registers: dict[str, FlipFlop] = {}
        gates, clocks, given = {}, set(), _input_bits(module)
        for name, entry in module["cells"].items():
            cell, kind = library.get(entry["type"]), entry["type"]
            pins = {pin: bits[0] for pin, bits in entry["connections"].items() if bits}
            # Behind a clock gate, or cleared by logic, a flip-flop does not take in what its cone
            # says, and what opens the gate would be in no cone.
            if (
                cell is None
                or cell.gate
                or any(pins[pin] not in ("0", "1", "x") for pin in cell.tied)
            ):
                raise DesignError(
                    f"cell {name} is a {kind}, whose function is not known "
                    f"here; expected gates and "
                    "flip-flops without set, reset or clock gate."
                )
            inputs = tuple(pins[pin] for pin in cell.inputs)
            if cell.next_state:
                clocks.add(pins[cell.clock])
                driven = {
                    kind: tuple(
                        pins[pin] for pin, of in cell.outputs.items() if of == kind and pin in pins
                    )
                    for kind in ("q", "~q")
                }
                known = [
                    self.names[net]
                    for net in (*driven["q"], *driven["~q"])
                    # A register of a part may be called as a port; both would have one value then.
                    if net in self.names and self.names[net] not in given
                ]
                # Where nothing of a designer's names is left it is called as its cell.
                label = min(known, key=_rank, default=name)
                if label in self.registers:
                    raise DesignError(
                        f"two flip-flops are called {label}: the netlist's names do "
                        f"not tell its registers apart."
                    )
                self.registers[label] = FlipFlop(
                    label,
                    self._function(entry["type"], cell, cell.next_state),
                    inputs,
                    driven["q"],
                    driven["~q"],
                )
                continue
            for pin, function in cell.outputs.items():
                if pin in pins:
                    gates[pins[pin]] = (self._function(entry["type"], cell, function), inputs)
        # The clock is the port that flip-flops have at their clock pins; it has no value here.
        ports = {
            name: port for name, port in module["ports"].items() if not set(port["bits"]) & clocks
        }
        self.ports = {name: tuple(port["bits"]) for name, port in ports.items()}
        self.inputs = frozenset(
            name for name, port in ports.items() if port["direction"] == "input"
        )
        self._arrange(gates)

    def _arrange(self, gates: Mapping) -> None:
        """Take over gates: function and inputs by net. Raises DesignError: a loop."""
        self._driver = gates
        self._gates = [(net, *gates[net]) for net in _in_order(gates)]
        self._sources = {
            net: flip_flop.name
            for flip_flop in self.registers.values()
            for net in (*flip_flop.q, *flip_flop.inverse)
        }
        self._sources |= {
            net: f"{name}[{bit}]"
            for name in self.inputs
            for bit, net in enumerate(self.ports[name])
        }
        self._cones: dict[Any, frozenset[str]] = {}

    @property
    def gates(self) -> Sequence[tuple[Any, Any, tuple]]:
        """Net, function and inputs of each gate, behind those that it reads."""
        return self._gates

    @property
    def sources(self) -> Mapping[Any, str]:
        """The register or input bit that a net comes from."""
        return self._sources

    def without(self, registers: Collection[str]) -> "SymbolicNetlist":
        """The same, but what some registers would store passes at once.

        Raises:
            DesignError: a loop; one of them keeps its value.
        """
        changed, gates = copy(self), dict(self._driver)
        changed.registers = {
            name: flip_flop for name, flip_flop in self.registers.items() if name not in registers
        }
        for name in registers:
            left_out = self.registers[name]
            gates |= dict.fromkeys(left_out.q, (left_out.function, left_out.inputs))
            gates |= dict.fromkeys(
                left_out.inverse, (_inverted(left_out.function), left_out.inputs)
            )
            changed.changes = replace(
                changed.changes,
                left_out=changed.changes.left_out.union(left_out.q, left_out.inverse),
            )
        # Its keys have addresses of functions, and those made here may be freed and used again.
        changed._known = {}
        changed._arrange(gates)
        return changed

    def rewired(self, net: Any, position: int, other: Any) -> "SymbolicNetlist":
        """The same, but the gate that drives a net reads another net at one of its inputs.

        Raises:
            DesignError: a loop.
        """
        # The table of known results stays, since no function is new here.
        changed, (function, inputs) = copy(self), self._driver[net]
        changed.changes = replace(
            self.changes, moved={**self.changes.moved, net: (position, other)}
        )
        changed._arrange(
            {**self._driver, net: (function, (*inputs[:position], other, *inputs[position + 1 :]))}
        )
        return changed

    def pins(self, nets: Sequence) -> Iterator[tuple[Any, int, Any]]:
        """Each input of a gate from which these nets are computed: the net that the gate drives,
        the input's position and the net that it reads.
        """
        for net in self.inside(nets):
            for position, read in enumerate(self._driver[net][1] if net in self._driver else ()):
                yield net, position, read

    @classmethod
    def read(cls, netlist: Path, liberty: Path, top: str, directory: Path) -> "SymbolicNetlist":
        """Of Verilog of cells. Raises ToolError, DesignError."""
        return cls(read_module(netlist, liberty, top, directory), cells.read(liberty))

    def _function(self, kind: str, cell: cells.Cell, text: str) -> Any:
        if (kind, text) not in self._functions:
            self._functions[kind, text] = cell_function(cell, text)
        return self._functions[kind, text]

    def cone(self, net: Any) -> frozenset[str]:
        """The registers and input bits that a net's value is computed from: what a probe on it sees
        with glitches.
        """
        # A stack and no recursion: a chain of gates may be longer than Python calls may nest.
        stack = [net]
        while stack:
            top = stack[-1]
            if top in self._cones:
                stack.pop()
            elif top not in self._driver:
                # A net with neither is a constant, or the clock: a probe there sees no value.
                self._cones[top] = frozenset({self._sources[top]} if top in self._sources else ())
            else:
                missing = [bit for bit in self._driver[top][1] if bit not in self._cones]
                if missing:
                    stack += missing
                else:
                    self._cones[top] = frozenset().union(
                        *(self._cones[bit] for bit in self._driver[top][1])
                    )
        return self._cones[net]

    def inside(self, nets: Sequence) -> list:
        """These nets and all from which they are computed, up to registers and inputs."""
        stack, seen = list(nets), set()
        while stack:
            net = stack.pop()
            if net not in seen:
                seen.add(net)
                stack += self._driver[net][1] if net in self._driver else ()
        # Nets are numbers and constants texts, which have an order only when all are texts.
        return sorted(seen, key=str)

    def evaluate(
        self, sources: Mapping[str, Polynomial]
    ) -> tuple[dict[str, Polynomial], dict[Any, Polynomial]]:
        """What every register takes in, and every net; a net that is too large to be followed, such
        as whether a word is 0, is `UNKNOWN`.

        Args:
            sources: value of each register and input bit, by name.

        Raises:
            TooLarge: a register takes in such a value.
        """
        values: dict[Any, Polynomial] = {"0": ZERO, "1": ONE, "x": ZERO}
        for net, name in self._sources.items():
            values[net] = self._intern(sources[name])
        for flip_flop in self.registers.values():
            for net in flip_flop.inverse:
                values[net] = self._intern(~sources[flip_flop.name])
        for net, function, inputs in self._gates:
            values[net] = self._apply(function, tuple(values[bit] for bit in inputs))
        following = {
            name: self._apply(flip_flop.function, tuple(values[bit] for bit in flip_flop.inputs))
            for name, flip_flop in self.registers.items()
        }
        # Equal polynomials are one object here, so `in` finds it by identity.
        if UNKNOWN in following.values():
            raise TooLarge
        return following, values

    def port_values(self, nets: Mapping[Any, Polynomial]) -> dict[str, Polynomial]:
        """What every bit of a port is, from what every net is."""
        return {
            f"{port}[{bit}]": nets[net]
            for port, bits in self.ports.items()
            for bit, net in enumerate(bits)
        }

    def _intern(self, polynomial: Polynomial) -> Polynomial:
        return self._interned.setdefault(polynomial.terms, polynomial)

    def _apply(self, function: Any, given: tuple[Polynomial, ...]) -> Polynomial:
        # Equal polynomials are one object that is never dropped, so their addresses tell them
        # apart.
        key = (id(function), *map(id, given))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._evaluated(function, given)
        return found

    def _evaluated(self, function: Any, given: tuple[Polynomial, ...]) -> Polynomial:
        try:
            return self._intern(function(*given))
        except TooLarge:
            # What is too large may still be known by its constants: an AND with 0 is 0.
            return function(*(value if value.is_constant else UNKNOWN for value in given))


def _input_bits(module: Mapping[str, Any]) -> set[str]:
    return {
        f"{name}[{bit}]"
        for name, port in module["ports"].items()
        if port["direction"] == "input"
        for bit in range(len(port["bits"]))
    }


def _inverted(function: Any) -> Any:
    return lambda *given: ~function(*given)


def _rank(label: str) -> tuple:
    """Names of shares before others, those of operands of gadgets behind those of words, and short
    ones before long ones.
    """
    return (
        SHARE.fullmatch(label) is None,
        _OPERAND.fullmatch(label) is not None,
        len(label),
        label,
    )


def best_names(module: Mapping[str, Any]) -> dict[Any, str]:
    """A name of each net that a designer gave one: of a register its own, not that of a port which
    it drives, nor that of a part's output which is its value, such as the next bit of a word that
    is rotated.
    """
    found: dict[Any, tuple] = {}
    for bit, label in recognisable(module):
        given = label.rpartition(".")[2]
        own = _PORT_OF_A_PART.sub(lambda match: match[1] or "", given)
        ranked = (label.count(".") if own == given else 0, *_rank(own))
        found[bit] = min(ranked, found.get(bit, ranked))
    return {bit: ranked[-1] for bit, ranked in found.items()}


def _in_order(gates: Mapping) -> list:
    """Each net after those it is computed from. Raises DesignError: a loop."""
    found: dict[Any, None] = {}
    for start in gates:
        stack, opened = [start], set()
        while stack:
            net = stack[-1]
            missing = (
                []
                if net in found
                else [bit for bit in gates[net][1] if bit in gates and bit not in found]
            )
            # It was opened before and still lacks an input, which therefore waits for it.
            if missing and net in opened:
                raise DesignError("combinational loop: the netlist cannot be evaluated.")
            if missing:
                opened.add(net)
                stack += missing
            else:
                found[net] = None
                stack.pop()
    return list(found)
