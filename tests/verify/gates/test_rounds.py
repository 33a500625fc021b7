# SPDX-License-Identifier: Apache-2.0
"""The exact check of single probes on a core by gadgets of several rounds."""

from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import pytest
from amaranth.hdl import Const
from small_cells import symbolic, synthesize
from small_gadgets import MOVING

from cipherfab.architectures.protected.masked import Masked
from cipherfab.ciphers.ascon import SLICE, substitution
from cipherfab.commands.gadgets import TOP, small_design
from cipherfab.cores.build import build
from cipherfab.cores.verilog import verilog
from cipherfab.primitives import by_gadgets as gadgets
from cipherfab.primitives.by_gadgets import PRODUCT, ByGadgets, by_gadgets
from cipherfab.primitives.primitive import Primitive
from cipherfab.verify.gates.probing import controls, exact, rounds
from cipherfab.words import concat


def core(primitive, gadget, directory):
    """Design and netlist of a small core of order 1."""
    design = small_design(primitive, 1, gadget)
    synthesize(design.sources[f"{TOP}.sv"], directory, top=TOP)
    return design, symbolic(directory, TOP)


# Of the S-box by HPC3 this small flow names one register otherwise than its word's others.
@pytest.mark.parametrize("primitive, gadget", ((SLICE, "dom"), (PRODUCT, "hpc3")))
def test_a_core_passes_and_its_controls_do_not(primitive, gadget, tmp_path):
    """With all registers and fresh random bits it passes, also the next call; with bits tied to 0,
    used again, or without the registers of gadgets it does not.
    """
    design, netlist = core(primitive, gadget, tmp_path)
    assert rounds.check(design, netlist)["passed"]
    for random in (exact.ZEROS, exact.REUSED):
        assert not rounds.check(design, netlist, random=random)["passed"]
    kind = {"dom": "cross", "hpc3": "blinded"}[gadget]
    left_out = netlist.without([name for name in netlist.registers if name.startswith(kind)])
    assert not rounds.check(design, left_out)["passed"]


def test_an_operand_that_moves_is_found(tmp_path):
    """Over two rounds DOM leaks where an operand comes to the place of the other one."""
    found = rounds.check(*core(MOVING, "dom", tmp_path))
    assert not found["passed"] and found["leaks"] and found["leaks"][0]["pair"]


def test_what_cannot_be_followed_does_not_pass(tmp_path):
    """HPC2 takes in the next state together with its first registers, which hold what the state
    was made with: not shown to be independent, and so refused.
    """
    found = rounds.check(*core(SLICE, "hpc2", tmp_path))
    assert not found["passed"] and "not shown to be uniform" in found["fault"]


AGAIN = replace(SLICE, name="S-box again and again", rounds=(5,))
"""So often that a round waits for a random word."""


def waiting(directory, **options):
    """The S-box five times by DOM with random bits as a stream, as it is made now."""
    directory.mkdir(exist_ok=True)
    design = small_design(AGAIN, 1, "dom")
    text = verilog(Masked(by_gadgets(AGAIN, 1, "dom"), waits=True, **options), TOP)
    synthesize(text, directory, top=TOP)
    return design, symbolic(directory, TOP)


def test_a_stream_of_random_bits_is_followed(tmp_path):
    """With pauses in which the bits are 0 a core that waits passes, and does not where all are
    0."""
    design, netlist = waiting(tmp_path)
    assert rounds.check(design, netlist)["passed"]
    assert not rounds.check(design, netlist, random=exact.ZEROS)["passed"]


def test_a_core_that_does_not_wait_is_found(monkeypatch, tmp_path):
    """In a pause it takes what is there, which is no random bit."""

    def never(self, m, stage, start):
        self.stalled = Const(0)
        if self.waits:
            m.d.comb += self.random_ready.eq(stage == 1)

    monkeypatch.setattr(Masked, "_wait", never)
    monkeypatch.setattr(Masked, "_happens", lambda self, stage, number: stage == number)
    assert not rounds.check(*waiting(tmp_path))["passed"]


def test_a_load_is_followed(monkeypatch, tmp_path):
    """A core that can be loaded is, in the cycle after the reset; it passes, and does not if the
    load adds up the shares.
    """

    def adds_up(self, m, state, start):
        inputs = self.inputs()
        with m.If(self.in_load & ~start & self.in_ready):
            m.d.sync += state["x_0"].eq(inputs["x_0"] ^ inputs["x_1"])

    loadable = frozenset({"x"})
    found = rounds.check(*waiting(tmp_path / "right", loadable=loadable))
    assert found["passed"]
    assert found["cycles"] > rounds.check(*waiting(tmp_path / "without"))["cycles"]
    monkeypatch.setattr(Masked, "_load", adds_up)
    assert not rounds.check(*waiting(tmp_path / "wrong", loadable=loadable))["passed"]


