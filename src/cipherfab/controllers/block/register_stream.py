# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `register_stream`: AEGIS-128, AEGIS-128L, MORUS-640 and MORUS-1280.

The registers take in a block in the cycle in which it comes, and answer it in that cycle:

```
   key, nonce ──> loaded ──┐
   K, closing ── ^ ────────┴──> step ──> registers
                 │               ^           │
                 │    block, lengths, key    ├── stream ── ^ block ──> answer
                 └───────────────────────────┘             └── tag
```

The first of the initial steps takes the nonce from the ports. What is added to the registers behind
the initial steps is added in front of the first step with data, and to what is read until then. A
message whose blocks come without a pause costs its blocks and the initial and final steps.

Lengths are counted in the register that the last steps read; some modes add registers to it first.
"""

from typing import Any, Self

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib.wiring import Component

from ...architectures.iterated.iterated import Iterated
from ...errors import CallError
from ...modes.register_stream import LENGTHS, RegisterStream
from ...words.bits import swap_bytes
from ...words.hardware import build
from ..parts.byte_masks import count_bytes, only_if
from ..parts.declared import During, Flag, Register, Wire
from ..request import Request
from .core import BlockCore

COUNTED = 48
"""Bits of a length in bits that are counted: of 2^45 bytes of a type and more the tag is wrong."""


class RegisterStreamCore(BlockCore):
    """Controls the registers.

    Args:
        aead: what is computed.
        cipher: component for ``aead.cipher``, a step in each cycle; its result stays.
        decrypts: False for a core that only encrypts.

    Ports, attributes: see `BlockCore`.
    """

    aead: RegisterStream
    answers_late = False
    answers_ahead = answers_tag = True
    first_state = "INITIAL"

    count = Flag(
        "The last number of a step, in either direction.",
        lambda core: range(max(core.aead.initial_steps, core.aead.final_steps)),
        name="step_number",
    )
    opens = Register("No step followed the initial ones: what they end with is not added yet.")
    lengths = Register("The lengths, as the last steps read them.", LENGTHS)
    call = Wire("The registers step.", name="steps")
    ends_initial = Wire("In the last of the initial steps.")
    closes = Wire("In the first of the last ones.")
    is_initial, is_final, is_ad, is_message, is_tag = map(
        During, ("INITIAL", "FINAL", "AD", "MESSAGE", "TAG")
    )

    def __init__(self, aead: RegisterStream, cipher, *, decrypts: bool = True):
        super().__init__(aead, cipher, decrypts=decrypts)
        self.stores_nonce = aead.reads_nonce

    @classmethod
    def of(cls, request: Request, cipher: Component | None = None, **given: Any) -> Self:
        """The controller for a core. Decryption needs nothing more.

        Raises:
            CallError: several steps in a cycle; a block is taken in with each.
        """
        if request.architecture == "unrolled" and request.factor > 1:
            raise CallError("a step takes in a block, so there is one step per clock: `round`")
        aead: Any = request.aead
        return super().of(request, cipher or Iterated(aead.cipher, unrolled=1), **given)

    def datapath(self, m: Module) -> None:
        aead, cipher = self.aead, self.cipher
        s = self._registers(m)
        # Words of the bus make the block; the tag stands at its top.
        stream = self._built(m, "stream", lambda words: aead.stream(words["s"]), s=s)
        tag = self._built(m, "tag", lambda words: aead.tag_of(words["s"]), s=cipher.out_x)
        answer, size = self.answer, 8 * self.port_bytes
        placed = tag << size - len(tag)
        m.d.comb += [
            self.tag.eq(tag),
            self.tag_valid.eq(1),
            answer.stream.eq(Mux(self.is_tag, placed, stream)),
            answer.of_block.eq(self.is_message),
            answer.there.eq(self.is_message | self.is_tag),
            answer.data.eq(answer.stream ^ only_if(~self.is_tag, self.block.held)),
            answer.mask.eq(self.block.mask),
            cipher.in_valid.eq(self.begin | self.call),
            cipher.out_ready.eq(1),
        ]
        m.d.comb += cipher.in_m.eq(self._taken(m, s, stream))
        with m.If(self.starting):
            # A message that was given up may have left `opens` set.
            m.d.sync += [self.count.eq(1), self.lengths.eq(0), self.opens.eq(0)]
        with m.Elif(self.call):
            m.d.sync += self.opens.eq(self.is_initial & self.ends_initial)

    def _built(self, m: Module, name: str, function, **words):
        """A function over words, as logic."""
        return build(m, lambda given: {name: function(given)}, words, prefix=f"{name}_")[name]

    def _registers(self, m: Module):
        """What the next step starts from: loaded, or the registers with what is added to them."""
        aead, cipher = self.aead, self.cipher
        nonce = self.block.data[-8 * aead.nonce_bytes :]
        loaded = self._built(
            m, "loaded", lambda words: aead.loaded(**words), key=self.key, nonce=nonce
        )
        s = Signal(len(cipher.out_x), name="registers")
        # A mode that adds nothing there gives None.
        opening = self._built(
            m,
            "opening",
            lambda words: aead.opening(words["key"]) or words["s"].constant(0),
            key=self.key,
            s=cipher.out_x,
        )
        m.d.comb += s.eq(cipher.out_x ^ only_if(self.opens, opening))
        closing = self._built(
            m, "closing", lambda words: aead.closing(words["s"]) or words["s"].constant(0), s=s
        )
        m.d.comb += cipher.in_x.eq(Mux(self.starting, loaded, s ^ only_if(self.closes, closing)))
        return s

    def _taken(self, m: Module, s, stream):
        """The block of the next step."""
        aead, begins = self.aead, self.starting
        nonce = Mux(begins, self.block.data[-8 * aead.nonce_bytes :], self.nonce)
        first = self._built(
            m,
            "initial",
            lambda words: aead.initial_block(**words),
            key=self.key,
            nonce=nonce,
            odd=~begins & self.count[0],
        )
        masked = self._built(
            m, "masked", lambda words: aead.lengths_masked(**words), lengths=self.lengths, s=s
        )
        lengths = Mux(self.closes, masked, self.lengths)
        # The other final steps read the same.
        with m.If(self.closes):
            m.d.sync += self.lengths.eq(masked)
        last = self._built(
            m, "final", lambda words: aead.final_block(words["lengths"]), lengths=lengths
        )
        replaced = only_if(self.decrypt & self.is_message, self.valid_bits())
        plain = self.block.data ^ (stream & replaced)
        initial = begins | self.is_initial
        return (
            only_if(initial, first)
            | only_if(self.is_final, last)
            | only_if(~(initial | self.is_final), plain)
        )

    def _count(self, m: Module) -> None:
        """The bytes of the block that is taken, which are of its type."""
        # Of a full block `count_bytes` gives 0: its length is the bit above.
        size = Cat(count_bytes(self.block.mask), self.full)
        halves = [self.lengths[LENGTHS // 2 :], self.lengths[: LENGTHS // 2]]
        # The register has strings, with the lowest byte first; what is added to is a number.
        numbers = [
            self._built(m, f"length{at}", lambda words: swap_bytes(words["half"]), half=half)
            for at, half in enumerate(halves)
        ]
        more = Signal(COUNTED, name="longer")
        # Lengths are in bits.
        m.d.comb += more.eq(Mux(self.is_ad, *numbers)[:COUNTED] + (size << 3))
        string = self._built(m, "longer_string", lambda words: swap_bytes(words["n"]), n=more)
        for at, half in enumerate(halves):
            with m.If(self.is_ad if at == 0 else self.is_message):
                # The lowest byte comes first, so that what is counted stands at the top of the
                # half.
                m.d.sync += half[-COUNTED:].eq(string)

    def states(self) -> dict:
        """The steps before the data, and behind them."""
        return {"INITIAL": self._initial, "FINAL": self._final}

    def _initial(self, m: Module) -> None:
        m.d.comb += [
            self.call.eq(1),
            # The first of these steps was made in START, with the nonce.
            self.ends_initial.eq(self.count == self.aead.initial_steps - 1),
        ]
        m.d.sync += self.count.eq(self.count + 1)
        with m.If(self.ends_initial):
            self.enter(m, "AD")

    def associated_data(self, m: Module) -> None:
        """A step for each block; none for empty data."""
        m.d.comb += [self.block.ready.eq(1), self.call.eq(self.block.valid & ~self.empty)]
        with m.If(self.block.valid):
            self._count(m)
            with m.If(self.block.last):
                self.enter(m, "MESSAGE")

    def message(self, m: Module) -> None:
        """A step for each block, which is answered at once."""
        m.d.comb += [
            self.block.ready.eq(self.answer.ready),
            self.answer.valid.eq(self.block.valid),
            self.call.eq(self.block.valid & self.answer.ready & ~self.empty),
        ]
        # The final steps count up from 0.
        m.d.sync += self.count.eq(0)
        with m.If(self.block.valid & self.answer.ready):
            self._count(m)
            with m.If(self.block.last):
                self.enter(m, "FINAL")

    def _final(self, m: Module) -> None:
        m.d.comb += [self.call.eq(1), self.closes.eq(self.count == 0)]
        m.d.sync += self.count.eq(self.count + 1)
        with m.If(self.count == self.aead.final_steps - 1):
            self.to_tag(m)


MODELS = (RegisterStream,)


def make(request: Request) -> RegisterStreamCore:
    """The controller for a core; see `RegisterStreamCore.of`."""
    return RegisterStreamCore.of(request)
