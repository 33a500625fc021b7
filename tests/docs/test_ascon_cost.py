# SPDX-License-Identifier: Apache-2.0
"""docs/explanation/ascon-cost.md: its tables and its picture are those of the data set."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def load():
    """The tool, which is no module of the package."""
    place = importlib.util.spec_from_file_location("ascon_cost", ROOT / "tools" / "ascon_cost.py")
    found = importlib.util.module_from_spec(place)
    place.loader.exec_module(found)
    return found


TOOL = load()
TEXT = TOOL.PAGE.read_text()


def test_page_has_what_the_tool_makes_today():
    """Tables and picture, made anew from the data set, are the same."""
    assert len(TOOL.BLOCK.findall(TEXT)) == len(TOOL.TABLES) == 3
    assert TOOL.renewed(TEXT) == TEXT
    assert TOOL.PICTURE.read_text() == TOOL.picture()


@pytest.mark.parametrize("table", ["parts", "sizes", "recipes"])
def test_a_changed_figure_is_noticed(table):
    """A figure that the data set does not have does not survive."""
    cells = TOOL.TABLES[table]()
    wrong = TEXT.replace(cells, re.sub(r"\d(?= \|\n)", "x", cells.replace("1", "7")))
    assert wrong != TEXT and TOOL.renewed(wrong) == TEXT


def test_sentences_of_the_page_follow_from_the_data_set():
    """Flip-flops cannot be saved, a second round adds none and a fourth no throughput on 32 bits,
    a hash adds one per cent, and eight columns make the core a tenth smaller.
    """
    known = TOOL.known()
    runs = {core: found[1]["area"] for core, found in known.items()}
    two, four = (known[f"ascon-aead128/unrolled={k}"][0] for k in (2, 4))
    assert two.bus == four.bus == 32
    assert two.workloads["enc/pt/long"] == four.workloads["enc/pt/long"] == [512, 16]
    whole = runs["ascon-aead128"]
    assert runs["ascon-aead128/serial=8"].flip_flops >= whole.flip_flops
    assert runs["ascon-aead128/unrolled=2"].flip_flops == whole.flip_flops
    assert round(100 * runs["ascon-aead128/round,hash"].area_ge / whole.area_ge) == 101
    assert 0.88 < runs["ascon-aead128/serial=8"].area_ge / whole.area_ge < 0.92
    assert whole.fmax_mhz / runs["ascon-aead128/unrolled=2"].fmax_mhz < 2
