# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Cores that are started and done by pulses, against the software model."""

import random
from dataclasses import replace

import pytest

from cipherfab.architectures.iterated.pulsed import Pulsed
from cipherfab.catalog import ALGORITHMS
from cipherfab.ciphers.aes import aes_128
from cipherfab.errors import CallError
from cipherfab.measure.component_runs import simulate

from ..test_architectures import calls, expected
from ..tiny import tiny

LONGEST, BEHIND = 2000, 40
"""Clocks of a run at most, and those that follow the last result that was asked for."""


def run(component: Pulsed, inputs: list[dict], seed: int | None = None):
    """Start each call when the core is ready, at once or after random pauses with noise at the
    inputs.

    Returns:
        The outputs, those clocks, and the clocks of the starts.
    """
    noise, starts, ends, outputs = random.Random(seed), [], [], []

    async def play(ctx):
        for clock in range(LONGEST):
            if len(ends) >= len(inputs) and clock > (ends or [0])[-1] + BEHIND:
                return
            waits = seed is not None and noise.random() < 0.5
            begins = len(starts) < len(inputs) and ctx.get(component.in_ready) and not waits
            for name, width in component.primitive.inputs.items():
                value = inputs[len(starts)][name] if begins else noise.getrandbits(width)
                ctx.set(getattr(component, f"in_{name}"), value)
            ctx.set(component.in_valid, int(begins))
            if begins:
                starts.append(clock)
            if ctx.get(component.out_valid):
                ends.append(clock)
                outputs.append(
                    {
                        name: ctx.get(getattr(component, f"out_{name}"))
                        for name in component.primitive.outputs
                    }
                )
            await ctx.tick()

    simulate(component, play)
    return outputs, ends, starts


@pytest.mark.parametrize("seed", [None, 1], ids=["at once", "after pauses"])
@pytest.mark.parametrize("unrolled", [1, 2, 4, 5, 12])
@pytest.mark.parametrize("ends", [True, False], ids=["finished", "counted"])
def test_every_call_is_answered_once(ends, unrolled, seed):
    """The outputs are the model's, one pulse for each call, whatever stands at the inputs between
    the pulses.
    """
    primitive = tiny(12, finished=ends)
    inputs = calls(primitive)
    assert run(Pulsed(primitive, unrolled=unrolled), inputs, seed)[0] == expected(primitive, inputs)


@pytest.mark.parametrize("unrolled", [1, 2, 3])
def test_several_round_counts(unrolled):
    """With registers that tell the end a call has the rounds that it asks for."""
    primitive = tiny(6, 3) if unrolled != 2 else tiny(6, 4)
    inputs = calls(primitive)
    assert run(Pulsed(primitive, unrolled=unrolled), inputs, 3)[0] == expected(primitive, inputs)


@pytest.mark.parametrize("unrolled", [1, 3, 5, 12])
def test_a_call_takes_its_rounds_and_no_more(unrolled):
    """The next inputs enter in the last clock of a run, in which its result is there."""
    primitive = tiny(12)
    _, ends, starts = run(Pulsed(primitive, unrolled=unrolled), calls(primitive))
    clocks = -(-12 // unrolled)
    assert {after - before for before, after in zip(starts, starts[1:])} == {clocks}
    assert [end - start for start, end in zip(starts, ends, strict=True)] == [clocks] * len(ends)


def test_nothing_is_given_that_was_not_asked_for():
    """Without a start there is no result, however long the registers step on."""
    assert run(Pulsed(tiny(6)), [])[0] == []


def test_a_last_round_of_its_own():
    """AES, whose last round is in the outputs alone and not in the loop."""
    cipher, generator = aes_128(), random.Random(4)
    inputs = [{port: generator.getrandbits(128) for port in cipher.inputs} for _ in range(2)]
    assert run(Pulsed(cipher), inputs)[0] == expected(cipher, inputs)


def test_foldings_are_pulsed():
    """A folded primitive is one whose steps are parts of rounds."""
    whole = ALGORITHMS["photon-256"].primitive
    part, generator = ALGORITHMS["photon-256"].foldings[3](whole), random.Random(5)
    inputs = [{port: generator.getrandbits(width) for port, width in whole.inputs.items()}]
    assert run(Pulsed(part), inputs)[0] == expected(whole, inputs)


def test_an_end_that_nothing_tells_is_refused():
    """Several round counts need registers that tell when a run ends."""
    with pytest.raises(CallError, match="needs one round count"):
        Pulsed(replace(tiny(6, 3), finished=None))
