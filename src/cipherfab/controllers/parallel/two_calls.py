# SPDX-License-Identifier: Apache-2.0
"""What controllers have in common in whose modes a block takes two calls, one after the other.

The second call of a block starts with the result of the first one, in the cycle in which that is
there, in the same place of the cipher. So a block stays in its place until it is done, k blocks are
in flight in k places, and no cycle is lost between the calls.
"""

from abc import abstractmethod
from collections.abc import Callable
from functools import cached_property

from amaranth.hdl import Const, Module, Mux, Signal, ValueLike

from ..parts.declared import Wire
from .calls_in_flight import CallsInFlight


class TwoCallCore(CallsInFlight):
    """What travels from a first call to the second one; see `CallsInFlight`.

    Attributes:
        onward: names of what goes on to the second call as it is. What else it gets is in
            `changed`; all others are 0, but ``second``, which is 1.
    """

    calls_per_block = 2
    onward: tuple[str, ...] = ()

    wants = Wire("To be driven: a call of the state machine is to start.")
    may_begin, begins = Wire("It can start."), Wire("It does.")
    continues = Wire("A first call has ended, and the second one starts.")

    @abstractmethod
    def given(self) -> dict:
        """What travels with a call of the state machine, by name: ``first`` says that another one
        follows, ``tag`` that it is for the tag.
        """

    @cached_property
    def entered(self) -> dict:
        """What `given` has for the call that may start."""
        return self.given()

    def entry(self) -> dict:
        """What `given` has, and which call it is."""
        return {
            name: Signal(len(value), name=f"call_{name}")
            for name, value in {**self.entered, "second": Const(0, 1)}.items()
        }

    @cached_property
    def changed(self) -> dict:
        """What goes on to the second call, to be driven where it is not as it was."""
        return {name: Signal(len(self.entered[name]), name=f"{name}_on") for name in self.onward}

    def carry(self, m: Module) -> None:
        """Describe what travels with calls; to be called first in `datapath`."""
        ending, fields, moves = self.ending, self.flight.fields, Signal(name="calls_move")
        moves = moves if self.calls > 1 else None
        self.flight.follow(m, starts=self.started, ends=self.left, moves=moves)
        if self.calls > 1:
            # Earlier than `left`: what a tag waits for is not in it.
            m.d.comb += moves.eq(self.passes(ending["first"] | ~ending["tag"]))
        m.d.comb += [signal.eq(ending[name]) for name, signal in self.changed.items()]
        on = {**self.changed, "second": Const(1, 1)}
        cipher = self.cipher
        continues = self.continues
        # In a ring the result goes in again as the inputs do: both move in one cycle.
        if hasattr(cipher, "in_again"):
            continues = continues & self.may_continue()
            m.d.comb += cipher.in_again.eq(ending["first"] & self.may_continue())
        m.d.comb += [
            self.continues.eq(cipher.out_valid & ending["first"]),
            # A second call comes first: the result of the first one can wait nowhere else.
            self.may_begin.eq(cipher.in_ready & ~self.continues),
            self.begins.eq(self.wants & self.may_begin),
            cipher.in_valid.eq(Mux(self.continues, continues, self.wants)),
            *(
                field.eq(Mux(self.continues, on.get(name, 0), self.entered.get(name, 0)))
                for name, field in fields.items()
            ),
        ]

    def later(self, m: Module, event, name: str):
        """With several calls in flight, ``event`` a cycle later, from a register: for what many
        gates read that no call needs at once.
        """
        if self.calls == 1:
            return event
        register = Signal(name=name)
        m.d.sync += register.eq(event)
        return register

    def may_continue(self):
        """1 if a first call's result may leave; in a ring (`architectures.iterated.ring`)."""
        return Const(1)

    def one_call(self, kind: str, then: str | Callable[[Module], None], *, when: ValueLike = 1):
        """What happens in a state that starts one call.

        Args:
            kind: what the call is for.
            then: the next state, or what goes on to it.
            when: 1 if the call may start.
        """

        def body(m: Module) -> None:
            m.d.comb += [self.kind[kind].eq(1), self.wants.eq(when)]
            with m.If(self.begins):
                then(m) if callable(then) else self.enter(m, then)

        return body

    def all_ended(self, then: str):
        """What happens in a state that waits for the results of all calls."""

        def body(m: Module) -> None:
            with m.If(~self.flight.some):
                self.enter(m, then)

        return body

    def may_announce(self):
        """The call for the tag is the next to end."""
        alone = ~self.ending["first"] | ~self.flight.several
        return self.flight.some & self.ending["tag"] & alone
