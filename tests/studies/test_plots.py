# SPDX-License-Identifier: Apache-2.0
"""The plots of the studies, of made-up records: the rules of `drawn`, and equal bytes."""

import drawn
import pytest

from cipherfab.report.style import save
from cipherfab.studies.caesar import plots as caesar
from cipherfab.studies.caesar.published import CANDIDATES
from cipherfab.studies.forkcipher import plots as forkcipher
from cipherfab.studies.forkcipher.published import FIGURE_7
from cipherfab.studies.low_latency import plots as low_latency
from cipherfab.studies.low_latency.published import ROWS
from cipherfab.studies.low_latency.rankings import METRICS
from cipherfab.studies.lwc_round2 import plots as lwc_round2
from cipherfab.studies.lwc_round2 import published, ranking
from cipherfab.studies.lwc_round2.candidates import CANDIDATES as ROUND_2
from cipherfab.studies.lwc_round2.candidates import EXPLORED


def low_latency_rows():
    """Each row of the paper, measured a little better than published."""
    found = []
    for row in ROWS:
        area, delay = row.area_kge, row.delay_ns
        numbers = {
            "area_kge": 0.9 * area,
            "delay_ns": 0.8 * delay,
            "fmax_mhz": 1.25 * row.fmax_mhz,
            "throughput_gbps": 1.25 * row.throughput_gbps,
            "throughput_per_area": row.throughput_gbps / area,
        }
        points = [{"delay_ns": k * delay, "area_kge": area / k} for k in (0.8, 1, 1.3)]
        found.append(
            {"cipher": row.cipher, "published": row.published, "measured": numbers, "front": points}
        )
    return found


def caesar_rows():
    """Seven candidates whose pieces gain unequally."""
    found = []
    for each in CANDIDATES:
        lines = []
        for k in (1, 2, 3):
            gain = 1 + 0.3 * (k - 1) + 0.01 * len(each.name) * k
            core = each.algorithm + ("" if k == 1 else f"/inner={k}")
            rates = {"fmax_mhz": 500 * gain, "throughput_mbps": 9000 * gain, "per_area": 150 * gain}
            lines.append({"core": core, "k": k, "nangate45": rates, "ratios": {"nangate45": rates}})
        found.append({"candidate": each.name, "algorithm": each.algorithm, "lines": lines})
    return found


def forkcipher_curves():
    """The modes of figure 7 with the paper's areas and cycles."""
    return [
        {
            "core": mode.algorithm,
            "name": mode.name,
            "encdec": encdec,
            "area_ge": mode.area_ge(encdec=encdec),
            "delay_ns": 1,
            "block_bytes": mode.block_bytes,
            "cycles": {"A": 0, "M": 50, "fixed": 10},
            "time": lambda length, mode=mode: mode.formula(0, -(-length // mode.block_bytes)),
        }
        for mode in FIGURE_7
        for encdec in (False, True)
    ]


def round_2_rows():
    """Every candidate on both platforms, the explored ones with three cores."""
    found = []
    for place, each in enumerate(ROUND_2):
        for step in range(3 if each.name in EXPLORED else 1):
            mbps = 100 * 1.15**place * (1 + step)
            rates = {
                f"{kind}/{size}": mbps * (1 if size == "long" else 0.5 + 0.02 * (place % 7))
                for kind in ("enc/pt", "enc/ad", "enc/ad+pt")
                for size in published.SIZES
            }
            one = {"stage": "", "luts": 800 + 170 * place + 900 * step, "lut_sites": None,
                   "flip_flops": 500, "fmax_mhz": 100.0, "pre_route_delay_ns": None,
                   "pre_route_fmax_mhz": None, "throughputs": rates}  # fmt: skip
            core = each.primary + ("" if not step else f"/unrolled={step + 1}")
            found.append(
                {"candidate": each.name, "core": core, "primary": not step, "verified": True,
                 "platforms": {"artix7": one, "ecp5": one}}
            )  # fmt: skip
    return found


DRAWINGS = {
    **{
        f"low-latency-{metric}": lambda metric=metric: low_latency.bars(low_latency_rows(), metric)
        for metric in METRICS
    },
    "low-latency-one-row": lambda: low_latency.bars(low_latency_rows()[:1], "area_kge"),
    "low-latency-area-delay": lambda: low_latency.area_delay(low_latency_rows()),
    **{
        f"caesar-{metric}": lambda metric=metric: caesar.bars(caesar_rows(), metric, "nangate45")
        for metric in caesar.CHARTS
    },
    "caesar-over-k": lambda: caesar.over_k(caesar_rows(), "nangate45"),
    "fork-figure-9": lambda: forkcipher.time_over_area(forkcipher_curves()),
    "round-2-area": lambda: lwc_round2.throughput_over_area(
        round_2_rows(), next(iter(lwc_round2.LISTS)), ("artix7", "ecp5")
    ),
    "round-2-exploration": lambda: lwc_round2.exploration(round_2_rows(), "ecp5"),
    "round-2-positions": lambda: lwc_round2.positions(ranking.rankings(round_2_rows()), "artix7"),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_plots_keep_the_rules(name):
    """Bars begin at zero, legends have named entries only, no text covers another or is cut off."""
    assert drawn.faults(DRAWINGS[name]()) == []


@pytest.mark.parametrize("name", ["low-latency-area_kge", "caesar-over-k"])
def test_files_have_equal_bytes_and_text_as_text(name, tmp_path):
    """Two runs give the same PNG, SVG and PDF; SVG has its words as text, PDF as TrueType fonts."""
    first, second = (
        {path.suffix: path.read_bytes() for path in save(DRAWINGS[name](), tmp_path / run)}
        for run in "ab"
    )
    assert first == second and set(first) == {".png", ".svg", ".pdf"}
    assert b"<text" in first[".svg"] and b"</text>" in first[".svg"]
    assert b"/FontFile2" in first[".pdf"] and b"/Type3" not in first[".pdf"]
    assert b"CreationDate" not in first[".pdf"] and b"<dc:date>" not in first[".svg"]
