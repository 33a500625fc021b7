# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Folded primitives in hardware: a tiny one with stalls and fed back, and those of the catalog,
against the software model of the whole primitive.
"""

import random

import pytest

from cipherfab.architectures.iterated.folded import Folded
from cipherfab.catalog import ALGORITHMS
from cipherfab.primitives.folded import WHOLE, folded
from cipherfab.primitives.primitive import software
from cipherfab.words import concat, mux, rol

from ..test_architectures import FedBack, assert_computes, calls, expected, run, timing
from ..tiny import tiny

FOLDED = [(name, clocks) for name, entry in ALGORITHMS.items() if entry.primitive
          for clocks in entry.foldings]

SETTINGS = {"several counts": (6, 3), "one count": (5,)}


def halves(primitive):
    """`tiny` in two clocks: first ``a``, then ``b`` from what ``a`` was, which is kept."""
    def part(state, phase):
        a, b, count = state["a"], state["b"], state["count"]
        first = rol(a, 3) + b ^ concat(~count, count)
        second = b ^ rol(state["kept"], 1) & state["kept"]
        return {"a": mux(phase[0], first, second), "b": mux(phase[0], b, a),
                "kept": mux(phase[0], a, state["kept"]), "count": mux(phase[0], count, count + 1)}
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
    assert timing(Folded(primitive, fold), calls(primitive)) == ({6 * clocks + 1},
                                                                 {6 * clocks + 1})


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


@pytest.mark.parametrize("name, clocks", FOLDED)
def test_foldings_of_the_catalog_compute_in_hardware(name, clocks):
    """Two calls of a bare core give what the whole primitive's model gives."""
    whole, generator = ALGORITHMS[name].primitive, random.Random(2)
    inputs = [{port: generator.getrandbits(width) for port, width in whole.inputs.items()}
              for _ in range(2)]
    _, taken = run(Folded(whole, ALGORITHMS[name].foldings[clocks]), inputs)
    assert taken.values == [dict(zip(whole.outputs, software(whole)(*call.values())))
                            for call in inputs]
