# SPDX-License-Identifier: Apache-2.0
"""Where the labels of points and of lines stand: they cover nothing, and keep apart."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke
from matplotlib.transforms import Bbox

from .style import keep_ticks_apart

_OFFSETS = (
    (6, 0), (-6, 0), (0, 7), (0, -7), (5, 6), (5, -6), (-5, 6),
    (-5, -6), (9, 11), (-9, 11), (9, -11), (-9, -11), (0, 16), (0, -16),
)  # fmt: skip


def label(axes: Axes, items: Sequence[tuple[float, float, str, str]]) -> None:
    """Write ``(x, y, text, colour)`` beside each point, where it covers neither a point nor another
    label.
    """
    canvas = axes.figure
    # Labels are measured on the page, which a tick less may change, so ticks are settled first.
    keep_ticks_apart(canvas)
    canvas.draw_without_rendering()
    renderer = canvas.canvas.get_renderer()
    taken = [_around(axes, x, y) for line in axes.collections for x, y in line.get_offsets()]
    for x, y, text, colour in items:
        candidates = [_annotate(axes, x, y, text, colour, offset) for offset in _OFFSETS]
        boxes = [item.get_window_extent(renderer) for item in candidates]
        costs = [
            _cost(box, taken, axes.get_window_extent(renderer), index)
            for index, box in enumerate(boxes)
        ]
        best = costs.index(min(costs))
        for index, item in enumerate(candidates):
            if index != best:
                item.remove()
        taken.append(boxes[best])


def _annotate(axes: Axes, x: float, y: float, text: str, colour: str, offset: tuple[float, float]):
    horizontal = "center" if not offset[0] else "left" if offset[0] > 0 else "right"
    vertical = "center" if not offset[1] else "bottom" if offset[1] > 0 else "top"
    return axes.annotate(
        # In the layout a label would move the panel in which all others were placed.
        text, (x, y), xytext=offset, in_layout=False, textcoords="offset points",
        ha=horizontal, va=vertical, fontsize=6.8, color=colour, zorder=6,
        path_effects=[withStroke(linewidth=2, foreground="white")],
    )  # fmt: skip


def _around(axes: Axes, x: float, y: float, radius: float = 5) -> Bbox:
    centre = axes.transData.transform((x, y))
    return Bbox.from_extents(
        centre[0] - radius, centre[1] - radius, centre[0] + radius, centre[1] + radius
    )


def _cost(box: Bbox, taken: Sequence[Bbox], frame: Bbox, preference: int) -> float:
    """Covered area in square pixels, outside of the frame weighted more; preference breaks ties."""
    covered = sum(
        shared.width * shared.height for other in taken if (shared := Bbox.intersection(box, other))
    )
    inside = Bbox.intersection(box, frame)
    outside = box.width * box.height - (inside.width * inside.height if inside else 0)
    return covered + 3 * outside + preference


def label_ends(axes: Axes, ends: Sequence[tuple[float, float, str, str]]) -> None:
    """Labels in a column right of the panel, at the height of their line's end, moved apart where
    they would overlap; a thin line leads to each that was moved.
    """
    axes.figure.draw_without_rendering()
    # Sizes of letters are points, 72 to an inch; places on the canvas are pixels.
    frame, unit = axes.get_window_extent(), axes.figure.dpi / 72
    found = sorted(ends, key=lambda end: end[1])
    wanted = [axes.transData.transform(end[:2])[1] for end in found]
    sizes = [9.5 * unit * (end[2].count("\n") + 1) for end in found]
    for (x, y, text, colour), at in zip(found, _spread_out(wanted, sizes, frame)):
        axes.annotate(
            text,
            (x, y),
            xytext=(1.03, (at - frame.y0) / frame.height),
            textcoords="axes fraction",
            va="center",
            annotation_clip=False,
            fontsize=6.8,
            color=colour,
            arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.4, "alpha": 0.6},
        )


def _spread_out(wanted: Sequence[float], sizes: Sequence[float], frame) -> list[float]:
    """Middles of labels of these heights, near to where they are wanted (ascending), so that none
    touches the next; all within the frame if it is high enough.
    """
    # Labels are pushed up where they touch, then down from the frame's top, and at last all are
    # moved up together if the lowest one has left the frame.
    places: list[float] = []
    for at, size, before in zip(wanted, sizes, [0.0, *sizes]):
        places.append(max([at, *(place + (before + size) / 2 for place in places[-1:])]))
    top = frame.y1
    for index in reversed(range(len(places))):
        places[index] = min(places[index], top - sizes[index] / 2)
        top = places[index] - sizes[index] / 2
    below = frame.y0 - top
    return [place + below for place in places] if below > 0 and len(places) > 1 else places
