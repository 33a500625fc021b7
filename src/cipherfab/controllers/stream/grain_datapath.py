# SPDX-License-Identifier: Apache-2.0
"""The datapath of Grain-128AEAD: generator, queue, authenticator, and the code of a length."""

from typing import Any

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value

from ...ciphers.grain import SIZE
from ...modes.grain import FED_BACK, SHORT_CODE, WORD, Grain
from ...words.bits import swap_bytes
from ...words.hardware import build
from ..ports import share_of
from .core import StreamCore, chosen
from .grain_authenticator import FURTHER, STRETCH, GrainAuthenticator
from .grain_generator import GrainGenerator


class GrainDatapath(StreamCore):
    """What a phase steers. A subclass has the phases.

    Args, ports: see `grain.GrainCore`. parts: generator and authenticator, if they are others.
        shared: see `StreamCore`.

    Attributes:
        bits: of data, authenticated in a cycle. unit: those of a step that is not halved, a byte at
            most. units: of a byte.
        left: register; units of the word that was taken, which are still in the queue; while the
            code of the length is authenticated, by how many the accumulator was moved.
        step: to be driven with 1 where a step of data is made; half: half of its bits count.
        text, fresh: associated data or message is taken; the queue has none of it.
        may_step: 1 if a step can be made. may_run: 1 if the generator can make one alone.
    """

    def __init__(
        self,
        aead: Grain,
        *,
        clocks: int,
        decrypts: bool = True,
        counted: int = FURTHER,
        parts: tuple[Any, Any] | None = None,
        **shared: int,
    ):
        self.counted = counted
        # Every second bit of the pre-output is key stream; the others are for the authenticator.
        self.bits = max(1, clocks // 2)
        self.unit, self.halves = min(self.bits, STRETCH), self.bits > STRETCH
        generator, self.authenticator = parts or (
            GrainGenerator(clocks=clocks, halves=self.halves, keyed_nfsr=aead.version == 2),
            GrainAuthenticator(clocks=clocks, bits=self.bits, halves=self.halves),
        )
        super().__init__(aead, generator, clocks=clocks, decrypts=decrypts, **shared)
        self.units = STRETCH // self.unit
        self.queue = Signal(8 * WORD * self.shares, name="queue", reset_less=True)
        self.left = Signal(range(WORD * self.units + 1), name="units_left", reset_less=True)
        self.ended = Signal(name="has_ended", reset_less=True)
        self.count = Signal(range(max(FED_BACK.values()) // self.clocks), name="count")
        self.ad_bytes = Signal(8 * self.counted, name="ad_bytes", reset_less=True)
        self.too_long = Signal(name="ad_is_too_long", reset_less=True)
        self.second = Signal(name="second_word_of_tag", reset_less=True)
        # A step of data is made; it takes a word from the block; half of its bits count.
        self.step, self.fresh = Signal(name="data_steps"), Signal(name="queue_has_no_text")
        self.half = Signal(name="half")
        # What is left behind this cycle.
        self.left_next = Signal.like(self.left, name="units_left_next")
        self.may_run: Value = Const(1)
        self.text = self.may_step = self.even = self.odd = self.waits = Const(0)

    def datapath(self, m: Module) -> None:
        """All of it."""
        m.submodules.generator, m.submodules.authenticator = self.primitive, self.authenticator
        self.text = Cat(self.phases["AD"], self.phases["MESSAGE"]).any()
        self.may_step = self._even_bits(m)
        self._generator(m)
        self._data(m)

    def _even_bits(self, m: Module):
        """1 if a step of data may be made; `even` is the key stream that comes with its bits z."""
        y, generator = self.primitive.pre_output, self.primitive
        data = Cat(self.phases[name] for name in ("AHEAD", "AD", "LENGTH", "MESSAGE")).any()
        if self.clocks > 1:
            self.even, self.odd, self.waits = y[::2], y[1::2], Const(0)
            return Const(1)
        # The even bit, and that it is there.
        even, there = Signal(name="even_bit", reset_less=True), Signal(name="even_bit_is_there")
        self.even, self.odd, self.waits = even, y, data & ~there
        with m.If(self.waits):
            m.d.sync += even.eq(y)
        with m.If(self.phases["START"]):
            m.d.sync += there.eq(0)
        with m.Elif(data & generator.step):
            m.d.sync += there.eq(~there)
        return there

    def _generator(self, m: Module) -> None:
        """Generator and queue."""
        generator, phases = self.primitive, self.phases
        fed = phases["INITIAL"] | phases["REKEY"]
        m.d.comb += [
            generator.key.eq(self.key),
            generator.nonce_word.eq(self.block.data),
            generator.fed.eq(fed),
            generator.step.eq(fed | phases["FILL"] | self.waits | self.step),
        ]
        if self.halves:
            m.d.comb += generator.half.eq(self.half)
        key = build(m, lambda words: {"bits": swap_bytes(words["key"])}, {"key": self.key})["bits"]
        if self.aead.version == 2:
            # Version 2: half of the key enters the NFSR, and the other half the LFSR beside it.
            low, high = key[: SIZE // 2], key[SIZE // 2 :]
            m.d.comb += [
                generator.to_nfsr.eq(self._piece(low, phases["REKEY"])),
                generator.to_lfsr.eq(self._piece(high, phases["REKEY"])),
            ]
        else:
            # Version 1: the key enters the LFSR while the authenticator is filled.
            m.d.comb += generator.to_lfsr.eq(self._piece(key, phases["FILL"]))

    def _piece(self, word, when):
        """The bits of a word that are due with this count, if ``when`` is 1."""
        return chosen(word, self.count, self.clocks) & when.replicate(self.clocks)

    def _data(self, m: Module) -> None:
        """The word that is taken, the queue, and what of it is authenticated."""
        auth = self.authenticator
        m.d.comb += [
            self.fresh.eq(self.left == 0),
            auth.clear.eq(self.phases["START"]),
            auth.saves.eq(self.phases["AHEAD"]),
            auth.pre_output.eq(self.primitive.pre_output),
            auth.z.eq(self.odd),
            auth.step.eq(self.step),
            auth.fill.eq(self.phases["FILL"] & self.may_run),
        ]
        if self.halves:
            m.d.comb += auth.half.eq(self.half)
        valid = build(
            m,
            lambda words: {
                "valid": words["mask"].permute([WORD - 1 - i // 8 for i in range(8 * WORD)])
            },
            {"mask": self.block.mask},
        )["valid"]
        valid = valid & (self.fresh & self.text).replicate(8 * WORD)
        self._authenticate(m, [self._queued(m, share, valid) for share in range(self.shares)])
        m.d.comb += self.left_next.eq(self.left)
        # Of a phase that counts no units this register is not changed.
        with m.If(self.text | self.phases["LENGTH"]):
            m.d.sync += self.left.eq(self.left_next)
        with m.Elif(self.phases["START"]):
            m.d.sync += self.left.eq(0)

    def _queued(self, m: Module, share: int, valid) -> Signal:
        """A share of the queue with the word that is taken; ``valid``: the bits of that."""
        data = share_of(self.block.data, share, self.shares)
        register, even = (share_of(word, share, self.shares) for word in (self.queue, self.even))
        given = build(m, lambda words: {"given": swap_bytes(words["data"])}, {"data": data})
        # What is authenticated is plaintext: a ciphertext gets the key stream that is under it.
        under = register & (self.decrypt & self.phases["MESSAGE"]).replicate(8 * WORD)
        queue = Signal(8 * WORD, name="queue_with_text")
        m.d.comb += queue.eq((register & ~valid) | ((given["given"] ^ under) & valid))
        entered = Cat(queue[self.bits :], even)
        if self.halves:
            half = Cat(queue[self.bits // 2 :], even[: self.bits // 2])
            entered = Mux(self.half, half, entered)
        with m.If(self.step):
            m.d.sync += register.eq(entered)
        return queue

    def _authenticate(self, m: Module, queues: list[Signal]) -> None:
        """What the authenticator takes; ``queues``: of each share, with the word that is taken."""
        (queue,) = queues
        m.d.comb += self.authenticator.data.eq(self._authenticated(queue))

    def _authenticated(self, queue):
        """The bits that the authenticator takes: text, or the code of the length."""
        bits = self.bits
        text = queue[:bits] & self.text.replicate(bits)
        if self.halves:
            text = Cat(text[: bits // 2], text[bits // 2 :] & ~self.half.replicate(bits // 2))
        return Mux(self.phases["LENGTH"], self.code_bits(), text)

    def code_bits(self) -> Value:
        """The bits of the code of the length that are due with this count."""
        return chosen(self._code(), self.count, self.bits)

    def further(self):
        """By how many bytes the code is longer than the shortest one."""
        size = self.ad_bytes
        # A code of n + 1 bytes is needed from 2^(8 (n - 1)) on, of two from `SHORT_CODE` on.
        reached = [size >= SHORT_CODE, *((size >> 8 * n).any() for n in range(1, self.counted))]
        found = Const(0)
        for number, enough in enumerate(reached, 1):
            found = Mux(enough, number, found)
        return found

    def _code(self) -> Cat:
        """Section 2.6.1, Encode: the code, its first bit in bit 0; any bits behind it."""
        size = [self.ad_bytes[8 * n : 8 * n + 8] for n in range(self.counted)]
        further = self.further()
        pieces = [Mux(further == 0, size[0], (SHORT_CODE | further)[:8])]
        for place in range(1, self.counted + 1):
            piece = Const(0, 8)
            for number in range(place, self.counted + 1):
                piece = Mux(further == number, size[number - place], piece)
            pieces.append(piece)
        return Cat(*pieces, Const(0, -8 * len(pieces) % self.bits))

    def is_last_of_code(self, further):
        """1 with the last bits of the code."""
        last = [-(-8 * size // self.bits) - 1 for size in range(1, self.counted + 2)]
        return Cat(
            (further == number) & (self.count == cycle) for number, cycle in enumerate(last)
        ).any()
