# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Verilog written from Amaranth's netlist: the same function, the description's names, nothing that
no output needs.
"""

import re
from random import Random

import pytest
from amaranth.back import rtlil
from amaranth.hdl import Array, Cat, Const, Module, Mux, Signal
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import Component, In, Out

from cipherfab.cores.build import build
from cipherfab.cores.text.writer import design
from cipherfab.errors import DesignError, ToolError
from cipherfab.tools.yosys import run_yosys

EQUAL = """read_rtlil given.il
prep -flatten -top everything
memory_map
design -stash gold
read_verilog -sv written.sv
prep -flatten -top everything
memory_map
design -stash gate
design -copy-from gold -as gold everything
design -copy-from gate -as gate everything
miter -equiv -flatten -make_outputs gold gate miter
sat -verify -tempinduct -set-init-zero -prove trigger 0 -seq 2 -maxsteps 12 miter
"""
"""Whatever goes in, after two cycles both modules give the same outputs in every cycle; by
induction.
"""


class Everything(Component):
    """Every operator, choice and register that the writer knows, with widths that do not fit."""

    a: In(8)
    b: In(8)
    s: In(3)
    sum: Out(9)
    low: Out(4)
    bits: Out(8)
    told: Out(8)
    moved: Out(12)
    looked: Out(8)
    chosen: Out(8)
    late: Out(8)
    count: Out(4)
    case_: Out(2)

    def elaborate(self, platform):
        m = Module()
        kept, unread = Signal(8, name="kept"), Signal(8, name="unread")
        m.d.comb += [self.sum.eq(self.a + self.b), self.low.eq((self.a - self.b)[:4]),
                     unread.eq(self.a * 3),
                     self.bits.eq(Cat(~self.a[:4], self.b[4:] ^ self.a[4:])
                                  & ~Mux(self.s[0], self.b, 0x5A)),
                     self.told.eq(Cat(self.a < self.b, self.a >= self.b,
                                      self.a.as_signed() < self.b.as_signed(), self.a == 0,
                                      (~self.a)[:3] == self.b,
                                      self.a.any(), self.b.all(), self.a.xor())),
                     self.moved.eq((self.a << self.s) | (self.b >> self.s)),
                     self.looked.eq(Array(Const(17 * n & 255, 8) for n in range(8))[self.s]),
                     self.late.eq(kept.rotate_right(3) ^ Cat(self.a[7], self.a[:7]))]  # fmt: skip
        m.d.comb += self.chosen.eq(self.a)
        with m.If(self.s == 1):
            m.d.comb += self.chosen[:4].eq(self.b)
        with m.Elif(self.s[2]):
            m.d.comb += self.chosen.eq(-self.b)
        with m.If(self.a[0]):
            m.d.comb += self.chosen[6:].eq(self.b.bit_select(self.s, 2))
        with m.Switch(self.s):
            with m.Case("0-1"):
                m.d.comb += self.case_.eq(1)
            with m.Case(2, 4):
                m.d.comb += self.case_.eq(2)
            with m.Case(6):
                m.d.comb += self.case_.eq(self.b)
        with m.If(self.s[1]):
            m.d.sync += [kept.eq(self.a), self.count.eq(self.count + 1)]
        with m.Elif(self.s[0]):
            m.d.sync += kept[2:5].eq(self.b)
        return m


@pytest.fixture(scope="module")
def written() -> tuple[str, dict[str, str]]:
    """The netlist, and what is written of it."""
    text = rtlil.convert(Everything(), name="everything", emit_src=False)
    return text, design(text)


@pytest.mark.parametrize("old, new", [("", ""), (" < ", " > "), ("late = ", "late = ~")])
def test_the_text_has_the_netlists_function(written, old, new, tmp_path):
    """Yosys proves both equal, and finds a changed operator."""
    text = written[1]["everything"]
    (tmp_path / "given.il").write_text(written[0])
    (tmp_path / "written.sv").write_text(text.replace(old, new, 1) if old else text)
    if old:
        assert old in text
        with pytest.raises(ToolError):
            run_yosys(EQUAL, directory=tmp_path)
    else:
        assert "Induction step proven: SUCCESS" in run_yosys(EQUAL, directory=tmp_path)


def test_what_no_output_needs_is_not_written(written):
    """A signal that nothing reads, and a second name of a wire, are left out; a register has no
    initial value.
    """
    text = written[1]["everything"]
    assert (
        "unread" not in text and "initial" not in text and not re.search(r"^ +reg .*=", text, re.M)
    )
    assert (
        "reg [7:0] kept;" in text and "always_ff @(posedge clk)" in text and "kept <= 8'h0;" in text
    )


def test_an_unknown_line_is_refused():
    """What Amaranth does not write is an error, not a guess."""
    with pytest.raises(ToolError, match="not expected in a module"):
        design("module \\a\n  sync posedge\nend\n")


def test_a_core_can_be_read():
    """At most 2,000 lines and one net in ten without a name, no line above 100 columns, module and
    port names plain.
    """
    (text,) = build("ascon-aead128/round").sources.values()
    nets = re.findall(
        r"^ +(?:(?:input|output) )?(?:wire|reg)(?: \[\d+:0\])? (\S+?)[;,]?$", text, re.M
    )
    numbered = [net for net in nets if re.fullmatch(r"_\d+_", net)]
    assert text.count("\n") <= 2000 and len(nets) > 200 and len(numbered) <= len(nets) / 10
    assert max(map(len, text.splitlines())) <= 100 and "\\" not in text and "$" not in text


class Nested(Component):
    """Operators of each other's results, cut anywhere: what is written in one expression, and what
    is not.
    """

    a: In(8)
    b: In(8)
    s: In(3)
    out: Out(24 * 6)

    def __init__(self, seed: int):
        self.random = Random(seed)
        super().__init__()

    def value(self, depth: int):
        """A value of any width from 1 to some bits more than its operands."""
        choose = self.random.choice
        if not depth:
            return choose(
                (self.a, self.b, Cat(self.a, self.b), Const(self.random.getrandbits(7), 7))
            )
        one, other = self.value(depth - 1), self.value(depth - 1)
        made = choose(
            (
                lambda: one & other,
                lambda: one | other,
                lambda: one ^ other,
                lambda: ~one,
                lambda: one + other,
                lambda: (one - other)[: len(one)],
                lambda: one << self.s,
                lambda: one << choose((1, 3, 8)),
                lambda: one >> self.s,
                lambda: Mux(self.s[0], one, other),
                lambda: Cat(one, other),
                lambda: (-one)[: len(one)],
                lambda: one < other,
                lambda: Mux(one.any(), other, one),
            )
        )()
        made = Cat(made)  # without a sign
        low = self.random.randrange(len(made))
        return choose((made, made[low : self.random.randrange(low, len(made)) + 1]))[:24]

    def elaborate(self, platform):
        m = Module()
        for place in range(0, len(self.out), 6):
            m.d.comb += self.out[place : place + 6].eq(self.value(self.random.randint(2, 4)))
        return m


@pytest.mark.parametrize(
    "seed", [1, 2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 40))]
)
def test_nested_operators_that_are_cut_keep_their_function(seed, tmp_path):
    """Yosys proves expressions of expressions, of which only some bits are read, equal to
    Amaranth's netlist.
    """
    text = rtlil.convert(Nested(seed), name="everything", emit_src=False)
    (tmp_path / "given.il").write_text(text)
    (tmp_path / "written.sv").write_text(design(text)["everything"])
    assert "SUCCESS" in run_yosys(EQUAL, directory=tmp_path)


class Stored(Component):
    """A memory of four bytes.

    Args:
        reads: the clock domain of its port that reads.
        granularity: bits of a word that are written by themselves.
    """

    address: In(2)
    data: In(8)
    enable: In(2)
    value: Out(8)

    def __init__(self, reads, granularity):
        super().__init__()
        self.reads, self.granularity = reads, granularity

    def elaborate(self, platform):
        m = Module()
        m.submodules.memory = memory = Memory(shape=8, depth=4, init=[])
        read = memory.read_port(domain=self.reads)
        write = memory.write_port(granularity=self.granularity)
        m.d.comb += [read.addr.eq(self.address), self.value.eq(read.data),
                     write.addr.eq(self.address), write.data.eq(self.data),
                     write.en.eq(self.enable)]  # fmt: skip
        return m


@pytest.mark.parametrize(
    "reads, granularity, said", [("sync", 8, "without a clock"), ("comb", 4, "as a whole")]
)
def test_a_port_that_would_be_written_otherwise_is_refused(reads, granularity, said):
    """A memory read with a clock or written in parts is not written as if it were another."""
    with pytest.raises(DesignError, match=said):
        design(rtlil.convert(Stored(reads, granularity)))
    assert design(rtlil.convert(Stored("comb", 8)))
