# SPDX-License-Identifier: Apache-2.0
"""The phases of a controller, one register each, so that what a phase steers waits for no
decoder."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from amaranth.hdl import Const, Module, Signal

from ...words.hardware import SECTION
from ...words.trace import first_sentence


class Phases:
    """A state machine with one bit for each state; exactly one is 1.

    Args:
        m: the module of the registers.
        names: of the states, the first after reset first.
        prefix: of the registers' names.

    Attributes:
        now: name of the state of which is being said what happens in it; None outside.
    """

    def __init__(self, m: Module, *names: str, prefix: str = "in_"):
        self.m, self.now = m, None
        self.bits = {
            name: Signal(init=int(number == 0), name=f"{prefix}{name.lower()}")
            for number, name in enumerate(names)
        }

    def __getitem__(self, name: str):
        """1 in this state; 0 for one that there is not."""
        return self.bits.get(name, Const(0))

    @contextmanager
    def state(
        self, name: str, described: Callable | None = None, *, said: str = ""
    ) -> Iterator[None]:
        """What happens in a state; ``said``, or the first sentence of the docstring of
        ``described``, becomes its comment.
        """
        said = first_sentence(described.__doc__) if described else said
        if said:
            self.bits[name].attrs[SECTION] = said
        before, self.now = self.now, name
        with self.m.If(self.bits[name]):
            yield
        self.now = before

    def enter(self, name: str) -> None:
        """Go on to another state; inside `state`, and in a cycle to one state only."""
        if self.now is None:
            raise ValueError(f"enter({name!r}): expected to be called inside a state")
        # In this order, so that a state that enters itself stays 1: the last assignment wins.
        self.m.d.sync += [self.bits[self.now].eq(0), self.bits[name].eq(1)]

    def restart(self) -> None:
        """Go to the first state, whatever else was decided in this cycle before."""
        self.m.d.sync += [bit.eq(bit.init) for bit in self.bits.values()]
