# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""A masked core with its last rounds twice: results and cycles. What faults do is in
`tests/verify/gates/injection/test_masked_redundant.py`.
"""

import re
from dataclasses import replace
from functools import reduce
from operator import xor
from random import Random

import pytest

from cipherfab.architectures.protected.gadgets_redundant import GadgetsRedundant
from cipherfab.architectures.protected.masked_redundant import MaskedRedundant
from cipherfab.catalog import ALGORITHMS
from cipherfab.ciphers.ascon import SLICE
from cipherfab.cores.build import build
from cipherfab.errors import CallError
from cipherfab.identifiers import APART
from cipherfab.measure.component_runs import simulate
from cipherfab.primitives.by_gadgets import by_gadgets
from cipherfab.primitives.in_stages import share_names
from cipherfab.primitives.primitive import software

CALLS = 3


def played(component, *, seed: int) -> tuple[list[dict[str, int]], list[tuple[int, int, int]]]:
    """Calls with random shares, random bits and stalls: the values, and of each result its sum, the
    cycles since its inputs were accepted, and whether ``fault`` was ever 1.
    """
    random, staged = Random(seed), component.staged
    given, taken, since = [], [], []

    async def bench(ctx):
        noticed = 0
        for cycle in range(600):
            ctx.set(component.in_valid, random.randrange(4) > 0 and len(given) < CALLS)
            ctx.set(component.out_ready, random.randrange(4) > 0)
            ports = {name: random.getrandbits(width) for name, width in staged.inputs.items()}
            for name, value in ports.items():
                ctx.set(getattr(component, f"in_{name}"), value)
            if staged.random_bits:
                ctx.set(component.random, random.getrandbits(staged.random_bits))
            await ctx.delay(1e-7)
            noticed |= ctx.get(component.fault)
            if ctx.get(component.out_valid & component.out_ready):
                shares = [ctx.get(getattr(component, f"out_{name}")) for name in staged.outputs]
                taken.append((reduce(xor, shares), cycle - since[-1], noticed))
            if ctx.get(component.in_valid & component.in_ready):
                since.append(cycle)
                given.append(
                    {
                        name: reduce(xor, (ports[one] for one in share_names(name, staged.shares)))
                        if name in staged.secrets
                        else ports[name]
                        for name in staged.primitive.inputs
                    }
                )
            await ctx.tick()

    simulate(component, bench)
    return given, taken


@pytest.mark.parametrize(
    "name, repeated",
    [
        ("ascon-p-6", 1),
        pytest.param("ascon-p-6", 5, marks=pytest.mark.slow),
        pytest.param("lilliput-tbc-ii-128", 7, marks=pytest.mark.slow),
    ],
)
def test_results_are_those_of_the_model(name, repeated):
    """With stalls on both sides, and other random bits in each cycle, every call is answered, no
    fault is noticed, and the repeated rounds, the second entry and the comparison take their
    cycles.
    """
    staged = ALGORITHMS[name].staged()
    given, taken = played(MaskedRedundant(staged, repeated=repeated), seed=repeated)
    stages, (rounds,) = len(staged.stages), staged.primitive.rounds
    latency = 2 * len(staged.entry) + (rounds + repeated) * stages
    assert len(taken) >= CALLS - 1
    for call, (result, cycles, noticed) in zip(given, taken):
        assert software(staged.primitive)(*call.values()) == (result,)
        assert cycles >= latency and not noticed


@pytest.mark.parametrize("rounds, repeated", [(2, 1), (5, 4)])
def test_results_by_gadgets_are_those_of_the_model(rounds, repeated):
    """The same by DOM: two clocks for a round, and two to compare; both results are the answer."""
    primitive = replace(SLICE, rounds=(rounds,))
    component = GadgetsRedundant(by_gadgets(primitive, 1, "dom"), repeated=repeated)
    given, taken = played(component, seed=repeated)
    assert len(taken) >= CALLS - 1
    for call, (result, cycles, noticed) in zip(given, taken):
        assert software(primitive)(*call.values()) == (result,)
        assert cycles >= 1 + 2 * (rounds + repeated) + 2 and not noticed


def test_second_gates_stay_instances_in_the_text():
    """What says a port to the second count, and what shows each share of each result, is an
    instance of its own, small as it is: tools would make one gate of two.
    """
    (text,) = build("keccak-f-200/masked=1,redundant=2,gadget=dom").sources.values()
    assert sorted(re.findall(rf" {APART}(\w+) \($", text, re.MULTILINE)) == [
        "again_0", "again_1", "leaves", "out_0", "out_1", "start",
    ]  # fmt: skip


@pytest.mark.parametrize("repeated", [0, 6, 7])
def test_what_does_not_fit_is_refused(repeated):
    """At least one round is done twice, and one is not."""
    with pytest.raises(CallError, match=f"redundant={repeated} is refused.*less than the 6 rounds"):
        MaskedRedundant(ALGORITHMS["ascon-p-6"].staged(), repeated=repeated)
