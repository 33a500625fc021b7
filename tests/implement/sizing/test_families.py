# SPDX-License-Identifier: Apache-2.0
"""Which cells take each other's place."""

from cipherfab.implement.platforms import find
from cipherfab.implement.sizing.families import families


def test_a_family_has_one_function_and_several_drives(library):
    """NANDs are with NANDs, the smallest first; a flip-flop with a reset is not with those without
    one.
    """
    found = families(library, {"NAND2_X2", "DFF_X1"}, find("nangate45").dont_use)
    assert [family.members for family in found] == [
        ("DFF_X1", "DFF_X2"),
        ("NAND2_X1", "NAND2_X2", "NAND2_X4"),
    ]


def test_what_is_excluded_takes_no_place(library):
    """A pattern keeps a cell out, unless the netlist has it already."""
    (family,) = families(library, {"NAND2_X4"}, ["*_X4", "*_X2"])
    assert family.members == ("NAND2_X1", "NAND2_X4")


def test_clock_gates_and_latches_stay(library):
    """A clock gate and a latch are families of their own, whatever drives there are."""
    found = families(library, {"CLKGATE_X1", "DLH_X1"}, [])
    assert [family.members for family in found] == [("CLKGATE_X1",), ("DLH_X1",)]
