# SPDX-License-Identifier: Apache-2.0
"""The length of a wire by its fan-out, as it is on the average of placements: a wire load that
needs no placer.

`fit` makes the table of placements, ``tools/placements.py`` the file; its page is
docs/explanation/placement.md.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import accumulate
from statistics import median

from .geometry import Geometry

NAME = "cipherfab_placed"
"""Of the model in a Liberty file."""

LARGEST = 12
"""Fan-out up to which each has a length of its own."""

WIDE = (16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512)
"""Larger ones that have one; between them and behind them lie lines."""

Sample = tuple[int, float]
"""How many pins a net drives, and its wire in µm."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """Lengths of wires.

    Attributes:
        lengths: in µm, by fan-out.
        slope: µm that each pin more adds above the largest of them.
        placements: how many it was fitted to.
    """

    lengths: Mapping[int, float]
    slope: float
    placements: int


def fit(placements: Iterable[Iterable[Sample]]) -> Table:
    """The table of placements: of each fan-out the mean of its wires in a placement, and of these
    the median; so a large core counts no more than a small one. Above `LARGEST`, where few nets
    have the same fan-out, it is the length for each pin that is averaged, of those up to each of
    `WIDE`. No length is shorter than that of a smaller fan-out.
    """
    means: dict[int, list[float]] = {}
    count = 0
    for samples in placements:
        count += 1
        per_pin: dict[int, list[float]] = {}
        for fan_out, length in samples:
            per_pin.setdefault(_point(fan_out), []).append(length / fan_out)
        for fan_out, found in per_pin.items():
            means.setdefault(fan_out, []).append(sum(found) / len(found))
    points = sorted(means)
    medians = [round(point * median(means[point]), 3) for point in points]
    return Table(
        lengths=dict(zip(points, accumulate(medians, max), strict=True)),
        slope=round(medians[-1] / points[-1], 3) if points else 0.0,
        placements=count,
    )


def _point(fan_out: int) -> int:
    """The fan-out of the table that a net counts for."""
    return next((point for point in (*range(LARGEST + 1), *WIDE) if fan_out <= point), WIDE[-1])


def of_spef(text: str, geometry: Geometry) -> list[Sample]:
    """The nets of a SPEF file of `spef`."""
    samples = []
    for net in text.split("*D_NET ")[1:]:
        femtofarads = float(net.split(maxsplit=2)[1])
        pins = len(re.findall(r"^\*[IP] ", net, re.MULTILINE))
        # A fan-out counts readers: one of the pins drives.
        samples.append((pins - 1, femtofarads / geometry.farads))
    return samples


@cache
def table(platform: str) -> Table | None:
    """The table that the package has for a platform; None: it has none."""
    file = resources.files(__package__) / f"{platform}.json"
    if not file.is_file():
        return None
    said = json.loads(file.read_text())
    lengths = {int(fan_out): length for fan_out, length in said["lengths"].items()}
    return Table(lengths=lengths, slope=said["slope"], placements=said["placements"])


def model(found: Table, geometry: Geometry) -> str:
    """The table as a group of the library's Liberty file, in its units."""
    lengths = [
        f"    fanout_length ({fan_out}, {length:g});" for fan_out, length in found.lengths.items()
    ]
    return "\n".join(
        [
            f'  wire_load ("{NAME}") {{',
            f"    capacitance : {geometry.farads / geometry.unit:g};",
            f"    resistance : {geometry.ohms:g};",
            "    area : 0;",
            f"    slope : {found.slope:g};",
            *lengths,
            "  }\n",
        ]
    )
