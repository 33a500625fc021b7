# SPDX-License-Identifier: Apache-2.0
"""Pictures of placements."""

from xml.etree import ElementTree

import pytest

from cipherfab.implement.placement.circuit import Circuit
from cipherfab.implement.placement.die import Die
from cipherfab.implement.placement.picture import GATES, _colour, part, picture
from cipherfab.implement.placement.place import Placement


def test_the_part_of_a_flip_flop_is_in_its_name():
    """Two levels of the hierarchy count; a name of the netlist's own says nothing."""
    assert part("mode\\.permutation\\.x0_reg\\[3\\]") == "mode.permutation"
    assert part("busy_reg") == "top" and part("_0123_") is None


def test_every_cell_is_drawn(geometry):
    """A rectangle for each cell besides the die and the legend; names are escaped."""
    circuit = Circuit({"pre\\.a_reg": "DFF_X1", "_1_": "INV_X1"}, {}, {})
    cells = {"pre\\.a_reg": (0.0, 0.0, False), "_1_": (3.23, 1.4, True)}
    placed = Placement(die=Die(2, 20, 1.4, 0.19), cells=cells, ports={})
    root = ElementTree.fromstring(picture("a<b", circuit, placed, geometry))
    space = "{http://www.w3.org/2000/svg}"
    said = [one.text for one in root.iter(f"{space}text")]
    assert said[0].startswith("a<b: 3.8 µm by 2.8 µm") and "flip-flops of pre" in said
    assert len(list(root.iter(f"{space}rect"))) == 1 + len(cells) + len(said) - 1


@pytest.mark.parametrize(
    "kind, said",
    [
        ("xnor2_2", "XOR"),
        ("xor3_1", "XOR"),
        ("mux2_1", "multiplexers"),
        ("clkbuf_16", "buffers, inverters"),
        ("clkinv_4", "buffers, inverters"),
        ("nand2_1", "other gates"),
        ("dlygate4sd1_1", "other gates"),
    ],
)
def test_gates_of_sky130_have_the_colours_of_those_of_nangate45(kind, said):
    """The library's name in front and small letters are no other gate."""
    colour = next(colour for name, _, colour in GATES if name == said)
    assert _colour("_1_", f"sky130_fd_sc_hd__{kind}", {}) == colour


@pytest.mark.parametrize("kind", ["dfxtp_1", "sdfxtp_1", "edfxtp_1", "dlxtp_1"])
def test_flip_flops_of_sky130_have_the_colour_of_their_part(kind):
    """Plain ones, those with scan or enable, and latches."""
    colours = {"flip-flops of pre": "#123456"}
    assert _colour("pre\\.a_reg", f"sky130_fd_sc_hd__{kind}", colours) == "#123456"
