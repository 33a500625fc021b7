# SPDX-License-Identifier: Apache-2.0
"""Domains of shares on the netlist of a masked AEAD: they hold, and what crosses them is found."""

from types import SimpleNamespace

import pytest
from masked_aead import mapped
from small_cells import symbolic

from cipherfab.controllers.sponge import on_shares
from cipherfab.controllers.sponge.comparison_on_shares import ComparisonOnShares
from cipherfab.primitives import by_gadgets
from cipherfab.verify.gates.probing import domains


def read(design, directory):
    """The netlist in a directory."""
    return symbolic(directory, design.top)


@pytest.fixture(scope="module")
def core(tmp_path_factory):
    """Design and netlist of the core as it is."""
    directory = tmp_path_factory.mktemp("masked")
    design = mapped(directory)
    return design, read(design, directory)


@pytest.mark.slow
def test_no_cone_has_two_shares_but_those_that_may(core):
    """On the whole core, wrapper included: 320 products in both orders, four registers of what is
    opened, and nothing else reads two shares; each share of each bit of the state is shared anew.
    """
    found = domains.check(*core)
    assert found["passed"], found["wrong"]
    assert found["counts"]["gadget"] == 640 and found["counts"]["opened"] == 4
    assert found["counts"]["refreshed"] == 640


@pytest.mark.slow
def test_no_cone_of_xoodyak_has_two_shares(tmp_path):
    """Of Xoodyak too, whose registers and operands are called otherwise."""
    design = mapped(tmp_path, "xoodyak-r3/masked=1")
    found = domains.check(design, read(design, tmp_path))
    assert found["passed"], found["wrong"]
    assert found["counts"]["gadget"] == 768 and found["counts"]["refreshed"] == 768


@pytest.mark.slow
@pytest.mark.parametrize(
    "register, port, text",
    [
        ("slot0[40]", "pdi_data[3]", "slot0[40]: has data of shares 0 and 1"),
        ("cross0_01[5]", "pdi_data[3]", "a gadget's register with data of shares 0 and 1"),
        ("slot1[7]", "rdi_data[9]", "1 random bits"),
        ("cross0_01[5]", "rdi_data[9]", "2 random bits"),
        ("stage[0]", "pdi_data[3]", "control that has data: pdi_data[3]"),
    ],
)
def test_a_gate_that_reads_another_share_is_found(core, register, port, text):
    """One input of one gate in front of a register reads a bit of the other share, of data, or of
    RDI.
    """
    design, netlist = core
    name, _, bit = port.partition("[")
    other = netlist.ports[name][int(bit[:-1])]
    net, position, _ = next(netlist.pins(netlist.registers[register].inputs))
    found = domains.check(design, netlist.rewired(net, position, other))
    assert not found["passed"] and any(text in wrong for wrong in found["wrong"])


@pytest.mark.slow
def test_a_random_bit_in_two_products_is_found(core):
    """A gadget that takes the random bit of another product instead of its own."""
    design, netlist = core
    name = {net: f"rdi_data[{bit}]" for bit, net in enumerate(netlist.ports["rdi_data"])}
    net, position, read = next(
        pin for pin in netlist.pins(netlist.registers["cross0_01[5]"].inputs) if pin[2] in name
    )
    other = next(bit for bit in name if bit != read)
    found = domains.check(design, netlist.rewired(net, position, other))
    assert any("of the same domain" in wrong for wrong in found["wrong"])


@pytest.mark.slow
def test_a_state_shared_anew_with_other_bits_is_found(core):
    """A register of the state that takes the random bit of another one of its share."""
    design, netlist = core
    name = {net: f"rdi_data[{bit}]" for bit, net in enumerate(netlist.ports["rdi_data"])}
    register = next(register for register in netlist.registers if register.startswith("out_x_0"))
    net, position, read = next(
        pin for pin in netlist.pins(netlist.registers[register].inputs) if pin[2] in name
    )
    other = next(bit for bit in name if bit != read)
    found = domains.check(design, netlist.rewired(net, position, other))
    assert any("of the same share" in wrong for wrong in found["wrong"])


@pytest.mark.slow
def test_a_state_shared_anew_with_the_bits_of_its_products_is_found(monkeypatch, tmp_path):
    """Each bit of the state with the random bit of its own place."""
    monkeypatch.setattr(by_gadgets, "ROTATION", 0)
    design = mapped(tmp_path)
    found = domains.check(design, read(design, tmp_path))
    assert any("which it reads or is read by" in wrong for wrong in found["wrong"])


@pytest.mark.slow
def test_a_state_that_is_not_shared_anew_is_found(monkeypatch, tmp_path):
    """What was emitted before: the registers of the state without a random bit."""
    monkeypatch.setattr(on_shares, "by_gadgets", lambda *given, **_: by_gadgets.by_gadgets(*given))
    design = mapped(tmp_path)
    found = domains.check(design, read(design, tmp_path))
    assert any("of shares 0, 0 random bits" in wrong for wrong in found["wrong"])


@pytest.mark.slow
def test_a_comparison_of_shares_without_registers_is_found(monkeypatch, tmp_path):
    """Where the state itself is added up, not what was put into registers for that."""

    def opened(self, m):
        return [share[:32] for share in self.now.state]

    monkeypatch.setattr(ComparisonOnShares, "_opened", opened)
    design = mapped(tmp_path)
    found = domains.check(design, read(design, tmp_path))
    assert any("data that was not opened" in wrong for wrong in found["wrong"])


def tiny(**registers):
    """A netlist of registers with these inputs, each a net of its own name."""
    return SimpleNamespace(
        registers={name: SimpleNamespace(inputs=inputs) for name, inputs in registers.items()},
        cone=lambda net: frozenset([net]),
        ports={},
        inputs=set(),
    )


@pytest.mark.parametrize(
    "reads, said",
    [
        (["x0_0[3]", "x0_1[3]", "rdi_data[1]"], None),
        (["x0_0[3]", "rdi_data[1]"], "a gadget's register with data of shares"),
        (["x0_0[3]", "x0_1[3]"], "0 random bits"),
        (["x0_0[3]", "x0_1[3]", "pdi_data[3]", "rdi_data[1]"], "pdi_data[3]"),
    ],
)
def test_a_gadget_reads_two_shares_of_the_state_and_a_random_bit(reads, said):
    """A gadget's register is judged as one: both shares, one random bit, and nothing else."""
    netlist = tiny(
        **{"x0_0[3]": ["pdi_data[7]"], "x0_1[3]": ["pdi_data[0]"], "cross0_01[0]": reads}
    )
    netlist.ports = {"pdi_data": [0] * 8}
    netlist.inputs = {"pdi_data"}
    found = domains.Domains(netlist, 2)
    found.run()
    assert found.counts["gadget"] == 1
    wrong = [text for text in found.wrong if text.startswith("cross0_01[0]")]
    assert (not wrong) if said is None else said in wrong[0], found.wrong


@pytest.mark.parametrize(
    "cone, wrong", [({"r"}, 0), ({"r", "rdi_data[3]"}, 1), ({"r", "opened_0[1]"}, 1)]
)
def test_a_share_that_leaves_has_no_random_bits(cone, wrong):
    """A bit of DO that has a random bit of this cycle, or something opened, breaks a rule, though
    its data is of one share.
    """
    found = object.__new__(domains.Domains)
    found.counts, found.wrong = {}, []
    found._data = lambda of: frozenset({0})
    found._of_port = lambda port, bit: 0
    found._output("do_data", 0, frozenset(cone))
    assert len(found.wrong) == wrong and found.counts == {"data": 1}
