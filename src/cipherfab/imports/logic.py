# SPDX-License-Identifier: Apache-2.0
"""Gates without memory as cells of Yosys, each one cell or a few."""

from ..errors import DesignError
from . import dynamic
from .cells import WIRES, Cells, near
from .netlist import Gate

# fmt: off
BINARY = {"$and": "$and", "$or": "$or", "$xor": "$xor", "$xnor": "$xnor",
          "$add": "$add", "$sub": "$sub", "$umul": "$mul",
          "$smul": "$mul", "$udiv": "$div", "$sdiv": "$div",
          # rem has the sign of the dividend, as Verilog's %; mod has that of the divisor.
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
CONCATS = ("$concat2", "$concat3", "$concat4", "$concatn")

OF_INTEGERS = (32, 64)
"""Bits of GHDL's integers, which are cut to what their range needs."""


def logic(cells: Cells, gate: Gate) -> None:
    """A gate without memory."""
    kind, out, inputs = (
        gate.kind,
        gate.outputs[0],
        # Operands of null ranges have no bits and fall out; None is an input that nothing drives.
        [net for net in gate.inputs if net is None or net.width],
    )
    # An input that nothing drives has no width of its own, and takes that of the output.
    y, signals = cells.net(out), [cells.net(net, out.width) for net in inputs]
    if kind in BINARY:
        cells.binary(BINARY[kind], inputs, y, out.width, kind in SIGNED)
    elif kind in INVERTED:
        middle = cells.fresh(out.width)
        cells.binary(INVERTED[kind], inputs, middle, out.width, False)
        cells.unary("$not", middle, out.width, y, out.width)
    elif kind in EXTREMES:
        choose = cells.fresh(1)
        cells.binary(EXTREMES[kind], inputs, choose, 1, kind.startswith("$s"))
        # S is 1 where the first operand is the smaller one, or for a maximum the larger one, and S
        # chooses B.
        cells.cell(
            "$mux", {"A": signals[1], "B": signals[0], "S": choose, "Y": y}, {"WIDTH": out.width}
        )
    elif kind in UNARY:
        cells.unary(UNARY[kind], signals[0], inputs[0].width, y, out.width)
    elif kind in ("$isignal", "$ioutput") and _undriven(cells, gate):
        cells.connect(y, cells.net(gate.inputs[1], out.width))
    elif kind in WIRES:
        driven = gate.inputs[0] is not None
        cells.connect(y, signals[0] if driven else cells.net(None, out.width))
    elif kind in CONCATS:
        cells.connect(y, f"{{ {' '.join(signals)} }}")
    elif kind in ("$mux2", "$mux4", "$pmux"):
        _multiplexer(cells, gate, y, out.width)
    else:
        _selection(cells, gate, y, out.width)


def _undriven(cells: Cells, gate: Gate) -> bool:
    """Whether nothing but a signal itself drives it: it keeps what it is declared with. GHDL
    makes that of a register, too, that is only assigned to itself.
    """
    source, seen = gate, set()
    while source.inputs[0] is not None and source.number not in seen:
        seen.add(source.number)
        source = cells.drivers.get(source.inputs[0].number)
        if source is None or source.kind not in WIRES:
            return False
    return True


def _multiplexer(cells: Cells, gate: Gate, y: str, width: int) -> None:
    """``$mux2`` (s, i0, i1), ``$mux4`` (s, i0 … i3), ``$pmux`` (one-hot s, default, inputs for
    bit 0, 1 …).
    """
    select, *rest = gate.inputs
    values = [cells.net(net, width) for net in rest]
    if gate.kind == "$mux2":
        cells.cell(
            "$mux",
            {"A": values[0], "B": values[1], "S": cells.net(select), "Y": y},
            {"WIDTH": width},
        )
    elif gate.kind == "$mux4":
        cells.cell(
            "$bmux",
            # A concatenation begins with the highest part, where the last input belongs.
            {"A": f"{{ {' '.join(reversed(values))} }}", "S": cells.net(select), "Y": y},
            {"WIDTH": width, "S_WIDTH": 2},
        )
    else:
        cells.cell(
            "$pmux",
            {
                "A": values[0],
                "B": f"{{ {' '.join(reversed(values[1:]))} }}",
                "S": cells.net(select),
                "Y": y,
            },
            {"WIDTH": width, "S_WIDTH": select.width},
        )


def _selection(cells: Cells, gate: Gate, y: str, width: int) -> None:
    """Parts of a word, extension, and what is left."""
    first = gate.inputs[0]
    a = cells.net(first)
    # A number of one range that is put into another is cut likewise, and fits.
    cut = gate.kind == "$strunc" and gate.place in cells.resizing
    if cut and first and first.width not in OF_INTEGERS:
        raise DesignError(
            f"{gate.place}: a signed number of {first.width} bits that "
            f"'resize' makes one of {width} is refused: it keeps its sign in a simulator, and "
            f"GHDL's netlist takes its low bits. Write the bits that are meant"
        )
    if gate.kind == "$extract" or gate.kind in ("$utrunc", "$strunc"):
        # A truncation keeps the low bits, so it is an extract that begins at bit 0.
        low = gate.parameters[0] if gate.kind == "$extract" else 0
        cells.connect(y, cells.part(first, low, width))
    elif gate.kind in ("$uextend", "$sextend"):
        cells.cell(
            "$pos",
            {"A": a, "Y": y},
            {"A_SIGNED": int(gate.kind == "$sextend"), "A_WIDTH": first.width, "Y_WIDTH": width},
        )
    elif gate.kind == "$abs":
        negative = cells.fresh(width)
        # The smallest number has no positive counterpart and stays itself, as in numeric_std of
        # VHDL.
        cells.unary("$neg", a, first.width, negative, width)
        cells.cell(
            "$mux",
            {"A": a, "B": negative, "S": cells.part(first, first.width - 1, 1), "Y": y},
            {"WIDTH": width},
        )
    elif gate.kind in ("$rol", "$ror"):
        _rotation(cells, gate, y, width)
    elif gate.kind == "$memidx":
        cells.cell(
            "$mul",
            {"A": a, "B": f"32'{gate.parameters[0]:032b}", "Y": y},
            {"A_SIGNED": 0, "A_WIDTH": first.width, "B_SIGNED": 0, "B_WIDTH": 32, "Y_WIDTH": width},
        )
    elif gate.kind == "$addidx":
        cells.binary("$add", gate.inputs, y, width, False)
    elif gate.kind == "$dyn_extract":
        dynamic.extract(cells, gate, y, width)
    elif gate.kind in ("$dyn_insert", "$dyn_insert_en"):
        dynamic.insert(cells, gate, y)
    elif gate.kind in ("$inout", "$iinout", "$tri", "$resolver"):
        raise DesignError(
            f"{cells.module.name[1:]}: a port of mode inout, or a bus with "
            f"several drivers{near(gate)}. Cores here have none inside: write "
            f"an in and an out port, or a buffer port, in a copy."
        )
    else:
        raise DesignError(
            f"GHDL made a gate {gate.kind} that cannot be taken over "
            f"({gate.name} in {cells.module.name})"
        )


def _rotation(cells: Cells, gate: Gate, y: str, width: int) -> None:
    """The word twice, shifted by the amount modulo its width; the half that a rotation
    leaves."""
    amount, double = cells.fresh(32), cells.fresh(2 * width)
    word, count = gate.inputs
    cells.cell(
        "$mod",
        {"A": cells.net(count), "B": f"32'{width:032b}", "Y": amount},
        {"A_SIGNED": 0, "A_WIDTH": count.width, "B_SIGNED": 0, "B_WIDTH": 32, "Y_WIDTH": 32},
    )
    twice = f"{{ {cells.net(word)} {cells.net(word)} }}"
    cells.cell(
        "$shl" if gate.kind == "$rol" else "$shr",
        {"A": twice, "B": amount, "Y": double},
        {"A_SIGNED": 0, "A_WIDTH": 2 * width, "B_SIGNED": 0, "B_WIDTH": 32, "Y_WIDTH": 2 * width},
    )
    low = width if gate.kind == "$rol" else 0
    cells.connect(y, f"{double} [{low + width - 1}:{low}]")
