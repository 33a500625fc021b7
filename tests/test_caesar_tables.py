# SPDX-License-Identifier: Apache-2.0
"""The tables of the CAESAR study's pages are those of a run."""

import sys
from pathlib import Path

import pytest

from cipherfab.errors import CallError

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import caesar_tables
import pages

PAGE = "A\n<!-- over-k -->\nolder\n<!-- /over-k -->\nB\n"
LINES = [{"candidate": "OCB", "MHz, k = 2": "1.76", "best k": 2}]


def test_a_table_stands_between_its_marks_alone():
    """What is between the marks is the run's; what is around them stays."""
    page = caesar_tables.written(PAGE, {caesar_tables.TABLES["over-k"]: LINES})
    table = "| candidate | MHz, k = 2 | best k |\n| --- | --: | --: |\n| OCB | 1.76 | 2 |"
    assert page == f"A\n<!-- over-k -->\n{table}\n<!-- /over-k -->\nB\n"


def test_a_run_without_a_table_of_the_page_is_refused():
    """No page has tables of two runs."""
    with pytest.raises(CallError, match="expected the table 'Over k on nangate45"):
        caesar_tables.written(PAGE, {"Statements": LINES})


def test_a_cell_says_yes_or_no_and_a_core_stands_as_code():
    """Cells are those of a page: no word of Python, and no bar that ends a cell."""
    text = pages.of_lines([{"core": "colm0", "area": "a | b", "verified": True}])
    assert text.splitlines()[-1] == "| `colm0` | a \\| b | ✓ |"


def test_a_call_without_a_run_is_refused(monkeypatch, capsys):
    """Nothing to put into the pages is no success."""
    monkeypatch.setattr(sys, "argv", ["caesar_tables.py"])
    with pytest.raises(SystemExit, match="2"):
        caesar_tables.main()
    assert "expected the DIRECTORY of a run" in capsys.readouterr().err
