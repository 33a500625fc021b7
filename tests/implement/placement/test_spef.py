# SPDX-License-Identifier: Apache-2.0
"""Wires as SPEF."""

import re

import pytest

from cipherfab.implement.placement.spef import spef


def test_a_net_has_what_its_wire_has(chain, geometry):
    """Capacitance and resistance are those of its length; pins have their direction and cell; a
    Steiner point has a node.
    """
    tree = ([(0, 0), (4, 0), (4, 0)], [(0, 2), (1, 2)])
    text = "".join(spef("top", chain, {"q0": tree}, geometry))
    total, *_ = re.findall(r"\*D_NET q0 (\S+)", text)
    assert float(total) == pytest.approx(4 * geometry.farads, rel=1e-2)
    assert "*I ff0:Q O *D DFF_X1" in text and "*I inv0:A I *D INV_X1" in text
    resistances = re.findall(r"^\d+ (\S+) (\S+) (\S+)$", text.partition("*RES")[2], re.MULTILINE)
    assert [pins[:2] for pins in resistances] == [("ff0:Q", "q0:2"), ("inv0:A", "q0:2")]
    assert sum(float(ohms) for *_, ohms in resistances) == pytest.approx(
        4 * geometry.ohms, rel=1e-2
    )


def test_ports_are_no_cells(chain, geometry):
    """An output port is told from an input port."""
    trees = {name: ([(0, 0), (1, 1)], [(0, 1)]) for name in ("in_x", "out_y")}
    text = "".join(spef("top", chain, trees, geometry))
    assert "*P in_x I\n" in text and "*P out_y O\n" in text
