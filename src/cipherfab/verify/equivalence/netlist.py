# SPDX-License-Identifier: Apache-2.0
"""Bit-level netlists, read through Yosys: of RTL, and of a mapped netlist with the functions of its
cells.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from ...design import Design
from ...errors import DesignError
from ...tools.yosys import run_yosys
from .aig import FALSE, TRUE, Aig
from .mapped import mapped_script, named

TO_GATES = """\
opt_clean
memory_collect
memory_map
async2sync
dffunmap
techmap
simplemap
opt_clean
"""
"""To single-bit gates and plain flip-flops. Asynchronous set and reset become logic on both sides
of the flip-flop; nothing here optimises across a register.
"""

RIPPLE = """\
(* techmap_celltype = "$lcu" *)
module _80_lcu_ripple (P, G, CI, CO);
  parameter WIDTH = 2;
  (* force_downto *) input [WIDTH-1:0] P, G;
  input CI;
  (* force_downto *) output [WIDTH-1:0] CO;
  genvar i;
  generate
    for (i = 0; i < WIDTH; i = i + 1)
      if (i == 0) assign CO[i] = G[i] | (P[i] & CI);
      else assign CO[i] = G[i] | (P[i] & CO[i-1]);
  endgenerate
endmodule
"""
"""Carries from bit to bit, in place of those that Yosys makes: a sum has the structure that
software gives it.
"""

FLIP_FLOP = "$_DFF_P_"

SHOWN = 8
"""Nets that a message names."""


@dataclass(frozen=True)
class Register:
    """A rising-edge flip-flop.

    Attributes:
        q, d, clock: bits (see `Netlist`).
        names: of its output, e.g. ``x[3]``.
        inverse_names: of the inverse of its output: in a mapped netlist a flip-flop may hold the
            inverse of a register.
        initial: what it holds at power-up: 0, 1, or None for anything.
    """

    q: int
    d: int
    clock: int
    names: tuple[str, ...]
    inverse_names: tuple[str, ...] = ()
    initial: int | None = None


@dataclass(frozen=True)
class Netlist:
    """A flat netlist. A bit is Yosys' number of a net, or the string ``0`` or ``1``; each undefined
    constant is a net of its own.

    Attributes:
        inputs, outputs: bits of each port, least significant first.
        gates: Yosys gate type and input bits of the gate that drives a bit.
        registers: those on which an output depends, in the order of their numbers.
    """

    inputs: dict[str, list]
    outputs: dict[str, list]
    gates: dict[int, tuple[str, tuple]]
    registers: tuple[Register, ...]

    def require_one_clock(self, design: Design, what: str, why: str) -> None:
        """Refuse a netlist with registers that are not at the rising edge of the design's clock.

        Args:
            what: it is, for the message.
            why: it is refused.

        Raises:
            DesignError: with one of these registers.
        """
        clock = self.inputs.get(design.clock, [None])[0]
        other = [register for register in self.registers if register.clock != clock]
        if other:
            raise DesignError(
                f"{design.name}: expected all registers of the {what} at the rising "
                f"edge of '{design.clock}', got {len(other)} at another clock, such "
                f"as {other[0].names or other[0].q}; {why}."
            )


def read_rtl(
    design: Design, directory: Path, *, ripple: bool = False, timeout: float = 300
) -> Netlist:
    """The design's own sources, elaborated without any optimisation. Raises ToolError, or
    DesignError as `load` does.

    Args:
        ripple: sums are made of `RIPPLE`.
    """
    directory = Path(directory)
    files, gates = [], TO_GATES
    if ripple:
        (directory / "ripple.v").write_text(RIPPLE)
        gates = gates.replace("techmap\n", "techmap -map +/techmap.v -map ripple.v\n")
    for name, text in design.sources.items():
        # A source may lie in a folder of its own.
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text)
        files.append(name)
    script = (
        f"read_verilog -sv {' '.join(files)}\nhierarchy -check -top {design.top}\nproc\n"
        f"flatten -noscopeinfo\n{gates}write_json rtl.json\n"
    )
    run_yosys(script, directory=directory, name="read_rtl", timeout=timeout)
    return load(directory / "rtl.json", design.top)


def read_mapped(
    netlist: Path, cells: Path | str, top: str, directory: Path, *, timeout: float = 300
) -> Netlist:
    """A mapped netlist with its cells' functions. Raises ToolError, or DesignError as `load`
    does."""
    script = f"{mapped_script(netlist, cells, top, names=True)}{TO_GATES}write_json mapped.json\n"
    run_yosys(
        script,
        directory=Path(directory),
        name="read_mapped",
        timeout=timeout,
        readable=named(netlist, cells),
    )
    return load(Path(directory) / "mapped.json", top)


def load(path: Path, top: str) -> Netlist:
    """Read a netlist that Yosys wrote as JSON.

    Raises:
        DesignError: a cell that is neither a simple gate nor a rising-edge flip-flop (a latch, a
            memory of a vendor, another edge); a port that is both input and output; a net that
            several cells or inputs drive.
    """
    module = json.loads(path.read_text())["modules"][top]
    gates, flip_flops, refused, driven = {}, [], {}, []
    defined = _Defined()
    for name, cell in module["cells"].items():
        # Behind `simplemap` every pin has one bit.
        pins = {pin: defined(bits[0]) for pin, bits in cell["connections"].items() if bits}
        if cell["type"] in GATES:
            driven.append(pins["Y"])
            gates[pins["Y"]] = cell["type"], tuple(pins[pin] for pin in GATES[cell["type"]][0])
        elif cell["type"] == FLIP_FLOP:
            driven.append(pins["Q"])
            flip_flops.append((pins["Q"], pins["D"], pins["C"]))
        else:
            refused.setdefault(cell["type"], name)
    if refused:
        raise DesignError(
            f"{path.name}: expected simple gates and rising-edge flip-flops, got "
            + ", ".join(f"{kind} ({name})" for kind, name in sorted(refused.items()))
            + "; latches, other clock edges and vendor memories cannot be compared."
        )
    if both := [name for name, port in module["ports"].items() if port["direction"] == "inout"]:
        raise DesignError(
            f"{path.name}: expected inputs and outputs, got inout {', '.join(both)}; "
            f"what drives a port from both sides cannot be compared."
        )
    ports = {
        way: {
            name: [defined(bit) for bit in port["bits"]]
            for name, port in module["ports"].items()
            if port["direction"] == way
        }
        for way in ("input", "output")
    }
    _require_distinct(path, ports)
    _require_one_driver(path, module, [*driven, *chain(*ports["input"].values())])
    # A register that no output hangs on may be missing on one side.
    flip_flops = _needed(flip_flops, gates, ports["output"])
    outputs = {q for q, _, _ in flip_flops}
    inverses = {
        bit: operands[0]
        for bit, (kind, operands) in gates.items()
        if kind == "$_NOT_" and operands[0] in outputs
    }
    names, initial = _names(module, outputs | set(inverses)), _initial(module)
    inverse_names = {q: [] for q in outputs}
    for bit, q in inverses.items():
        inverse_names[q] += names[bit]
    return Netlist(
        inputs=ports["input"],
        outputs=ports["output"],
        gates=gates,
        registers=tuple(
            Register(
                q, d, c, tuple(sorted(names[q])), tuple(sorted(inverse_names[q])), initial.get(q)
            )
            for q, d, c in sorted(flip_flops)
        ),
    )


class _Defined:
    """Turns each ``x`` or ``z`` into a new, undriven net, so that no two of them count as equal."""

    def __init__(self):
        self._last = 0

    def __call__(self, bit):
        if bit not in ("x", "z"):
            return bit
        # Yosys has no negative numbers of nets, so these are new.
        self._last -= 1
        return self._last


def _needed(flip_flops: list, gates: dict, outputs: dict[str, list]) -> list:
    """Those flip-flops on which an output depends, through any number of cycles."""
    data = {q: d for q, d, _ in flip_flops}
    stack, seen = [bit for bits in outputs.values() for bit in bits], set()
    while stack:
        bit = stack.pop()
        if bit not in seen:
            seen.add(bit)
            stack += [data[bit]] if bit in data else gates[bit][1] if bit in gates else ()
    return [flip_flop for flip_flop in flip_flops if flip_flop[0] in seen]


def _initial(module: dict) -> dict[int, int]:
    """What bits hold at power-up, where that is said."""
    said = (
        (bit, value)
        for net in module["netnames"].values()
        # Yosys writes the value of `init` as binary text, the highest bit first; `bits` begin with
        # the lowest.
        for bit, value in zip(net["bits"], reversed(net["attributes"].get("init", "")))
    )
    return {bit: int(value) for bit, value in said if value in "01"}


def _require_distinct(path: Path, ports: Mapping[str, Mapping[str, list]]) -> None:
    """Raises DesignError: two bits of ports have one name."""
    counts = Counter(
        label
        for way in ports.values()
        for name, bits in way.items()
        for label in bit_names(name, len(bits))
    )
    if twice := sorted(label for label, count in counts.items() if count > 1):
        raise DesignError(
            f"{path.name}: expected one port for each name, got two called {', '.join(twice)}: a "
            f"port of one bit with brackets in its name, and a bit of another; they cannot be "
            f"told apart."
        )


def _require_one_driver(path: Path, module: dict, driven: Sequence) -> None:
    """Raises DesignError: a net has several drivers, or a constant beside one.

    Args:
        driven: the bit that each cell and each input drives.
    """
    counts = Counter(driven)
    twice = {bit for bit, count in counts.items() if count > 1 or isinstance(bit, str)}
    if twice:
        told = sorted({label for _, bit, label in labelled(module) if bit in twice})
        # The logic of one of the drivers would be read, and nothing said of the others.
        raise DesignError(
            f"{path.name}: expected one driver of each net, got several of "
            f"{', '.join(told[:SHOWN]) or f'{len(twice)} without a name'}; what drives a net "
            f"twice cannot be compared."
        )


def _names(module: dict, wanted: set) -> dict[int, list[str]]:
    """All names of the wanted bits that a designer would recognise, but those of two bits."""
    bits: dict[str, set] = {}
    for _, bit, label in labelled(module):
        if bit in wanted:
            bits.setdefault(label, set()).add(bit)
    names = {bit: [] for bit in wanted}
    for label, called in bits.items():
        # The wire ``\a[0]`` and bit 0 of ``a`` have one name and are two registers: what is
        # compared by name would be compared for one of them alone.
        if len(called) == 1:
            names[called.pop()].append(label)
    return names


def labelled(module: Mapping[str, Any]) -> Iterator[tuple[str, Any, str]]:
    """Every bit of every net that is not hidden: the net's name, the bit and the bit's name."""
    for name, net in module["netnames"].items():
        if not net.get("hide_name"):
            for bit, label in zip(
                net["bits"], bit_names(name, len(net["bits"]), net.get("offset", 0))
            ):
                yield name, bit, label


def bit_names(name: str, width: int, offset: int = 0) -> Iterator[str]:
    """``x`` for one bit, else ``x[0]``, ``x[1]``, …"""
    return iter([name]) if width == 1 else (f"{name}[{offset + index}]" for index in range(width))


GATES = {
    "$_BUF_": ("A", lambda g, a: a),
    "$_NOT_": ("A", lambda g, a: a ^ 1),
    "$_AND_": ("AB", lambda g, a, b: g.and_(a, b)),
    "$_NAND_": ("AB", lambda g, a, b: g.and_(a, b) ^ 1),
    "$_OR_": ("AB", lambda g, a, b: g.or_(a, b)),
    "$_NOR_": ("AB", lambda g, a, b: g.or_(a, b) ^ 1),
    "$_XOR_": ("AB", lambda g, a, b: g.xor(a, b)),
    "$_XNOR_": ("AB", lambda g, a, b: g.xor(a, b) ^ 1),
    "$_ANDNOT_": ("AB", lambda g, a, b: g.and_(a, b ^ 1)),
    "$_ORNOT_": ("AB", lambda g, a, b: g.or_(a, b ^ 1)),
    # S chooses B where it is 1.
    "$_MUX_": ("SBA", lambda g, s, b, a: g.mux(s, b, a)),
}
"""Input pins and meaning of Yosys' gates; the letters of a string are pins."""


