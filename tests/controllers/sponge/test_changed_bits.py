# SPDX-License-Identifier: Apache-2.0
"""What events change, beside the state after them."""

import random

from amaranth.hdl import Module, Signal
from amaranth.sim import Simulator

from cipherfab.controllers.sponge.changed_bits import changed
from cipherfab.controllers.sponge.merge import Event, merge
from cipherfab.words import concat

WIDTHS = {"state": 16, "block": 8, "mask": 8}


def absorb(words):
    """A sum, and part of the state in its place: some bits masked, some moved, some kept."""
    state, block = words["state"], words["block"]
    return concat(state[8:] & ~words["mask"] ^ block, state[12:], state[:4])


FUNCTIONS = {
    "begin": lambda words: concat(words["block"], words["mask"]),
    "absorb": absorb,
    "nothing": lambda words: words["state"],
}
ADDED = {"marks": lambda words: words["state"].constant(0x0102)}


def built():
    """A module with both readings of the same events, its inputs and its gates."""
    m, inputs = Module(), {name: Signal(width, name=name) for name, width in WIDTHS.items()}
    gates = {name: Signal(name=f"gate_{name}") for name in (*FUNCTIONS, *ADDED)}
    events = [Event(gate=gates[name], function=function) for name, function in FUNCTIONS.items()]
    events += [
        Event(gate=gates[name], function=function, exclusive=False)
        for name, function in ADDED.items()
    ]
    return (m, inputs, gates, merge(m, events, inputs), changed(m, events, inputs, name="new"))


def test_what_is_changed_is_the_state_after_it_and_all_else_is_kept():
    """Over random words and any event, or none: a bit that is said to change is that of the merged
    state, and one that is not is the state's own in it.
    """
    m, inputs, gates, merged, found = built()
    simulator, generator, kept = Simulator(m), random.Random(1), set()

    async def bench(ctx):
        for _ in range(200):
            for signal in inputs.values():
                ctx.set(signal, generator.getrandbits(len(signal)))
            happens = {generator.choice([*FUNCTIONS, None]), generator.choice([*ADDED, None])}
            for name, gate in gates.items():
                ctx.set(gate, name in happens)
            await ctx.delay(1e-9)
            for low, high, gate in found.changes:
                chosen = found.state if ctx.get(gate) else inputs["state"]
                assert ctx.get(merged.state[low:high]) == ctx.get(chosen[low:high])
                kept.add((low, ctx.get(gate)))

    simulator.add_testbench(bench)
    simulator.run()
    assert {high for _, high, _ in found.changes} >= {4, 16}
    assert all((low, value) in kept for low, _, _ in found.changes[1:] for value in (0, 1))


def test_bits_that_no_event_changes_are_never_written():
    """Their gate is the constant 0."""
    m, inputs, *_ = built()
    found = changed(
        m, [Event(gate=Signal(), function=lambda words: words["state"])], inputs, name="nothing"
    )
    assert [gate.value for _, _, gate in found.changes] == [0]
