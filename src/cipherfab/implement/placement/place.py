# SPDX-License-Identifier: Apache-2.0
"""The cells of an implementation run placed, and the delay with the wires between them."""

import importlib.util
import json
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ...design import Design
from ...errors import ToolError
from ...tools.process import run
from ..liberty import kept, unpacked
from ..liberty import read as read_liberty
from ..platforms.platform import LibertyPlatform
from ..standard_cells import NETLIST
from ..timing import enables, with_wires
from . import circuit as circuits
from . import clock_tree, congestion, legal, wire_load
from .circuit import Circuit
from .die import Die, die_for, ports_around
from .geometry import Geometry, Point
from .picture import picture
from .placer import GRID
from .spef import spef
from .trees import distance, ends, steiner

UTILISATION = 0.70
"""Share of the die that cells fill."""

SPREADS = (0.90, 0.80, 0.75)
"""Shares of the die that cells are widened to fill while they are placed, the later ones if not all
find a place: so the room that is left lies between them and not at the edge. At last they are not.
"""

EFFORT = 4
"""Of Coloquinte, from 1 to 9: more takes longer."""

TIMEOUT = 1800
"""Seconds of the placer."""

INSTALL = "pip install 'cipherfab[placement]'"

MISSING = f"the placer Coloquinte is missing. Install it: {INSTALL}"

SPEF, PLACED, PICTURE = "placed.spef", "placed.json", "placed.svg"
"""Files of a run beside its netlist: resistances and capacitances, places, a picture."""


@dataclass(frozen=True, kw_only=True)
class Placement:
    """A placed netlist.

    Attributes:
        die: the rectangle.
        cells: of each cell the lower left corner in µm, and whether it is upside down.
        ports: of each port, its place at the edge.
    """

    die: Die
    cells: Mapping[str, legal.Place]
    ports: Mapping[str, Point]


def available() -> bool:
    """Whether the placer is installed."""
    return importlib.util.find_spec("coloquinte") is not None


def place_run(
    design: Design,
    platform: LibertyPlatform,
    *,
    period_ps: int,
    directory: Path,
    utilisation: float = UTILISATION,
    seed: int = 0,
    estimates: bool = True,
) -> dict[str, Any]:
    """Place the netlist of a run and time it with its wires. Pure: the same netlist and arguments
    give the same places.

    Args:
        design: what was implemented.
        platform: with a geometry (`LibertyPlatform.geometry`).
        period_ps: as the run's.
        directory: the run's, with its netlist; gets `SPEF`, `PLACED` and `PICTURE`.
        utilisation: share of the die that cells fill, below 1.
        seed: of the placer.
        estimates: congestion and clock tree, too, for those who read them.

    Returns:
        ``stage``; ``delay_ns``, ``fmax_mhz``, ``timing`` as of `timing.analyse`, with wires;
        ``estimate_ns``, the delay with the package's table of wires in place of placed ones, None
        without a table; ``die_um2``, ``utilisation``, ``cells``, ``nets``; ``half_perimeter_mm``,
        ``wire_mm``: lengths of all wires, by half the perimeter of each net and along its tree;
        ``congestion``, as of `congestion.Congestion`, with the clock tree's wires; and
        ``clock_tree``, as of `clock_tree.Cost`, None without a clock. Without ``estimates`` both
        are None.

    Raises:
        ToolError: the placer is missing or failed; OpenSTA or Yosys failed.
        DesignError: a cell has no geometry, or the netlist no path.
    """
    assert platform.geometry, "who calls has asked for a geometry"
    geometry, liberty = platform.geometry(), read_liberty(platform.path())
    circuit = circuits.read(directory / NETLIST, unpacked(liberty), design.top, directory)
    placed = place(circuit, geometry, directory, utilisation=utilisation, seed=seed)
    points = {name: places(name, circuit, placed, geometry) for name in circuit.nets}
    # Nobody has built the tree of the clock: it stays ideal.
    wired = {
        name: steiner(found)
        for name, found in points.items()
        if len(found) > 1 and name != circuits.escaped(design.clock)
    }
    with open(directory / SPEF, "w") as file:
        file.writelines(spef(design.top, circuit, wired, geometry))
    _write(directory, circuit, placed)
    (directory / PICTURE).write_text(picture(design.name, circuit, placed, geometry))
    gates = enables((directory / NETLIST).read_text(), liberty)
    timed: dict[str, Any] = {"period_ps": period_ps, "directory": directory, "timeout": TIMEOUT,
                             "enables": gates}  # fmt: skip
    # The wires are in the SPEF file: the library's wire load would count them twice.
    bare = unpacked(liberty, wire_load=False)
    found = with_wires(design, bare, name="sta_placed", parasitics=SPEF, **timed)
    room: dict[str, Any] = {"congestion": None, "clock_tree": None}
    if estimates:
        tree = _clock_tree(design, platform.geometry.clock_buffer, circuit, points)
        wires = [*ends(wired), *(ends(tree.wires) if tree else ())]
        cost = tree and clock_tree.cost(
            tree, geometry, bare, period_ps=period_ps, directory=directory
        )
        room = {
            "congestion": asdict(congestion.estimate(wires, placed.die, geometry)),
            "clock_tree": cost and asdict(cost),
        }
    return {
        "stage": "after placement",
        **found,
        "estimate_ns": _estimate(design, platform, geometry, timed),
        "die_um2": round(placed.die.area_um2, 3),
        "utilisation": round(circuits.area_um2(circuit, geometry) / placed.die.area_um2, 4),
        "cells": len(circuit.cells),
        "nets": len(wired),
        "half_perimeter_mm": round(sum(_half(points[name]) for name in wired) / 1000, 3),
        "wire_mm": round(sum(distance(a, b) for a, b in ends(wired)) / 1000, 3),
        **room,
    }


