# SPDX-License-Identifier: Apache-2.0
"""How numbers are printed: four significant digits, thousands separated, spread as the largest
deviation.
"""

from collections.abc import Sequence

ABSENT = "–"


def number(value: float | None) -> str:
    """Four significant digits, whole numbers above 1000 and exact integers without decimals, ``–``
    for None.
    """
    if value is None:
        return ABSENT
    if value == int(value) or abs(value) >= 1000:
        return f"{value:,.0f}"
    if abs(value) < 1:
        return f"{value:.3g}"
    # Digits before the point count among the four.
    return f"{value:.{4 - len(str(int(abs(value))))}f}"


def deviation(spread: Sequence[float] | None) -> str:
    """``±1.2%``: the largest deviation of a seed from the median; empty where there was none."""
    if not spread or not spread[1] or spread[0] == spread[2]:
        return ""
    percent = 100 * max(spread[2] - spread[1], spread[1] - spread[0]) / abs(spread[1])
    return f"±{percent:.1f}%" if percent >= 0.05 else "±<0.1%"


def ratio(measured: float | None, reference: float | None) -> str:
    """``1.42×``: measured over reference, ``–`` where either is missing or the reference is
    zero."""
    return f"{measured / reference:.2f}×" if measured is not None and reference else ABSENT


def duration(seconds: float | None) -> str:
    """``0.31 s``, ``42 s``, ``3 min 20 s``; ``–`` for None."""
    if seconds is None:
        return ABSENT
    if seconds < 60:
        return f"{seconds:.2g} s" if seconds < 10 else f"{seconds:.0f} s"
    return f"{int(seconds // 60)} min {int(seconds % 60)} s"
