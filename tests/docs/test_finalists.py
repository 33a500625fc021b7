# SPDX-License-Identifier: Apache-2.0
"""`tools/finalists.py`: the page of the ten finalists."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
import finalists as tool  # noqa: E402


def test_variants_are_the_extremes_of_each_member():
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
