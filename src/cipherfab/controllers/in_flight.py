# SPDX-License-Identifier: Apache-2.0
"""What the calls in flight are for: a queue beside a cipher that keeps their order."""

from collections.abc import Mapping

from amaranth.hdl import Cat, Const, Module, Mux, Signal


class InFlight:
    """A queue of as many entries as there may be calls in flight; the oldest call's entry is in
    registers of its own.

    With one call in flight it is one register for each field, and nothing else.

    Args:
        m: the module of the registers.
        calls: how many calls may be in flight.
        fields: what an entry consists of, by name: the value that is written when a call starts.
        starts, ends: 1 in the cycle in which a call starts, and in which the oldest one's result
            leaves; both may be.

    Attributes:
        oldest: the fields of the call whose result comes next; anything while none is in flight.
        some, several: registers: at least one call is in flight, at least two.
    """

    def __init__(self, m: Module, calls: int, fields: Mapping[str, object], *, starts, ends):
        entries = [{name: Signal(len(value), name=f"{name}_ending{number or ''}", reset_less=True)
                    for name, value in fields.items()} for number in range(calls)]
        # In flight, counted in a thermometer: bit n says that there are more than n.
        count = Signal(calls, name="calls_in_flight")
        self.oldest, self.some, self._entries, self._count = entries[0], count[0], entries, count
        self.several = count[1] if calls > 1 else Const(0)
        with m.If(starts != ends):
            m.d.sync += count.eq(Mux(starts, Cat(Const(1, 1), count)[:calls], count[1:]))
        for number, entry in enumerate(entries):
            with m.If(ends):
                m.d.sync += [entry[name].eq(after[name])
                             for after in entries[number + 1:number + 2] for name in entry]
            with m.If(starts & self._place(count, number, ends)):
                m.d.sync += [entry[name].eq(value) for name, value in fields.items()]

    def any(self, name: str):
        """1 if a field of one bit is 1 in a call that is in flight."""
        return Cat(entry[name] & there for entry, there in zip(self._entries, self._count)).any()

    @staticmethod
    def _place(count: Signal, number: int, ends):
        """1 if a call that starts now gets this entry."""
        if len(count) == 1:
            return Const(1)
        before = count[number - 1] if number else Const(1)
        behind = count[number + 1] if number + 1 < len(count) else Const(0)
        return Mux(ends, count[number] & ~behind, before & ~count[number])
