# SPDX-License-Identifier: Apache-2.0
"""`tools/finalists.py`: the page of the ten finalists."""

import importlib.util
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "finalists.py"


@pytest.fixture(scope="module")
def tool():
    """The tool, which is no module of the package."""
    place = importlib.util.spec_from_file_location("finalists", TOOL)
    found = importlib.util.module_from_spec(place)
    # Its dataclasses look their module up by name.
    sys.modules["finalists"] = found
    place.loader.exec_module(found)
    yield found
    del sys.modules["finalists"]


def test_variants_are_the_extremes_of_each_member(tool):
    """No core of a member is smaller, faster, or has more throughput over area than the one that
    the table names, and a masked core is compared with masked ones alone.
    """
    all_ten = tool.finalists()
    lines = [line.split("|") for line in tool.variants(all_ten).splitlines()[2:]]
    named = {}
    for number, line in enumerate(lines):
        named[all_ten[number // 4].name, line[2].strip()] = line[3].strip().strip("`")
    for one in all_ten:
        bare = {each.core: each for each in one.variants if "masked=" not in each.core}
        smallest, fastest = bare[named[one.name, "smallest"]], bare[named[one.name, "fastest"]]
        for each in bare.values():
            assert each.run(*tool.SMALL).area_ge >= smallest.run(*tool.SMALL).area_ge
            assert (each.mbps(tool.CELLS, "1536") or 0) <= fastest.mbps(tool.CELLS, "1536")
        masked = named[one.name, "masked"]
        assert masked == tool.NO_ROW or "masked=" in masked
