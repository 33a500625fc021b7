# SPDX-License-Identifier: Apache-2.0
"""What the slides say of their tables, computed from the published figures and from the measured
ones.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...cores.names import parse
from .published import (
    PIPELINED,
    REDUNDANT,
    SERIAL,
    SERIAL_ASCON,
    STRAIGHTFORWARD,
    THRESHOLD,
    UNFOLDED,
)
from .records import AREA, GATES, ROUTED, SPEED

Row = Mapping[str, Any]
Figure = Callable[[Row], float | None]
"""A number of a row, or None where there is none."""

STATED = {"TBC-II-128": (4, 1.20), "ASCON128": (3, 1.04), "TBC-I-128": (2, None)}
"""Optimal unfolding factor and gain in throughput at it, as the slides write them."""

UNSTATED = "not published"

PRICE = (("LUTs (or GE)", "luts", "area_ge"), ("throughput", "throughput_mbps", "throughput_mbps"))
"""What a protection costs: in words, and the number on FPGAs and on Nangate45."""


def published(name: str) -> Figure:
    """A published number."""
    return lambda row: row["published"].get(name)


def measured(name: str) -> Figure:
    """A measured number, on Virtex-6 or ECP5."""
    return lambda row: row["measured"].get(name)


def in_gates(name: str) -> Figure:
    """A measured number on Nangate45."""
    return lambda row: row[GATES].get(name)


def routed(name: str) -> Figure:
    """A measured number on Artix-7, placed and routed; look-up tables are physical ones."""
    return lambda row: row[ROUTED].get("lut_sites" if name == "luts" else name)


def statements(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Records with ``statement``, ``published``, ``measured`` on FPGAs, ``artix7``, and
    ``nangate45``; texts where there is no number.
    """
    return [*_unfolding(rows), *_masking(rows), *_serial(rows), *_pairs(rows), *_redundancy(rows)]


def _line(
    statement: str, said: Any, fpga: Any, routed: Any, gates: Any, *, on: str = SPEED
) -> dict[str, Any]:
    measured = {"measured": fpga, ROUTED: routed, GATES: gates}
    return {
        "statement": statement,
        "published": UNSTATED if said is None else said,
        "platform": on,
        **{side: "not measured" if value is None else value for side, value in measured.items()},
    }


def _unfolding(rows: Sequence[Row]) -> list[dict[str, Any]]:
    found = []
    for cipher, (factor, gain) in STATED.items():
        lines = {
            parse(row["core"]).factor: row
            for row in rows
            if row["table"] == UNFOLDED and row["name"].split(" ")[0] == cipher
        }
        if lines:
            optima = [
                optimum(lines, figure("throughput_mbps")) or (None, None)
                for figure in (published, measured, routed, in_gates)
            ]
            best, gained = zip(*optima)
            found += [
                _line(
                    f"{cipher}: unfolding factor with the highest throughput (stated: {factor})",
                    *best,
                ),
                _line(
                    f"{cipher}: throughput at that factor to that of ×1 (stated: "
                    f"{gain or 'nothing'})",
                    *gained,
                ),
            ]
    return found


def optimum(lines: Mapping[int, Row], figure: Figure) -> tuple[int, float] | None:
    """The factor at which a figure is highest, and the quotient to that of factor 1; None unless
    every line has the figure.
    """
    values = {factor: figure(row) for factor, row in lines.items()}
    if not all(values.values()) or 1 not in values:
        return None
    # Of two factors with one throughput the smaller wins: it takes less area.
    best = max(values, key=lambda factor: (values[factor], -factor))
    return best, round(values[best] / values[1], 3)


def quotient(
    rows: Sequence[Row], over: tuple[str, str], under: tuple[str, str], figure: Figure
) -> float | None:
    """A figure of one line divided by that of another; lines by table and core."""
    values = [
        next((figure(row) for row in rows if (row["table"], row["core"]) == key), None)
        for key in (over, under)
    ]
    return round(values[0] / values[1], 3) if all(values) else None


def _compared(
    rows: Sequence[Row],
    text: str,
    over: tuple[str, str],
    under: tuple[str, str],
    name: str,
    gates: str,
    *,
    said: tuple[str, str] | None = None,
) -> dict[str, Any]:
    """A quotient of each kind. ``said``: the line that stands below in the published one, if
    another.
    """
    return _line(
        text,
        quotient(rows, over, said or under, published(name)),
        quotient(rows, over, under, measured(name)),
        quotient(rows, over, under, routed(name)),
        quotient(rows, over, under, in_gates(gates)),
        on=AREA if name in ("luts", "flip_flops") else SPEED,
    )


def _masking(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Masked against unmasked. The slides have the unmasked area of one member only, among the
    unfolded cores.
    """
    return [
        _compared(
            rows,
            f"TBC-{row['name']}: {what} masked to unmasked",
            (THRESHOLD, row["core"]),
            (STRAIGHTFORWARD, _round_based(row)),
            name,
            gates,
            said=(UNFOLDED, row["core"].split("/")[0]),
        )
        for row in rows
        if row["table"] == THRESHOLD
        for what, name, gates in PRICE
    ]


def _serial(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Serial against one round per clock. The slides say: about 15 % smaller on a 28 nm CMOS
    technology, not on FPGAs.
    """
    return [
        _compared(
            rows,
            f"TBC-{row['name']}: LUTs (or GE) serial to round-based",
            (SERIAL, row["core"]),
            (STRAIGHTFORWARD, _round_based(row)),
            "luts",
            "area_ge",
            said=(PIPELINED, row["core"].replace("serial=8", "inner=2")),
        )
        for row in rows
        if row["table"] == SERIAL
    ]


def _round_based(row: Row) -> str:
    """The core with one round per clock and the same directions."""
    cipher, _, options = row["core"].partition("/")
    return f"{cipher}/round,encdec" if "encdec" in options else cipher


PAIRS = (
    ("TBC-II-128 to TBC-I-128, pipelined: LUTs (or GE)", PIPELINED, "lilliput-tbc-ii-128/inner=2",
     "lilliput-tbc-i-128/inner=2,encdec", "luts"),
    ("TBC-II-128 to ASCON128, pipelined: LUTs (or GE)", PIPELINED,
     "lilliput-tbc-ii-128/inner=2", "ascon-128", "luts"),
    ("TBC-II-128 to ASCON128, pipelined: throughput", PIPELINED,
     "lilliput-tbc-ii-128/inner=2", "ascon-128", "throughput_mbps"),
    ("TBC-II-128 to AES, pipelined: LUTs (or GE)", PIPELINED,
     "lilliput-tbc-ii-128/inner=2", "aes-128", "luts"),
    ("TBC-II-128 to ASCON128, serial: LUTs (or GE)", SERIAL_ASCON,
     "lilliput-tbc-ii-128/serial=8", "ascon-128/serial=8", "luts"),
)  # fmt: skip
"""Quotients of two lines of a table, of which the slides say in words that the first is the smaller
or the slower.
"""


def _pairs(rows: Sequence[Row]) -> list[dict[str, Any]]:
    tables = {row["table"] for row in rows}
    return [
        _compared(
            rows, text, (table, over), (table, under), name, "area_ge" if name == "luts" else name
        )
        for text, table, over, under, name in PAIRS
        if table in tables
    ]


def _redundancy(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The price of the protected rounds."""
    return [
        _compared(
            rows,
            f"{row['core']}: {what} to unprotected",
            (REDUNDANT, row["core"]),
            (STRAIGHTFORWARD, _round_based(row)),
            name,
            gates,
        )
        for row in rows
        if row["table"] == REDUNDANT
        for what, name, gates in PRICE
    ]
