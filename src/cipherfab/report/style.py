# SPDX-License-Identifier: Apache-2.0
"""The look of the plots: colours, marks, labels that keep clear of each other, and files that are
the same on every run.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, MaxNLocator, NullFormatter, ScalarFormatter

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8C6D31")
"""Okabe and Ito's palette for colour-blind readers (its yellow, too pale on white, replaced by a
brown).
"""

MARKS = ("o", "s", "^", "D", "v", "P", "X", "h")
GREY = "#8a8f98"
INK = "#22262b"

LEAST_SPAN = 1.1
"""Largest over smallest value that a linear axis shows at least."""

_STYLE = {
    "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans"], "font.size": 8,
    "axes.titlesize": 9,
    "axes.titleweight": "bold", "axes.titlelocation": "left",
    "axes.labelsize": 8, "axes.labelcolor": INK, "axes.edgecolor": "#9aa0a8", "axes.linewidth": 0.6,
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "axes.axisbelow": True,
    "grid.color": "#e6e8eb", "grid.linewidth": 0.6, "text.color": INK,
    "xtick.color": "#50565e", "ytick.color": "#50565e",
    "xtick.labelsize": 7.5, "ytick.labelsize": 7.5, "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.major.size": 3, "ytick.major.size": 3, "xtick.minor.size": 0, "ytick.minor.size": 0,
    "legend.frameon": False, "legend.fontsize": 7.5, "lines.linewidth": 1.3, "savefig.dpi": 200,
    # Without a salt the ids in an SVG are random; with mathematics a $ in a name would begin a
    # formula.
    "svg.hashsalt": "cipherfab", "svg.fonttype": "none", "pdf.fonttype": 42,
    "text.parse_math": False,
}  # fmt: skip

FORMATS = ("png", "svg", "pdf")
"""What a figure is written as; SVG and PDF have their text as text."""

# Dates and versions would make the files of each run differ.
_METADATA = {
    "svg": {"Date": None, "Creator": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}

_SUBS = ((1, 1.5, 2, 3, 5, 7), (1, 2, 5), (1, 3), (1,))
"""Ticks within a decade of a logarithmic axis, from many to few."""


def styled(draw: Callable) -> Callable:
    """Decorator of a function that draws: the style of `_STYLE`, and ticks that keep apart."""

    @wraps(draw)
    def wrapped(*args, **options):
        with matplotlib.rc_context(_STYLE):
            drawn = draw(*args, **options)
            if isinstance(drawn, Figure):
                keep_ticks_apart(drawn)
            return drawn

    return wrapped


class Plain(ScalarFormatter):
    """Ticks as plain numbers, thousands separated, all of an axis with the same decimals."""

    places = 0

    def __init__(self):
        super().__init__(useOffset=False)
        self.set_scientific(False)

    def format_ticks(self, values: Sequence[float]) -> list[str]:
        """The texts of all ticks; those outside of the view do not count for the decimals."""
        low, high = sorted(self.axis.get_view_interval())
        self.places = max((_decimals(one) for one in values if low <= one <= high), default=0)
        return [self(value) for value in values]

    def __call__(self, value: float, position: int | None = None) -> str:
        """The text of a tick."""
        return f"{value:,.{self.places}f}"


class Decades(Plain):
    """Ticks of a logarithmic axis over many decades, each with the decimals that it needs."""

    def __call__(self, value: float, position: int | None = None) -> str:
        """The text of a tick."""
        return f"{value:,.{_decimals(value)}f}"


def _decimals(value: float) -> int:
    text = f"{value:.6g}"
    return len(text.partition(".")[2]) if "e" not in text else 0


def plain_ticks(axis) -> None:
    """Ticks of a linear axis as plain numbers."""
    axis.set_major_formatter(Plain())


def keep_ticks_apart(canvas: Figure) -> None:
    """Take fewer ticks on each axis whose tick labels would touch."""
    for subs, bins in zip(_SUBS[1:], (5, 4, 3)):
        # Where ticks stand is known only after drawing.
        canvas.draw_without_rendering()
        crowded = [
            axis
            for axes in canvas.axes
            for axis in (axes.xaxis, axes.yaxis)
            if axes.axison and _ticks_touch(axis)
        ]
        if not crowded:
            return
        for axis in crowded:
            locator = axis.get_major_locator()
            if isinstance(locator, LogLocator):
                locator.set_params(subs=subs)
            elif isinstance(locator, MaxNLocator):
                locator.set_params(nbins=bins)


def shown_ticks(axis) -> list:
    """The tick labels of an axis that are in view, as drawn last."""
    low, high = sorted(axis.get_view_interval())
    # Rounding may put a tick on the edge of the view a little outside of it.
    near = (high - low) * 1e-9
    found = zip(axis.get_majorticklocs(), axis.get_ticklabels())
    return [text for at, text in found if low - near <= at <= high + near and text.get_text()]


def _ticks_touch(axis) -> bool:
    """Whether two neighbours are nearer than half a letter; turned labels may be."""
    texts = shown_ticks(axis)
    if any(text.get_rotation() for text in texts):
        return False
    boxes = [text.get_window_extent() for text in texts]
    gap = 5 if axis.axis_name == "x" else 0
    return any(
        a.x0 - gap < b.x1 and b.x0 - gap < a.x1 and a.y0 < b.y1 and b.y0 < a.y1
        for a, b in zip(boxes, boxes[1:])
    )


def legend_above(canvas: Figure, handles: Sequence, columns: int | None = None) -> None:
    """A legend above the panels, of what has a name, in so many columns at most as the figure is
    wide enough for; none where nothing has a name.
    """
    named = [each for each in handles if str(each.get_label()).strip("_ ")]
    for number in range(min(len(named), columns or len(named)), 0, -1):
        legend = canvas.legend(
            handles=named,
            loc="outside upper left",
            ncols=number,
            handletextpad=0.4,
            columnspacing=1.4,
        )
        # Letters are some percent wider in a file, which has more dots, than as measured here.
        if number == 1 or legend.get_window_extent().width < 0.93 * canvas.bbox.width:
            return
        legend.remove()


def figure(
    panels: int = 1, *, width: float = 3.4, height: float = 2.9
) -> tuple[Figure, list[Axes]]:
    """A figure with panels side by side, at most three in a row, four in two rows; sizes in inches
    per panel.
    """
    columns = 2 if panels == 4 else min(panels, 3)
    lines = -(-panels // columns)
    canvas = Figure(figsize=(width * columns, height * lines), layout="constrained")
    # A figure that pyplot does not keep needs a canvas of its own.
    FigureCanvasAgg(canvas)
    grid = canvas.subplots(lines, columns, squeeze=False).ravel().tolist()
    for axes in grid[panels:]:
        axes.remove()
    return canvas, grid[:panels]


@styled
def save(canvas: Figure, stem: str | Path, *, formats: Sequence[str] = FORMATS) -> list[Path]:
    """Write a figure as ``stem.png``, ``stem.svg`` and ``stem.pdf``, byte for byte the same for the
    same figure; returns the paths.
    """
    paths = [Path(f"{stem}.{name}") for name in formats]
    for path, name in zip(paths, formats):
        canvas.savefig(path, format=name, metadata=_METADATA.get(name, {}))
    return paths


def log_axis(axis, values: Iterable[float]) -> None:
    """A logarithmic axis whose ticks are plain numbers; linear if the values span less than a
    factor of three.
    """
    values = [value for value in values if value > 0]
    if not values or max(values) < 3 * min(values):
        least_span(axis, values)
        plain_ticks(axis)
        return
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    span = max(values) / min(values)
    few = 0 if span < 12 else 1 if span < 300 else 3
    axis.set_major_locator(LogLocator(base=10, subs=_SUBS[few]))
    axis.set_major_formatter(Plain() if span < 12 else Decades())
    axis.set_minor_formatter(NullFormatter())


def least_span(axis, values: Sequence[float]) -> None:
    """Show at least a range of `LEAST_SPAN` of values above 0, where a fraction of a percent would
    fill the whole panel.
    """
    if values and max(values) < LEAST_SPAN * min(values):
        middle, half = (max(values) + min(values)) / 2, (LEAST_SPAN - 1) / 2
        axis.axes.set(**{f"{axis.axis_name}lim": (middle * (1 - half), middle * (1 + half))})
