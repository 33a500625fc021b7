# SPDX-License-Identifier: Apache-2.0
"""GHDL's gates as cells of Yosys (RTLIL): each gate is one cell or a few, after the description of
the gates in GHDL's sources (``netlists-gates.ads``), with the meaning that GHDL's own VHDL printer
gives them (``netlists-disp_vhdl.adb``).

A gate that is not listed here is refused by its name, never left out.
"""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from ..errors import DesignError, ToolError
from . import dynamic
from .memories import MEMORIES, MEMORY_PORTS, memory
from .netlist import Gate, Module, Net

if TYPE_CHECKING:
    from .boxes import Box

# fmt: off
BINARY = {"$and": "$and", "$or": "$or", "$xor": "$xor", "$xnor": "$xnor",
          "$add": "$add", "$sub": "$sub", "$umul": "$mul",
          "$smul": "$mul", "$udiv": "$div", "$sdiv": "$div",
          "$umod": "$mod", "$srem": "$mod", "$smod": "$modfloor",
          "$eq": "$eq", "$ne": "$ne", "$ule": "$le", "$sle": "$le",
          "$ult": "$lt", "$slt": "$lt", "$uge": "$ge", "$sge": "$ge",
          "$ugt": "$gt", "$sgt": "$gt", "$lsl": "$shl", "$lsr": "$shr", "$asr": "$sshr"}
# fmt: on
INVERTED = {"$nand": "$and", "$nor": "$or"}
SIGNED = ("$smul", "$sdiv", "$srem", "$smod", "$sle", "$slt", "$sge", "$sgt", "$asr")
UNARY = {
    "$not": "$not",
    "$neg": "$neg",
    "$red_and": "$reduce_and",
    "$red_or": "$reduce_or",
    "$red_xor": "$reduce_xor",
}
EXTREMES = {"$umin": "$lt", "$smin": "$lt", "$umax": "$gt", "$smax": "$gt"}
WIRES = ("$signal", "$isignal", "$output", "$ioutput", "$port", "$nop", "$enable")
CONCATS = ("$concat2", "$concat3", "$concat4", "$concatn")
EDGES = {"$posedge": 1, "$negedge": 0}
SILENT = ("$assert", "$assume", "$cover", "$assert_cover")
"""For formal tools and simulators; nothing of them is hardware."""

REMEDY = (
    "Take a later GHDL, first on PATH (tools/install-ghdl.sh installs version 6), or write "
    "it otherwise in a copy: an assignment to a computed place as a loop over all places "
    "with an if."
)
"""What helps against errors of an export."""

FLIP_FLOPS = ("$dff", "$idff", "$adff", "$iadff")


def constant(gate: Gate) -> str | None:
    """Bits of a constant gate, the most significant first, ``x`` where nothing is said; None for
    other gates.
    """
    width, words = gate.outputs[0].width if gate.outputs else 0, gate.parameters
    kinds: dict[str, Callable[[], str]] = {
        "$const_ub32": lambda: f"{words[0]:0{width}b}"[-width:],
        "$const_sb32": lambda: f"{words[0]:032b}".rjust(width, f"{words[0]:032b}"[0])[-width:],
        "$const_ul32": lambda: _bits(words[0:1], words[1:2], width),
        "$const_bit": lambda: _bits(words, [], width),
        "$const_log": lambda: _bits(words[0::2], words[1::2], width),
        "$const_x": lambda: "x" * width,
        "$const_z": lambda: "x" * width,
        "$const_0": lambda: "0" * width,
        "$const_1": lambda: "1" * width,
    }
    return kinds[gate.kind.lower()]() if gate.kind.lower() in kinds else None


def _bits(values: list[int], unknowns: list[int], width: int) -> str:
    """Words of 32 bits, the least significant first: a bit is 0 or 1, or neither where it is set in
    ``unknowns``.
    """
    value = sum(word << 32 * index for index, word in enumerate(values))
    unknown = sum(word << 32 * index for index, word in enumerate(unknowns))
    return "".join(
        "x" if unknown >> bit & 1 else str(value >> bit & 1) for bit in reversed(range(width))
    )


