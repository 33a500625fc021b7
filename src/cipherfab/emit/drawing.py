# SPDX-License-Identifier: Apache-2.0
"""Lines, boxes and words of an SVG picture; the same input gives the same bytes."""

from collections.abc import Iterable
from xml.sax.saxutils import escape

INK, SOFT, PAPER, FILL = "#22262b", "#8a8f98", "#ffffff", "#eef3f8"
"""Colours of lines and words, of what is less important, of the background, of boxes."""

MONO = "DejaVu Sans Mono, Menlo, monospace"


def svg(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    """A whole picture of so many pixels; ``title`` is what a reader without eyes is told."""
    return "\n".join(
        [
            "<!-- SPDX-License-Identifier: Apache-2.0 -->",
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" role="img">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>',
            *parts,
            "</svg>\n",
        ]
    )


def box(x: float, y: float, width: float, height: float, fill: str = FILL) -> str:
    """A box with its upper left corner at (x, y)."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="3" '
        f'fill="{fill}" stroke="{INK}"/>'
    )


def word(
    x: float, y: float, text: str, *, anchor: str = "start", size: float = 11, colour: str = INK
) -> str:
    """Text whose base line is at y; ``anchor``: ``start``, ``middle`` or ``end``."""
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-family="{MONO}" '
        f'font-size="{size:g}" fill="{colour}">{escape(text)}</text>'
    )


def line(points: Iterable[tuple[float, float]], *, width: float = 1, colour: str = INK) -> str:
    """A line through points."""
    places = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="{width:g}"/>'


def arrow(points: list[tuple[float, float]], *, width: float = 1) -> str:
    """A line with a head at its last point, to which it comes level from the left or right, or
    upright.
    """
    (before_x, before_y), (x, y) = points[-2:]
    if before_y == y:
        back = -6 if x > before_x else 6
        head = [(x, y), (x + back, y - 3), (x + back, y + 3)]
    else:
        back = -6 if y > before_y else 6
        head = [(x, y), (x - 3, y + back), (x + 3, y + back)]
    tip = " ".join(f"{a:g},{b:g}" for a, b in head)
    return f'{line(points, width=width)}\n<polygon points="{tip}" fill="{INK}"/>'


def dot(x: float, y: float) -> str:
    """Where a line turns or parts."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="2.5" fill="{INK}"/>'
