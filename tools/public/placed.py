# SPDX-License-Identifier: Apache-2.0
"""The table of netlists after placement, which pages of several studies have."""

from collections.abc import Iterable

from cipherfab.report.markdown import table
from cipherfab.report.numbers import number


def placed_wires(rows: Iterable[dict], name: str) -> str:
    """The delay of each netlist with the library's wire loads, and with placed wires.

    Args:
        rows: records of a study, with the figures in ``placed``.
        name: which of their keys names them.
    """
    columns = ["row", "recipe", "ns by wire load", "ns placed", "ratio", "MHz placed", "wires (mm)"]
    return table(
        columns,
        (
            [
                f"`{row[name]}`",
                f"`{found['recipe']}`",
                number(found["wire_load_ns"]),
                number(found["placed_ns"]),
                f"{found['ratio']:.2f}",
                number(found["fmax_mhz"]),
                number(found["wire_mm"]),
            ]
            for row in rows
            if (found := row.get("placed"))
        ),
        left=2,
    )
