# SPDX-License-Identifier: Apache-2.0
"""The proof of composition: small netlists by gadgets pass, whoever made them, and what is wrong in
them is found.
"""

from random import Random

import pytest
from small_cells import CELLS, symbolic
from small_gadgets import CHAIN, MOVING
from small_products import DOM, HPC2, PORTS, TWICE, ZEROS, core, design, read

from cipherfab.ciphers.ascon import SLICE
from cipherfab.commands.mapping import on_cells
from cipherfab.cores.build import build
from cipherfab.primitives.by_gadgets import PRODUCT
from cipherfab.verify.gates.composing import tables
from cipherfab.verify.gates.composing.check import check
from cipherfab.verify.gates.composing.circuit import Circuit, rest
from cipherfab.verify.gates.composing.values import Groups, Value
from cipherfab.verify.gates.judges import Composition
from cipherfab.verify.gates.judges.gadgets import Gadgets
from cipherfab.verify.gates.judges.verdicts import NOT_SHOWN, NOTHING
from cipherfab.verify.gates.messages import Conversation, Lengths
from cipherfab.verify.gates.probing import exact, tuples
from cipherfab.verify.gates.probing.symbolic import SymbolicNetlist


def judged(text, directory, *, ports=PORTS, **options):
    """What the check says of a circuit behind `PORTS`."""
    return check(design(), read(ports + text, directory), **options)


@pytest.mark.sample(3)
@pytest.mark.parametrize("order", (1, 2, 3))
@pytest.mark.parametrize("gadget", ("hpc2", "hpc3"))
@pytest.mark.parametrize("primitive", (PRODUCT, SLICE, MOVING), ids=lambda one: one.name)
def test_isolating_gadgets_are_proved(primitive, gadget, order, tmp_path):
    """A product, an S-box and a register that shifts are proved for as many probes as their order
    says; without fresh random bits they are not.
    """
    design, netlist = core(primitive, order, gadget, tmp_path)
    found = check(design, netlist)
    assert found["passed"] and found["order"] == order and found["gadgets"], found
    for random in (exact.ZEROS, exact.REUSED):
        assert not check(design, netlist, random=random)["passed"]


def test_products_in_a_row_are_proved(tmp_path):
    """So are two products in a row whose operands are functions of each other."""
    assert check(*core(CHAIN, 2, "hpc2", tmp_path))["passed"]


@pytest.mark.parametrize("text", (HPC2, TWICE.replace("[N]", "[1]")), ids=("one", "two"))
def test_gadgets_of_others_are_proved(text, tmp_path):
    """A gadget is known by what it computes, not by names."""
    found = judged(text, tmp_path)
    assert found["passed"] and not found["stops"], found


def test_what_a_product_of_zeros_gives_is_no_new_random_bit(tmp_path):
    """An operand that was shared anew by it is a share; with the random bit of the product behind
    it the proof stops.
    """
    ports = PORTS.replace("at == 5", "at == 6")
    assert (found := judged(ZEROS, tmp_path, ports=ports))["passed"], found
    text = ZEROS.replace("later <= at == 3 & random[1]", "later <= at == 3 & late2")
    text = text.replace("reg late,", "reg late2; always @(posedge clk) late2 <= late;\n  reg late,")
    text = text.replace("^ random[1]", "^ late2")
    found = judged(text, tmp_path, ports=ports)
    assert not found["passed"] and found["stops"], found


def test_a_random_bit_of_two_gadgets_is_found(tmp_path):
    """Two products with the same random bit are not proved: where it falls out is named."""
    found = judged(TWICE.replace("[N]", "[0]"), tmp_path)
    assert not found["passed"] and "z_1: shares 0 and 1 meet" in found["stops"][0], found


def test_a_random_bit_of_two_gadgets_apart_is_found(tmp_path):
    """So it is where their results are kept apart: together they hide nothing."""
    text = TWICE.replace("[N]", "[0]").replace("reg later", "reg later, y_0, y_1")
    for share, pair in ((0, "01"), (1, "10")):
        text = text.replace(f" ^ p{pair} ^ q{pair};", f"; y_{share} <= p{pair} ^ q{pair};")
    text = text.replace(
        "  reg later", "  always @(posedge clk) last <= y_0; reg last;\n  reg later"
    )
    found = judged(text.replace("w01;", "w01 ^ last;", 1), tmp_path)
    assert not found["passed"] and found["stops"], found


def test_a_random_bit_used_again_in_the_next_cycle_is_found(tmp_path):
    """The bit of the cycle before, from a register, in a second product is not fresh."""
    text = TWICE.replace("random[N]", "old").replace("at == 1 & (a", "at == 2 & (a")
    text = text.replace("reg later;", "reg later, old; always @(posedge clk) old <= random[0];")
    found = judged(text.replace("if (at == 3)", "if (at == 4)"), tmp_path)
    assert not found["passed"] and found["stops"], found


