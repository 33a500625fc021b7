# SPDX-License-Identifier: Apache-2.0
"""What a clock tree would cost: buffers, wires, skew and power, by an estimate.

The tree is cut top down by the method of means and medians (Jackson, Srinivasan and Kuh, 1990):
flip-flops are halved at the median of x or y, whichever they spread over more, until few are left,
and a buffer stands at the mean of each group. So there are as many buffers on the way to each
flip-flop. OpenSTA times the tree and says what power it takes. Buffers are not put on sites, and
nothing is balanced afterwards.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ...errors import ToolError
from ...tools.opensta import run_sta
from .circuit import Circuit, Pin
from .geometry import Geometry, Point
from .spef import spef
from .trees import Tree, distance, ends, steiner

LEAVES = 20
"""Flip-flops behind a buffer at most."""

TOP = "clock_tree"
CLOCK = "clock"
NETLIST, SPEF = "clock_tree.v", "clock_tree.spef"
"""Files of a run: the buffers with the flip-flops behind them, and their wires."""

TIMEOUT = 600
"""Seconds of OpenSTA."""

# A line of `report_arrival`: r EARLIEST:LATEST of the rising edge, of which the latest counts.
_ARRIVAL = re.compile(r"^ *\(clock \^\) r [\d.]+:([\d.]+) ", re.MULTILINE)
# A line of `report_power -instances`: internal, switching, leakage and total power, and the name.
_POWER = re.compile(r"^ *\S+ +\S+ +\S+ +(\S+) buffer_\d+$", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What a clock tree costs.

    Attributes:
        sinks: clock pins; buffers, levels: how many there are, and how many on the way to each.
        area_um2: of the buffers; they are not in the die's utilisation.
        wire_mm, wire_ff: length and capacitance of its wires, without pins.
        latency_ps: to the latest clock pin; skew_ps: from the earliest to the latest.
        power_mw: of the buffers with the wires and clock pins behind them, at the run's period.
    """

    sinks: int
    buffers: int
    levels: int
    area_um2: float
    wire_mm: float
    wire_ff: float
    latency_ps: float
    skew_ps: float
    power_mw: float


@dataclass(frozen=True, kw_only=True)
class Sink:
    """A clock pin: the kind of its cell, its name, and where it lies."""

    kind: str
    pin: str
    place: Point


@dataclass
class ClockTree:
    """A tree, as a circuit of its own whose port is the clock.

    Attributes:
        buffer: name of the cell, and its pins, input and output.
        cells: kinds of buffers and flip-flops, by their names in this circuit.
        nets: pins of each net, what drives it first.
        wires: tree of each net.
        levels: buffers on the way to each flip-flop.
    """

    buffer: tuple[str, str, str]
    levels: int
    cells: dict[str, str] = field(default_factory=dict)
    nets: dict[str, tuple[Pin, ...]] = field(default_factory=dict)
    wires: dict[str, Tree] = field(default_factory=dict)

    def circuit(self) -> Circuit:
        """As what a placer needs."""
        return Circuit(self.cells, {CLOCK: False}, self.nets)

    def length(self) -> float:
        """µm of all wires."""
        return sum(distance(a, b) for a, b in ends(self.wires))


