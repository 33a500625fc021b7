# SPDX-License-Identifier: Apache-2.0
"""The other reading of `merge`'s events, for registers behind a multiplexer and an enable: which
bits an event changes, and what they are then.

A bit that no event changes is not written, so nothing has to say what it is: it is not kept by a
gate, and what every event adds that changes it needs none. That is one look-up table less for many
bits of a state.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from amaranth.hdl import Const, Module, Signal

from ...words.bitgraph import runs_of
from .merge import STATE, Event, Gates, Slice, polynomials, shifted

Change = tuple[int, int, Signal]
"""The first bit, the one behind the last, and 1 where an event changes them."""


@dataclass(frozen=True)
class Changed:
    """The state after the events of a cycle, where they change it.

    Attributes:
        state: all of it; a bit that is not changed has any value.
        changes: for each bit of it whether it is changed, in runs.
    """

    state: Signal
    changes: tuple[Change, ...]


def changed(m: Module, events: list[Event], inputs: Mapping[str, Signal], *, name: str) -> Changed:
    """What the events change.

    Args:
        m: gets the logic.
        events: all that there are; of the exclusive ones at most one happens.
        inputs: by name; one is `merge.STATE`.
        name: of the result.
    """
    forms = [
        polynomials(event.function, {key: len(value) for key, value in inputs.items()})
        for event in events
    ]
    state = Signal(len(inputs[STATE]), name=name)
    gates, changes = Gates(m, events, prefix="changed_on_"), []
    for low, high in runs_of([shifted(forms, bit) for bit in range(len(state))]):
        part = Slice(events, inputs, gates, low, high)
        terms = [form[low] for form in forms]
        touching = part.touching(terms)
        # A bit that no event changes is not written, so that nobody reads the 0.
        m.d.comb += state[low:high].eq(part.changed(terms) if touching else 0)
        changes.append((low, high, gates.any(touching) if touching else Const(0)))
    return Changed(state, tuple(changes))
