# SPDX-License-Identifier: Apache-2.0
"""Plots: what is drawn, and that the files are the same on every run."""

import drawn
import pytest

from cipherfab.report import plots, style


def texts(figure):
    return [text.get_text() for axes in figure.axes for text in axes.texts]


CURVES = [
    {"core": name, "points": [[size, 26 + cycles * -(-size // 8)] for size in range(65)]}
    for name, cycles in (("round", 6), ("unrolled=3", 2), ("unrolled=6", 2))
]

DRAWINGS = {
    "throughput_over_area": plots.throughput_over_area,
    "area_delay": lambda rows: plots.area_delay(rows, {"ascon-128": (0.9, 9000)}),
    "cycles_over_size": lambda rows: plots.cycles_over_size(CURVES),
    "cycles_per_byte": lambda rows: plots.cycles_over_size(CURVES, per_byte=True),
    "requested_over_achieved": plots.requested_over_achieved,
    "ranking": lambda rows: plots.ranking(rows, "throughput_mbps"),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_files_are_the_same_on_every_run(rows, tmp_path, name):
    """The same rows give the same SVG, byte for byte, without a date; and a PNG."""
    few = [row for row in rows if row["architecture"] in ("round", "unrolled=6")]
    first, second = (
        plots.save(DRAWINGS[name](few), tmp_path / run, formats=("svg",))[0].read_bytes()
        for run in "ab"
    )
    assert first == second and b"<dc:date>" not in first


@pytest.mark.parametrize("name", DRAWINGS)
def test_plots_keep_the_rules(rows, name):
    """Bars begin at zero, legends have named entries only, no text covers another or is cut off."""
    assert drawn.faults(DRAWINGS[name](rows)) == []


def test_a_legend_has_what_is_drawn(rows):
    """Without a front of two points and without a failure neither is in the legend."""
    first = [row for row in rows if row["core"] == "ascon-128/round"][:1]
    (legend,) = plots.throughput_over_area(first).legends
    assert [text.get_text() for text in legend.get_texts()] == ["ascon-128"]
    (legend,) = plots.throughput_over_area(rows).legends
    assert {"Pareto front", "failed"} <= {text.get_text() for text in legend.get_texts()}


@pytest.mark.parametrize("dots", [100, 200])
def test_a_long_legend_goes_on_in_further_lines(dots):
    """Of more names than the figure is wide enough for none is cut off, in a file neither."""
    figure, (axes, _) = style.figure(2)
    lines = [axes.plot([0, 1], label=f"candidate {number}")[0] for number in range(13)]
    style.legend_above(figure, lines)
    figure.set_dpi(dots)
    assert drawn.faults(figure) == []
    (legend,) = figure.legends
    assert len(legend.get_texts()) == 13


def test_save_writes_every_format(tmp_path):
    """PNG, SVG and PDF beside each other."""
    paths = plots.save(plots.cycles_over_size(CURVES), tmp_path / "cycles")
    assert [path.name for path in paths] == ["cycles.png", "cycles.svg", "cycles.pdf"]
    assert paths[0].read_bytes().startswith(b"\x89PNG") and paths[1].read_bytes().startswith(
        b"<?xml"
    )


def test_one_panel_per_platform(rows):
    """Each platform has its panel, its unit of area and its front."""
    figure = plots.throughput_over_area(rows)
    assert [(axes.get_title(loc="left"), axes.get_xlabel()) for axes in figure.axes] == [
        ("nangate45", "Area (GE)"), ("ecp5", "LUTs"), ("artix7", "LUTs"),
    ]  # fmt: skip
    assert all(axes.lines[0].get_label() == "Pareto front" for axes in figure.axes)


def test_front_leaves_failed_rows_out(rows):
    """A failed row is drawn but does not make the front, however fast it is."""
    asic = [row for row in rows if row["platform"] == "nangate45"]
    failed = next(row for row in asic if row.get("failure"))
    failed |= {"throughput_mbps": 1e6, "seed_spread": {}}
    (axes,) = plots.throughput_over_area(asic).axes
    assert max(axes.lines[0].get_ydata()) < 1e6


def test_every_core_is_labelled_once(rows):
    """Each core of a panel has one label, and no label covers another one."""
    asic = [row for row in rows if row["platform"] == "nangate45"]
    figure = plots.throughput_over_area(asic)
    labels = [text for text in figure.axes[0].texts]
    assert len(labels) == len({row["core"] for row in asic})
    boxes = [text.get_window_extent() for text in labels]
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_equal_curves_share_a_line():
    """Cores with the same cycles are one line with both names."""
    figure = plots.cycles_over_size(CURVES)
    assert texts(figure) == ["unrolled=3\nunrolled=6", "round"]


def test_published_point_is_marked(rows):
    """The published point is drawn and named in the panel of its algorithm only."""
    first, second = plots.area_delay(rows, {"ascon-128": (0.9, 9000)}).axes
    assert "published" in [text.get_text() for text in first.texts]
    assert "published" not in [text.get_text() for text in second.texts]


def test_ranking_marks_failures_and_overlaps(rows):
    """The value beside a bar says failed, or that the place cannot be told."""
    labels = texts(
        plots.ranking([row for row in rows if row["platform"] == "nangate45"], "throughput_mbps")
    )
    assert "34,043" in labels and "26,016 failed" in labels and "22,969 ≈" in labels


@pytest.mark.parametrize(
    "name", ["throughput_over_area", "area_delay", "requested_over_achieved", "ranking"]
)
def test_nothing_to_draw_is_no_error(name, tmp_path):
    """Rows without the metric give an empty plot."""
    plots.save(
        DRAWINGS[name]([{"core": "a", "platform": "p"}]), tmp_path / "empty", formats=("svg",)
    )


def test_a_sweep_without_a_frequency_is_left_out(rows):
    """Of a core whose every run failed there is no line, and the others are drawn."""
    failed, *others = rows
    failed["requested_achieved"] = [[100, None, None]]
    alone = texts(plots.requested_over_achieved([failed]))
    assert failed["core"] not in alone and texts(plots.requested_over_achieved([failed, *others]))