def _near(gate: Gate) -> str:
    """Where a gate comes from, as far as GHDL says it."""
    return f" (near {gate.place})" if gate.place else ""


OF_INTEGERS = (32, 64)
"""Bits of GHDL's integers, which are cut to what their range needs."""


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
        self.resizing = resizing
        self.drivers = {net.number: gate for gate in module.gates for net in gate.outputs}
        self.wires: list[str] = []
        self.body: list[str] = []
        self.names: dict[int, str] = {}
        self.extra = 0

    def text(self) -> str:
        """The module."""
        own = self.module.own
        for position, (name, net) in enumerate(zip(self.module.inputs, own.outputs), 1):
            if net.width:
                self.names[net.number] = name
                self.wires.append(f"  wire width {net.width} input {position} {name}")
        for position, (name, net) in enumerate(
            zip(self.module.outputs, own.inputs), len(own.outputs) + 1
        ):
            if net is not None and net.width:
                self.wires.append(f"  wire width {net.width} output {position} {name}")
                self.body.append(f"  connect {name} {self.net(net)}")
        for gate in self.module.gates:
            self.gate(gate)
        return "\n".join([f"module {self.module.name}", *self.wires, *self.body, "end", ""])

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
            f"value{_near(driver)}: registers that are assigned there "
            f"are lost. It is an error of GHDL's, not of the core. {REMEDY}"
        )

    def cell(
        self, kind: str, connections: dict[str, str], parameters: dict[str, int | str]
    ) -> None:
        """One cell."""
        self.extra += 1
        self.body += [
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

    def gate(self, gate: Gate) -> None:
        """One gate; raises `DesignError` for one that is not known."""
        kind = gate.kind
        # No cells of their own: they are written where they are used, if at all.
        if constant(gate) is not None or kind in EDGES or kind in SILENT or kind in MEMORY_PORTS:
            return
        if not kind.startswith("$"):
            self.instance(gate)
        elif kind in MEMORIES:
            memory(self, gate)
        elif kind in FLIP_FLOPS:
            self.flip_flop(gate)
        elif gate.outputs and gate.outputs[0].width:
            self.logic(gate)

    def logic(self, gate: Gate) -> None:
        """A gate without memory."""
        kind, out, inputs = (
            gate.kind,
            gate.outputs[0],
            [net for net in gate.inputs if net is None or net.width],
        )
        y, signals = self.net(out), [self.net(net, out.width) for net in inputs]
        if kind in BINARY:
            self.binary(BINARY[kind], inputs, y, out.width, kind in SIGNED)
        elif kind in INVERTED:
            middle = self.fresh(out.width)
            self.binary(INVERTED[kind], inputs, middle, out.width, False)
            self.unary("$not", middle, out.width, y, out.width)
        elif kind in EXTREMES:
            choose = self.fresh(1)
            self.binary(EXTREMES[kind], inputs, choose, 1, kind.startswith("$s"))
            self.cell(
                "$mux",
                {"A": signals[1], "B": signals[0], "S": choose, "Y": y},
                {"WIDTH": out.width},
            )
        elif kind in UNARY:
            self.unary(UNARY[kind], signals[0], inputs[0].width, y, out.width)
        elif kind in ("$isignal", "$ioutput") and self.undriven(gate):
            self.body.append(f"  connect {y} {self.net(gate.inputs[1], out.width)}")
        elif kind in WIRES:
            self.body.append(
                f"  connect {y} "
                f"{signals[0] if gate.inputs[0] is not None else self.net(None, out.width)}"
            )
        elif kind in CONCATS:
            self.body.append(f"  connect {y} {{ {' '.join(signals)} }}")
        elif kind in ("$mux2", "$mux4", "$pmux"):
            self.multiplexer(gate, y, out.width)
        else:
            self.selection(gate, y, out.width)

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

    def unary(self, kind: str, a: str, a_width: int, y: str, width: int) -> None:
        """A cell with one operand."""
        self.cell(kind, {"A": a, "Y": y}, {"A_SIGNED": 0, "A_WIDTH": a_width, "Y_WIDTH": width})

    def multiplexer(self, gate: Gate, y: str, width: int) -> None:
        """``$mux2`` (s, i0, i1), ``$mux4`` (s, i0 … i3), ``$pmux`` (one-hot s, default, inputs for
        bit 0, 1 …).
        """
        select, *rest = gate.inputs
        values = [self.net(net, width) for net in rest]
        if gate.kind == "$mux2":
            self.cell(
                "$mux",
                {"A": values[0], "B": values[1], "S": self.net(select), "Y": y},
                {"WIDTH": width},
            )
        elif gate.kind == "$mux4":
            self.cell(
                "$bmux",
                # A concatenation begins with the highest part, where the last input belongs.
                {"A": f"{{ {' '.join(reversed(values))} }}", "S": self.net(select), "Y": y},
                {"WIDTH": width, "S_WIDTH": 2},
            )
        else:
            self.cell(
                "$pmux",
                {
                    "A": values[0],
                    "B": f"{{ {' '.join(reversed(values[1:]))} }}",
                    "S": self.net(select),
                    "Y": y,
                },
                {"WIDTH": width, "S_WIDTH": select.width},
            )

    def selection(self, gate: Gate, y: str, width: int) -> None:
        """Parts of a word, extension, and what is left."""
        first = gate.inputs[0]
        a = self.net(first)
        # A number of one range that is put into another is cut likewise, and fits.
        cut = gate.kind == "$strunc" and gate.place in self.resizing
        if cut and first and first.width not in OF_INTEGERS:
            raise DesignError(
                f"{gate.place}: a signed number of {first.width} bits that "
                f"'resize' makes one of {width} is refused: it keeps its sign in a simulator, and "
                f"GHDL's netlist takes its low bits. Write the bits that are meant"
            )
        if gate.kind == "$extract" or gate.kind in ("$utrunc", "$strunc"):
            low = gate.parameters[0] if gate.kind == "$extract" else 0
            self.body.append(f"  connect {y} {self.part(first, low, width)}")
        elif gate.kind in ("$uextend", "$sextend"):
            self.cell(
                "$pos",
                {"A": a, "Y": y},
                {
                    "A_SIGNED": int(gate.kind == "$sextend"),
                    "A_WIDTH": first.width,
                    "Y_WIDTH": width,
                },
            )
        elif gate.kind == "$abs":
            negative = self.fresh(width)
            self.unary("$neg", a, first.width, negative, width)
            self.cell(
                "$mux",
                {"A": a, "B": negative, "S": self.part(first, first.width - 1, 1), "Y": y},
                {"WIDTH": width},
            )
        elif gate.kind in ("$rol", "$ror"):
            self.rotation(gate, y, width)
        elif gate.kind == "$memidx":
            self.cell(
                "$mul",
                {"A": a, "B": f"32'{gate.parameters[0]:032b}", "Y": y},
                {
                    "A_SIGNED": 0,
                    "A_WIDTH": first.width,
                    "B_SIGNED": 0,
                    "B_WIDTH": 32,
                    "Y_WIDTH": width,
                },
            )
        elif gate.kind == "$addidx":
            self.binary("$add", gate.inputs, y, width, False)
        elif gate.kind == "$dyn_extract":
            dynamic.extract(self, gate, y, width)
        elif gate.kind in ("$dyn_insert", "$dyn_insert_en"):
            dynamic.insert(self, gate, y)
        elif gate.kind in ("$inout", "$iinout", "$tri", "$resolver"):
            raise DesignError(
                f"{self.module.name[1:]}: a port of mode inout, or a bus with "
                f"several drivers{_near(gate)}. Cores here have none inside: write "
                f"an in and an out port, or a buffer port, in a copy."
            )
        else:
            raise DesignError(
                f"GHDL made a gate {gate.kind} that cannot be taken over "
                f"({gate.name} in {self.module.name})"
            )

    def rotation(self, gate: Gate, y: str, width: int) -> None:
        """The word twice, shifted by the amount modulo its width; the half that a rotation
        leaves."""
        amount, double = self.fresh(32), self.fresh(2 * width)
        word, count = gate.inputs
        self.cell(
            "$mod",
            {"A": self.net(count), "B": f"32'{width:032b}", "Y": amount},
            {"A_SIGNED": 0, "A_WIDTH": count.width, "B_SIGNED": 0, "B_WIDTH": 32, "Y_WIDTH": 32},
        )
        twice = f"{{ {self.net(word)} {self.net(word)} }}"
        self.cell(
            "$shl" if gate.kind == "$rol" else "$shr",
            {"A": twice, "B": amount, "Y": double},
            {
                "A_SIGNED": 0,
                "A_WIDTH": 2 * width,
                "B_SIGNED": 0,
                "B_WIDTH": 32,
                "Y_WIDTH": 2 * width,
            },
        )
        low = width if gate.kind == "$rol" else 0
        self.body.append(f"  connect {y} {double} [{low + width - 1}:{low}]")

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

    def flip_flop(self, gate: Gate) -> None:
        """``$dff`` (clk, d), ``$adff`` (clk, d, rst, value); those with an initial value have it as
        a further input.
        """
        q, initial = gate.outputs[0], None
        if gate.kind in ("$idff", "$iadff"):
            initial = self.settled(gate.inputs[-1])
        clock, rising = self.clock(gate.inputs[0])
        connections = {
            "CLK": clock,
            "D": self.net(gate.inputs[1], q.width),
            "Q": self.net(q) if initial is None else self.begins(q, initial),
        }
        parameters: dict[str, int | str] = {"WIDTH": q.width, "CLK_POLARITY": rising}
        if gate.kind in ("$dff", "$idff"):
            self.cell("$dff", connections, parameters)
        else:
            self.cell(
                # A load and no reset: GHDL's reset value may be a signal.
                "$aldff",
                {
                    **connections,
                    "ALOAD": self.net(gate.inputs[2]),
                    "AD": self.net(gate.inputs[3], q.width),
                },
                {**parameters, "ALOAD_POLARITY": 1},
            )

    def undriven(self, gate: Gate) -> bool:
        """Whether nothing but a signal itself drives it: it keeps what it is declared with. GHDL
        makes that of a register, too, that is only assigned to itself.
        """
        source, seen = gate, set()
        while source.inputs[0] is not None and source.number not in seen:
            seen.add(source.number)
            source = self.drivers.get(source.inputs[0].number)
            if source is None or source.kind not in WIRES:
                return False
        return True

    def begins(self, net: Net, bits: str) -> str:
        """A wire with an initial value, from which the net is driven."""
        self.wires.append(f"  attribute \\init {net.width}'{bits}")
        wire = self.fresh(net.width)
        self.body.append(f"  connect {self.net(net)} {wire}")
        return wire

    def settled(self, net: Net | None) -> str | None:
        """Bits of a net that is constant; None of others."""
        source = self.drivers.get(net.number) if net is not None else None
        while source is not None and source.kind in WIRES:
            source = self.drivers.get(source.inputs[-1].number)
        return constant(source) if source is not None else None

    def instance(self, gate: Gate) -> None:
        """An instance of another module."""
        if box := self.boxes(gate):
            self.cell(
                box.name,
                {name: self.net(net) for name, net in box.ports if net is not None and net.width},
                box.parameters,
            )
            return
        if gate.kind not in self.modules:
            raise DesignError(
                f"no source has the entity {gate.kind[1:]} (instance {gate.name} in "
                f"{self.module.name})"
            )
        module = self.modules[gate.kind]
        ports = [*zip(module.inputs, gate.inputs), *zip(module.outputs, gate.outputs)]
        self.cell(
            gate.kind,
            {
                name.removeprefix("\\"): self.net(net)
                for name, net in ports
                if net is not None and net.width
            },
            {},
        )


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
