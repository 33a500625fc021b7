# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Registers written as one process, and statements without what has no effect, do what Amaranth's
netlist does.
"""

from random import Random

import pytest
from amaranth.back import rtlil
from amaranth.hdl import Cat, Const, Module, Signal
from amaranth.lib.wiring import Component, In, Out
from cores.text.test_writer import EQUAL

from cipherfab.cores.text.rtlil import Assign, Bits, Switch
from cipherfab.cores.text.simplified import simplified
from cipherfab.cores.text.together import together
from cipherfab.cores.text.writer import design
from cipherfab.tools.yosys import run_yosys

ZERO, ONE = (Bits("", 0, 0, "0"),), (Bits("", 0, 0, "1"),)


class Decisions(Component):
    """Registers and a wire that are assigned under conditions of conditions, of which some are
    constants, and some say the same in both cases.
    """

    a: In(4)
    b: In(4)
    out: Out(14)

    def __init__(self, seed: int):
        self.random = Random(seed)
        super().__init__()

    def elaborate(self, platform):
        m = Module()
        self.targets = [
            Signal(width, name=f"held{number}") for number, width in enumerate((1, 4, 3))
        ]
        self.wire = Signal(4, name="drawn")
        m.d.comb += self.out.eq(Cat(*self.targets, self.wire))
        for _ in range(3):
            self.decide(m, 3)
        return m

    def decide(self, m: Module, depth: int) -> None:
        """Some statements, at random."""
        for _ in range(self.random.randint(1, 3)):
            if depth and self.random.random() < 0.7:
                self.choose(m, depth - 1)
            else:
                self.assign(m)

    def assign(self, m: Module) -> None:
        value = self.random.choice((self.a, self.b, ~self.a, Const(self.random.getrandbits(4), 4)))
        if self.random.random() < 0.2:
            m.d.comb += self.wire.eq(value)
            return
        target = self.random.choice(self.targets)
        low = self.random.randrange(len(target))
        part = target if self.random.random() < 0.7 else target[low:]
        m.d.sync += part.eq(value)

    def choose(self, m: Module, depth: int) -> None:
        if self.random.random() < 0.3:
            with m.Switch(self.a[:2]):
                for value in self.random.sample(("00", "01", "1-", "10"), 3):
                    with m.Case(value):
                        self.decide(m, depth)
                with m.Default():
                    self.decide(m, depth)
            return
        with m.If(self.condition()):
            self.decide(m, depth)
        if self.random.random() < 0.4:
            with m.Elif(self.condition()):
                self.decide(m, depth)
        if self.random.random() < 0.6:
            with m.Else():
                self.decide(m, depth)

    def condition(self):
        return self.random.choice(
            (self.a[0], self.a[1], self.b[0], self.targets[0], Const(0), Const(1), ~self.a[0])
        )


@pytest.mark.parametrize(
    "seed", [*range(1, 7), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(7, 80))]
)
def test_what_is_decided_stays(seed, tmp_path):
    """Yosys proves decisions at random equal to Amaranth's netlist."""
    text = rtlil.convert(Decisions(seed), name="everything", emit_src=False)
    (tmp_path / "given.il").write_text(text)
    written = design(text)["everything"]
    (tmp_path / "written.sv").write_text(written)
    assert "SUCCESS" in run_yosys(EQUAL, directory=tmp_path)
    assert "if (1'b" not in written


def assigned(wire: str, value=ONE) -> Assign:
    """An assignment of one bit."""
    return Assign((Bits(wire, 0, 0),), value)


def chosen(wire: str, *cases) -> Switch:
    """A choice by one bit."""
    return Switch(
        (Bits(wire, 0, 0),),
        [((pattern,) if pattern else (), list(body)) for pattern, body in cases],
    )


def test_a_constant_decides_at_once():
    """What a constant excludes is gone, and what it chooses stands in its place."""
    never = Switch(ZERO, [(("1",), [assigned("\\a")]), ((), [assigned("\\b")])])
    assert simplified([never]) == [assigned("\\b")]


def test_the_same_in_both_cases_is_no_choice():
    """A condition that changes nothing is not written."""
    same = chosen("\\c", ("1", [assigned("\\a")]), ("", [assigned("\\a")]))
    assert simplified([same]) == [assigned("\\a")]


def test_a_value_that_is_replaced_is_not_written():
    """Of two assignments to the same bits the last one counts, those in front under a condition
    too; other bits stay.
    """
    before = chosen("\\c", ("1", [assigned("\\a", ZERO), assigned("\\b")]))
    assert simplified([before, assigned("\\a")]) == [
        chosen("\\c", ("1", [assigned("\\b")])),
        assigned("\\a"),
    ]


def test_choices_by_one_selector_are_joined():
    """Phases stand in the order that all registers agree on, each once."""
    one = [chosen("\\p", ("1", [assigned("\\a")])), chosen("\\r", ("1", [assigned("\\a", ZERO)]))]
    two = [chosen("\\q", ("1", [assigned("\\b")])), chosen("\\r", ("1", [assigned("\\b", ZERO)]))]
    three = [chosen("\\p", ("1", [assigned("\\c")])), chosen("\\q", ("1", [assigned("\\c")]))]
    assert together([one, two, three]) == [
        chosen("\\p", ("1", [assigned("\\a"), assigned("\\c")])),
        chosen("\\q", ("1", [assigned("\\b"), assigned("\\c")])),
        chosen("\\r", ("1", [assigned("\\a", ZERO), assigned("\\b", ZERO)])),
    ]


def test_registers_whose_orders_disagree_stay_apart():
    """No order of phases keeps both, so there is none."""
    one = [chosen("\\p", ("1", [assigned("\\a")])), chosen("\\q", ("1", [assigned("\\a", ZERO)]))]
    two = [chosen("\\q", ("1", [assigned("\\b")])), chosen("\\p", ("1", [assigned("\\b", ZERO)]))]
    assert together([one, two]) is None


def test_defaults_of_cases_keep_their_meaning():
    """What else happens with a value of two bits is not what another register says of one."""
    selector = (Bits("\\s", 1, 0),)
    one = [Switch(selector, [(("00",), [assigned("\\a")]), ((), [assigned("\\a", ZERO)])])]
    two = [Switch(selector, [(("01",), [assigned("\\b")])])]
    assert together([one, two]) == [*one, *two]