class Reader:
    """Enters the logic of a netlist into a graph, from given bits back to registers, inputs and
    undriven nets.

    Args:
        graph: where the logic goes; two readers may share one.
        netlist: what is read.
        known: literals of bits where reading stops: inputs and register outputs.
        side: names this netlist in messages.
        undriven: literal for an undriven net.

    Attributes:
        undriven: how many undriven nets were met.
    """

    def __init__(
        self, graph: Aig, netlist: Netlist, known: dict, side: str, undriven: Callable[[int], int]
    ):
        self._graph, self._gates, self._side = graph, netlist.gates, side
        self._value_of_undriven, self.undriven = undriven, 0
        self._literals = {"0": FALSE, "1": TRUE, **known}

    def literal(self, bit) -> int:
        """Literal of a bit. Raises DesignError on a combinational loop."""
        # No recursion: logic may be deeper than Python's calls may go.
        stack, open_bits = [bit], set()
        while stack:
            current = stack[-1]
            gate = self._gates.get(current)
            if current in self._literals:
                stack.pop()
            elif gate is None:
                self._literals[current] = self._value_of_undriven(current)
                self.undriven += 1
            elif missing := [operand for operand in gate[1] if operand not in self._literals]:
                if current in open_bits:
                    raise DesignError(
                        f"{self._side}: combinational loop through net {current}; it "
                        f"cannot be compared."
                    )
                open_bits.add(current)
                stack += missing
            else:
                operands = (self._literals[operand] for operand in gate[1])
                self._literals[current] = GATES[gate[0]][1](self._graph, *operands)
        return self._literals[bit]