@pytest.mark.parametrize("left_out", ("u01", "w01"))
def test_a_register_left_out_of_a_gadget_is_found(left_out, tmp_path):
    """Without a register of a gadget a probe sees what was behind it."""
    taken = {"u01": "at == 1 & (b1 ^ random[0])", "w01": "a0 & u01"}[left_out]
    text = HPC2.replace(f"{left_out} <= {taken};", "")
    text = text.replace("reg u01, u10", "reg u10") if left_out == "u01" else text
    text = text.replace("w01, w10;", "w10;") if left_out == "w01" else text
    assert not judged(f"wire {left_out} = {taken};{text}", tmp_path)["passed"]


def test_dom_is_not_taken_for_isolating(tmp_path):
    """A DOM product reads shares of two indices in front of its register: the probe is named with
    its cycle; it is no leak.
    """
    found = judged(DOM, tmp_path)
    assert not found["passed"] and found["stops"][0].startswith("what c"), found
    assert list(Composition.verdicts({"composed": found})) == [NOT_SHOWN]
    assert any("not shown of order 1" in line for line in Composition.lines({"composed": found}))


def test_a_register_left_out_of_a_cross_term_is_found(tmp_path):
    """A DOM product that adds its cross term without a register has both shares in one place."""
    text = DOM.replace("a0 & b0 ^ c01", "a0 & b0 ^ (a0 & b1 ^ random[0])")
    assert not judged(text, tmp_path)["passed"]


@pytest.mark.slow
def test_the_aead_by_dom_is_told_where_the_proof_stops(tmp_path):
    """Of the masked Ascon-AEAD128 the first cross term is named, with its cycle and both shares."""
    design = build("ascon-aead128/masked=1")
    with on_cells(design, "nangate45", "area") as made:
        read = made.directory / "netlist.v", made.liberty, design.top, made.directory
        netlist = SymbolicNetlist.read(*read)
    talk = Conversation(design, seed=1, lengths=Lengths())
    found = check(design, netlist, conversation=talk)
    assert not found["passed"] and not found["opened"]
    assert "what cross" in found["stops"][0] and "sees shares 0 and 1" in found["stops"][0]


def _moved(netlist, old, new, *, behind=None):
    """The gates that read a source read another one; ``behind``: those in front of a register."""
    source = {name: net for net, name in netlist.sources.items()}
    ends = netlist.registers.values() if behind is None else [netlist.registers[behind]]
    pins = {
        pin[:2]
        for end in ends
        for pin in netlist.pins(end.inputs)
        if pin[2] == source[old]
    }  # fmt: skip
    assert pins
    for net, position in sorted(pins, key=str):
        netlist = netlist.rewired(net, position, source[new])
    return netlist


LEFT = "left0_01[5]"
"""A register of a gadget, of share 0."""


def _operand(netlist):
    """The register of the state in front of it."""
    read = [
        netlist.sources.get(net, "") for *_, net in netlist.pins(netlist.registers[LEFT].inputs)
    ]
    return next(name for name in read if name.startswith("out_x_0["))


WRONG = {
    "a random bit of two gadgets": lambda whole: _moved(whole, "rdi_data[27]", "rdi_data[26]"),
    "a random bit of the cycle before": lambda whole: _moved(whole, "rdi_data[9]", "random0_01[8]"),
    "a register left out": lambda whole: whole.without(["blinded0_01[5]"]),
    "a gate that reads another share": lambda whole: _moved(
        whole, operand := _operand(whole), operand.replace("x_0", "x_1"), behind=LEFT
    ),
}


@pytest.mark.slow
def test_the_whole_aead_by_hpc2_is_proved(tmp_path):
    """The first cycles of the masked TinyJAMBU, wrapper and all, are proved; with one thing wrong
    in the netlist they are not, and a net or a random bit is named.
    """
    design = build("tinyjambu-128-v2/masked=1")
    with on_cells(design, "nangate45", "area") as made:
        read = made.directory / "netlist.v", made.liberty, design.top, made.directory
        netlist = SymbolicNetlist.read(*read)
    given = {"conversation": Conversation(design, seed=1, lengths=Lengths()), "longest": 60}
    assert check(design, netlist, **given)["passed"]
    for wrong in WRONG.values():
        found = check(design, wrong(netlist), **given)
        assert not found["passed"] and "cycle" in found["stops"][0], found


HELD = """
  reg held; always @(posedge clk) begin held <= u01; if (at == 4) seen <= held & z_0OPERAND; end
endmodule
"""
"""A register takes in what is inside a gadget, beside the gadget's result."""


