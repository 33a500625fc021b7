# SPDX-License-Identifier: Apache-2.0
"""What the calls in flight are for: a queue beside a cipher that keeps their order."""

from collections.abc import Mapping

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value


class InFlight:
    """A queue of as many entries as there may be calls in flight; the oldest call's entry is in
    registers of its own.

    With one call in flight it is one register for each field, and nothing else.

    Args:
        calls: how many calls may be in flight.
        fields: what an entry consists of, by name: the value that is written when a call starts.

    Attributes:
        fields: as given.
        oldest: the fields of the call whose result comes next; anything while none is in flight.
        some, several: registers: at least one call is in flight, at least two.
    """

    def __init__(self, calls: int, fields: Mapping[str, Value]):
        self.fields = fields
        self._entries = [
            {
                name: Signal(len(value), name=f"{name}_ending{number or ''}", reset_less=True)
                for name, value in fields.items()
            }
            for number in range(calls)
        ]
        # In flight, counted in a thermometer: bit n says that there are more than n.
        self._count = Signal(calls, name="calls_in_flight")
        self.oldest, self.some = self._entries[0], self._count[0]
        self.several = self._count[1] if calls > 1 else Const(0)

    def follow(self, m: Module, *, starts, ends, moves=None) -> None:
        """Describe how the queue moves.

        Args:
            m: the module of the registers.
            starts, ends: 1 in the cycle in which a call starts, and in which the oldest one's
                result leaves; both may be.
            moves: in place of ``ends`` for the entries, where it may be told earlier; 0 or 1 where
                the call that ends is the only one and none starts.
        """
        moves, count, calls = ends if moves is None else moves, self._count, len(self._entries)
        # A call that starts as another one ends leaves the number as it is.
        with m.If(starts != ends):
            m.d.sync += count.eq(Mux(starts, Cat(Const(1, 1), count)[:calls], count[1:]))
        # A place that nothing is in takes what is offered, whether the call starts or not: so what
        # lets it start is in front of no field.
        for number, entry in enumerate(self._entries):
            behind = self._entries[number + 1] if number + 1 < calls else None
            with m.If(moves | ~count[number] if calls > 1 else starts):
                m.d.sync += [
                    entry[name].eq(Mux(count[number + 1], behind[name], value) if behind else value)
                    for name, value in self.fields.items()
                ]

    def any(self, name: str):
        """1 if a field of one bit is 1 in a call that is in flight."""
        return Cat(entry[name] & there for entry, there in zip(self._entries, self._count)).any()