def test_public_bits_are_in_share_0(tmp_path):
    """With some input bits public, which have no random share, it passes too; the check may end
    early.
    """
    design, netlist = waiting(tmp_path)
    found = rounds.check(design, netlist, plain={"x": (0b11000, 0b01000)})
    assert found["passed"] and found["cycles"] > 6
    assert rounds.check(design, netlist, plain={"x": (0b11000, 0)}, longest=4)["cycles"] == 4


TWO = Primitive(
    name="two S-boxes",
    rounds=(1,),
    inputs={"x": 10},
    outputs={"x": 10},
    layout={"x": 10},
    load=dict,
    step=lambda state: {"x": concat(*substitution(state["x"].split(2)))},
    result=dict,
)
"""S-boxes side by side: the bit one place further is one of the other S-box."""


def fed_back(monkeypatch, directory, *, refreshed=True, rotation=1, **options):
    """What is said of two S-boxes whose next call gets the shares of the first one's result."""
    monkeypatch.setattr(gadgets, "ROTATION", rotation)
    masked = Masked(by_gadgets(TWO, 1, "dom", refreshed=refreshed), waits=True)
    synthesize(verilog(masked, TOP), directory, top=TOP)
    netlist = symbolic(directory, TOP)
    return rounds.check(small_design(TWO, 1, "dom"), netlist, fed_back=True, **options)


def test_a_result_that_goes_in_again_leaks_if_it_is_not_shared_anew(monkeypatch, tmp_path):
    """Products read the registers in which the result is, and then what is made of its shares."""
    found = fed_back(monkeypatch, tmp_path, refreshed=False)
    assert not found["passed"] and not found["fault"]
    assert found["leaks"][0]["net"].startswith("next cross") and found["leaks"][0]["pair"]


@pytest.mark.parametrize("plain", (None, {"x": (0b1100000000, 0b0100000000)}))
def test_a_result_that_goes_in_again_passes_if_it_is_shared_anew(monkeypatch, tmp_path, plain):
    """With fresh bits added where it enters every probe is safe, also where some of the first
    call's input is public.
    """
    found = fed_back(monkeypatch, tmp_path, plain=plain)
    assert found["passed"] and not found["fault"]


def test_a_result_shared_anew_with_zeros_is_found(monkeypatch, tmp_path):
    """Random bits that are 0 in the cycle of the entry, and fresh in all others."""
    whole = ByGadgets._shared_anew
    monkeypatch.setattr(
        ByGadgets,
        "_shared_anew",
        lambda self, circuit, entering, random: whole(
            self, circuit, entering, random & random.constant(0)
        ),
    )
    monkeypatch.setattr(Masked, "_takes_random", lambda self, number: number != 2)
    found = fed_back(monkeypatch, tmp_path)
    assert not found["passed"] and not found["fault"] and found["leaks"][0]["pair"]


def test_a_random_bit_of_the_products_own_is_found(monkeypatch, tmp_path):
    """What enters shared anew with the bit that the products of the same S-box take next."""
    assert not fed_back(monkeypatch, tmp_path, rotation=0)["passed"]


def test_a_bit_serial_core_passes_and_its_controls_do_not(tmp_path):
    """Over the turn in which a call goes in, an S-box's and one of the linear layer: as it is, and
    not without fresh bits, the registers of crossings or those of operands.
    """
    design = build("ascon-p-6/masked=1,bitserial")
    synthesize(next(iter(design.sources.values())), tmp_path, top=design.top)
    netlist = symbolic(tmp_path, design.top)
    assert rounds.check(design, netlist, longest=200)["passed"]
    judge = partial(rounds.check, longest=80)
    found = [
        controls.refused(design, control, seed=1, judge=judge)
        for control in controls.of_columns(netlist)
    ]
    assert [control["by"] for control in found] == ["two secrets told apart"] * 4


def test_a_random_word_that_is_never_taken_is_found(monkeypatch, tmp_path):
    """Each round adds the same random bits, which stand at the port beside what they hide."""
    whole = Masked._wait

    def wait(self, m, stage, start):
        whole(self, m, stage, start)
        if self.waits:
            m.d.comb += self.random_ready.eq(0)

    monkeypatch.setattr(Masked, "_wait", wait)
    assert not rounds.check(*waiting(tmp_path))["passed"]


def test_all_leaks_are_counted_and_a_few_are_named():
    """Of more leaks than `NAMED` in one cycle the first ones are named, with their cycle."""
    found = object.__new__(rounds.Rounds)
    found.registers = SimpleNamespace(cycle=3)
    found._judge = SimpleNamespace(count=0, has_whole=bool, pair=lambda views: None)
    found.watched = {f"n{number}": ["key"] for number in range(exact.NAMED + 2)}
    found._together = [(list(found.watched), frozenset({"key"}))]
    found.leaks, found.leaking = [], 0
    found._seen = lambda values: {"key": (frozenset(), 1)}
    found._is_safe = lambda view: False
    found._look({}, {})
    assert found.leaking == exact.NAMED + 2
    names = [f"n{number}" for number in range(exact.NAMED)]
    assert found.leaks == [{"net": name, "cycle": 2, "pair": None} for name in names]
