# SPDX-License-Identifier: Apache-2.0
"""Figures 8 and 9 of the paper, from measured cores."""

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any

from matplotlib.figure import Figure

from ...report.labels import label
from ...report.style import COLOURS, GREY, MARKS, figure, plain_ticks, styled
from .cycles import over_length
from .published import ASCON, FIGURE_6, FIGURE_7

Curve = Mapping[str, Any]
"""A mode: ``core``, ``name``, ``encdec``, ``area_ge``, ``delay_ns``, ``block_bytes``, ``cycles``
and ``time``, see `crossings`.
"""

LONGEST = 96
"""Bytes up to which figure 8 is drawn."""


def drawn(curves: Sequence[Curve]) -> dict[str, Figure]:
    """Both figures; none without a mode."""
    if not curves:
        return {}
    return {"figure-8": cycles_over_bytes(curves), "figure-9": time_over_area(curves)}


@styled
def cycles_over_bytes(curves: Sequence[Curve]):
    """Figure 8: cycles over the message's bytes without associated data; modes of 64-bit blocks
    left, of 128-bit blocks right.
    """
    canvas, grid = figure(2, width=4.6, height=3.4)
    short, long = [], []
    for curve in curves:
        if not curve["encdec"]:
            # The paper counts M6 with the modes of 64-bit blocks, though its own blocks have 128
            # bits.
            is_short = curve["block_bytes"] == 8 or curve["core"].startswith("skinny-aead-m6")
            (short if is_short else long).append(curve)
    for axes, members, title in zip(
        grid, (short, long), ("64-bit blocks and SKINNY-AEAD M6", "128-bit blocks")
    ):
        # There are eight colours; from the ninth curve on the lines are dashed.
        for curve, colour, dashes in zip(
            members, cycle(COLOURS), cycle([*[(1, 0)] * 8, *[(3, 1)] * 8])
        ):
            count = over_length(curve["cycles"], curve["block_bytes"])
            lengths = range(1, LONGEST + 1)
            axes.plot(
                lengths,
                [count(length) for length in lengths],
                color=colour,
                dashes=dashes,
                label=curve["name"],
                drawstyle="steps-pre",
            )
        axes.set(title=title, xlabel="Message (bytes)", ylabel="Cycles")
        axes.set_ylim(bottom=0)
        plain_ticks(axes.yaxis)
        if members:
            axes.legend(loc="upper left")
    return canvas


PANELS = ((8, False), (8, True), (16, False), (16, True))
"""Figure 9: bytes of the message, and whether the cores decrypt too, of each panel."""


@styled
def time_over_area(curves: Sequence[Curve]):
    """Figure 9: time of a message of one block over area; measured cores filled, the paper's points
    hollow.

    The paper's plot is an image without its data; its panels are taken to be these: 8 and 16 bytes,
    without and with decryption.
    """
    canvas, grid = figure(4, width=3.6, height=3.0)
    labels = []
    for axes, (length, encdec) in zip(grid, PANELS):
        members = [curve for curve in curves if curve["encdec"] == encdec]
        _published(axes, length, encdec)
        items = []
        for curve, colour, mark in zip(members, cycle(COLOURS), cycle(MARKS)):
            point = curve["area_ge"], curve["time"](length)
            axes.scatter(*point, color=colour, marker=mark, s=22, zorder=3)
            items.append((*point, curve["name"], colour))
        axes.set(
            title=f"{length} bytes, {'encryption and decryption' if encdec else 'encryption'}",
            xlabel="Area (GE)",
            ylabel="Time of a message (ns)",
        )
        axes.margins(0.12)
        plain_ticks(axes.xaxis)
        plain_ticks(axes.yaxis)
        labels.append(items)
    # Labels come last: where one fits is measured on the drawn canvas.
    for axes, items in zip(grid, labels):
        label(axes, items)
    return canvas


def _published(axes, length: int, encdec: bool) -> None:
    """The paper's estimates: area of figure 7, cycles by its formula, critical path of figure 6."""
    paths = {
        (line.algorithm, line.encdec, line.parallel): 1000 / line.fmax_mhz for line in FIGURE_6
    }
    for mode in FIGURE_7:
        # Romulus decrypts with the cipher's encryption, so its path is that of one direction.
        key = (mode.primitive, encdec and not mode.algorithm.startswith("romulus"), mode.parallel)
        # A block that is begun costs as much as a whole one.
        time = mode.formula(0, -(-length // mode.block_bytes)) * paths[key]
        axes.scatter(mode.area_ge(encdec=encdec), time, facecolors="none", edgecolors=GREY, s=22)
    for name, (area, delay) in ASCON.items():
        rate, rounds = (8, 6) if name == "ascon-128" else (16, 8)
        axes.scatter(
            area,
            # 24 rounds are p^a at the start and at the end. No p^b follows the last block, which is
            # part of a block or padding alone.
            (24 + rounds * (length // rate)) * delay,
            facecolors="none",
            edgecolors=GREY,
            marker="s",
            s=22,
        )
