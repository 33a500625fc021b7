# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/results/low-latency.md are those of a run."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import low_latency_tables
import pages


@pytest.mark.parametrize(
    "verdict, said", [(True, "proved"), (False, "refuted"), (None, "undecided")]
)
def test_a_netlist_is_said_to_be_proved_if_its_proof_passed(verdict, said):
    """A proof that did not end, or that failed, is not one."""
    row = {
        "evidence": [{"link": "gate", "passed": True}, {"link": "equivalence", "passed": verdict}]
    }
    assert low_latency_tables.proof(row) == said


def test_a_netlist_without_a_proof_was_evaluated_alone():
    """Played calls are no proof."""
    assert low_latency_tables.proof({"evidence": [{"link": "gate", "passed": True}]}) == "evaluated"


def test_what_is_around_the_marks_stays(tmp_path):
    """Each table stands between its marks; a row without a placement is in none of placed wires."""
    figures = {"area_kge": 2, "delay_ns": 3, "throughput_gbps": 4, "throughput_per_area": 2}
    row = {
        "cipher": "c",
        "published": figures,
        "measured": figures | {"area_with_registers_kge": 5},
        "ratio": {"throughput_per_area": 1},
        "evidence": [],
        "placed": None,
        "also": [{"what": "other", "measured": figures}],
    }
    (tmp_path / "rows.json").write_text(json.dumps([row]))
    ranking = {
        "ranking": "compactness",
        "tau": 1,
        "swaps": [["c", "d"]],
        "published": ["c", "photon-256", "d"],
        "measured": ["photon-256", "c", "d"],
    }
    (tmp_path / "rankings.json").write_text(json.dumps([ranking]))
    page = tmp_path / "page.md"
    names = "blocks", "placed", "beside", "rankings"
    page.write_text("".join(f"A\n<!-- {name} -->\nold\n<!-- /{name} -->\n" for name in names) + "B")
    pages.run(None, low_latency_tables.of_run, [str(tmp_path), "--write", str(page)])
    text = page.read_text()
    assert "old" not in text
    assert text.count("A\n") == 4 and text.endswith("B")
    assert "| `c` | 2 | 2 | 3 | 3 | 4 | 4 | 2 | 2 | 1.00 | 5 | evaluated |" in text
    assert text.count("`c`") == 2
    assert "The run has no figures after placement." in text
    assert "| compactness | 1.000 | c / d | as published |" in text
