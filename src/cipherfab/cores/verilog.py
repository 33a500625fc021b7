# SPDX-License-Identifier: Apache-2.0
"""Writing a component as SystemVerilog."""

import sys
from collections.abc import Iterator, Mapping

from amaranth.back import rtlil
from amaranth.hdl import Format, Fragment, Signal
from amaranth.hdl._dsl import FSM
from amaranth.hdl._ir import PortDirection
from amaranth.lib import wiring

from .meanings import Told
from .text.writer import design

DEPTH = 20_000
"""Calls in each other that Python allows while a core is written: some hundred for each round
between two registers.
"""


def verilog(component: wiring.Component, top: str, *, told: bool = False) -> str:
    """A component and all below it as SystemVerilog with one module for each part, clock ``clk``
    and synchronous reset ``rst``.

    Args:
        told: with more comments, as `emit` writes it: see `meanings`.
    """
    # Amaranth's search for combinational cycles recurses along the longest path, which in a `full`
    # core is all rounds.
    sys.setrecursionlimit(max(sys.getrecursionlimit(), DEPTH))
    fragment = Fragment.get(component, None)
    text = _rtlil(component, fragment, top)
    return "\n".join(design(text, Told(fragment, top) if told else None).values())


def _rtlil(component: wiring.Component, fragment: Fragment, top: str) -> str:
    """RTLIL of a component, elaborated as ``fragment``, with the names of the states of state
    machines as attributes.
    """
    directions = {wiring.In: PortDirection.Input, wiring.Out: PortDirection.Output}
    ports = {
        "__".join(map(str, path)): (value, directions[member.flow])
        for path, member, value in component.signature.flatten(component)
    }
    for machine in _state_machines(fragment):
        _enumerate(machine.state, machine.encoding)
    return rtlil.convert_fragment(fragment, ports, top, emit_src=False)[0]


def _state_machines(fragment: Fragment) -> Iterator[FSM]:
    yield from (made for made in fragment.generated.values() if isinstance(made, FSM))
    for part, *_ in fragment.subfragments:
        yield from _state_machines(part)


def _enumerate(state: Signal, encoding: Mapping[str, int]) -> None:
    """Name the values of a state register as those of a signal of an enumeration are.

    Amaranth 0.5 keeps the names for its simulator only; its next version does the same as here.
    """
    # Two states of one number cannot be: Amaranth counts them.
    state._format = Format.Enum(
        state,
        {number: name for name, number in encoding.items()},
        name=state.name.removesuffix("_state"),
    )
