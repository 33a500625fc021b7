# SPDX-License-Identifier: Apache-2.0
"""GHDL's gates as cells of Yosys (RTLIL): each gate is one cell or a few, after the description of
the gates in GHDL's sources (``netlists-gates.ads``), with the meaning that GHDL's own VHDL printer
gives them (``netlists-disp_vhdl.adb``).

A gate that is not listed here is refused by its name, never left out.
"""

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, TypeVar

from ..errors import DesignError
from .cells import EDGES, Cells
from .constants import constant
from .logic import logic
from .memories import MEMORIES, MEMORY_PORTS, memory
from .netlist import Gate, Module
from .registers import FLIP_FLOPS, flip_flop

if TYPE_CHECKING:
    from .boxes import Box

One = TypeVar("One")

SILENT = ("$assert", "$assume", "$cover", "$assert_cover")
"""For formal tools and simulators; nothing of them is hardware."""


class Writer:
    """Writes one module as RTLIL."""

    def __init__(
        self,
        module: Module,
        modules: dict[str, Module],
        boxes: "Callable[[Gate], Box | None]" = lambda gate: None,
        resizing: Collection[str] = (),
    ):
        self.module, self.modules, self.boxes = module, modules, boxes
        self.cells = Cells(module, resizing)

    def text(self) -> str:
        """The module."""
        own = self.module.own
        # A component without an entity has none, and is never written.
        assert own is not None
        for position, (name, net) in enumerate(_paired(self.module.inputs, own.outputs, own), 1):
            # A port of a null range has no bits, and Verilog has no such port.
            if net.width:
                self.cells.names[net.number] = name
                self.cells.wires.append(f"  wire width {net.width} input {position} {name}")
        # RTLIL numbers all ports in one row, from 1.
        for position, (name, driver) in enumerate(
            _paired(self.module.outputs, own.inputs, own), len(own.outputs) + 1
        ):
            if driver is not None and driver.width:
                self.cells.wires.append(f"  wire width {driver.width} output {position} {name}")
                self.cells.connect(name, self.cells.net(driver))
        for gate in self.module.gates:
            self.gate(gate)
        return "\n".join(
            [f"module {self.module.name}", *self.cells.wires, *self.cells.body, "end", ""]
        )

    def gate(self, gate: Gate) -> None:
        """One gate; raises `DesignError` for one that is not known."""
        kind = gate.kind
        # No cells of their own: they are written where they are used, if at all.
        if constant(gate) is not None or kind in EDGES or kind in SILENT or kind in MEMORY_PORTS:
            return
        if not kind.startswith("$"):
            self.instance(gate)
        elif kind in MEMORIES:
            memory(self.cells, gate)
        elif kind in FLIP_FLOPS:
            flip_flop(self.cells, gate)
        elif gate.outputs and gate.outputs[0].width:
            logic(self.cells, gate)

    def instance(self, gate: Gate) -> None:
        """An instance of another module."""
        if box := self.boxes(gate):
            self.cells.cell(
                box.name,
                {
                    name: self.cells.net(net)
                    for name, net in box.ports
                    if net is not None and net.width
                },
                box.parameters,
            )
            return
        if gate.kind not in self.modules:
            raise DesignError(
                f"no source has the entity {gate.kind[1:]} (instance {gate.name} in "
                f"{self.module.name})"
            )
        module = self.modules[gate.kind]
        ports = [
            *_paired(module.inputs, gate.inputs, gate),
            *_paired(module.outputs, gate.outputs, gate),
        ]
        self.cells.cell(
            gate.kind,
            {
                name.removeprefix("\\"): self.cells.net(net)
                for name, net in ports
                if net is not None and net.width
            },
            {},
        )


def _paired(names: Sequence[str], nets: Sequence[One], gate: Gate) -> list[tuple[str, One]]:
    """The ports of a module on one side, each with its net. Raises DesignError: not as many."""
    # A port that is left out would be one that nothing drives.
    if len(names) != len(nets):
        raise DesignError(
            f"GHDL's netlist: expected {len(names)} nets for the ports of {gate.kind[1:]}, got "
            f"{len(nets)} (instance {gate.name})."
        )
    return list(zip(names, nets, strict=True))


def rtlil(
    modules: dict[str, Module],
    boxes: "Callable[[Gate], Box | None]" = lambda gate: None,
    resizing: Collection[str] = (),
) -> str:
    """All modules as RTLIL, for ``read_rtlil``.

    Args:
        boxes: says of a gate what it is as an instance of a module of another language.
        resizing: the places, as a gate has them, of lines of the sources with `resize`.
    """
    return "".join(Writer(module, modules, boxes, resizing).text() for module in modules.values())
