# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/results/forkcipher.md are those of a run."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import forkcipher_tables


def primitive(**others: object) -> dict:
    """A record of a core of figure 6."""
    figures = {"area_ge": 200, "fmax_mhz": 100}
    return {
        "figure": 6,
        "algorithm": "c",
        "encdec": False,
        "parallel": True,
        "verified": True,
        "published": figures,
        "measured": figures | {"area_ge": 100, "fastest_recipe": "speed"},
        "ratio": {"area_ge": 0.5, "fmax_mhz": 1.0},
    } | others


def texts(directory, *rows):
    """The tables of a run with these rows."""
    (directory / "rows.json").write_text(json.dumps(rows))
    return forkcipher_tables.of_run(directory)


def test_a_core_stands_in_the_column_of_what_it_does(tmp_path):
    """A core that is not there has a dash, and none of another kind takes its place."""
    text = texts(tmp_path, primitive())["figure-6-areas"]
    assert text.splitlines()[-1] == "| `c` | – | 200 / 100, 0.50 | – | – |"


def test_a_core_that_failed_is_not_counted_as_verified(tmp_path):
    """The sentence of the page counts what the checks said."""
    rows = [primitive(), primitive(algorithm="d", verified=False)]
    assert texts(tmp_path, *rows)["count"] == "2 rows, 1 verified."
