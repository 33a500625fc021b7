"""The hardware controller of `duplex`: Ascon's AEAD, and its hash if wanted, around one permutation.

Everything that is added to the state (block, key, initial value, separator, padding) is added in the cycle that starts the
permutation, so that a block costs nothing but the permutation. While nothing starts, the permutation's input equals its output:
see ``feedback`` in `architectures.iterated.iterated`.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..ciphers.ascon import ascon_p
from ..modes.duplex import WORD_BYTES, DuplexAead, DuplexHash
from ..primitives.primitive import SCHEDULE, Primitive
from ..words.hardware import assign_parts
from .ports import Announcement, Phase, answers, blocks, control, status

WORD = 8 * WORD_BYTES


def duplex_primitive(aead: DuplexAead, hash_function: DuplexHash | None) -> Primitive:
    """The permutation that a core for these needs: all their round counts."""
    counts = {*aead.rounds, *(hash_function.rounds if hash_function else ())}
    return ascon_p(*sorted(counts, reverse=True))


class DuplexCore(wiring.Component):
    """Controls the permutation.

    Args:
        aead: what is computed.
        hash_function: the hash that shares the permutation, or None. Its rate must be one word.
        permutation: component for `duplex_primitive`, with ``feedback``; for a rate of 8 bytes ``x3`` must be loadable.

    Ports:
        key: the secret key, first byte most significant. control, block, answer, status: see `ports`.
        short: blocks are those of the hash function.

    Attributes:
        answers_late, decrypts, buffer_bytes, short_bytes: what `lwc.core.LwcCore` asks of every mode.
    """

    answers_late, decrypts, buffer_bytes = False, True, None

    def __init__(self, aead: DuplexAead, hash_function: DuplexHash | None, permutation):
        self.aead, self.hash_function, self.permutation = aead, hash_function, permutation
        self.rate_words = aead.block_bytes // WORD_BYTES
        self.nonce_parts = 2 // self.rate_words
        self.short_bytes = hash_function.block_bytes if hash_function else None
        super().__init__({"key": In(8 * aead.key_bytes), "control": In(control()), "block": In(blocks(aead.block_bytes)),
                          "answer": Out(answers(aead.block_bytes)), "status": Out(status()), "short": Out(1)})

    def elaborate(self, platform):
        m = Module()
        m.submodules.permutation = self.permutation
        self._declare(m)
        self._datapath(m)
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
                m.d.comb += [self.status.done.eq(1), self.status.success.eq(~self.mismatch)]
                with m.If(self.status.accepted):
                    m.next = "START"
        return m

    def _declare(self, m: Module) -> None:
        # What the FSM decides in a cycle.
        self.begin, self.load = Signal(name="begin"), Signal(name="load")
        self.absorb, self.initial = Signal(name="absorb"), Signal(name="initial")
        self.final_key, self.tag_phase = Signal(name="final_key"), Signal(name="tag_phase")
        self.start, self.long = Signal(name="start"), Signal(name="long")
        # What is due at the next block.
        self.initial_due, self.separator_due = Signal(name="initial_due"), Signal(name="separator_due")
        self.padding_due, self.count = Signal(name="padding_due"), Signal(2, name="count")
        self.mismatch = Signal(name="mismatch")
        self.is_hash = self.control.hash if self.hash_function else Const(0)
        self.ready = self.permutation.in_ready
        self.mask = Signal(len(self.block.mask), name="mask")
        m.d.comb += [self.mask.eq(Mux(self.padding_due, 0, self.block.mask)), self.short.eq(self.is_hash),
                     self.permutation.out_ready.eq(1), self.permutation.in_valid.eq(self.start)]
        if self.permutation.loadable:
            m.d.comb += self.permutation.in_load.eq(self.load)
        if SCHEDULE in self.permutation.primitive.inputs:
            m.d.comb += self.permutation.in_schedule.eq(self._schedule())

    def _schedule(self):
        """Index of the round count of the permutation that starts."""
        index = {count: number for number, count in enumerate(self.permutation.primitive.rounds)}
        between = Const(index[self.aead.rounds[1]], 2)
        if self.hash_function:
            between = Mux(self.is_hash, index[self.hash_function.rounds[1]], between)
        return Mux(self.long, index[self.aead.rounds[0]], between)

    def _words(self, data) -> list:
        """Bytes in bus order as words of the state, x0 first."""
        count = len(data) // WORD
        parts = [data[(count - 1 - n) * WORD:][:WORD] for n in range(count)]
        return [self._swap(part) for part in parts]

    def _swap(self, word):
        """Between bus order and the order of bytes in a word."""
        return Cat(word[8 * n:8 * n + 8] for n in reversed(range(WORD_BYTES))) if self.aead.order.little_endian else word

    def _datapath(self, m: Module) -> None:
        """The input of the permutation, and the answer."""
        state, rate = self._state(), self.rate_words
        block = self._words(self.block.data)
        fresh = self.initial & self.is_hash
        sums = [(word & self._kept(n, fresh)) ^ self._loaded(n, block) for n, word in enumerate(state)]
        low_key = (self.initial & ~self.is_hash) | self.tag_phase
        for n, key in enumerate(self._words(self.key)):
            sums[rate + n] ^= Mux(self.final_key, key, 0)
            sums[3 + n] ^= Mux(low_key, key, 0)
        if self.hash_function:
            sums = [word ^ Mux(fresh, self._hash_initial(n), 0) for n, word in enumerate(sums)]
        sums[4] ^= (self.absorb & self.separator_due) << self.aead.order.separator
        presented = [Signal(WORD, name=f"x{n}_next") for n in range(5)]
        m.d.comb += [signal.eq(value[:WORD]) for signal, value in zip(presented, sums)]
        m.d.comb += assign_parts(self.permutation.in_x, reversed(presented))
        self._answer(m, state, presented, block)

    def _kept(self, n: int, fresh):
        """Mask of the bits of word n that are not overwritten: by what begins a message, or by a ciphertext."""
        cleared = self.begin | fresh
        if self.nonce_parts == 2 and n == 3:
            cleared = self.load | fresh
        return ~((Mux(cleared, -1, 0) | self._replaced(n))[:WORD])

    def _loaded(self, n: int, block: list):
        """What is added to word n at different times: initial value, key and nonce, or a padded block."""
        rate, key = self.rate_words, self._words(self.key)
        taken = self.absorb & ~self.padding_due
        added = Mux(taken, block[n], 0) | Mux(self.absorb, self._padding()[n], 0) if n < rate else Const(0, WORD)
        if n == 0:
            added = added | Mux(self.begin, Const(self.aead.iv, WORD), 0)
        elif n < 3:
            added = added | Mux(self.begin, key[n - 1], 0)
        elif n == 3 and rate == 1:
            added = added | Mux(self.load, block[0], 0)
        else:
            added = added | Mux(self.begin, block[n - 3 if rate == 2 else 0], 0)
        return added

    def _state(self) -> list:
        return [self.permutation.out_x[(4 - n) * WORD:][:WORD] for n in range(5)]

    def _hash_initial(self, n: int) -> Const:
        """Word n of the hash function's state after its first permutation, a constant."""
        return Const(self.hash_function.initial_state >> (4 - n) * WORD & (1 << WORD) - 1, WORD)

    def _padding(self) -> list:
        """The padding byte right after the valid bytes, as words."""
        size, padding = len(self.mask), self.aead.order.padding
        after_valid = [~self.mask[n] & (self.mask[n + 1] if n + 1 < size else 1) for n in range(size)]
        short_end = [self.is_hash] * (size - WORD_BYTES) + [Const(0)] * WORD_BYTES
        return self._words(Cat(Mux(after_valid[n] & ~short_end[n], Const(padding, 8), 0) for n in range(size)))

    def _replaced(self, n: int):
        """Mask of the bytes of word n that a ciphertext replaces."""
        if n >= self.rate_words:
            return Const(0, WORD)
        size = len(self.mask)
        bits = self.mask[size - WORD_BYTES * (n + 1):][:WORD_BYTES]
        replaces = self.absorb & self.control.decrypt & (self.block.phase == Phase.MESSAGE)
        return self._swap(Cat(Mux(replaces & bits[byte], Const(0xFF, 8), 0) for byte in range(WORD_BYTES)))

    def _answer(self, m: Module, state: list, presented: list, block: list) -> None:
        """Message: state and block. Tag: the keyed end of the state (and the received tag, to compare)."""
        tag = presented[3:]
        if self.rate_words == 1:
            tag = [Mux(self.count[0], presented[4], presented[3])]
        rate = [Mux(self.tag_phase, tag[n], state[n]) for n in range(self.rate_words)]
        takes_block = ~self.tag_phase | self.control.decrypt
        words = [word ^ Mux(takes_block & ~self.is_hash, block[n], 0) for n, word in enumerate(rate)]
        m.d.comb += assign_parts(self.answer.data, [self._swap(word[:WORD]) for word in reversed(words)])

    def _absorbs(self, m: Module) -> None:
        """What every block of associated data or message does."""
        m.d.comb += [self.absorb.eq(1), self.start.eq(1), self.initial.eq(self.initial_due)]
        m.d.sync += [self.initial_due.eq(0), self.separator_due.eq(0), self.padding_due.eq(0)]

    def _start(self, m: Module) -> None:
        """The nonce: the last part of it starts p^a."""
        with m.State("START"):
            m.d.sync += [self.initial_due.eq(1), self.separator_due.eq(0), self.padding_due.eq(0), self.mismatch.eq(0)]
            with m.If(self.control.hashing):
                m.d.sync += self.count.eq(0)
                m.next = "MESSAGE"
            with m.Elif(self.block.valid & (self.block.phase == Phase.NONCE) & self.ready):
                m.d.comb += self.block.ready.eq(1)
                m.d.sync += self.count.eq(self.count + 1)
                with m.If(self.count == self.nonce_parts - 1):
                    m.d.comb += [self.begin.eq(1), self.start.eq(1), self.long.eq(1)]
                    m.d.sync += self.count.eq(0)
                    m.next = "AD"
                with m.Else():
                    m.d.comb += self.load.eq(1)
            with m.If(self.control.abort):
                m.d.sync += self.count.eq(0)

    def _associated_data(self, m: Module) -> None:
        with m.State("AD"):
            with m.If(self.padding_due):
                with m.If(self.ready):
                    self._absorbs(m)
                    self._ends_associated_data(m)
            with m.Elif(self.block.valid & (self.block.phase == Phase.AD)):
                with m.If(~self.mask[-1]):
                    m.d.comb += self.block.ready.eq(1)
                    self._ends_associated_data(m)
                with m.Elif(self.ready):
                    m.d.comb += self.block.ready.eq(1)
                    self._absorbs(m)
                    m.d.sync += self.padding_due.eq(self.block.last & self.mask[0])
                    with m.If(self.block.last & ~self.mask[0]):
                        self._ends_associated_data(m)
            self._give_up(m)

    def _ends_associated_data(self, m: Module) -> None:
        m.d.sync += self.separator_due.eq(1)
        m.next = "MESSAGE"

    def _message(self, m: Module) -> None:
        with m.State("MESSAGE"):
            size = len(self.mask)
            full = Mux(self.is_hash, self.mask[size - WORD_BYTES], self.mask[0])
            is_message = self.block.phase == Phase.MESSAGE
            answers = self.mask[-1] & ~self.is_hash
            # Ready must not wait for valid: the header of an empty message and its block leave together, and DO waits for no one.
            free, takes = Signal(name="message_is_free"), Signal(name="takes_message")
            m.d.comb += [
                self.answer.mask.eq(self.mask),
                self.answer.valid.eq(~self.padding_due & self.block.valid & is_message & self.ready & answers),
                free.eq(self.ready & (self.padding_due | (is_message & (~answers | self.answer.ready)))),
                takes.eq(free & (self.padding_due | self.block.valid)),
                self.block.ready.eq(free & ~self.padding_due)]
            with m.If(takes):
                self._absorbs(m)
                with m.If(self.padding_due | (self.block.last & ~full)):
                    m.d.comb += [self.long.eq(1), self.final_key.eq(~self.is_hash)]
                    with m.If(self.control.decrypt):
                        m.next = "VERIFY"
                    with m.Else():
                        m.next = "ANNOUNCE"
                with m.Else():
                    m.d.sync += self.padding_due.eq(self.block.last)
            self._give_up(m)

    def _announce(self, m: Module) -> None:
        """The header of tag or digest, while the permutation runs."""
        with m.State("ANNOUNCE"):
            announcement = Mux(self.is_hash, Announcement.DIGEST, Announcement.TAG)
            m.d.comb += [self.status.announce.eq(1), self.status.announcement.eq(announcement)]
            with m.If(self.status.announced):
                m.next = "TAG"
                if self.hash_function:
                    with m.If(self.is_hash):
                        m.next = "DIGEST"

    def _tag(self, m: Module) -> None:
        with m.State("TAG"):
            m.d.comb += [self.tag_phase.eq(self.ready), self.answer.mask.eq(-1), self.answer.valid.eq(self.ready)]
            with m.If(self.ready & self.answer.ready):
                self._next_part(m, self.nonce_parts)

    def _verify(self, m: Module) -> None:
        """The received tag against the computed one, a block at a time, in constant time."""
        with m.State("VERIFY"):
            m.d.comb += [self.tag_phase.eq(self.ready), self.block.ready.eq(self.ready & (self.block.phase == Phase.TAG))]
            with m.If(self.block.valid & self.block.ready):
                m.d.sync += self.mismatch.eq(self.mismatch | self.answer.data.any())
                self._next_part(m, self.nonce_parts)
            self._give_up(m)

    def _digest(self, m: Module) -> None:
        """The rate four times, with p^b between."""
        with m.State("DIGEST"):
            size, parts = len(self.mask), self.hash_function.digest_bytes // WORD_BYTES
            top = ((1 << WORD_BYTES) - 1) << (size - WORD_BYTES)
            m.d.comb += [self.answer.mask.eq(top), self.answer.valid.eq(self.ready)]
            with m.If(self.ready & self.answer.ready):
                m.d.comb += self.start.eq(self.count != parts - 1)
                self._next_part(m, parts)

    def _next_part(self, m: Module, parts: int) -> None:
        m.d.sync += self.count.eq(self.count + 1)
        with m.If(self.count == parts - 1):
            m.d.sync += self.count.eq(0)
            m.next = "STATUS"

    def _give_up(self, m: Module) -> None:
        with m.If(self.control.abort):
            m.d.sync += self.count.eq(0)
            m.next = "START"
