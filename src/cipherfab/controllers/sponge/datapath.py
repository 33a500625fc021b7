# SPDX-License-Identifier: Apache-2.0
"""The datapath of `over_permutation`: what the events of `modes.sponge` do, merged.

What is presented to the permutation depends on registers only: on the phase, on whether a run could
start, on what is known of the block.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...modes.sponge import Case, Sponge
from ...modes.sponge_events import Words, left_aligned
from ...primitives.primitive import SCHEDULE
from ...words.hardware import assign_parts, build, told
from ...words.trace import first_sentence
from ..ports import share_of
from .changed_bits import changed
from .comparator import differences
from .merge import Event, bits_read, merge, polynomials
from .rounds import schedule
from .signals import Signals, repeats


class SpongeDatapath:
    """Adds the logic between the permutation's output, the block, the key and the permutation's
    input, the answer.

    Args:
        m: gets the logic.
        core: the `over_permutation.OverPermutation`.
        now: its signals.

    Attributes:
        finished: in each share the state from which the tag is read.
        differences: how a received tag differs from the right one, if logic of its own says so.
    """

    def __init__(self, m: Module, core, now: Signals):
        self.core, self.aead, self.hash_function = core, core.aead, core.hash_function
        self.now = now
        self.permutation = core.permutation
        self.ordered: dict[str, Signal] = {}
        public = {"padding": self._padding(m), "replaced": self._replaced(m)}
        inputs = [self._inputs(m, share, public) for share in range(core.shares)]
        events = [
            *(self._aead_events(m) if self.aead else ()),
            *(self._hash_events(m) if self.hash_function else ()),
        ]
        self.finished = self._changes_alone(m, events, inputs[0]) or self._presents(
            m, events, inputs
        )
        if "key" in self.permutation.primitive.inputs:
            m.d.comb += self.permutation.in_key.eq(core.key)
        if SCHEDULE in self.permutation.primitive.inputs:
            m.d.comb += self.permutation.in_schedule.eq(schedule(m, core, now))
        self.differences = self._answer(m, inputs)

    def _presents(self, m: Module, events: list[Event], inputs: list[dict]) -> list:
        """Present the state after the events of a cycle, in each share.

        Returns: the states from which the tag is read: what is presented, so that the key is added
        once; no block is added then.
        """
        presented = [
            merge(
                m,
                [
                    replace(event, function=self._from_words(_of_share(event.function, share)))
                    for event in events
                ],
                {name: self._in_words(m, name, word, share) for name, word in words.items()},
                name=f"presented_{share}" if share else "presented",
                # The block, and what is made of it, comes from the bus: it is added last.
                late=words.keys() - {"state", "key", "padding", "replaced"},
                early=self._tag_bits(),
            )
            for share, words in enumerate(inputs)
        ]
        m.d.comb += [
            following.eq(merged.state) for following, merged in zip(self.now.next_state, presented)
        ]
        return [merged.early for merged in presented]

    def _in_words(self, m: Module, name: str, word, share: int):
        """A word with its bytes in the order in which the state has them."""
        if name not in IN_BYTES:
            return word
        # The same in every share, so their bytes are put in order once.
        if name in PUBLIC and share:
            return self.ordered[name]
        mode = self.aead or self.hash_function
        places = [
            min(terms)[1] // 8
            for (terms,) in polynomials(
                lambda words: mode.in_words(words[name]), {name: len(word)}
            )[::8]
        ]
        if places == sorted(places):
            self.ordered[name] = word
            return word
        said = "Bytes in the order of the state's words."
        ordered = told(f"{name}_in_words{share or ''}", said, len(word))
        m.d.comb += assign_parts(ordered, [word[8 * place : 8 * place + 8] for place in places])
        self.ordered[name] = ordered
        return ordered

    def _from_words(self, function: Callable) -> Callable:
        """A function of words as a document has them, of such as `_in_words` makes."""
        mode = self.aead or self.hash_function

        def of_words(words: Words):
            return function(
                {
                    name: mode.in_words(word) if name in IN_BYTES else word
                    for name, word in words.items()
                }
            )

        return of_words

    def _changes_alone(self, m: Module, events: list[Event], words: dict) -> list:
        """Present what the events change and nothing else, if the permutation takes that.

        Returns: the state from which the tag is read, one of its own, since what is presented says
        nothing of the rest; none if the permutation does not.
        """
        if not self.permutation.takes_changes:
            return []
        # An event that does not run gives its state to the tag alone, and to no register.
        found = changed(m, [event for event in events if event.runs], words, name="changed")
        if not self.permutation.change("x", found.changes):
            return []
        m.d.comb += self.now.next_state[0].eq(found.state)
        if not self.aead:
            return [words["state"]]
        return [
            build(m, lambda given: {"finished": self.aead.finish(given)}, words, prefix="finish_")[
                "finished"
            ]
        ]

    def _tag_bits(self) -> frozenset[int]:
        """The bits of the state that the tag is made of."""
        if not self.aead:
            return frozenset()
        return frozenset().union(
            *(
                bits_read(
                    lambda state, part=part: self.aead.tag(part, state), len(self.now.state[0])
                )
                for part in range(self.aead.parts["tag"])
            )
        )

    def _inputs(self, m: Module, share: int, public: dict) -> dict:
        """The words that events read, in one share."""
        core = self.core
        words = {
            "state": self.now.state[share],
            "block": share_of(core.block.data, share, core.shares),
            **public,
        }
        if self.aead:
            words["key"] = share_of(core.key, share, core.shares)
        for mode in filter(None, (self.aead, self.hash_function)):
            for name, function in mode.derived().items():
                words[name] = build(
                    m,
                    lambda given, function=function, name=name: {name: function(given)},
                    words,
                    prefix=f"{name}_",
                )[name]
        return words

    def _padding(self, m: Module) -> Signal:
        """The mark behind the last byte of a block that is not full."""
        core, size = self.core, self.core.port_bytes
        behind_full = sum(1 << size - short - 1 for short in core.sizes[1:])
        sponge = self.aead or self.hash_function
        there = self.now.mask[:size]
        # A block of the hash function may be shorter: no mark stands behind one that is full.
        excluded = Mux(self.now.full, Const(behind_full, size), 0)
        marked = told("padding_marks", "The byte behind the last one of a block.", size)
        m.d.comb += marked.eq(Cat(there[1:], 1) & ~(there | excluded))
        mark = Const(int.from_bytes([sponge.mark] * size), 8 * size)
        return self._of_bytes(
            m, "padding", "The mark behind the last byte of a block.", marked, mark
        )

    def _replaced(self, m: Module) -> Signal:
        """One bit for each bit of a ciphertext."""
        size = self.core.port_bytes
        replaced = told(
            "replaced_bytes", "The bytes of the state that a ciphertext replaces.", size
        )
        m.d.comb += replaced.eq(Mux(self.now.replaced, self.now.mask, 0))
        return self._of_bytes(
            m, "replaced", "All bits of these bytes.", replaced, ~Const(0, 8 * size)
        )

    def _of_bytes(self, m: Module, name: str, said: str, chosen: Signal, bits) -> Signal:
        """A word with some ``bits`` of the ``chosen`` bytes, the least significant first."""
        word = told(name, said, 8 * len(chosen))
        m.d.comb += word.eq(Cat(bit.replicate(8) for bit in chosen) & bits)
        return word

    def _gate(self, m: Module, name: str, value, function: Callable | None = None) -> Signal:
        """1 when an event happens, whose ``function`` says in its docstring what it does."""
        described = getattr(function, "__doc__", None)
        gate = told(name, first_sentence(described)) if described else Signal(name=name)
        m.d.comb += gate.eq(value)
        return gate

    def _aead_events(self, m: Module) -> list[Event]:
        core, now, aead = self.core, self.now, self.aead
        # A run that was given up may still be under way, but nobody wants its result. So the gate
        # that steers all of the state is a register, unless the nonce comes in parts with runs
        # between them.
        is_one = aead.parts["nonce"] == 1 and not aead.prepares
        begins = now.starting if is_one else now.starting & now.ready
        events = self._numbered(m, "prepare", aead.prepares, begins & ~now.prepared)
        events += self._numbered(
            m, "begin", aead.parts["nonce"], begins & now.prepared & ~now.again
        )
        if repeats(core):
            gate = self._gate(m, "prepares_again", begins & now.again)
            events.append(
                Event(gate=gate, function=lambda words: aead.prepare(aead.prepares, words))
            )
        events += self._numbered(
            m, "rekey", 2 * aead.rekeys, now.rekeying & now.ready, now.rekey_number
        )
        events += self._numbered(m, "join", aead.joins, now.phases["JOIN"] & now.ready)
        absorbs = self._gate(m, "absorbs", now.absorbing & now.ready & ~now.is_hash)
        events += self._absorbing(m, aead, absorbs, "")
        if core.shares > 1:
            events += self._numbered(
                m, "compare", aead.parts["tag"], now.phases["VERIFY"] & now.ready
            )
        tagging = now.tagging if core.shares == 1 else now.phases["TAG"]
        finishes = self._gate(m, "finishes", tagging & now.ready, aead.finish)
        events.append(Event(gate=finishes, function=aead.finish, runs=aead.tag_runs))
        events += self._added(m, absorbs, aead.additions, now.flags, "adds")
        if aead.decides_late:
            turns = self._gate(m, "turns", now.turning & now.ready)
            events += [
                self._chosen(m, case, turns, now.turn_flags, "turn_is_")
                for case in aead.turn_cases()
            ]
            events += self._added(m, turns, aead.turn, now.turn_flags, "turn_adds")
            opens = self._gate(m, "opens", now.opening & now.ready)
            events += self._added(m, opens, aead.opening, now.turn_flags, "opening_adds")
        return events

    def _numbered(self, m: Module, name: str, count: int, happens, at=None) -> list[Event]:
        """Events of one name, of which each is that of a number, if not given the count."""
        at = self.now.count if at is None else at
        events, function = [], getattr(self.aead, name)
        for number in range(count):
            gate = self._gate(
                m,
                f"{name}s{number}" if count > 1 else f"{name}s",
                happens & (at == number if count > 1 else 1),
                function,
            )
            events.append(
                Event(gate=gate, function=lambda words, number=number: function(number, words))
            )
        return events

    def _absorbing(self, m: Module, mode: Sponge, absorbs, prefix: str) -> list[Event]:
        """A block; one of padding alone is an event of its own, so that nothing else has to clear
        the block.
        """
        parted = mode is self.aead and len(mode.ad_parts) > 1
        whole = absorbs & ~self.now.part if parted else absorbs
        cases = mode.cases()
        takes = self._gate(
            m,
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
                events.append(self._chosen(m, case, takes, self.now.flags, *names))
        if parted:
            rest = self._gate(m, f"{prefix}absorbs_rest", absorbs & self.now.part, mode.absorb_rest)
            events.append(Event(gate=rest, function=mode.absorb_rest))
        if mode.pads_full:
            if len(events) > 1:
                raise ValueError("expected one case of a mode with blocks of padding alone")
            pads = self._gate(
                m, f"{prefix}absorbs_padding", absorbs & self.now.padding_due, self._pads
            )
            events.append(
                Event(gate=pads, function=lambda words: mode.absorb(_without_block(words)))
            )
        return events

    def _chosen(
        self, m: Module, case: Case, gate: Signal, flags: Mapping, name: str, prefix: str = ""
    ) -> Event:
        """What happens if the flags of a case are set as well."""
        when = build(
            m, lambda given: {"when": case.when(given)}, flags, prefix=f"{prefix}{case.name}_"
        )["when"]
        chosen = self._gate(m, f"{name}{case.name}", gate & when, case.function)
        return Event(gate=chosen, function=case.function)

    def _pads(self) -> None:
        """A block of padding alone is absorbed."""

    def _added(
        self, m: Module, gate: Signal, additions, flags: Mapping, prefix: str
    ) -> list[Event]:
        """What is added on top of an event."""
        events = []
        for addition in additions():
            when = build(
                m,
                lambda given, addition=addition: {"when": addition.when(given)},
                flags,
                prefix=f"{prefix}_{addition.name}_",
            )["when"]
            adds = self._gate(m, f"{prefix}_{addition.name}", gate & when, additions)
            events.append(Event(gate=adds, function=addition.value, exclusive=False))
        return events

    def _hash_events(self, m: Module) -> list[Event]:
        """The first block is absorbed by a constant."""
        core, now, mode = self.core, self.now, self.hash_function
        absorbs = self._gate(m, "hash_absorbs", now.absorbing & now.ready & now.is_hash)
        begins = absorbs & now.initial
        if core.outputs:
            begins = begins & ~core.control.output
        first = self._gate(m, "hash_begins", begins, mode.begin)
        squeezing = now.squeezing | now.phases["OUTPUT"] if core.outputs else now.squeezing
        squeezes = self._gate(m, "squeezes", squeezing & now.ready, mode.between)
        return [
            Event(gate=first, function=mode.begin),
            *self._begins_of_xofs(m, absorbs & now.initial),
            *self._absorbing(m, mode, absorbs & ~now.initial, "hash_"),
            Event(gate=squeezes, function=mode.between),
            *self._added(m, absorbs, mode.additions, now.flags, "hash_adds"),
            *(self._closing(m) if mode.closes else ()),
        ]

    def _closing(self, m: Module) -> list[Event]:
        """What is added in front of the last run of a hash before its digest."""
        now = self.now
        closes = self._gate(m, "closes", now.phases["END"] & now.ready)
        flags = {"full": now.ad_was_full, "message": now.had_ad}
        return self._added(m, closes, self.hash_function.closing, flags, "closing_adds")

    def _begins_of_xofs(self, m: Module, begins) -> list[Event]:
        """The first block of each function with an output of any length."""
        events = []
        for xof in self.core.xofs:
            control, custom = self.core.control, bool(xof.most_customization_bytes)
            when = begins & control.output & (control.custom if custom else ~control.custom)
            gate = self._gate(m, "cxof_begins" if custom else "xof_begins", when, xof.begin)
            events.append(Event(gate=gate, function=xof.begin))
        return events

    def _answer(self, m: Module, inputs: list[dict]) -> Signal | None:
        """Message: key stream and block. Tag: with the received one, to compare. Digest: by
        itself.

        Returns: `differences`.
        """
        for share in range(self.core.shares):
            self._answer_of(m, share)
        if self.core.comparator and self.aead:
            return differences(m, self.core, self.now, inputs[0])
        return None

    def _answer_of(self, m: Module, share: int) -> None:
        """One share of the answer."""
        core, now, aead = self.core, self.now, self.aead
        size = 8 * core.port_bytes
        functions = {}
        if aead:
            functions["text"] = aead.text_of
            for n in range(aead.parts["tag"]):
                functions[f"tag{n}"] = lambda given, n=n: aead.tag(n, given["finished"])
        if self.hash_function:
            functions["digest"] = lambda given: self.hash_function.digest_part(given["state"])
        words = {"state": now.state[share], "finished": self.finished[share]}
        if aead:
            words |= {name: now.flags[name] for name in aead.text_reads}
        stream = build(
            m,
            lambda given: {
                name: left_aligned(_of_share(function, share)(given), size)
                for name, function in functions.items()
            },
            words,
            prefix=f"answer_{share}_" if share else "answer_",
        )
        if not aead:
            m.d.comb += [
                core.answer.stream.eq(stream["digest"]),
                core.answer.data.eq(stream["digest"]),
            ]
            return
        tag, text = stream["tag0"], stream["text"]
        for part in range(1, aead.parts["tag"]):
            tag = Mux(now.count == part, stream[f"tag{part}"], tag)
        if self.hash_function:
            text = Mux(now.is_hash, stream["digest"], text)
        # While a tag or digest is sent nothing is read from PDI, and the block is 0.
        given, data, held = (
            share_of(word, share, core.shares)
            for word in (core.answer.stream, core.answer.data, core.block.held)
        )
        m.d.comb += [given.eq(Mux(now.tagging, tag, text)), data.eq(given ^ held)]


def _of_share(function: Callable, share: int) -> Callable:
    """A function of words, on one of their shares: the first has the terms without a secret too.

    What a function gives is a sum of terms with at most one secret each (`merge` refuses others),
    so that the functions of the shares add up to that of the words.
    """
    if not share:
        return function

    def linear(words: Words):
        nothing = {name: word.constant(0) for name, word in words.items() if name not in PUBLIC}
        return function(words) ^ function({**words, **nothing})

    return linear


IN_BYTES = ("block", "padding", "replaced", "key")
"""Words of events that are strings of bytes."""

PUBLIC = ("padding", "replaced")
"""Words of events that are no secrets: they follow from lengths."""


def _without_block(words: Words) -> dict:
    nothing = words["block"].constant(0)
    return {**words, "block": nothing, "replaced": nothing}
