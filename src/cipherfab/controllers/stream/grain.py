# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of Grain-128AEAD, versions 1 and 2.

```
  key, nonce ──> generator ── even bits ──> queue ── ^ word ──> answer
                     │                        ^ v
                     │                  text in its place
                     │                        │
                     └────── odd bits ──> authenticator ──> tag
```

- **Words.** Nonce, data and tag come and go in words of 32 bits, whatever the clocks of a cycle.
  The queue has the key stream of a word, so a word is answered when it is taken. What is
  authenticated takes the place of the key stream under it, and leaves the queue below as key stream
  enters above.
- **The length of the associated data** is known behind it. `grain_authenticator` says how the data
  is authenticated all the same; for that the generator is ahead of the data, by as many bits as the
  queue has.
- **Bytes.** A word may end before its last byte. With 32 clocks in a cycle, for two bytes, an odd
  one takes half of them.
- **A clock in a cycle** (`bits=1`) makes an even and an odd bit in turn; the even one waits for a
  cycle, whether there is data for it or not.
"""

from amaranth.hdl import Module, Mux, Signal, Value

from ...ciphers.grain import SIZE
from ...modes.grain import AUTHENTICATOR, FED_BACK, WORD
from ...words.bits import swap_bytes
from ...words.hardware import build
from ..ports import share_of, side_by_side
from .grain_authenticator import FURTHER, STRETCH
from .grain_datapath import GrainDatapath


class GrainCore(GrainDatapath):
    """Controls generator and authenticator; see `StreamCore`.

    Args:
        counted: bytes of the length of the associated data, `FURTHER` at most. Longer data is
            refused: the status is failure, and there is no tag.
    """

    PHASES = ("START", "INITIAL", "REKEY", "FILL", "AHEAD", "AD", "LENGTH", "MESSAGE", "ANNOUNCE",
              "TAG", "VERIFY", "STATUS")  # fmt: skip

    behind_load = "INITIAL"

    def has(self, name: str) -> bool:
        return super().has(name) and (name != "REKEY" or self.aead.version == 2)

    def _counted(self, m: Module, cycles: int, then: str) -> None:
        """One of so many cycles; behind the last one comes another phase."""
        with m.If(self.may_run):
            m.d.sync += self.count.eq(self.count + 1)
            with m.If(self.count == cycles - 1):
                m.d.sync += self.count.eq(0)
                self.phases.enter(then)

    def _start(self, m: Module) -> None:
        """Words of the nonce enter, and the key with each."""
        m.d.comb += [self.block.ready.eq(1), self.primitive.load.eq(self.block.valid)]
        # A message that was given up may have left any of them set.
        m.d.sync += [
            register.eq(0)
            for register in (
                self.count,
                self.ended,
                self.ad_bytes,
                self.too_long,
                self.mismatch,
                self.second,
            )
        ]
        with m.If(self.block.valid & self.block.last):
            self.phases.enter(self.behind_load)

    def _initial(self, m: Module) -> None:
        """The pre-output is fed back."""
        then = "REKEY" if self.has("REKEY") else "FILL"
        self._counted(m, FED_BACK[self.aead.version] // self.clocks, then)

    def _rekey(self, m: Module) -> None:
        """The key comes in again while the pre-output is fed back."""
        # Half of the key enters each register.
        self._counted(m, SIZE // 2 // self.clocks, "FILL")

    def _fill(self, m: Module) -> None:
        """All bits of the pre-output make the start of accumulator and shift register."""
        self._counted(m, 2 * AUTHENTICATOR // self.clocks, "AHEAD")

    def _ahead(self, m: Module) -> None:
        """The queue is filled, and the bits z that the longest code of a length meets are saved."""
        cycles = -(-STRETCH * (FURTHER + 1) // self.bits)
        m.d.comb += self.step.eq(self.may_step)
        if self.halves:
            # With 16 bits in a cycle these 40 are two cycles and a half.
            m.d.comb += self.half.eq(self.count == cycles - 1)
        with m.If(self.may_step):
            self._counted(m, cycles, "AD")

    def _ad(self, m: Module) -> None:
        """A word is taken when the one before has left the queue; its bytes are counted."""
        m.d.comb += self.block.ready.eq(self.fresh & self.may_step)
        taken = self.block.valid & self.block.ready
        longer = Signal(len(self.ad_bytes) + 1, name="more_ad_bytes")
        m.d.comb += longer.eq(self.ad_bytes + sum(self.block.mask))
        with m.If(taken):
            # The top bit is the carry: the counter has no room for the length.
            m.d.sync += [self.ad_bytes.eq(longer), self.too_long.eq(self.too_long | longer[-1])]
        with m.If(self._takes(m, taken)):
            self.phases.enter("LENGTH")

    def _takes(self, m: Module, taken):
        """A word is taken, or what is left of one leaves the queue; 1 if nothing of the last one
        is left.
        """
        units, most = Signal.like(self.left, name="units_there"), self.bits // self.unit
        ends = Signal(name="text_ends")
        m.d.comb += [
            units.eq(Mux(self.fresh, sum(self.block.mask) * self.units, self.left)),
            # A word without bytes makes no step.
            self.step.eq((~self.fresh | taken) & (units != 0) & self.may_step),
            ends.eq((self.ended | (taken & self.block.last)) & (self.left_next == 0)),
        ]
        if self.halves:
            m.d.comb += self.half.eq(units == 1)
        with m.If(self.step):
            m.d.comb += self.left_next.eq(Mux(units < most, 0, units - most))
        with m.If(taken & self.block.last):
            m.d.sync += self.ended.eq(~ends)
        with m.Elif(ends):
            m.d.sync += self.ended.eq(0)
        return ends

    def _length(self, m: Module) -> None:
        """The accumulator is moved to where the code puts the data, and the code is added."""
        auth, most = self.authenticator, self.bits // self.unit
        further = self.further()
        due = Signal.like(self.left, name="units_due")
        # By as many units as the code is longer, less those that were made.
        m.d.comb += due.eq(further * self.units - self.left)
        with m.If(due != 0):
            m.d.comb += [auth.aligns.eq(1), self.step.eq(self.may_step)]
            if self.halves:
                m.d.comb += self.half.eq(due == 1)
            with m.If(self.step):
                m.d.comb += self.left_next.eq(self.left + Mux(due < most, due, most))
        with m.Else():
            m.d.comb += [auth.codes.eq(1), auth.opens.eq(self.count == 0)]
            m.d.sync += self.count.eq(self.count + 1)
            with m.If(self.is_last_of_code(further)):
                m.d.comb += self.left_next.eq(0)
                m.d.sync += self.count.eq(0)
                self.phases.enter("MESSAGE")

    def _message(self, m: Module) -> None:
        """A word is taken and answered when the one before has left the queue."""
        block, answer = self.block, self.answer
        empty, free = ~block.mask[-1], self.fresh & self.may_step
        key_stream = self.each_on_bus(m, "stream", self.queue)
        # Ready must not wait for valid: the header of an empty message and its block leave
        # together.
        m.d.comb += [
            answer.data.eq(block.data ^ key_stream),
            answer.mask.eq(block.mask),
            answer.valid.eq(block.valid & free & ~empty),
            block.ready.eq(free & (answer.ready | empty)),
        ]
        with m.If(self._takes(m, block.valid & block.ready)):
            # The status is failure then, whatever the tag is.
            m.d.sync += self.mismatch[0].eq(self.too_long)
            self.finish(m)

    def finish(self, m: Module) -> None:
        """Behind the message comes its tag, or the received one."""
        with m.If(self.decrypt):
            # Without decryption the phase that is named must exist.
            self.phases.enter("VERIFY" if self.decrypts else "STATUS")
        with m.Elif(self.too_long):
            self.phases.enter("STATUS")
        with m.Else():
            self.phases.enter("ANNOUNCE")

    def tag_word(self, m: Module):
        half, words = 8 * WORD, []
        for share in range(self.shares):
            tag = share_of(self.authenticator.tag, share, self.shares)
            words.append(Mux(self.second, tag[half:], tag[:half]))
        return self.each_on_bus(m, "word", side_by_side(words))

    def each_on_bus(self, m: Module, name: str, word) -> Value:
        """The shares of a word of the datapath as the bus has them, or the other way."""
        found = [
            build(
                m,
                lambda words: {name: swap_bytes(words["given"])},
                {"given": share_of(word, share, self.shares)},
            )[name]
            for share in range(self.shares)
        ]
        return side_by_side(found)

    def _tag(self, m: Module) -> None:
        """The tag is sent, a word at a time."""
        m.d.comb += [self.answer.data.eq(self.tag_word(m)), self.answer.mask.eq(-1)]
        super()._tag(m)

    def tag_goes(self, m: Module, name: str, may) -> None:
        with m.If(may):
            m.d.sync += self.second.eq(1)
            with m.If(self.second):
                self.phases.enter("STATUS")

    def _status(self, m: Module) -> None:
        """The status is sent: success, unless a tag was wrong or the associated data too long."""
        super()._status(m)
