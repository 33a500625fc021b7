# SPDX-License-Identifier: Apache-2.0
"""The rules that every plot keeps, as checks of a drawn figure."""

from matplotlib.container import BarContainer
from matplotlib.text import Text

from cipherfab.report.style import shown_ticks


def faults(figure) -> list[str]:
    """What is against the rules: bars that do not begin at zero, legends without entries or with
    one that has no name, texts that cover each other.
    """
    figure.draw_without_rendering()
    found = [_of_bars(axes) for axes in figure.axes] + [_of_ticks(axes) for axes in figure.axes]
    return [
        fault for faults in (*found, _of_legends(figure), _of_texts(figure)) for fault in faults
    ]


def _of_bars(axes):
    for container in axes.containers:
        if isinstance(container, BarContainer) and container.patches:
            upright = container.orientation == "vertical"
            scale = axes.get_yscale() if upright else axes.get_xscale()
            low = (axes.get_ylim() if upright else axes.get_xlim())[0]
            if scale != "linear" or low != 0:
                yield f"bars on a {scale} axis from {low}"


def _of_ticks(axes):
    for axis in (axes.xaxis, axes.yaxis):
        texts = [text.get_text() for text in shown_ticks(axis)]
        if len(set(texts)) != len(texts):
            yield f"equal ticks {texts}"
        numbers = [text for text in texts if text.replace(",", "").replace(".", "").isdigit()]
        places = {len(text.partition(".")[2]) for text in numbers}
        if len(places) > 1 and (axes.get_xscale(), axes.get_yscale()) == ("linear", "linear"):
            yield f"ticks of several decimals {texts}"


def _of_legends(figure):
    legends = [*figure.legends, *filter(None, (axes.get_legend() for axes in figure.axes))]
    for legend in legends:
        names = [text.get_text() for text in legend.get_texts()]
        if not names or not all(names) or len(set(names)) < len(names):
            yield f"legend {names}"


def _of_texts(figure):
    legends = [*figure.legends, *filter(None, (axes.get_legend() for axes in figure.axes))]
    texts = [text for legend in legends for text in legend.get_texts()]
    for axes in filter(lambda axes: axes.axison, figure.axes):
        texts += [axes.xaxis.label, axes.yaxis.label, axes._left_title]
        # The box of a turned text is much more than what it covers.
        texts += [text for text in shown_ticks(axes.xaxis) if not text.get_rotation()]
        texts += shown_ticks(axes.yaxis)
    texts += [text for axes in figure.axes for text in axes.texts]
    boxes = [(text.get_text(), _box(text)) for text in texts if text.get_text()]
    for index, (text, box) in enumerate(boxes):
        for other, second in boxes[:index]:
            if _shared(box, second) > 4:
                yield f"'{text}' covers '{other}'"
    page = figure.bbox
    for text, box in boxes:
        if box.x0 < -1 or box.y0 < -1 or box.x1 > page.x1 + 1 or box.y1 > page.y1 + 1:
            yield f"'{text}' is cut off"


def _box(text):
    """The box of a text alone, without the line that leads to it."""
    return Text.get_window_extent(text)


def _shared(a, b) -> float:
    """Square pixels that two boxes share."""
    return max(0, min(a.x1, b.x1) - max(a.x0, b.x0)) * max(0, min(a.y1, b.y1) - max(a.y0, b.y0))
