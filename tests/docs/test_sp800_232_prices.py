# SPDX-License-Identifier: Apache-2.0
"""The prices of docs/how-to/sp800-232.md are those of the cores that its tool has."""

import re
import runpy
from pathlib import Path

import pytest

from cipherfab.cores.names import parse
from cipherfab.cores.options import OPTIONS

TOOL = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "sp800_232_prices.py"))
VALIDATION = {"tag", "noncemasking", "keylimit", "withheld", "selftest", "zeroise", "indicator"}


def test_every_option_of_a_validation_has_its_price():
    """Each alone, and all in one core, as names that there are."""
    cores = [parse(f"{TOOL['BASE']},{one}" if one else TOOL["BASE"]) for one in TOOL["OPTIONS"]]
    alone = {one.partition("=")[0] for one in TOOL["OPTIONS"] if one and "," not in one}
    assert alone == VALIDATION | {"xof"} and alone <= OPTIONS.keys()
    assert all(cores[-1].has(name) for name in alone)


@pytest.mark.parametrize("block", ["BLOCK", "LUTS"])
def test_the_page_has_a_row_for_each_core(block):
    """In the order of the tool, with as many cells as there are headings."""
    text = TOOL[block].search(TOOL["PAGE"].read_text())[0]
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len({row.count(" | ") for row in rows}) == 1
    names = [re.findall(r"`([^`]*)`", row)[0].removeprefix("…,") for row in rows[2:]]
    assert names == [one or TOOL["BASE"] for one in TOOL["OPTIONS"]]
