# SPDX-License-Identifier: Apache-2.0
"""What controllers have in common in whose modes a block takes two calls, one after the other.

The second call of a block starts with the result of the first one, in the cycle in which that is
there, in the same place of the cipher. So a block stays in its place until it is done, k blocks are
in flight in k places, and no cycle is lost between the calls.
"""

from collections.abc import Mapping

from amaranth.hdl import Const, Module, Mux, Signal

from ..block.core import BlockCore
from ..parts.in_flight import InFlight


class TwoCallCore(BlockCore):
    """Calls of a cipher and what travels with them; see `BlockCore`.

    Args:
        aead, cipher, decrypts: as of `BlockCore`.
        calls: how many calls the cipher has in flight.

    Attributes:
        wants: to be driven: a call of the state machine is to start. may_begin: it can. begins: it
            does.
        continues: a first call has ended, and the second one starts.
        ending: what travels with the call whose result is next (`carry`).
    """

    calls_per_block = 2

    def __init__(self, aead, cipher, *, decrypts: bool = True, calls: int = 1):
        self.calls = calls
        super().__init__(aead, cipher, decrypts=decrypts)

    def carry(self, m: Module, first: Mapping, second: Mapping) -> None:
        """Describe what travels with calls; to be called first in `datapath`.

        Args:
            first: with a call of the state machine, by name: ``first`` says that another one
                follows, ``tag`` that it is for the tag.
            second: names of what goes on to the second call as it is. What else it gets is in
                `changed`; all others are 0, but ``second``, which is 1.
        """
        fields = {
            name: Signal(len(value), name=f"call_{name}")
            for name, value in {**first, "second": Const(0, 1)}.items()
        }
        moves = Signal(name="calls_move")
        self.flight = InFlight(
            m,
            self.calls,
            fields,
            starts=self.started,
            ends=self.left,
            moves=moves if self.calls > 1 else None,
        )
        self.ending = ending = self.flight.oldest
        if self.calls > 1:
            m.d.comb += moves.eq(self.passes(ending["first"] | ~ending["tag"]))
        self.changed = {name: Signal(len(first[name]), name=f"{name}_on") for name in second}
        m.d.comb += [signal.eq(ending[name]) for name, signal in self.changed.items()]
        on = {**self.changed, "second": Const(1, 1)}
        cipher = self.cipher
        continues = self.continues
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
                field.eq(Mux(self.continues, on.get(name, 0), first.get(name, 0)))
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

    def keep_account(self, m: Module) -> None:
        """Left to `InFlight`."""
        self.wants, self.begins, self.may_begin, self.continues = (
            Signal(name=name) for name in ("wants", "begins", "may_begin", "continues")
        )

    def may_announce(self):
        """The call for the tag is the next to end."""
        alone = ~self.ending["first"] | ~self.flight.several
        return self.flight.some & self.ending["tag"] & alone
