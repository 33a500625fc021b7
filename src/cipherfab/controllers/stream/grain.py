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

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib.wiring import In, Out

from ...ciphers.grain import MOST, SIZE
from ...errors import CallError
from ...modes.grain import AUTHENTICATOR, FED_BACK, SHORT_CODE, WORD, Grain
from ...words.bits import swap_bytes
from ...words.hardware import build
from ..contract import Controller
from ..parts.phases import Phases
from ..ports import Announcement, answers, blocks, control, status
from ..request import Request, Takes
from .grain_authenticator import FURTHER, STRETCH, GrainAuthenticator
from .grain_generator import GrainGenerator

MISMATCHES = 4
"""Registers in which a wrong tag is collected."""

PHASES = (
    "START", "INITIAL", "REKEY", "FILL", "AHEAD", "AD", "LENGTH", "MESSAGE", "ANNOUNCE", "TAG",
    "VERIFY", "STATUS",
)  # fmt: skip


class GrainCore(Controller):
    """Controls generator and authenticator.

    Args:
        aead: what is computed.
        clocks: of the generator in a cycle, one of ``aead.bits_per_clock``.
        decrypts: False for a core that only encrypts.
        counted: bytes of the length of the associated data, `FURTHER` at most. Longer data is
            refused: the status is failure, and there is no tag.

    Ports: those of `sponge.over_permutation.OverPermutation`.

    Attributes:
        bits: of data, authenticated in a cycle. unit: those of a step that is not halved, a byte at
            most.
        ad_sizes, data_sizes: bytes of blocks.
        left: register; units of the word that was taken, which are still in the queue; while the
            code of the length is authenticated, by how many the accumulator was moved.
    """

    takes_empty_ends = True
    ad_sizes = data_sizes = (WORD,)

    def __init__(self, aead: Grain, *, clocks: int, decrypts: bool = True, counted: int = FURTHER):
        self.aead, self.clocks, self.decrypts, self.counted = aead, clocks, decrypts, counted
        self.bits = max(1, clocks // 2)
        self.unit, self.halves = min(self.bits, STRETCH), self.bits > STRETCH
        self.primitive = GrainGenerator(
            clocks=clocks, halves=self.halves, keyed_nfsr=aead.version == 2
        )
        self.authenticator = GrainAuthenticator(clocks=clocks, bits=self.bits, halves=self.halves)
        super().__init__({
            "key": In(8 * aead.key_bytes), "control": In(control()), "block": In(blocks(WORD)),
            "answer": Out(answers(WORD)), "status": Out(status()), "short": Out(1)})  # fmt: skip
        self._registers()

    def _registers(self) -> None:
        """Registers, and what happens in a cycle."""
        self.decrypt = self.control.decrypt if self.decrypts else Const(0)
        self.units = STRETCH // self.unit
        self.queue = Signal(8 * WORD, name="queue", reset_less=True)
        self.left = Signal(range(WORD * self.units + 1), name="units_left", reset_less=True)
        self.ended = Signal(name="has_ended", reset_less=True)
        self.count = Signal(range(max(FED_BACK.values()) // self.clocks), name="count")
        self.ad_bytes = Signal(8 * self.counted, name="ad_bytes", reset_less=True)
        self.too_long = Signal(name="ad_is_too_long", reset_less=True)
        self.mismatch = Signal(MISMATCHES, name="mismatch", reset_less=True)
        self.second = Signal(name="second_word_of_tag", reset_less=True)
        # A step of data is made; it takes a word from the block; half of its bits count.
        self.step, self.fresh = Signal(name="data_steps"), Signal(name="queue_has_no_text")
        self.half = Signal(name="half")
        # What is left behind this cycle.
        self.left_next = Signal.like(self.left, name="units_left_next")

    def elaborate(self, platform):
        m = Module()
        m.submodules.generator, m.submodules.authenticator = self.primitive, self.authenticator
        there = [name for name in PHASES if self._has(name)]
        self.phases = Phases(m, *there)
        self.text = Cat(self.phases["AD"], self.phases["MESSAGE"]).any()
        self.may_step = self._even_bits(m)
        self._generator(m)
        self._data(m)
        for name in there:
            body = getattr(self, f"_{name.lower()}")
            with self.phases.state(name, body):
                body(m)
        self._give_up(m)
        return m

    def _has(self, name: str) -> bool:
        """Whether there is a phase of this name."""
        return {"REKEY": self.aead.version == 2, "VERIFY": self.decrypts}.get(name, True)

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
            low, high = key[: SIZE // 2], key[SIZE // 2 :]
            m.d.comb += [
                generator.to_nfsr.eq(self._piece(low, phases["REKEY"])),
                generator.to_lfsr.eq(self._piece(high, phases["REKEY"])),
            ]
        else:
            m.d.comb += generator.to_lfsr.eq(self._piece(key, phases["FILL"]))

    def _piece(self, word, when):
        """The bits of a word that are due with this count, if ``when`` is 1."""
        return chosen(word, self.count, self.clocks) & when.replicate(self.clocks)

    def _data(self, m: Module) -> None:
        """The word that is taken, the queue, and what of it is authenticated."""
        auth, block, bits = self.authenticator, self.block, self.bits
        words = {"data": block.data, "mask": block.mask}
        given = build(
            m,
            lambda words: {
                "given": swap_bytes(words["data"]),
                "valid": words["mask"].permute([WORD - 1 - i // 8 for i in range(8 * WORD)]),
            },
            words,
        )
        valid = given["valid"] & (self.fresh & self.text).replicate(8 * WORD)
        under = self.queue & (self.decrypt & self.phases["MESSAGE"]).replicate(8 * WORD)
        queue = Signal(8 * WORD, name="queue_with_text")
        m.d.comb += [
            self.fresh.eq(self.left == 0),
            queue.eq((self.queue & ~valid) | ((given["given"] ^ under) & valid)),
            auth.data.eq(self._authenticated(queue)),
            auth.clear.eq(self.phases["START"]),
            auth.fill.eq(self.phases["FILL"]),
            auth.saves.eq(self.phases["AHEAD"]),
            auth.pre_output.eq(self.primitive.pre_output),
            auth.z.eq(self.odd),
            auth.step.eq(self.step),
        ]
        entered = Cat(queue[bits:], self.even)
        if self.halves:
            half = Cat(queue[bits // 2 :], self.even[: bits // 2])
            entered = Mux(self.half, half, entered)
            m.d.comb += auth.half.eq(self.half)
        with m.If(self.step):
            m.d.sync += self.queue.eq(entered)
        m.d.comb += self.left_next.eq(self.left)
        # Of a phase that counts no units this register is not changed.
        with m.If(self.text | self.phases["LENGTH"]):
            m.d.sync += self.left.eq(self.left_next)
        with m.Elif(self.phases["START"]):
            m.d.sync += self.left.eq(0)

    def _authenticated(self, queue):
        """The bits that the authenticator takes: text, or the code of the length."""
        bits = self.bits
        text = queue[:bits] & self.text.replicate(bits)
        if self.halves:
            text = Cat(text[: bits // 2], text[bits // 2 :] & ~self.half.replicate(bits // 2))
        code = chosen(self._code(), self.count, bits)
        return Mux(self.phases["LENGTH"], code, text)

    def _further(self):
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
        further = self._further()
        pieces = [Mux(further == 0, size[0], (SHORT_CODE | further)[:8])]
        for place in range(1, self.counted + 1):
            piece = Const(0, 8)
            for number in range(place, self.counted + 1):
                piece = Mux(further == number, size[number - place], piece)
            pieces.append(piece)
        return Cat(*pieces, Const(0, -8 * len(pieces) % self.bits))

    def _counted(self, m: Module, cycles: int, then: str) -> None:
        """One of so many cycles; behind the last one comes another phase."""
        m.d.sync += self.count.eq(self.count + 1)
        with m.If(self.count == cycles - 1):
            m.d.sync += self.count.eq(0)
            self.phases.enter(then)

    def _start(self, m: Module) -> None:
        """Words of the nonce enter, and the key with each."""
        m.d.comb += [self.block.ready.eq(1), self.primitive.load.eq(self.block.valid)]
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
            self.phases.enter("INITIAL")

    def _initial(self, m: Module) -> None:
        """The pre-output is fed back."""
        then = "REKEY" if self._has("REKEY") else "FILL"
        self._counted(m, FED_BACK[self.aead.version] // self.clocks, then)

    def _rekey(self, m: Module) -> None:
        """The key comes in again while the pre-output is fed back."""
        self._counted(m, SIZE // 2 // self.clocks, "FILL")

    def _fill(self, m: Module) -> None:
        """All bits of the pre-output make the start of accumulator and shift register."""
        self._counted(m, 2 * AUTHENTICATOR // self.clocks, "AHEAD")

    def _ahead(self, m: Module) -> None:
        """The queue is filled, and the bits z that the longest code of a length meets are saved."""
        bits, m.d.comb = STRETCH * (self.counted + 1), m.d.comb
        cycles = -(-max(bits, 8 * (WORD + 1)) // self.bits)
        m.d.comb += self.step.eq(self.may_step)
        if self.halves:
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
        further = self._further()
        due = Signal.like(self.left, name="units_due")
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
            with m.If(self._is_last_of_code(further)):
                m.d.comb += self.left_next.eq(0)
                m.d.sync += self.count.eq(0)
                self.phases.enter("MESSAGE")

    def _is_last_of_code(self, further):
        """1 with the last bits of the code."""
        last = [-(-8 * size // self.bits) - 1 for size in range(1, self.counted + 2)]
        return Cat(
            (further == number) & (self.count == cycle) for number, cycle in enumerate(last)
        ).any()

    def _message(self, m: Module) -> None:
        """A word is taken and answered when the one before has left the queue."""
        block, answer = self.block, self.answer
        empty, free = ~block.mask[-1], self.fresh & self.may_step
        key_stream = build(m, lambda words: {"stream": swap_bytes(words["q"])}, {"q": self.queue})
        # Ready must not wait for valid: the header of an empty message and its block leave
        # together.
        m.d.comb += [
            answer.data.eq(block.data ^ key_stream["stream"]),
            answer.mask.eq(block.mask),
            answer.valid.eq(block.valid & free & ~empty),
            block.ready.eq(free & (answer.ready | empty)),
        ]
        with m.If(self._takes(m, block.valid & block.ready)):
            m.d.sync += self.mismatch[0].eq(self.too_long)
            with m.If(self.decrypt):
                # Without decryption the phase that is named must exist.
                self.phases.enter("VERIFY" if self.decrypts else "STATUS")
            with m.Elif(self.too_long):
                self.phases.enter("STATUS")
            with m.Else():
                self.phases.enter("ANNOUNCE")

    def _announce(self, m: Module) -> None:
        """The header of the tag."""
        m.d.comb += [self.status.announce.eq(1), self.status.announcement.eq(Announcement.TAG)]
        with m.If(self.status.announced):
            self.phases.enter("TAG")

    def _tag_word(self, m: Module):
        """The word of the tag that is due."""
        tag, half = self.authenticator.tag, 8 * WORD
        due = {"tag": Mux(self.second, tag[half:], tag[:half])}
        return build(m, lambda words: {"word": swap_bytes(words["tag"])}, due)["word"]

    def _tag(self, m: Module) -> None:
        """The tag is sent, a word at a time."""
        m.d.comb += [
            self.answer.data.eq(self._tag_word(m)),
            self.answer.mask.eq(-1),
            self.answer.valid.eq(1),
        ]
        with m.If(self.answer.ready):
            self._next_word(m)

    def _next_word(self, m: Module) -> None:
        m.d.sync += self.second.eq(1)
        with m.If(self.second):
            self.phases.enter("STATUS")

    def _verify(self, m: Module) -> None:
        """The received tag is compared, a word at a time, in constant time."""
        different = self.block.data ^ self._tag_word(m)
        m.d.comb += self.block.ready.eq(1)
        with m.If(self.block.valid):
            m.d.sync += [
                bit.eq(bit | different[place::MISMATCHES].any())
                for place, bit in enumerate(self.mismatch)
            ]
            self._next_word(m)

    def _status(self, m: Module) -> None:
        """The status is sent: success, unless a tag was wrong or the associated data too long."""
        m.d.comb += [self.status.done.eq(1), self.status.success.eq(~self.mismatch.any())]
        with m.If(self.status.accepted):
            self.phases.enter("START")

    def _give_up(self, m: Module) -> None:
        """A message that breaks the rules of the API is given up, wherever it may."""
        answered = Cat(self.phases[name] for name in ("ANNOUNCE", "TAG", "STATUS")).any()
        with m.If(self.control.abort & ~answered):
            self.phases.restart()


def chosen(word, number, size: int):
    """Of the pieces of a word, of ``size`` bits each, the one of this number; any of a number that
    there is not.
    """
    pieces = [word[low : low + size] for low in range(0, len(word), size)]
    for bit in number:
        pairs = [pieces[at : at + 2] for at in range(0, len(pieces), 2)]
        pieces = [Mux(bit, pair[1], pair[0]) if len(pair) > 1 else pair[0] for pair in pairs]
    return pieces[0]


MODELS = (Grain,)
TAKES = Takes(architectures=("bits",))


def make(request: Request) -> GrainCore:
    """The controller for a core. Decryption needs nothing more.

    Raises:
        CallError: several of what is a round elsewhere: clocks are counted by ``bits``.
    """
    if request.architecture not in ("round", "bits"):
        counts = ", ".join(map(str, request.aead.bits_per_clock))
        raise CallError(
            f"{request.architecture} is refused. Expected `round`, {MOST} clocks of the registers "
            f"in a cycle, or bits=d with d one of {counts}."
        )
    clocks = request.factor if request.architecture == "bits" else MOST
    return GrainCore(request.aead, clocks=clocks, decrypts=request.decrypts)
