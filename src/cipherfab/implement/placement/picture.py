# SPDX-License-Identifier: Apache-2.0
"""A picture of placed cells, as SVG: flip-flops in the colour of their part of the core, gates by
what they compute.
"""

import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from .circuit import Circuit
from .geometry import Geometry

if TYPE_CHECKING:
    from .place import Placement

PARTS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8C6D31")
"""Of parts, the one with the most flip-flops first; further ones are grey."""

GATES = (
    ("XOR", "XN?OR[23]_", "#c9b8e8"),
    ("multiplexers", "MUX", "#f3d9a4"),
    ("buffers, inverters", "(CLK)?(BUF|INV)_", "#bfe3cf"),
    ("other gates", "", "#d9dde3"),
)
"""Kinds of gates: what they are called, how their names begin (`_base`), their colour."""

REST = "#7d838c"
SCALE = 8
"""Pixels of a µm."""
LEGEND = 14
"""Pixels of a line of the legend."""


def picture(title: str, circuit: Circuit, placed: "Placement", geometry: Geometry) -> str:
    """The picture: the die with its cells to scale, and a legend."""
    colours = _colours(circuit)
    wide, high = placed.die.width * SCALE, placed.die.height * SCALE
    lines = [*colours.items(), *((name, colour) for name, _, colour in GATES)]
    body = [f'<rect width="{wide:.1f}" height="{high:.1f}" fill="none" stroke="#22262b"/>']
    # In SVG y grows downwards.
    for name, (x, y, _) in placed.cells.items():
        kind = circuit.cells[name]
        body.append(
            f'<rect x="{x * SCALE:.1f}" y="{high - (y + geometry.row) * SCALE:.1f}" '
            f'width="{geometry.macros[kind].width * SCALE:.1f}" '
            f'height="{geometry.row * SCALE:.1f}" fill="{_colour(name, kind, colours)}"/>'
        )
    for number, (name, colour) in enumerate(lines):
        y = high + 30 + LEGEND * number
        body.append(f'<rect x="2" y="{y - 9:.1f}" width="10" height="10" fill="{colour}"/>')
        body.append(f'<text x="18" y="{y:.1f}" font-size="11">{escape(name)}</text>')
    whole = high + 40 + LEGEND * len(lines)
    said = f"{title}: {placed.die.width:.1f} µm by {placed.die.height:.1f} µm"
    return "\n".join(
        [
            "<!-- SPDX-License-Identifier: Apache-2.0 -->",
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -22 {wide + 8:.1f} '
            f'{whole + 22:.1f}" width="{wide + 8:.0f}" font-family="sans-serif" role="img">',
            f"<title>{escape(said)}</title>",
            f'<text x="0" y="-8" font-size="13">{escape(said)}</text>',
            *body,
            "</svg>\n",
        ]
    )


def part(name: str) -> str | None:
    """The part of the core that a flip-flop is in, by its name; None: the netlist has no name for
    it.
    """
    plain = name.replace("\\", "")
    # Yosys calls a cell without a name of its own so.
    if re.match(r"_\d+_", plain):
        return None
    inside = plain.split(".")[:-1]
    return ".".join(inside[:2]) or "top"


def _colours(circuit: Circuit) -> Mapping[str, str]:
    """Colours of the parts of the core, by the number of their flip-flops."""
    count = Counter(
        found
        for name, kind in circuit.cells.items()
        if _keeps(kind) and (found := part(name)) is not None
    )
    order = sorted(count, key=lambda one: (-count[one], one))
    return {
        f"flip-flops of {one}": PARTS[number] if number < len(PARTS) else REST
        for number, one in enumerate(order)
    }


def _base(kind: str) -> str:
    """The name of a cell as Nangate45 has it: without a library in front, in capitals."""
    return kind.rpartition("__")[2].upper()


def _keeps(kind: str) -> bool:
    return re.match("[SE]*DF|DL[HL]_|DL[XR]", _base(kind)) is not None


def _colour(name: str, kind: str, colours: Mapping[str, str]) -> str:
    if _keeps(kind):
        return colours.get(f"flip-flops of {part(name)}", REST)
    return next(colour for _, begins, colour in GATES if re.match(begins, _base(kind)))
