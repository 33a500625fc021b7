# SPDX-License-Identifier: Apache-2.0
"""The text of a netlist that changes."""

from pathlib import Path

import pytest

from cipherfab.errors import ToolError
from cipherfab.implement.sizing.netlist import Netlist
from cipherfab.verify.gates.lanes import read_module


@pytest.fixture
def read(netlist, library, tmp_path):
    """The relaxed netlist."""
    module = read_module(netlist, library.path, "fanout", tmp_path)
    return Netlist(Path(netlist).read_text(), module)


def test_what_did_not_change_stays(read):
    """Without a change the text is the same, byte for byte."""
    assert read.write() == read.text


def test_a_changed_cell_alone_is_written_anew(read):
    """Another size changes one line, and a copy keeps its own changes."""
    name = next(name for name, cell in read.module["cells"].items() if cell["type"] == "DFF_X1")
    other = read.copy()
    other.module["cells"][name]["type"] = "DFF_X2"
    assert read.write() == read.text
    pairs = zip(read.text.splitlines(), other.write().splitlines(), strict=True)
    assert [after.split()[0] for before, after in pairs if before != after] == ["DFF_X2"]


def test_a_new_cell_stands_beside_another(read, library, tmp_path):
    """A buffer in front of one reader has a name of its own, and Yosys reads it where it is."""
    cells, net = read.module["cells"], read.new_net()
    (bit,) = cells["chosen_reg"]["connections"]["Q"]
    reader, pin = next(
        (name, pin)
        for name, cell in cells.items()
        for pin, bits in cell["connections"].items()
        if bits == [bit] and name != "chosen_reg"
    )
    cells[reader]["connections"][pin] = [net]
    made = read.add("chosen_reg", "BUF_X1", {"A": bit, "Z": net})
    assert made == "chosen_reg_sized1"
    (tmp_path / "more.v").write_text(read.write())
    again = read_module(tmp_path / "more.v", library.path, "fanout", tmp_path)["cells"]
    assert again[made]["connections"]["Z"] == again[reader]["connections"][pin]
    assert len(again) == len(cells)


def test_another_netlist_is_not_taken_for_it(read):
    """A text whose cells are not those that Yosys read is refused."""
    with pytest.raises(ToolError, match="different cells"):
        Netlist(read.text.replace("DFF_X1 ", "// DFF_X1 ", 1), read.module)
