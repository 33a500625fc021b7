# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Folded primitives in hardware: a tiny one with stalls and fed back, and those of the catalog,
against the software model of the whole primitive.
"""

import random
from dataclasses import replace

import pytest
from amaranth.hdl import Cat, Mux, Signal

from cipherfab.architectures.iterated.folded import Folded
from cipherfab.catalog import ALGORITHMS
from cipherfab.measure.component_runs import simulate
from cipherfab.primitives.folded import WHOLE, folded, several
from cipherfab.primitives.primitive import software
from cipherfab.words import concat, mux, rol

from ..test_architectures import FedBack, assert_computes, calls, expected, run, timing
from ..tiny import tiny

FOLDED = [
    (name, clocks)
    for name, entry in ALGORITHMS.items()
    if entry.primitive
    for clocks in entry.foldings
]

SETTINGS = {"several counts": (6, 3), "one count": (5,)}


def halves(primitive):
    """`tiny` in two clocks: first ``a``, then ``b`` from what ``a`` was, which is kept."""

    def part(state, phase):
        a, b, count = state["a"], state["b"], state["count"]
        first = rol(a, 3) + b ^ concat(~count, count)
        second = b ^ rol(state["kept"], 1) & state["kept"]
        return {
            "a": mux(phase[0], first, second),
            "b": mux(phase[0], b, a),
            "kept": mux(phase[0], a, state["kept"]),
            "count": mux(phase[0], count, count + 1),
        }

    return folded(primitive, 2, part, more={"kept": 8})


@pytest.mark.parametrize("ends", [True, False], ids=["finished", "counted"])
@pytest.mark.parametrize("counts", SETTINGS.values(), ids=SETTINGS)
def test_a_folded_primitive_computes(counts, ends):
    """The model's outputs for every round count, whatever stalls, whether the registers tell the
    end or the architecture counts.
    """
    primitive = tiny(*counts, finished=ends)
    assert_computes(lambda: Folded(primitive, halves), primitive)


@pytest.mark.parametrize("fold, clocks", [(WHOLE[1], 1), (halves, 2)])
def test_a_round_takes_k_clocks_and_a_run_one_more(fold, clocks):
    """That one is for the inputs; the next ones enter as a result leaves."""
    primitive = tiny(6)
    assert timing(Folded(primitive, fold), calls(primitive)) == ({6 * clocks + 1}, {6 * clocks + 1})


@pytest.mark.parametrize("ends", [True, False], ids=["finished", "counted"])
@pytest.mark.parametrize("counts", [(6, 3), (9,)], ids=SETTINGS)
def test_several_rounds_in_a_clock_compute(counts, ends):
    """The model's outputs for every round count, whatever stalls."""
    primitive = tiny(*counts, finished=ends)
    assert_computes(lambda: Folded(primitive, several(3)), primitive)


def test_several_rounds_take_a_clock_and_a_run_one_more():
    """That one is for the inputs; the next ones enter as a result leaves."""
    primitive = tiny(6)
    assert timing(Folded(primitive, several(3)), calls(primitive)) == ({6 // 3 + 1}, {6 // 3 + 1})


def test_users_see_the_rounds_of_the_whole_primitive():
    """Unless the registers do not tell the end: then the parts are counted."""
    assert Folded(tiny(6, 3), halves).primitive.rounds == (6, 3)
    assert Folded(tiny(6, finished=False), halves).primitive.rounds == (12,)


def test_a_folded_primitive_is_fed_back():
    """With feedback the registers hold while nothing starts, and the outputs are the model's."""
    primitive = tiny(6)
    inputs = calls(primitive)
    _, taken = run(FedBack(Folded(primitive, halves, feedback=True)), inputs, seed=3)
    assert taken.values == expected(primitive, inputs)


class Changed(FedBack):
    """A user that says which half of the input a start changes; the other half is noise then."""

    def elaborate(self, platform):
        m = super().elaborate(platform)
        self.of_a = Signal(init=1)
        assert self.inner.change("x", [(0, 8, ~self.of_a), (8, 16, self.of_a)])
        noise = Mux(
            self.of_a, Cat(~self.in_x[:8], self.in_x[8:]), Cat(self.in_x[:8], ~self.in_x[8:])
        )
        m.d.comb += self.inner.in_x.eq(noise)
        with m.If(self.in_valid & self.in_ready):
            m.d.sync += self.of_a.eq(~self.of_a)
        return m


def test_only_what_a_start_changes_is_loaded():
    """Behind the first call, whose other half nobody set, each takes the half that is changed, and
    the result before for the other one.
    """
    primitive, inputs = tiny(6), calls(tiny(6))
    _, taken = run(Changed(Folded(primitive, halves, feedback=True)), inputs, seed=3)
    results = [value["x"] for value in taken.values]
    for number, (call, before, after) in enumerate(zip(inputs[1:], results, results[1:])):
        changes = 0xFF if number % 2 == 0 else 0xFF00
        assert (after,) == software(primitive)(before & ~changes | call["x"] & changes)


def test_loading_without_a_run_writes_only_what_is_changed():
    """``in_load`` takes the half of the input that is changed, and leaves the other register."""
    upper, lower, seen = Signal(init=1), Signal(init=1), []
    component = Folded(tiny(6), halves, feedback=True, loadable=("a", "b"))
    assert component.change("x", [(0, 8, lower), (8, 16, upper)])

    async def bench(ctx):
        ctx.set(component.out_ready, 1)
        ctx.set(component.in_x, 0x1234)
        ctx.set(component.in_valid, 1)
        await ctx.tick()
        ctx.set(component.in_valid, 0)
        await ctx.tick().until(component.out_valid)
        for loads, changes_upper in ((0, 1), (1, 1), (1, 0)):
            ctx.set(component.in_load, loads)
            ctx.set(upper, changes_upper)
            ctx.set(lower, 1 - changes_upper)
            ctx.set(component.in_x, 0xAB00 | 0xCD)
            await ctx.tick()
            seen.append(ctx.get(component.out_x))

    simulate(component, bench)
    (result,) = software(tiny(6))(0x1234)
    assert seen == [result, 0xAB00 | result & 0xFF, 0xABCD]


def test_a_register_of_several_bits_of_the_input_refuses_changes():
    """Its parts cannot be told from those of the input; nor is one told that no result reads."""
    whole = tiny(6)
    summed = replace(
        whole, load=lambda inputs: {**whole.load(inputs), "a": inputs["x"][:8] ^ inputs["x"][8:]}
    )
    unread = replace(whole, result=lambda state: {"x": concat(state["a"], state["a"])})
    for primitive in (summed, unread):
        assert not Folded(primitive, halves, feedback=True).change("x", [(0, 16, Signal())])


@pytest.mark.sample(8)
@pytest.mark.parametrize("name, clocks", FOLDED)
def test_foldings_of_the_catalog_compute_in_hardware(name, clocks):
    """Two calls of a bare core give what the whole primitive's model gives."""
    whole, generator = ALGORITHMS[name].primitive, random.Random(2)
    inputs = [
        {port: generator.getrandbits(width) for port, width in whole.inputs.items()}
        for _ in range(2)
    ]
    _, taken = run(Folded(whole, ALGORITHMS[name].foldings[clocks]), inputs)
    assert taken.values == [
        dict(zip(whole.outputs, software(whole)(*call.values()))) for call in inputs
    ]
