# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Cores that say nothing of whether a call is under way, against the software model."""

import random
import re
from dataclasses import replace

import pytest

from cipherfab.architectures.iterated.pulsed import FreeRunning
from cipherfab.catalog import ALGORITHMS
from cipherfab.ciphers.aes import aes_128
from cipherfab.cores.verilog import verilog
from cipherfab.errors import CallError
from cipherfab.measure.component_runs import simulate

from ..test_architectures import calls, expected
from ..tiny import tiny

LAST = 15
"""Clocks in front of the first pulse, at most, and behind the last result."""


def run(component: FreeRunning, pulses: dict[int, dict], clocks: int, seed: int = 0) -> list[tuple]:
    """Give these inputs in these clocks, and noise in all others.

    Returns:
        For each clock ``out_valid`` and the outputs.
    """
    noise, seen = random.Random(seed), []

    async def play(ctx):
        for clock in range(clocks):
            for name, width in component.primitive.inputs.items():
                given = pulses.get(clock, {}).get(name, noise.getrandbits(width))
                ctx.set(getattr(component, f"in_{name}"), given)
            ctx.set(component.in_valid, int(clock in pulses))
            seen.append((ctx.get(component.out_valid),
                         {name: ctx.get(getattr(component, f"out_{name}"))
                          for name in component.primitive.outputs}))  # fmt: skip
            await ctx.tick()

    simulate(component, play)
    return seen


def answers(seen: list[tuple], start: int, cycles: int) -> tuple[list[int], dict]:
    """``out_valid`` from the clock behind a pulse to that of its result, and the result."""
    behind = seen[start + 1 : start + cycles + 1]
    return [valid for valid, _ in behind], behind[-1][1]


@pytest.mark.sample(8)
@pytest.mark.parametrize("gap", [0, 1, 7])
@pytest.mark.parametrize("unrolled", [1, 2, 4, 5, 12])
@pytest.mark.parametrize("ends", [True, False], ids=["finished", "counted"])
def test_every_call_is_answered_in_its_clock(ends, unrolled, gap):
    """A call takes its rounds and no more, and out_valid is 0 up to the clock of its result; the
    next pulse may come in that clock or later.
    """
    primitive, cycles = tiny(12, finished=ends), -(-12 // unrolled)
    inputs = calls(primitive)
    starts = [LAST + number * (cycles + gap) for number in range(len(inputs))]
    seen = run(
        FreeRunning(primitive, unrolled=unrolled),
        dict(zip(starts, inputs)),
        starts[-1] + cycles + LAST,
    )
    for start, result in zip(starts, expected(primitive, inputs), strict=True):
        assert answers(seen, start, cycles) == ([0] * (cycles - 1) + [1], result)


@pytest.mark.parametrize("after", range(1, 6))
@pytest.mark.parametrize("ends", [True, False], ids=["finished", "counted"])
def test_a_pulse_begins_anew(ends, after):
    """In any clock of a run: the call before has no result, the new one its own in its clock."""
    primitive = tiny(6, finished=ends)
    before, new = calls(primitive)[:2]
    seen = run(FreeRunning(primitive), {3: before, 3 + after: new}, 30)
    assert not any(valid for valid, _ in seen[4 : 4 + after])
    assert answers(seen, 3 + after, 6) == ([0] * 5 + [1], expected(primitive, [new])[0])


def test_several_round_counts():
    """With registers that tell the end a call has the rounds that it asks for."""
    primitive = tiny(12, 6)
    for schedule, cycles in enumerate(primitive.rounds):
        call = {"x": 0x1234, "schedule": schedule}
        seen = run(FreeRunning(primitive), {2: call}, 20)
        assert answers(seen, 2, cycles) == (
            [0] * (cycles - 1) + [1],
            expected(primitive, [call])[0],
        )


def test_a_last_round_of_its_own():
    """AES, whose last round is in the outputs alone and not in the loop."""
    cipher, generator = aes_128(), random.Random(4)
    inputs = {port: generator.getrandbits(128) for port in cipher.inputs}
    seen = run(FreeRunning(cipher), {5: inputs}, 20)
    assert answers(seen, 5, 10) == ([0] * 9 + [1], expected(cipher, [inputs])[0])


def test_foldings_run_freely():
    """A folded primitive is one whose steps are parts of rounds."""
    whole = ALGORITHMS["photon-256"].primitive
    part, generator = ALGORITHMS["photon-256"].foldings[3](whole), random.Random(5)
    inputs = {port: generator.getrandbits(width) for port, width in whole.inputs.items()}
    cycles = part.rounds[0]
    seen = run(FreeRunning(part), {5: inputs}, cycles + 10)
    assert answers(seen, 5, cycles) == ([0] * (cycles - 1) + [1], expected(whole, [inputs])[0])


@pytest.mark.parametrize("ends, bits", [(True, 20), (False, 24)], ids=["finished", "counted"])
def test_no_register_but_those_that_tell_the_end(ends, bits):
    """The registers are those of the primitive and, where they do not tell the end, the clocks that
    are left; none is reset.
    """
    top = verilog(FreeRunning(tiny(12, finished=ends)), "top").partition("endmodule")[0]
    widths = re.findall(r"^  reg (?:\[(\d+):0\] )?\w+;", top, re.M)
    assert sum(int(high or 0) + 1 for high in widths) == bits
    assert not re.search(r"\brst\b", top.partition(");")[2])


def test_an_end_that_nothing_tells_is_refused():
    """Several round counts need registers that tell when a run ends."""
    with pytest.raises(CallError, match="freerunning needs one round count"):
        FreeRunning(replace(tiny(6, 3), finished=None))
