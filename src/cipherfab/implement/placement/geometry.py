# SPDX-License-Identifier: Apache-2.0
"""Sizes and pins of standard cells, from LEF files, and what a wire of them has of resistance and
capacitance.

Lengths are in µm, with the origin in a cell's lower left corner.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ...errors import ToolError

Point = tuple[float, float]

NUMBER = r" *([\d.eE+-]+)"
"""A number in a LEF or Tcl file, as a pattern, with the spaces in front of it."""


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


@dataclass(frozen=True)
class Layer:
    """A layer for wires.

    Attributes:
        pitch: µm from track to track.
        horizontal: the direction of its tracks; else they are vertical.
        share: of the tracks, what is left for wires between cells.
    """

    pitch: float
    horizontal: bool
    share: float


@dataclass(frozen=True, kw_only=True)
class Geometry:
    """A library's cells and the wires between them.

    Attributes:
        site: width of a site.
        row: height of a row, and of every cell.
        macros: the cells, by name.
        ohms, farads: of a µm of wire, in kOhm and fF.
        unit: fF of the unit of capacitance in the library's Liberty file.
        pitch: µm between tracks of the layer that stands for all wires.
        layers: those with wires.
        clock_ohms, clock_farads: of a µm of the layer for the clock, as ``ohms`` and ``farads``.
    """

    site: float
    row: float
    macros: Mapping[str, Macro]
    ohms: float
    farads: float
    unit: float = 1
    pitch: float = 0.0
    layers: tuple[Layer, ...] = ()
    clock_ohms: float = 0.0
    clock_farads: float = 0.0


@cache
def read(
    technology: Path,
    cells: tuple[Path, ...],
    wires: Path,
    layer: str,
    unit: float,
    tracks: tuple[tuple[str, float], ...],
) -> Geometry:
    """Geometry of a library. A cell of several rows is left out: it could not be placed.

    Args:
        technology: LEF with the site, the first one if it has several, and with the layers.
        cells: LEF with the cells.
        wires: Tcl with a line ``set_layer_rc`` for each layer: kOhm and capacitance of a µm; and
            with ``set_wire_rc -clock``, the layer of the clock.
        layer: of the wires; one stands for all, as nothing is routed.
        unit: fF of the unit of capacitance in ``wires`` and in the Liberty file.
        tracks: layers for wires, with the share of their tracks that is left for them.

    Raises:
        ToolError: a file is missing, or does not have what is read here.
    """
    site, wire = _text(technology), _text(wires)
    size = re.search(rf"^SITE \S+.*?SIZE {NUMBER} BY {NUMBER}", site, re.DOTALL | re.MULTILINE)
    each = dict(_layers(wire))
    clocks = re.findall(r"^set_wire_rc -clock +-layer (\S+)", wire, re.MULTILINE)
    # In Tcl the last of several lines counts.
    found, clock = each.get(layer, {}), each.get(clocks[-1] if clocks else "", {})
    ways = {name: way for name, _ in (*tracks, (layer, 1)) if (way := _tracks(site, name))}
    texts = [
        macro
        for path in cells
        for macro in re.findall(r"^MACRO .*?^END \S+", _text(path), re.DOTALL | re.MULTILINE)
    ]
    if not (
        size and len(found) == len(clock) == 2 and texts and {layer, *dict(tracks)} <= ways.keys()
    ):
        raise ToolError(
            f"expected a site and layers in {technology}, cells in "
            f"{', '.join(map(str, cells[:2]))} and layer {layer} and that of the clock in {wires}; "
            f"one is missing. Install their packages anew"
        )
    row = float(size[2])
    macros = dict(_macro(text) for text in texts if _size(text)[1] == row)
    return Geometry(
        site=float(size[1]),
        row=row,
        macros=macros,
        ohms=found["resistance"],
        farads=found["capacitance"] * unit,
        unit=unit,
        pitch=ways[layer][0],
        layers=tuple(Layer(*ways[name], share) for name, share in tracks),
        clock_ohms=clock["resistance"],
        clock_farads=clock["capacitance"] * unit,
    )


def _tracks(text: str, layer: str) -> tuple[float, bool] | None:
    """The pitch of a layer's tracks in µm, and whether they are horizontal; None if the file does
    not say it.
    """
    body = text.partition(f"\nLAYER {layer}\n")[2].partition(f"\nEND {layer}\n")[0]
    pitch = re.search(rf"^ *PITCH {NUMBER}", body, re.MULTILINE)
    way = re.search(r"^ *DIRECTION (HORIZONTAL|VERTICAL)", body, re.MULTILINE)
    return (float(pitch[1]), way[1] == "HORIZONTAL") if pitch and way else None


def _layers(text: str) -> Iterator[tuple[str, dict[str, float]]]:
    """What a µm of each layer has: ``resistance`` and ``capacitance``, in either order."""
    for layer, said in re.findall(r"^set_layer_rc -layer (\S+) (.*)$", text, re.MULTILINE):
        values = re.findall(rf"-(resistance|capacitance) {NUMBER}", said)
        yield layer, {name: float(value) for name, value in values}


def _text(path: Path) -> str:
    try:
        return path.read_text()
    except OSError as error:
        raise ToolError(
            f"{path}: cannot be read: {error.strerror}. Install its package anew"
        ) from None


def _size(text: str) -> tuple[float, float]:
    """Width and height of a cell."""
    ((width, height),) = re.findall(rf"^ *SIZE {NUMBER} BY {NUMBER}", text, re.MULTILINE)
    return float(width), float(height)


def _macro(text: str) -> tuple[str, Macro]:
    """A cell, without its supplies and what is in its way."""
    name = text.split(maxsplit=2)[1]
    pins, outputs = {}, set()
    for pin, body in re.findall(r"^ *PIN (\S+)\n(.*?)^ *END \1$", text, re.DOTALL | re.MULTILINE):
        boxes = re.findall(rf"RECT {NUMBER} {NUMBER} {NUMBER} {NUMBER}", body)
        if "USE SIGNAL" not in body and "USE CLOCK" not in body or not boxes:
            continue
        # A router may meet a pin at any of its boxes, so the mean of their middles stands for it.
        middles = [((float(a) + float(c)) / 2, (float(b) + float(d)) / 2) for a, b, c, d in boxes]
        count = len(middles)
        pins[pin] = (sum(x for x, _ in middles) / count, sum(y for _, y in middles) / count)
        if "DIRECTION OUTPUT" in body:
            outputs.add(pin)
    return name, Macro(_size(text)[0], pins, frozenset(outputs))