@pytest.mark.parametrize("operand", ("", " & b0"))
def test_what_is_inside_a_gadget_beside_its_result_is_found(operand, tmp_path):
    """A probe that sees both is refused by its name: beside a share of the operand it leaks."""
    ports = PORTS.replace("output reg z_0", "output reg seen, z_0")
    text = HPC2.replace("endmodule", HELD.replace("OPERAND", operand))
    netlist = read(ports + text, tmp_path)
    found = check(design(), netlist)
    assert not found["passed"] and "results" in found["stops"][0], found
    assert tuples.check(design(), netlist, 1)["passed"] == (not operand)


def test_two_shares_that_meet_are_named(tmp_path):
    """A gate that adds both shares of a value stops the proof, by name and cycle."""
    text = HPC2.replace("endmodule", "reg sum; always @(posedge clk) sum <= a0 ^ a1;\nendmodule")
    text = text.replace("v01 ^ w01;", "v01 ^ w01 ^ (sum & 0 | sum);")
    found = judged(text, tmp_path)
    assert not found["passed"] and "shares" in found["stops"][0] and "cycle" in found["stops"][0]


def test_what_is_printed(tmp_path):
    """A proof is told with its order."""
    found = {"composed": judged(HPC2, tmp_path)}
    assert "proved of order 1" in next(Composition.lines(found))
    part = {"composed": found["composed"] | {"watched": 9}}
    assert "proved of order 1, in the first 9 cycles alone" in next(Composition.lines(part))
    assert list(Composition.verdicts(found)) == [NOTHING]
    assert not list(Composition.lines({})) and not list(Composition.verdicts({}))


def test_no_proof_stands_for_single_probes_that_were_not_followed():
    """What the exact check could not follow stays not shown, whatever the rules prove."""
    single = {"passed": False, "leaks": [], "fault": "not followed"}
    whole = {"passed": False, "complete": [], "single": single}
    found = {"whole": whole, "parts": [], "composed": {"passed": True, "watched": None}}
    assert list(Gadgets.verdicts(found)) == [NOT_SHOWN]


def test_what_hides():
    """A sum with a random bit hides a share, a product with one does not."""
    groups, (r, a, b) = Groups(), (Value(n, 0, "", domain=n - 2) for n in (1, 2, 3))
    r.random, r.variables, r.table = True, (r,), 2
    added = Value(4, 1, "", variables=(r, b), table=0b0110)
    times = Value(5, 1, "", variables=(r, b), table=0b1000)
    assert groups.hide([added], 0) and not groups.hide([times], 0)
    assert not groups.hide([added, r], 0) and groups.hide([added, r], 1)
    assert a.domain == 0


def test_tables():
    """Which variables a table depends on, and which are only added, is what trying says."""
    random = Random(1)
    for _ in range(50):
        table = random.getrandbits(8)
        value = [table >> number & 1 for number in range(8)]
        for place in range(3):
            differs = {value[n] ^ value[n ^ 1 << place] for n in range(8)}
            assert (place in tables.added(table, 3)) == (differs == {1})
            assert (place in tables.essential([0, 1, 2], table)[0]) == (1 in differs)


def test_what_is_left_of_a_gate():
    """With an input that is 0 a multiplexer is its other one; an AND is nothing."""
    multiplexer = tuple((n >> 1 & 1) if n & 4 else n & 1 for n in range(8))
    left = rest(multiplexer, (None, None, 0))
    assert left.added == (0,) and not left.inside and left.constant is None
    assert rest((0, 0, 0, 1), (0, None)).constant == 0


CANCELLED = """module dut(clk, a, b, x, y); input clk, a, b, x; output y;
  wire p, q, r, n, s, u, v, w; DFF f(.C(clk), .D(x), .Q(p), .QN(n));
  NAND g(.A(a), .B(b), .Y(q)); INV h(.A(a), .Y(r)); INV i(.A(b), .Y(s)); NOR j(.A(r), .B(s), .Y(u));
  XOR k(.A(q), .B(u), .Y(v)); XOR l(.A(v), .B(p), .Y(w)); XOR m(.A(w), .B(n), .Y(y)); endmodule"""


def test_a_register_and_its_inverse_add_up_to_1(tmp_path):
    """The product and its inverse add up to 1 too, so the output is 0, whatever there is."""
    (tmp_path / "cells.lib").write_text(CELLS)
    (tmp_path / "netlist.v").write_text(CANCELLED)
    circuit = Circuit(symbolic(tmp_path))
    ((name, net),) = circuit.outputs()
    settled = circuit.settle([0 if one == "clk[0]" else None for one in circuit.names])
    assert name == "y[0]" and settled.constant[net] is None
    settled.refine(net)
    assert settled.constant[net] == 0