def grow(root: Point, sinks: Sequence[Sink], buffer: tuple[str, str, str]) -> ClockTree:
    """The tree from a port to at least one clock pin.

    Groups are halved as often as leaves have to be few. Behind a buffer stand the groups of two
    halvings, four; behind the first one two, if the number of halvings is odd.
    """
    halvings = 0
    # The larger half decides, so the division rounds up.
    while -(-len(sinks) // 2**halvings) > LEAVES:
        halvings += 1
    tree = ClockTree(buffer, levels=1 + -(-halvings // 2))
    place, pin = _grow(tree, sinks, halvings)
    tree.nets[CLOCK] = ((CLOCK, ""), pin)
    tree.wires[CLOCK] = steiner([root, place])
    return tree


def _grow(tree: ClockTree, sinks: Sequence[Sink], halvings: int) -> tuple[Point, Pin]:
    """Add the buffer of a group, with all that is behind it; where it stands, and its input."""
    kind, into, out = tree.buffer
    name, net = f"buffer_{len(tree.cells)}", f"net_{len(tree.cells)}"
    place = _mean([sink.place for sink in sinks])
    tree.cells[name] = kind
    if not halvings:
        pins = [_leaf(tree, sink) for sink in sinks]
        tree.wires[net] = steiner([place, *(sink.place for sink in sinks)])
    else:
        cuts = 2 - halvings % 2
        halves = [_halved(half) if cuts == 2 else (half,) for half in _halved(sinks)]
        behind = [[_grow(tree, group, halvings - cuts) for group in half] for half in halves]
        pins = [pin for half in behind for _, pin in half]
        tree.wires[net] = _branching(place, [[at for at, _ in half] for half in behind])
    tree.nets[net] = ((name, out), *pins)
    return place, (name, into)


def _leaf(tree: ClockTree, sink: Sink) -> Pin:
    name = f"sink_{len(tree.cells)}"
    tree.cells[name] = sink.kind
    return name, sink.pin


def _halved(sinks: Sequence[Sink]) -> tuple[Sequence[Sink], Sequence[Sink]]:
    """At the median of the axis over which they spread more, x first."""
    spreads = [max(axis) - min(axis) for axis in zip(*(sink.place for sink in sinks), strict=True)]
    axis = 0 if spreads[0] >= spreads[1] else 1
    found = sorted(sinks, key=lambda sink: (sink.place[axis], sink.place[1 - axis]))
    return found[: len(found) // 2], found[len(found) // 2 :]


def _branching(place: Point, halves: Sequence[Sequence[Point]]) -> Tree:
    """A wire to buffers in the shape of an H: to the mean of each half, and from there on. The
    buffers come behind the first point, in their order.
    """
    points: list[Point] = [place, *(at for half in halves for at in half)]
    edges, number = [], 1
    for half in halves:
        middle = number
        if len(half) > 1:
            middle = len(points)
            points.append(_mean(half))
            edges += [(middle, number + each) for each in range(len(half))]
        edges.append((0, middle))
        number += len(half)
    return points, edges


def _mean(points: Sequence[Point]) -> Point:
    return (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def cost(
    tree: ClockTree, geometry: Geometry, liberty: Path, *, period_ps: int, directory: Path
) -> Cost:
    """Time a tree with OpenSTA.

    Args:
        geometry: its wires are of the clock's layer.
        liberty: an uncompressed file without wire load.
        period_ps: of the clock.
        directory: gets `NETLIST` and `SPEF`.

    Raises:
        ToolError: OpenSTA is missing or failed.
    """
    circuit = tree.circuit()
    layer = replace(geometry, ohms=geometry.clock_ohms, farads=geometry.clock_farads)
    (directory / NETLIST).write_text("".join(_verilog(circuit)))
    with open(directory / SPEF, "w") as file:
        file.writelines(spef(TOP, circuit, tree.wires, layer))
    pins = [f"{cell}/{pin}" for cell, pin in _sinks(tree)]
    text = "".join(f"{line}\n" for line in _script(liberty, pins, period_ps))
    log = run_sta(text, directory=directory, name=TOP, timeout=TIMEOUT, readable=[liberty])
    arrivals, watts = ([float(each) for each in kind.findall(log)] for kind in (_ARRIVAL, _POWER))
    buffers = len(tree.cells) - len(pins)
    # A line that the patterns do not know would be missing in the maximum and in the sum unnoticed.
    if (len(arrivals), len(watts)) != (len(pins), buffers):
        raise ToolError(
            f"sta: expected the arrival at {len(pins)} clock pins and the power of {buffers} "
            f"buffers, got {log[:200]!r}"
        )
    return Cost(
        sinks=len(pins),
        buffers=buffers,
        levels=tree.levels,
        area_um2=round(buffers * geometry.macros[tree.buffer[0]].width * geometry.row, 3),
        wire_mm=round(tree.length() / 1000, 3),
        wire_ff=round(tree.length() * layer.farads, 3),
        latency_ps=max(arrivals),
        skew_ps=round(max(arrivals) - min(arrivals), 2),
        power_mw=round(sum(watts) * 1000, 6),
    )


def _sinks(tree: ClockTree) -> Iterator[Pin]:
    """The clock pins of flip-flops."""
    for pins in tree.nets.values():
        # The first pin of a net drives it, and buffers are no ends.
        yield from (pin for pin in pins[1:] if tree.cells[pin[0]] != tree.buffer[0])


def _verilog(circuit: Circuit) -> Iterator[str]:
    """The circuit's netlist. Names are its own, and kinds those of the library."""
    yield f"module {TOP} (input {CLOCK});\n"
    pins: dict[str, list[str]] = {name: [] for name in circuit.cells}
    for net, found in circuit.nets.items():
        if net != CLOCK:
            yield f"  wire {net};\n"
        for cell, pin in found:
            if pin:
                pins[cell].append(f".{pin}({net})")
    for name, kind in circuit.cells.items():
        yield f"  {kind} {name} ({', '.join(pins[name])});\n"
    yield "endmodule\n"


def _script(liberty: Path, pins: Sequence[str], period_ps: int) -> Iterator[str]:
    """The Tcl script: arrivals in ps, of which OpenSTA prints two digits behind the point."""
    yield from (
        f"read_liberty {{{liberty}}}",
        f"read_verilog {NETLIST}",
        f"link_design {TOP}",
        "set_cmd_units -time ps",
        f"create_clock -name clock -period {period_ps} [get_ports {CLOCK}]",
        "set_propagated_clock clock",
        f"read_spef {SPEF}",
    )
    yield from (f"report_arrival {pin}" for pin in pins)
    yield "report_power -instances [get_cells buffer_*] -digits 9"
