# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of Grain-128AEAD on shares.

All that is linear goes share by share, and constants are in share 0 alone. Products are gadgets:
those of the feedback in `grain_generator_on_shares`, those of data and register in
`grain_authenticator_on_shares`. Whenever the generator makes a step, it takes a word of RDI, and it
waits for one.

**The received tag** is not compared with the right one: their sum would say what the right one is.
It stays in the accumulator, in shares, and is the key of another initialization, whose nonce is 0.
Of what the authenticator begins with then as many bits are opened as a tag has (`parts.opened`).
They are public for a sum of 0. Who learns the sum from them has found the key of a known
pre-output.
"""

from typing import Self

from amaranth.hdl import Cat, Module, Mux, Signal

from ...ciphers.grain import SIZE
from ...errors import CallError
from ...modes.grain import AUTHENTICATOR, WORD, Grain
from ...words.gadgets import GADGETS
from ..parts.opened import OPENED, added_up, opened
from ..ports import share_of, side_by_side
from ..request import Request
from .core import MISMATCHES
from .grain import GrainCore
from .grain_authenticator_on_shares import AuthenticatorOnShares
from .grain_generator_on_shares import CLOCKS, GeneratorOnShares

GADGET = "hpc2"
"""That of all products: with no other one it was checked."""
HIGHEST = 2
"""Orders of masking: with a higher one no message was played."""


class GrainOnShares(GrainCore):
    """Controls generator and authenticator on shares; see `GrainCore`.

    Args:
        aead, decrypts: see there.
        shares: d + 1.

    Attributes:
        compares: register; the key is the sum of both tags.
    """

    PHASES = ("START", "LEAD", "INITIAL", "REKEY", "FILL", "AHEAD", "AD", "LENGTH", "MESSAGE",
              "CLOSE", "ANNOUNCE", "TAG", "VERIFY", "RELOAD", "OPEN", "STATUS")  # fmt: skip
    behind_load = "LEAD"

    def __init__(self, aead: Grain, *, shares: int, decrypts: bool = True):
        gadget = GADGETS[GADGET]
        generator = GeneratorOnShares(gadget, shares)
        authenticator = AuthenticatorOnShares(gadget, shares, clocks=CLOCKS)
        super().__init__(
            aead,
            clocks=CLOCKS,
            decrypts=decrypts,
            parts=(generator, authenticator),
            shares=shares,
            random_bits=generator.random_bits + authenticator.random_bits,
        )
        self.compares = Signal(name="compares_tags", reset_less=True)
        self.opens = Signal(name="opens")
        self.may_run = self.random_valid
        self.opened: list[Signal] = []

    @classmethod
    def of(cls, request: Request) -> Self:
        """The controller for a core.

        Raises:
            CallError: another gadget or order than there is.
        """
        aead = request.aead
        assert isinstance(aead, Grain)
        if request.gadget != GADGET:
            raise CallError(
                f"masked: expected gadget={GADGET} of {type(aead).__name__}, got gadget="
                f"{request.gadget}."
            )
        if not 1 <= request.factor <= HIGHEST:
            raise CallError(
                f"masked: expected masked=1 to masked={HIGHEST}, got masked={request.factor}."
            )
        return cls(aead, shares=request.factor + 1, decrypts=request.decrypts)

    def has(self, name: str) -> bool:
        return super().has(name) and (self.decrypts or name not in ("RELOAD", "OPEN"))

    def _each(self, function):
        """What a function gives for each share, side by side."""
        return side_by_side([function(share) for share in range(self.shares)])

    def _of(self, word, share: int):
        return share_of(word, share, self.shares)

    def datapath(self, m: Module) -> None:
        """All of it."""
        super().datapath(m)
        generator, auth = self.primitive, self.authenticator
        own = generator.random_bits
        m.d.comb += [
            generator.random.eq(self.random[:own]),
            auth.random.eq(self.random[own:]),
            self.random_ready.eq(generator.step),
        ]
        if self.decrypts:
            _, _, _, first = self.aead.initial(0, 0)
            words = [self._of(auth.first, share) for share in range(self.shares)]
            self.opened = opened(
                m, words, AUTHENTICATOR, expected=first, number=self.count, opens=self.opens
            )

    def _even_bits(self, m: Module):
        """A step waits for random bits."""
        super()._even_bits(m)
        return self.random_valid

    def _generator(self, m: Module) -> None:
        """Generator, and what is added to it."""
        generator, phases = self.primitive, self.phases
        fed = phases["INITIAL"] | phases["REKEY"]
        runs = fed | phases["LEAD"] | phases["FILL"]
        on_bus = self.each_on_bus(m, "key_bits", self.key)
        keys = [self._key(self._of(on_bus, share), share) for share in range(self.shares)]
        nonce = self.each_on_bus(m, "nonce_bits", self.block.data)
        # Where tags are compared, the nonce is 0.
        gate = phases["START"].replicate(len(nonce))
        m.d.comb += [
            generator.key.eq(side_by_side(keys)),
            generator.nonce_word.eq(nonce & gate),
            generator.fed.eq(fed),
            generator.fills.eq(phases["LEAD"]),
            generator.step.eq((runs & self.random_valid) | self.step),
            generator.to_nfsr.eq(self._each(lambda share: self._to_nfsr(keys[share]))),
            generator.to_lfsr.eq(self._each(lambda share: self._to_lfsr(keys[share], share))),
        ]

    def _key(self, key, share: int):
        """A share of the key of an initialization: that of the bus, or the sum of both tags."""
        if not self.decrypts:
            return key
        low, high = key[:AUTHENTICATOR], key[AUTHENTICATOR:]
        total = self._of(self.authenticator.tag, share)
        return Cat(Mux(self.compares, total, low), high & ~self.compares.replicate(len(high)))

    def _to_nfsr(self, key):
        rest = self.primitive.rest_of_key(key, self.count)
        added = rest & self.phases["LEAD"].replicate(len(rest))
        if self.aead.version == 2:
            added = added | self._piece(key[: SIZE // 2], self.phases["REKEY"])
        return added

    def _to_lfsr(self, key, share: int):
        half, phase = (SIZE // 2, "REKEY") if self.aead.version == 2 else (0, "FILL")
        added = self._piece(key[half:], self.phases[phase])
        if share:
            return added
        # What is fixed is public: share 0 alone has it.
        rest = self.primitive.rest_of_fixed(self.count)
        return added | (rest & self.phases["LEAD"].replicate(len(rest)))

    def _authenticate(self, m: Module, queues: list[Signal]) -> None:
        """Text meets the register in a step; the code of the length by itself."""
        auth = self.authenticator
        m.d.comb += [
            auth.data.eq(side_by_side([queue[: self.bits] for queue in queues])),
            auth.adds.eq(self.text),
            auth.public.eq(Mux(self.phases["CLOSE"], 1, self.code_bits())),
            auth.given.eq(self.each_on_bus(m, "received", self.block.data)),
        ]

    def _start(self, m: Module) -> None:
        """Words of the nonce enter, and the key with each."""
        m.d.sync += self.compares.eq(0)
        super()._start(m)

    def _lead(self, m: Module) -> None:
        """What a load has no place for enters."""
        self._counted(m, self.primitive.lead, "INITIAL")

    def _fill(self, m: Module) -> None:
        """All bits of the pre-output make the start of accumulator and shift register."""
        cycles = 2 * AUTHENTICATOR // self.clocks
        if not self.decrypts:
            return super()._fill(m)
        with m.If(self.compares):
            self._counted(m, cycles, "OPEN")
        with m.Else():
            self._counted(m, cycles, "AHEAD")

    def _length(self, m: Module) -> None:
        """The accumulator is moved to where the code puts the data, and the code is added."""
        with m.If(~self.authenticator.busy):
            super()._length(m)

    def finish(self, m: Module) -> None:
        self.phases.enter("CLOSE")

    def _close(self, m: Module) -> None:
        """The last bit 1 meets the register."""
        with m.If(~self.authenticator.busy):
            m.d.comb += self.authenticator.ends.eq(1)
            super().finish(m)

    def _verify(self, m: Module) -> None:
        """The received tag is added to the right one, a word at a time."""
        m.d.comb += self.block.ready.eq(1)
        with m.If(self.block.valid):
            m.d.comb += self.authenticator.takes.eq(Mux(self.second, 0b10, 0b01))
            m.d.sync += self.second.eq(1)
            with m.If(self.second):
                m.d.sync += self.compares.eq(1)
                self.phases.enter("RELOAD")

    def _reload(self, m: Module) -> None:
        """The sum of both tags enters as a key, with a nonce of zeros."""
        m.d.comb += self.primitive.load.eq(1)
        self._counted(m, self.aead.nonce_bytes // WORD, "LEAD")

    def _open(self, m: Module) -> None:
        """Bits are opened that say whether the sum is 0, a part in each clock."""
        step = len(self.opened[0]) // MISMATCHES
        different = added_up(self.opened)
        m.d.comb += self.opens.eq(self.count != OPENED)
        m.d.sync += [self.count.eq(self.count + 1)]
        m.d.sync += [
            bit.eq(bit | different[place * step : (place + 1) * step].any())
            for place, bit in enumerate(self.mismatch)
        ]
        # In this clock the last part is compared.
        with m.If(self.count == OPENED):
            self.phases.enter("STATUS")
