"""The hardware controller of every mode over one permutation: `modes.sponge.SpongeAead`, and its hash.

Everything that a block adds to the state is added in the cycle that starts a run, so that a block costs
nothing but the run. While nothing starts, the permutation's input equals its output: see ``feedback`` in
`architectures.iterated`.

Three rules keep the handshake out of the data path:

- what is presented to the permutation depends on registers only: on the phase, on whether a run could
  start, on what is known of the block. Whether a block is there, and is taken, decides an enable;
- blocks come in the order of the phases, so none is asked for its own;
- a wrong tag is noticed in several registers, which are joined a cycle later.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..modes.model import HashModel
from ..modes.sponge import SpongeAead
from ..primitives.primitive import SCHEDULE
from ..words.hardware import assign_parts, build
from .merge import Event, merge
from .ports import Announcement, answers, blocks, control, status

MISMATCHES = 8
"""Registers in which the comparison of a tag is collected."""


class OverPermutation(wiring.Component):
    """Controls the permutation.

    Args:
        aead: what is computed.
        hash_function: the hash that shares the permutation, or None. Its blocks are absorbed as the
            first bytes of a block of the AEAD.
        permutation: component with one input and output ``x``, all round counts, and ``feedback``; its
            registers must be loadable if the nonce has several parts.

    Ports:
        key: the secret key, first byte most significant. control, block, answer, status: see `ports`.
        short: blocks are those of the hash function.

    Attributes:
        answers_late, decrypts, buffer_bytes, takes_empty_ends, short_bytes: what `lwc.core.LwcCore`
            asks of every mode.
    """

    answers_late, decrypts, buffer_bytes = False, True, None

    def __init__(self, aead: SpongeAead, hash_function: HashModel | None, permutation):
        self.aead, self.hash_function, self.permutation = aead, hash_function, permutation
        self.takes_empty_ends = aead.pads_full
        self.short_bytes = hash_function.block_bytes if hash_function else None
        size = aead.block_bytes
        super().__init__({
            "key": In(8 * aead.key_bytes), "control": In(control()), "block": In(blocks(size)),
            "answer": Out(answers(size)), "status": Out(status()), "short": Out(1)})

    def elaborate(self, platform):
        m = Module()
        m.submodules.permutation = self.permutation
        self._declare(m)
        self._what_is_known(m)
        self._datapath(m)
        self._answer(m)
        with m.FSM(name="phase"):
            self._start(m)
            self._associated_data(m)
            self._message(m)
            self._announce(m)
            self._tag(m)
            self._verify(m)
            if self.hash_function:
                self._digest(m)
            with m.State("STATUS"):
                m.d.comb += [
                    self.status.done.eq(1),
                    self.status.success.eq(~self.mismatch.any()),
                ]
                with m.If(self.status.accepted):
                    self._enter(m, "START")
        return m

    def _declare(self, m: Module) -> None:
        # The phase, as bits of its own: each steers hundreds of gates.
        self.starting, self.absorbing = Signal(init=1, name="starting"), Signal(name="absorbing")
        self.is_message, self.tagging = Signal(name="is_message"), Signal(name="tagging")
        # What is due at the next block.
        self.initial, self.first = Signal(name="initial_due"), Signal(name="first_due")
        self.padding_due = Signal(name="padding_due")
        self.count = Signal(range(max(2, *self._all_parts())), name="count")
        self.mismatch = Signal(MISMATCHES, name="mismatch")
        # A run starts; with a part of the nonce, the state is only loaded.
        self.start, self.load = Signal(name="start"), Signal(name="load")
        self.is_hash = self.control.hash if self.hash_function else Const(0)
        self.ready = self.permutation.in_ready
        m.d.comb += [
            self.short.eq(self.is_hash),
            self.permutation.out_ready.eq(1),
            self.permutation.in_valid.eq(self.start),
        ]
        if self.permutation.loadable:
            m.d.comb += self.permutation.in_load.eq(self.load)

    def _all_parts(self) -> list[int]:
        digest = [self._digest_parts()] if self.hash_function else []
        return [*self.aead.parts.values(), *digest]

    def _digest_parts(self) -> int:
        return self.hash_function.digest_bytes // self.hash_function.block_bytes

    def _what_is_known(self, m: Module) -> None:
        """Of the block that is presented; all of it from registers."""
        size, mask = self.aead.block_bytes, Signal(self.aead.block_bytes, name="mask")
        short = size - (self.short_bytes or size)
        full, empty = Signal(name="block_is_full"), Signal(name="block_is_empty")
        last, replaced = Signal(name="block_is_last"), Signal(name="replaces")
        m.d.comb += [
            mask.eq(Mux(self.padding_due, 0, self.block.mask)),
            full.eq(Mux(self.is_hash, mask[short], mask[0])),
            empty.eq(~mask[-1]),
            last.eq(self.padding_due | (self.block.last & ~(full & self.aead.pads_full))),
            replaced.eq(self.control.decrypt & self.is_message),
        ]
        self.mask, self.full, self.empty, self.last, self.replaced = mask, full, empty, last, replaced
        self.flags = {
            "message": self.is_message, "initial": self.initial, "first": self.first, "last": last,
            "full": full, "hash": self.is_hash}

    def _datapath(self, m: Module) -> None:
        """The input of the permutation: what the events of `modes.sponge` make of its output."""
        words = {
            "state": self.permutation.out_x, "key": self.key, "block": self.block.data,
            "padding": self._padding(m), "replaced": self._spread(m, Mux(self.replaced, self.mask, 0), "replaced_bits")}
        events = self._events(m)
        self.presented = merge(m, events, words, name="presented")
        m.d.comb += self.permutation.in_x.eq(self.presented)
        if SCHEDULE in self.permutation.primitive.inputs:
            m.d.comb += self.permutation.in_schedule.eq(self._schedule(m))

    def _events(self, m: Module) -> list[Event]:
        aead, absorbs = self.aead, Signal(name="absorbs")
        m.d.comb += absorbs.eq(self.absorbing & self.ready)
        events = []
        for part in range(aead.parts["nonce"]):
            gate = Signal(name=f"begins{part}")
            m.d.comb += gate.eq(self.starting & self.ready & (self.count == part))
            events.append(Event(gate=gate, function=lambda words, part=part: aead.begin(part, words)))
        # A block of padding alone is an event of its own, so that nothing else has to clear the block.
        pads, takes = Signal(name="absorbs_padding"), Signal(name="absorbs_block")
        m.d.comb += [
            pads.eq(absorbs & self.padding_due),
            takes.eq(absorbs & ~self.padding_due),
        ]
        events += [Event(gate=takes, function=aead.absorb)]
        if aead.pads_full:
            events += [Event(gate=pads, function=lambda words: aead.absorb(self._without_block(words)))]
        finishes = Signal(name="finishes")
        m.d.comb += finishes.eq(self.tagging & self.ready)
        events += [Event(gate=finishes, function=aead.finish)]
        for addition in aead.additions():
            gate = Signal(name=f"adds_{addition.name}")
            m.d.comb += gate.eq(absorbs & self._predicate(m, addition) & ~self.is_hash)
            events.append(Event(gate=gate, function=addition.value, exclusive=False))
        if self.hash_function:
            self._hash_events(m, takes, events)
        return events

    @staticmethod
    def _without_block(words):
        nothing = words["block"].constant(0)
        return {**words, "block": nothing, "replaced": nothing}

    def _hash_events(self, m: Module, takes: Signal, events: list[Event]) -> None:
        """The first block of a hash message is absorbed by the initial state."""
        begins, others = Signal(name="begins_hash"), Signal(name="absorbs_more")
        fresh = self.initial & self.is_hash
        m.d.comb += [
            begins.eq(takes & fresh),
            others.eq(takes & ~fresh),
        ]
        at = next(number for number, event in enumerate(events) if event.gate is takes)
        initial = self.hash_function.initial_state

        def begin(words):
            state = words["state"].constant(initial)
            return self.aead.absorb({**words, "state": state})
        events[at:at + 1] = [Event(gate=others, function=self.aead.absorb), Event(gate=begins, function=begin)]

    def _predicate(self, m: Module, addition):
        return build(m, lambda flags: {"when": addition.when(flags)}, self.flags,
                     prefix=f"{addition.name}_")["when"]

    def _schedule(self, m: Module):
        """Index of the round count of the run that starts."""
        primitive, aead = self.permutation.primitive, self.aead
        index = {count: number for number, count in enumerate(primitive.rounds)}
        chosen = build(m, lambda flags: {"schedule": aead.schedule(flags)}, self.flags, prefix="schedule_")
        number = self._indexed(chosen["schedule"], [index[count] for count in aead.permutation.rounds])
        if self.hash_function:
            counts = [index[count] for count in self.hash_function.rounds]
            number = Mux(self.is_hash, Mux(self.absorbing & self.last, counts[0], counts[1]), number)
        return Mux(self.starting, index[aead.permutation.rounds[0]], number)

    @staticmethod
    def _indexed(chosen, values: list[int]):
        result = Const(values[0], 8)
        for number, value in enumerate(values[1:], 1):
            result = Mux(chosen == number, value, result)
        return result

    def _padding(self, m: Module) -> Signal:
        """The mark behind the last byte of a block that is not full."""
        mask, marks = self.mask, []
        for number in range(len(mask)):
            before = mask[number + 1] if number + 1 < len(mask) else Const(1)
            marks.append(before & ~mask[number] & ~(self.full & self.is_hash))
        padding = Signal(8 * len(mask), name="padding")
        m.d.comb += assign_parts(padding, [Mux(mark, Const(self.aead.mark, 8), 0) for mark in marks])
        return padding

    def _spread(self, m: Module, mask, name: str) -> Signal:
        """One bit for each bit, from one for each byte."""
        bits = Signal(8 * self.aead.block_bytes, name=name)
        m.d.comb += bits.eq(Cat(bit.replicate(8) for bit in mask[:self.aead.block_bytes]))
        return bits

    def _answer(self, m: Module) -> None:
        """Message: key stream and block. Tag: with the received one, to compare.

        Digest: the key stream.
        """
        aead, words = self.aead, {"state": self.permutation.out_x, "finished": self.presented}
        functions = {"text": lambda given: aead.text(given["state"])}
        for n in range(aead.parts["tag"]):
            functions[f"tag{n}"] = lambda given, n=n: aead.tag(n, given["finished"])
        stream = build(m, lambda given: {name: function(given) for name, function in functions.items()},
                       words, prefix="answer_")
        tag = stream["tag0"]
        for part in range(1, aead.parts["tag"]):
            tag = Mux(self.count == part, stream[f"tag{part}"], tag)
        takes = (~self.tagging | self.control.decrypt) & ~self.is_hash
        m.d.comb += self.answer.data.eq(
            Mux(self.tagging, tag, stream["text"]) ^ Mux(takes, self.block.data, 0))

    def _absorbs(self, m: Module) -> None:
        """What every block of associated data or message does."""
        m.d.comb += self.start.eq(1)
        m.d.sync += [
            self.initial.eq(0),
            self.first.eq(0),
            self.padding_due.eq(0),
        ]

    def _enter(self, m: Module, state: str) -> None:
        """Go on to another state, with the registers that say so."""
        m.next = state
        m.d.sync += [
            self.starting.eq(state == "START"),
            self.absorbing.eq(state in ("AD", "MESSAGE")),
            self.is_message.eq(state == "MESSAGE"),
            self.tagging.eq(state in ("TAG", "VERIFY")),
            self.first.eq(1),
        ]

    def _start(self, m: Module) -> None:
        """The nonce: its last part starts the first run."""
        parts = self.aead.parts["nonce"]
        with m.State("START"):
            m.d.sync += [
                self.initial.eq(1),
                self.padding_due.eq(0),
                self.mismatch.eq(0),
            ]
            m.d.comb += self.block.ready.eq(self.ready)
            with m.If(self.control.hashing):
                m.d.sync += self.count.eq(0)
                self._enter(m, "MESSAGE")
            with m.Elif(self.block.valid & self.block.ready):
                m.d.sync += self.count.eq(self.count + 1)
                with m.If(self.count == parts - 1):
                    m.d.comb += self.start.eq(1)
                    m.d.sync += self.count.eq(0)
                    self._enter(m, "AD")
                with m.Else():
                    m.d.comb += self.load.eq(1)
            with m.If(self.control.abort):
                m.d.sync += self.count.eq(0)

    def _associated_data(self, m: Module) -> None:
        aead = self.aead
        with m.State("AD"):
            skipped = self.empty & ~self.padding_due if not aead.absorbs_empty_ad else Const(0)
            m.d.comb += self.block.ready.eq(~self.padding_due & (self.ready | skipped))
            with m.If(self.padding_due):
                with m.If(self.ready):
                    self._absorbs(m)
                    self._enter(m, "MESSAGE")
            with m.Elif(self.block.valid & self.block.ready):
                with m.If(skipped):
                    self._empty_end(m)
                with m.Else():
                    self._absorbs(m)
                    self._after_block(m, lambda: self._enter(m, "MESSAGE"))
            self._give_up(m)

    def _empty_end(self, m: Module) -> None:
        """No associated data at all, or an empty end behind whole blocks, whose padding is due."""
        if self.takes_empty_ends:
            with m.If(~self.first):
                m.d.sync += self.padding_due.eq(1)
            with m.Else():
                self._enter(m, "MESSAGE")
        else:
            self._enter(m, "MESSAGE")

    def _after_block(self, m: Module, end) -> None:
        """The end of a type, or a block of padding alone before it."""
        with m.If(self.block.last):
            if self.aead.pads_full:
                with m.If(self.full):
                    m.d.sync += self.padding_due.eq(1)
                with m.Else():
                    end()
            else:
                end()

    def _message(self, m: Module) -> None:
        aead = self.aead
        with m.State("MESSAGE"):
            answers = ~self.empty & ~self.is_hash
            skipped = self.empty & ~self.is_hash if not aead.absorbs_empty_message else Const(0)
            free = Signal(name="message_is_free")
            # Ready must not wait for valid: the header of an empty message and its block leave together.
            m.d.comb += [
                self.answer.mask.eq(self.mask),
                self.answer.valid.eq(self.block.valid & ~self.padding_due & self.ready & answers),
                free.eq(~self.padding_due & (self.ready | skipped) & (~answers | self.answer.ready)),
                self.block.ready.eq(free),
            ]
            with m.If(self.padding_due):
                with m.If(self.ready):
                    self._absorbs(m)
                    self._to_tag(m)
            with m.Elif(self.block.valid & free):
                with m.If(skipped):
                    self._to_tag(m)
                with m.Else():
                    self._absorbs(m)
                    self._after_block(m, lambda: self._to_tag(m))
            self._give_up(m)

    def _to_tag(self, m: Module) -> None:
        with m.If(self.control.decrypt):
            self._enter(m, "VERIFY")
        with m.Else():
            self._enter(m, "ANNOUNCE")

    def _announce(self, m: Module) -> None:
        """The header of tag or digest, while the permutation runs."""
        with m.State("ANNOUNCE"):
            m.d.comb += [
                self.status.announce.eq(1),
                self.status.announcement.eq(Mux(self.is_hash, Announcement.DIGEST, Announcement.TAG)),
            ]
            with m.If(self.status.announced):
                self._enter(m, "TAG")
                if self.hash_function:
                    with m.If(self.is_hash):
                        self._enter(m, "DIGEST")

    def _tag(self, m: Module) -> None:
        with m.State("TAG"):
            m.d.comb += [
                self.answer.mask.eq(self._tag_mask()),
                self.answer.valid.eq(self.ready),
            ]
            with m.If(self.ready & self.answer.ready):
                self._next_part(m, self.aead.parts["tag"])

    def _tag_mask(self) -> int:
        size, rest = self.aead.block_bytes, self.aead.tag_bytes % self.aead.block_bytes
        return (1 << size) - (1 << size - rest) if self.aead.tag_bytes < size else -1

    def _verify(self, m: Module) -> None:
        """The received tag against the computed one, a block at a time, in constant time."""
        with m.State("VERIFY"):
            m.d.comb += self.block.ready.eq(self.ready)
            with m.If(self.block.valid & self.block.ready):
                size = len(self.answer.data)
                low = size - 8 * min(self.aead.tag_bytes, self.aead.block_bytes)
                step = -(-(size - low) // MISMATCHES)
                m.d.sync += [bit.eq(bit | self.answer.data[at:min(at + step, size)].any())
                             for bit, at in zip(self.mismatch, range(low, size, step))]
                self._next_part(m, self.aead.parts["tag"])
            self._give_up(m)

    def _digest(self, m: Module) -> None:
        """Parts of the digest, with runs between."""
        with m.State("DIGEST"):
            size, part = self.aead.block_bytes, self.hash_function.block_bytes
            m.d.comb += [
                self.answer.mask.eq(((1 << part) - 1) << (size - part)),
                self.answer.valid.eq(self.ready),
            ]
            with m.If(self.ready & self.answer.ready):
                m.d.comb += self.start.eq(self.count != self._digest_parts() - 1)
                self._next_part(m, self._digest_parts())

    def _next_part(self, m: Module, parts: int) -> None:
        m.d.sync += self.count.eq(self.count + 1)
        with m.If(self.count == parts - 1):
            m.d.sync += self.count.eq(0)
            self._enter(m, "STATUS")

    def _give_up(self, m: Module) -> None:
        with m.If(self.control.abort):
            m.d.sync += self.count.eq(0)
            self._enter(m, "START")
