# SPDX-License-Identifier: Apache-2.0
"""Registers that are restored behind a clock in which the inputs enter; a result that the user
changes while no run is under way.
"""

import pytest
from amaranth.hdl import Module, Mux
from amaranth.lib import wiring
from amaranth.lib.wiring import In
from streams import Stream, play

from cipherfab.architectures.iterated.folded_restored import FoldedRestored
from cipherfab.errors import CallError
from cipherfab.primitives.folded import WHOLE, folded

from .test_restored import ROUNDS, WIDTH, assert_serves_all_runs, keyed


class Fed(wiring.Component):
    """A user that drives the text with the result ^ ``in_change`` whenever it starts no run."""

    def __init__(self):
        self.inner = FoldedRestored(keyed(), WHOLE[1], feedback=("text",))
        super().__init__({**dict(self.inner.signature.members), "in_change": In(WIDTH)})

    def elaborate(self, platform):
        m = Module()
        m.submodules.inner = inner = self.inner
        for name, member in inner.signature.members.items():
            inside, outside = getattr(inner, name), getattr(self, name)
            if name != "in_text":
                m.d.comb += inside.eq(outside) if member.flow is In else outside.eq(inside)
        m.d.comb += inner.in_text.eq(
            Mux(self.in_valid & self.in_ready, self.in_text, inner.out_text ^ self.in_change)
        )
        return m


@pytest.mark.parametrize(
    "options",
    [{}, {"seed": 1}, {"seed": 2, "patient": True}],
    ids=["no stalls", "stalls", "ready waits for valid"],
)
def test_a_run_takes_a_cycle_more_and_begins_with_what_came_back(options):
    """One key serves all runs, each of which takes a cycle more than its rounds; a result stays
    while it waits.
    """
    core = Fed()
    clocks = assert_serves_all_runs(core, **options)
    assert options or clocks == core.inner.cycles == ROUNDS + 1


def test_a_result_is_changed_without_a_run():
    """What is fed back with a change stays changed, clock by clock, until ``in_clear`` makes it 0;
    what rests stays.
    """
    core, seen = Fed(), []
    given = Stream(
        valid=core.in_valid, ready=core.in_ready, items=[], payload={"text": core.in_text}
    )
    changes = [0, 0x11, 0, 0x32, 0, 0xFF, 0]

    def extra(ctx):
        ctx.set(core.in_key, 0x5A)
        ctx.set(core.in_write_key, not seen)
        ctx.set(core.in_clear, len(seen) in (0, 5))
        ctx.set(core.in_change, changes[len(seen)])
        seen.append((ctx.get(core.out_text), ctx.get(core.kept_key)))

    play(core, [given], [], until=lambda: len(seen) == len(changes), extra=extra)
    assert seen[1:] == [(text, 0x5A) for text in (0, 0x11, 0x11, 0x23, 0x23, 0)]


def test_only_whole_rounds_and_results_that_are_fed_back():
    """What rests goes back by whole rounds, and a result that nobody feeds back would not stay."""
    with pytest.raises(CallError, match="go with folded=1 alone"):
        FoldedRestored(
            keyed(),
            lambda primitive: folded(primitive, 2, lambda state, _: state),
            feedback=("text",),
        )
    with pytest.raises(CallError, match="registers that are fed back, got x"):
        FoldedRestored(keyed(), WHOLE[1], feedback=())
