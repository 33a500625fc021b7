# SPDX-License-Identifier: Apache-2.0
"""A module of Yosys (RTLIL) under way: its wires, its cells, and the signals of the nets of GHDL's
netlist.
"""

from collections.abc import Collection

from ..errors import DesignError, ToolError
from .constants import constant
from .netlist import Gate, Module, Net

WIRES = ("$signal", "$isignal", "$output", "$ioutput", "$port", "$nop", "$enable")
EDGES = {"$posedge": 1, "$negedge": 0}

REMEDY = (
    "Take a later GHDL, first on PATH (tools/install-ghdl.sh installs version 6), or write "
    "it otherwise in a copy: an assignment to a computed place as a loop over all places "
    "with an if."
)
"""What helps against errors of an export."""


def near(gate: Gate) -> str:
    """Where a gate comes from, as far as GHDL says it."""
    return f" (near {gate.place})" if gate.place else ""


class Cells:
    """What is written of one module.

    Args:
        module: of GHDL's netlist.
        resizing: the places of lines of the sources with `resize`, as a gate has them.
    """

    def __init__(self, module: Module, resizing: Collection[str] = ()):
        self.module, self.resizing = module, resizing
        # A net has one driver at most, by which a value is followed back to a constant or to an
        # edge.
        self.drivers = {net.number: gate for gate in module.gates for net in gate.outputs}
        self.wires: list[str] = []
        self.body: list[str] = []
        self.names: dict[int, str] = {}
        self.extra = 0

    def connect(self, y: str, signal: str) -> None:
        """A wire is another signal."""
        self.body.append(f"  connect {y} {signal}")

    def net(self, net: Net | None, width: int = 1) -> str:
        """The signal of a net; unknown bits where nothing drives it; ``{ }`` of nothing where it
        has no bits.
        """
        if net is None:
            return f"{width}'{'x' * width}"
        driver = self.drivers.get(net.number)
        bits = constant(driver) if driver is not None else None
        if bits is not None:
            return f"{net.width}'{bits}" if bits else "{ }"
        if net.number not in self.names:
            self.undriven_by_export(driver)
            self.names[net.number] = f"$n{net.number}"
            if net.width:
                self.wires.append(f"  wire width {net.width} $n{net.number}")
        return self.names[net.number] if net.width else "{ }"

    def undriven_by_export(self, driver: Gate | None) -> None:
        """Raises `ToolError` if this net would be a wire that nothing drives, though it is none in
        the source: what drives it is the edge of a clock, or a gate that GHDL left out.
        """
        if driver is not None and driver.kind not in EDGES:
            return
        if driver is None:
            raise ToolError(
                f"GHDL's netlist of {self.module.name[1:]} uses a net that nothing "
                f"drives. It is an error of GHDL's, not of the core: {REMEDY}"
            )
        raise ToolError(
            f"GHDL's netlist of {self.module.name[1:]} uses the edge of a clock as a "
            f"value{near(driver)}: registers that are assigned there "
            f"are lost. It is an error of GHDL's, not of the core. {REMEDY}"
        )

    def cell(
        self, kind: str, connections: dict[str, str], parameters: dict[str, int | str]
    ) -> None:
        """One cell."""
        # Cells and wires share one counter, which is enough for each of them to have a name of its
        # own.
        self.extra += 1
        self.body += [
            # Names of the core begin with a backslash in RTLIL, so one with a $ meets none of them.
            f"  cell {kind} $c{self.extra}",
            *(f"    parameter \\{name} {value}" for name, value in parameters.items()),
            *(f"    connect \\{port} {signal}" for port, signal in connections.items()),
            "  end",
        ]

    def fresh(self, width: int) -> str:
        """A further wire."""
        self.extra += 1
        self.wires.append(f"  wire width {width} $w{self.extra}")
        return f"$w{self.extra}"

    def unary(self, kind: str, a: str, a_width: int, y: str, width: int) -> None:
        """A cell with one operand."""
        self.cell(kind, {"A": a, "Y": y}, {"A_SIGNED": 0, "A_WIDTH": a_width, "Y_WIDTH": width})

    def binary(self, kind: str, inputs: list[Net], y: str, width: int, signed: bool) -> None:
        """A cell with two operands; a shift's amount is never signed."""
        self.cell(
            kind,
            {"A": self.net(inputs[0]), "B": self.net(inputs[1]), "Y": y},
            {
                "A_SIGNED": int(signed),
                "A_WIDTH": inputs[0].width,
                "B_SIGNED": int(signed and kind != "$sshr"),
                "B_WIDTH": inputs[1].width,
                "Y_WIDTH": width,
            },
        )

    def part(self, net: Net, low: int, width: int) -> str:
        """Bits of a net from ``low`` on."""
        driver = self.drivers.get(net.number)
        bits = constant(driver) if driver is not None else None
        if bits is not None:
            # The text begins with the highest bit.
            return f"{width}'{bits[net.width - low - width : net.width - low]}"
        return f"{self.net(net)} [{low + width - 1}:{low}]"

    def clock(self, net: Net) -> tuple[str, int]:
        """The clock behind an edge, and 1 for a rising one."""
        edge = self.drivers.get(net.number)
        if edge is None or edge.kind not in EDGES:
            raise DesignError(
                f"GHDL's netlist clocks a register with something that is not an "
                f"edge, in {self.module.name}"
            )
        return self.net(edge.inputs[0]), EDGES[edge.kind]

    def settled(self, net: Net | None) -> str | None:
        """Bits of a net that is constant; None of others."""
        source = self.drivers.get(net.number) if net is not None else None
        while source is not None and source.kind in WIRES:
            # The last input of $isignal and $ioutput is the initial value; the others have one
            # input.
            source = self.drivers.get(source.inputs[-1].number)
        return constant(source) if source is not None else None
