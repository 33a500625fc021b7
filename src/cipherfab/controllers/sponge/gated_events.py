# SPDX-License-Identifier: Apache-2.0
"""The events of a mode in hardware: what `modes.sponge` says happens, each with the signal that is
1 when it does.
"""

from collections.abc import Callable, Mapping

from amaranth.hdl import Module, Signal

from ...modes.sponge import Case, Sponge
from ...modes.sponge_events import Words
from ...words.hardware import build, told
from ...words.trace import first_sentence
from .merge import Event
from .signals import Signals, repeats


class SpongeEvents:
    """The events of an `over_permutation.OverPermutation`.

    Args:
        m: gets the logic of their gates.
        core: that controller.
        now: its signals.
    """

    def __init__(self, m: Module, core, now: Signals):
        self.m, self.core, self.now = m, core, now
        self.aead, self.hash_function = core.aead, core.hash_function

    def all(self) -> list[Event]:
        """Those of the AEAD, and then those of the hash function."""
        return [
            *(self._aead_events() if self.aead else ()),
            *(self._hash_events() if self.hash_function else ()),
        ]

    def _gate(self, name: str, value, function: Callable | None = None) -> Signal:
        """1 when an event happens, whose ``function`` says in its docstring what it does."""
        described = getattr(function, "__doc__", None)
        gate = told(name, first_sentence(described)) if described else Signal(name=name)
        self.m.d.comb += gate.eq(value)
        return gate

    def _aead_events(self) -> list[Event]:
        core, now, aead = self.core, self.now, self.aead
        # A run that was given up may still be under way, but nobody wants its result. So the gate
        # that steers all of the state is a register, unless the nonce comes in parts with runs
        # between them.
        is_one = aead.parts["nonce"] == 1 and not aead.prepares
        begins = now.starting if is_one else now.starting & now.ready
        events = self._numbered("prepare", aead.prepares, begins & ~now.prepared)
        events += self._numbered("begin", aead.parts["nonce"], begins & now.prepared & ~now.again)
        if repeats(core):
            gate = self._gate("prepares_again", begins & now.again)
            events.append(
                Event(gate=gate, function=lambda words: aead.prepare(aead.prepares, words))
            )
        # Those of REKEY, and behind them those of CLOSE (`Registers.rekey_number`).
        events += self._numbered(
            "rekey", 2 * aead.rekeys, now.rekeying & now.ready, now.rekey_number
        )
        events += self._numbered("join", aead.joins, now.phases["JOIN"] & now.ready)
        absorbs = self._gate("absorbs", now.absorbing & now.ready & ~now.is_hash)
        events += self._absorbing(aead, absorbs, "")
        if core.shares > 1:
            events += self._numbered("compare", aead.parts["tag"], now.phases["VERIFY"] & now.ready)
        # On shares VERIFY has events of its own, which compare.
        tagging = now.tagging if core.shares == 1 else now.phases["TAG"]
        finishes = self._gate("finishes", tagging & now.ready, aead.finish)
        # Without runs between the parts of a tag its state is only read.
        events.append(Event(gate=finishes, function=aead.finish, runs=aead.tag_runs))
        events += self._added(absorbs, aead.additions, now.flags, "adds")
        if aead.decides_late:
            turns = self._gate("turns", now.turning & now.ready)
            events += [
                self._chosen(case, turns, now.turn_flags, "turn_is_") for case in aead.turn_cases()
            ]
            events += self._added(turns, aead.turn, now.turn_flags, "turn_adds")
            opens = self._gate("opens", now.opening & now.ready)
            events += self._added(opens, aead.opening, now.turn_flags, "opening_adds")
        return events

    def _numbered(self, name: str, count: int, happens, at=None) -> list[Event]:
        """Events of one name, of which each is that of a number, if not given the count."""
        at = self.now.count if at is None else at
        events, function = [], getattr(self.aead, name)
        for number in range(count):
            gate = self._gate(
                f"{name}s{number}" if count > 1 else f"{name}s",
                happens & (at == number if count > 1 else 1),
                function,
            )
            events.append(
                Event(gate=gate, function=lambda words, number=number: function(number, words))
            )
        return events

    def _absorbing(self, mode: Sponge, absorbs, prefix: str) -> list[Event]:
        """A block; one of padding alone is an event of its own, so that nothing else has to clear
        the block.
        """
        parted = mode is self.aead and len(mode.ad_parts) > 1
        # The second part of a block is an event of its own.
        whole = absorbs & ~self.now.part if parted else absorbs
        cases = mode.cases()
        takes = self._gate(
            f"{prefix}absorbs_block",
            whole & ~self.now.padding_due,
            cases[0].function if len(cases) == 1 else None,
        )
        events = []
        for case in cases:
            if case.when is None:
                events.append(Event(gate=takes, function=case.function))
            else:
                names = f"{prefix}absorbs_", prefix
                events.append(self._chosen(case, takes, self.now.flags, *names))
        if parted:
            rest = self._gate(f"{prefix}absorbs_rest", absorbs & self.now.part, mode.absorb_rest)
            events.append(Event(gate=rest, function=mode.absorb_rest))
        if mode.pads_full:
            if len(events) > 1:
                raise ValueError("expected one case of a mode with blocks of padding alone")
            pads = self._gate(
                f"{prefix}absorbs_padding", absorbs & self.now.padding_due, self._pads
            )
            events.append(
                Event(gate=pads, function=lambda words: mode.absorb(_without_block(words)))
            )
        return events

    def _chosen(
        self, case: Case, gate: Signal, flags: Mapping, name: str, prefix: str = ""
    ) -> Event:
        """What happens if the flags of a case are set as well."""
        when = build(
            self.m, lambda given: {"when": case.when(given)}, flags, prefix=f"{prefix}{case.name}_"
        )["when"]
        chosen = self._gate(f"{name}{case.name}", gate & when, case.function)
        return Event(gate=chosen, function=case.function)

    def _pads(self) -> None:
        """A block of padding alone is absorbed."""

    def _added(self, gate: Signal, additions, flags: Mapping, prefix: str) -> list[Event]:
        """What is added on top of an event."""
        events = []
        for addition in additions():
            when = build(
                self.m,
                lambda given, addition=addition: {"when": addition.when(given)},
                flags,
                prefix=f"{prefix}_{addition.name}_",
            )["when"]
            adds = self._gate(f"{prefix}_{addition.name}", gate & when, additions)
            # It happens together with the event, and adds to what that does.
            events.append(Event(gate=adds, function=addition.value, exclusive=False))
        return events

    def _hash_events(self) -> list[Event]:
        """The first block is absorbed by a constant."""
        core, now, mode = self.core, self.now, self.hash_function
        absorbs = self._gate("hash_absorbs", now.absorbing & now.ready & now.is_hash)
        begins = absorbs & now.initial
        # An output of any length begins by a constant of its own.
        if core.outputs:
            begins = begins & ~core.control.output
        first = self._gate("hash_begins", begins, mode.begin)
        squeezing = now.squeezing | now.phases["OUTPUT"] if core.outputs else now.squeezing
        squeezes = self._gate("squeezes", squeezing & now.ready, mode.between)
        return [
            Event(gate=first, function=mode.begin),
            *self._begins_of_xofs(absorbs & now.initial),
            *self._absorbing(mode, absorbs & ~now.initial, "hash_"),
            Event(gate=squeezes, function=mode.between),
            *self._added(absorbs, mode.additions, now.flags, "hash_adds"),
            *(self._closing() if mode.closes else ()),
        ]

    def _closing(self) -> list[Event]:
        """What is added in front of the last run of a hash before its digest."""
        now = self.now
        closes = self._gate("closes", now.phases["END"] & now.ready)
        flags = {"full": now.ad_was_full, "message": now.had_ad}
        return self._added(closes, self.hash_function.closing, flags, "closing_adds")

    def _begins_of_xofs(self, begins) -> list[Event]:
        """The first block of each function with an output of any length."""
        events = []
        for xof in self.core.xofs:
            control, custom = self.core.control, bool(xof.most_customization_bytes)
            when = begins & control.output & (control.custom if custom else ~control.custom)
            gate = self._gate("cxof_begins" if custom else "xof_begins", when, xof.begin)
            events.append(Event(gate=gate, function=xof.begin))
        return events


def _without_block(words: Words) -> dict:
    nothing = words["block"].constant(0)
    return {**words, "block": nothing, "replaced": nothing}