def _clock_tree(
    design: Design,
    buffer: tuple[str, str, str],
    circuit: Circuit,
    points: Mapping[str, list[Point]],
) -> clock_tree.ClockTree | None:
    """A tree from the clock's port to the clock pins behind it; None if there are none."""
    name = circuits.escaped(design.clock)
    pins = list(zip(circuit.nets.get(name, ()), points.get(name, ()), strict=True))
    sinks = [
        clock_tree.Sink(kind=circuit.cells[cell], pin=pin, place=place)
        for (cell, pin), place in pins
        if pin
    ]
    return clock_tree.grow(pins[0][1], sinks, buffer) if sinks else None


def _estimate(
    design: Design, platform: LibertyPlatform, geometry: Geometry, timed: dict[str, Any]
) -> float | None:
    """The delay by `wire_load.table`."""
    table = wire_load.table(platform.name)
    if table is None:
        return None
    liberty = read_liberty(platform.path())
    text = liberty.with_wire_load(wire_load.model(table, geometry), wire_load.NAME)
    return with_wires(design, kept(text), name="sta_estimate", **timed)["delay_ns"]


def place(
    circuit: Circuit, geometry: Geometry, directory: Path, *, utilisation: float, seed: int
) -> Placement:
    """Place the cells, in a process of its own: a placer that crashes takes nothing with it.

    Raises:
        ToolError: the placer is missing, failed, or gave places that break a rule (`legal`).
        DesignError: a cell has no geometry.
    """
    if not available():
        raise ToolError(MISSING)
    die = die_for(circuits.area_um2(circuit, geometry), utilisation, geometry)
    ports = ports_around(circuit.ports, die)
    spreads = [*(spread for spread in SPREADS if spread > utilisation), 0]
    job, result = directory / "placer.job.json", directory / "placer.result.json"
    job.write_text(
        json.dumps({**_job(circuit, geometry, die, ports), "spreads": spreads, "seed": seed})
    )
    module = f"{__package__}.placer"
    # -P: no module is looked for in the run's folder, in which it starts.
    command = [sys.executable, "-P", "-m", module, job.name, result.name]
    run(command, directory=directory, log="placer.log", timeout=TIMEOUT)
    found = json.loads(result.read_text())
    cells = {
        name: (x * GRID, y * GRID, flipped)
        for name, x, y, flipped in zip(
            circuit.cells, found["x"], found["y"], found["flipped"], strict=True
        )
    }
    legal.check(cells, circuit, geometry, die)
    return Placement(die=die, cells=cells, ports=ports)


def _job(
    circuit: Circuit, geometry: Geometry, die: Die, ports: Mapping[str, Point]
) -> dict[str, Any]:
    """What `placer.place` is asked about the circuit."""
    numbers = {name: number for number, name in enumerate([*circuit.cells, *ports])}
    nets = []
    for pins in circuit.nets.values():
        middles = [
            # A port is a point, without a cell around it.
            geometry.macros[circuit.cells[cell]].pins[pin] if pin else (0.0, 0.0)
            for cell, pin in pins
        ]
        nets.append(
            [
                (numbers[cell], _grid(x), _grid(y))
                for (cell, _), (x, y) in zip(pins, middles, strict=True)
            ]
        )
    return {
        "widths": [_grid(geometry.macros[kind].width) for kind in circuit.cells.values()],
        "ports": [(_grid(x), _grid(y)) for x, y in ports.values()],
        # What has one pin needs no wire.
        "nets": [net for net in nets if len(net) > 1],
        "site": _grid(geometry.site),
        "row": _grid(geometry.row),
        "sites": die.sites,
        "rows": die.rows,
        "effort": EFFORT,
    }


def _grid(length: float) -> int:
    return round(length / GRID)


def places(net: str, circuit: Circuit, placed: Placement, geometry: Geometry) -> list[Point]:
    """Where the pins of a net lie, in their order."""
    found = []
    for cell, pin in circuit.nets[net]:
        if not pin:
            found.append(placed.ports[cell])
            continue
        x, y, flipped = placed.cells[cell]
        dx, dy = geometry.macros[circuit.cells[cell]].pins[pin]
        # Mirrored from top to bottom, as neighbouring rows share a supply.
        found.append((x + dx, y + (geometry.row - dy if flipped else dy)))
    return found


def _half(points: list[Point]) -> float:
    """Half the perimeter of the box around points."""
    return sum(max(axis) - min(axis) for axis in zip(*points, strict=True))


def _write(directory: Path, circuit: Circuit, placed: Placement) -> None:
    """The places as JSON, lengths in µm."""
    content = {
        "die": {"width": round(placed.die.width, 3), "height": round(placed.die.height, 3)},
        "cells": {
            name: [circuit.cells[name], round(x, 3), round(y, 3), "FS" if flipped else "N"]
            for name, (x, y, flipped) in placed.cells.items()
        },
        "ports": {name: [round(x, 3), round(y, 3)] for name, (x, y) in placed.ports.items()},
    }
    (directory / PLACED).write_text(json.dumps(content, indent=0, sort_keys=True) + "\n")
