# SPDX-License-Identifier: Apache-2.0
"""A mapped netlist as numbers for `bench/lanes.cpp`: cells sorted by level and function, registers,
ports.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...errors import DesignError
from ...tools.yosys import run_yosys
from ..equivalence.netlist import labelled
from . import cells
from .functions import Functions
from .schedule import (
    NO_VERSIONS,
    Delays,
    Gate,
    Versions,
    by_function,
    grouped,
    in_place,
    sequence,
    versions,
)


@dataclass(frozen=True, kw_only=True)
class Changes:
    """What is made wrong in a netlist on purpose, by the bits of Yosys' JSON.

    Attributes:
        left_out: what flip-flops drive that are none any longer: their next state passes at once.
        moved: of what a gate drives, the position of one of its inputs and what it reads instead.
    """

    left_out: frozenset = frozenset()
    moved: Mapping[Any, tuple[int, Any]] = field(default_factory=dict)


NONE = Changes()


def read_module(netlist: Path, liberty: Path, top: str, directory: Path) -> dict[str, Any]:
    """The top module of a netlist, flat, as Yosys writes it in JSON. Raises ToolError."""
    script = (
        # With -lib the cells stay cells. Their functions come from our own reader of the Liberty
        # file.
        f'read_liberty -lib -ignore_miss_func "{liberty.resolve()}"\nread_verilog '
        f'"{netlist.resolve()}"\n'
        f"hierarchy -check -top {top}\nflatten -noscopeinfo\nopt_clean\nwrite_json "
        f"lanes.json\n"
    )
    run_yosys(script, directory=directory, name="lanes", timeout=300, readable=[liberty, netlist])
    return json.loads((directory / "lanes.json").read_text())["modules"][top]


def _net_names(module: Mapping[str, Any]) -> dict[Any, str]:
    """A name that a designer would recognise for each net that has one."""
    return dict(recognisable(module))


def recognisable(module: Mapping[str, Any]) -> Iterator[tuple[Any, str]]:
    """The bits of nets that a designer named, each with each of its names; Yosys calls the others
    ``_12_``.
    """
    return (
        (bit, label) for name, bit, label in labelled(module) if not re.fullmatch(r"_\d+_", name)
    )


def _shown(state: Mapping[str, int]) -> int:
    """The net with which a flip-flop's changes count, of those that it drives. Q and QN change
    together, so where both are connected Q counts for both.
    """
    return state["q"] if "q" in state else state["~q"]


def _register_name(
    entry: Mapping[str, Any], cell: cells.Cell, names: Mapping[Any, str]
) -> str | None:
    """What the output of a flip-flop is called, or its inverted output if only that has a name."""
    outputs = {kind: entry["connections"].get(pin) or [None] for pin, kind in cell.outputs.items()}
    return next(
        (names[bit] for kind in ("q", "~q") for bit in outputs.get(kind, ()) if bit in names), None
    )


@dataclass(frozen=True, kw_only=True)
class Instance:
    """A cell of the netlist: its name, its type, and the net of each pin that is connected, but for
    the clock pin; ``gated``: the net at the clock pin if a clock gate drives it.
    """

    name: str
    cell: str
    nets: Mapping[str, int]
    gated: int | None = None


class LevelledNetlist:
    """A flat module of cells as numbers for the program: net 0 is 0 and net 1 is 1.

    Attributes:
        ports: nets of each port but the clock, least significant first.
        inputs: names of the input ports.
        cells: every cell, with its connections.
        depth: for each net that a gate drives, the most gates from registers and inputs.
        count: gates.
        stepped: how many gates are evaluated in all steps of a cycle with glitches: a gate in each
            step that a path from a register or an input to it has as its length.
        gated: for each net that a clock gate drives, the net that opens it. No gate evaluates such
            a net; its flip-flops keep their state while it is shut.
        drivers: for each net that a gate drives, the nets that it reads.
        following, states: for each flip-flop, the nets that its next state reads, and its own.
        counted: the nets whose toggles count, in the order of the program's events.
        names: of nets, as a designer called them, or as the cell that drives them is called.
    """

    def __init__(
        self,
        module: Mapping[str, Any],
        library: Mapping[str, cells.Cell],
        functions: Functions,
        changes: Changes = NONE,
    ):
        self._changes = changes
        self._index: dict[Any, int] = {"0": 0, "1": 1}
        self.registers: list[str] = []  # names
        self.cells: list[Instance] = []
        # (function, output, inputs); (function, inputs, {"q": net, "~q": net})
        self._gates, self._registers = [], []
        self._named: dict[int, str] = {}  # gates by their outputs
        self.gated: dict[int, int] = {}
        clocks = self._cells(module, library, functions)
        ports = {
            name: port for name, port in module["ports"].items() if not set(port["bits"]) & clocks
        }
        self.ports = {
            name: [self._net(bit) for bit in port["bits"]] for name, port in ports.items()
        }
        self.inputs = frozenset(
            name for name, port in ports.items() if port["direction"] == "input"
        )
        self.count = len(self._gates)
        self._levelize()
        self.drivers = {output: inputs for _, output, inputs in self._gates}
        self.following = [inputs for _, inputs, _ in self._registers]
        self.states = [state for _, _, state in self._registers]
        # A designer's name is put over that of the cell.
        self.names = {
            **self._named,
            **{self._index[bit]: name for bit, name in recognisable(module) if bit in self._index},
        }
        self.counted = [output for _, output, _ in self._gates] + [
            _shown(state) for state in self.states if state
        ]
        self.depth: Mapping[int, int] = self._longest
        self.stepped = sum(times.bit_count() for times in self._times.values())

    def _net(self, bit) -> int:
        return self._index.setdefault(bit, len(self._index))

    def _cells(self, module: Mapping, library: Mapping, functions: Functions) -> set:
        """Sort the cells into gates and registers, clock gates first; returns the clock nets."""
        clocks, names = set(), _net_names(module)
        entries = [
            (name, entry, self._known(name, entry, library))
            for name, entry in module["cells"].items()
        ]
        # A gated flip-flop is known as one only when the nets behind clock gates are known.
        for name, entry, cell in sorted(entries, key=lambda item: not item[2].gate):
            pins = {
                pin: self._net(bits[0])
                for pin, bits in entry["connections"].items()
                if bits and pin != cell.clock
            }
            clock = entry["connections"][cell.clock][0] if cell.clock else None
            gated = self._index.get(clock)
            gated = gated if gated in self.gated else None
            self.cells.append(Instance(name=name, cell=entry["type"], nets=pins, gated=gated))
            # A gated clock is no second clock: its flip-flops move with the clock that the gate
            # reads.
            if cell.clock and gated is None:
                clocks.add(clock)
            if cell.gate:
                self._clock_gate(name, cell, pins)
            elif cell.next_state and self._is_left_out(cell, entry):
                self._gates += self._passing(cell, pins, functions)
            elif cell.next_state:
                self.registers.append(_register_name(entry, cell, names) or name)
                self._registers.append(self._register(name, cell, pins, gated, functions))
            else:
                inputs = tuple(pins[pin] for pin in cell.inputs)
                self._named |= {
                    pins[pin]: f"{name} ({entry['type']})" for pin in cell.outputs if pin in pins
                }
                self._gates += [
                    (
                        functions.number(cell, function),
                        pins[pin],
                        self._moved(entry["connections"][pin][0], inputs),
                    )
                    for pin, function in cell.outputs.items()
                    if pin in pins
                ]
        if len(clocks) > 1:
            raise DesignError(
                f"expected one clock, got {len(clocks)} clock nets (a clock behind "
                f"two gates cannot be simulated here)."
            )
        return clocks

    @staticmethod
    def _known(name: str, entry: Mapping, library: Mapping) -> cells.Cell:
        if entry["type"] not in library:
            raise DesignError(
                f"cell {name} is a {entry['type']}, whose function cannot be "
                f"simulated here; expected gates, flip-flops and clock gates."
            )
        return library[entry["type"]]

    def _clock_gate(self, name: str, cell: cells.Cell, pins: Mapping[str, int]) -> None:
        """Raises DesignError: two pins could open it."""
        # A test pin that is tied to 0 never opens the gate.
        opening = [pins[pin] for pin in cell.inputs if pins[pin] != 0]
        if len(opening) != 1:
            raise DesignError(
                f"clock gate {name}: expected one enable that is not 0, got {len(opening)}."
            )
        (self.gated[pins[cell.gate]],) = opening

    def _register(
        self,
        name: str,
        cell: cells.Cell,
        pins: Mapping[str, int],
        gated: int | None,
        functions: Functions,
    ) -> tuple:
        """Function of the next state, its inputs, and the nets of the state."""
        inputs = tuple(pins[pin] for pin in cell.inputs)
        # Nets 0 and 1 are the constants. A clear by logic may act within a cycle; here registers
        # change at edges alone.
        loose = [pin for pin in cell.tied if pins[pin] > 1]
        if loose:
            raise DesignError(
                f"cell {name}: its pin {loose[0]} clears or presets it at any time, "
                f"which cannot be simulated here; expected a constant."
            )
        state = {kind: pins[pin] for pin, kind in cell.outputs.items() if pin in pins}
        if gated is None or not state:
            return functions.number(cell, cell.next_state), inputs, state
        # Behind a shut gate it keeps its state: it reads its own output, whichever is connected.
        kept = next(iter(state))
        return (
            functions.number(cell, cell.next_state, kept),
            (*inputs, self.gated[gated], state[kept]),
            state,
        )

    def _is_left_out(self, cell: cells.Cell, entry: Mapping) -> bool:
        return any(
            bit in self._changes.left_out
            for pin in cell.outputs
            for bit in entry["connections"].get(pin, ())
        )

    @staticmethod
    def _passing(cell: cells.Cell, pins: Mapping[str, int], functions: Functions) -> list[Gate]:
        """A flip-flop that is left out: a gate for each of its outputs."""
        following = {"q": cell.next_state, "~q": f"!({cell.next_state})"}
        return [
            (
                functions.number(cell, following[kind]),
                pins[pin],
                tuple(pins[name] for name in cell.inputs),
            )
            for pin, kind in cell.outputs.items()
            if pin in pins
        ]

    def _moved(self, bit: Any, inputs: tuple[int, ...]) -> tuple[int, ...]:
        """The inputs of the gate that drives a bit, with the one that is changed."""
        if bit not in self._changes.moved:
            return inputs
        position, other = self._changes.moved[bit]
        return (*inputs[:position], self._net(other), *inputs[position + 1 :])

    def _levelize(self) -> None:
        """Longest distance of each gate from registers and inputs, and all distances."""
        driver = {
            output: (inputs, number) for number, (_, output, inputs) in enumerate(self._gates)
        }
        # A stack and no recursion: paths are longer than Python's calls go deep.
        self._longest, self._times, stack = {}, {}, []
        for start in driver:
            stack.append(start)
            open_nets = set()
            while stack:
                net = stack[-1]
                waiting = [
                    bit for bit in driver[net][0] if bit in driver and bit not in self._longest
                ]
                if net in self._longest or not waiting:
                    stack.pop()
                    self._place(net, driver)
                elif net in open_nets:
                    raise DesignError(
                        "combinational loop: the netlist cannot be simulated level by level."
                    )
                else:
                    open_nets.add(net)
                    stack += waiting

    def _place(self, net: int, driver: Mapping) -> None:
        # Constants never change and give no time; a gate of constants alone needs a level all the
        # same.
        inputs = [bit for bit in driver[net][0] if bit > 1] or [0]
        self._longest[net] = 1 + max(self._longest.get(bit, 0) for bit in inputs)
        times = 0  # bit t: the gate may change t steps after registers and inputs
        for bit in inputs:
            # Registers and inputs have the 1: they change at step 0 and never again.
            times |= self._times.get(bit, 1)
        self._times[net] = times << 1

    def text(self, delays: Delays | None = None) -> str:
        """What the program reads of the netlist; the stimulus follows it. ``delays``: of all cells,
        in place of a unit.
        """
        following = [
            (function, number, inputs)
            for number, (function, inputs, _) in enumerate(self._registers)
        ]
        q, qn = ([state.get(kind, -1) for _, _, state in self._registers] for kind in ("q", "~q"))
        driven = (
            {gate[1] for gate in self._gates}
            | {*q, *qn}
            | {net for name in self.inputs for net in self.ports[name]}
            | set(self.gated)
        )
        undriven = [net for net in range(2, len(self._index)) if net not in driven]
        made = self.versions(delays) if delays else NO_VERSIONS
        lists = [
            *sequence(list(map(by_function, self._levels()))),
            # With delays the steps of a unit are never played.
            *sequence([] if delays else self._steps()),
            *grouped(by_function(following)),
        ]
        for values in (q, qn, self.counted, undriven, made.seen):
            lists += [len(values), *values]
        return (
            " ".join(
                map(
                    str,
                    [
                        len(self._index),
                        *lists,
                        made.slots,
                        *sequence(list(map(by_function, made.levels))),
                    ],
                )
            )
            + "\n"
        )

    def versions(self, delays: Delays) -> Versions:
        """The values that nets have on their way, see `schedule.versions`."""
        shown = {_shown(state) for state in self.states if state}
        driven = {net for state in self.states for net in state.values()}
        return versions(
            [gate for level in self._levels() for gate in level],
            delays,
            nets=len(self._index),
            counted=sorted(shown),
            silent=sorted(driven - shown),
        )

    def _levels(self) -> list[list[Gate]]:
        """The gates by how far they are from registers and inputs."""
        levels: list[list[Gate]] = [[] for _ in range(max(self._longest.values(), default=0))]
        for gate in self._gates:
            # The distance of a gate that reads sources alone is 1.
            levels[self._longest[gate[1]] - 1].append(gate)
        return levels

    def _steps(self) -> list[list[Gate]]:
        """The gates that may change in each step, if each answers a step after its inputs."""
        return [
            in_place([gate for gate in self._gates if self._times[gate[1]] >> step & 1])
            for step in range(1, 1 + max(self._longest.values(), default=0))
        ]
