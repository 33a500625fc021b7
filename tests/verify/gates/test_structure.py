# SPDX-License-Identifier: Apache-2.0
"""The structural check: a net that depends on all shares of a bit is found."""

from small_cells import symbolic, synthesize

from cipherfab.ciphers.ascon import SLICE
from cipherfab.commands.gadgets import TOP, small_design
from cipherfab.verify.gates.probing import structure


def test_a_cone_with_all_shares_is_found(tmp_path):
    """An S-box passes, and does not where what crosses from share to share is in no register."""
    design = small_design(SLICE, 1, "dom")
    synthesize(design.sources[f"{TOP}.sv"], tmp_path, top=TOP)
    netlist = symbolic(tmp_path, TOP)
    found, cones = structure.complete(netlist, 2)
    assert not found and cones >= 20
    crossing = [name for name in netlist.registers if name.startswith("cross")]
    assert structure.complete(netlist.without(crossing), 2)[0]
