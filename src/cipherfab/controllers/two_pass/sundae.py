# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `sundae`, on `chained`: SUNDAE around one block cipher.

The first block, in front of nonce and associated data, says whether a message follows; the API says
it behind them. So there are two chains until then, one for each answer, which take every block in
turn: with each step they change places between cipher and register. The last block is added to both
without a call, and waits there. Then one of them goes on, and the register is that of `chained`.

The nonce is a part of the first block. It is added to both chains without a call, so it needs no
register.
"""

from typing import Any

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...modes.sundae import PADDING, SundaeWithNonce, first_block, times_two
from ...words.hardware import build
from ..contract import Takes
from ..parts.byte_masks import only_if
from ..parts.declared import During, Flag, Wire, block_bits, block_bytes
from ..request import Request
from .chained import ChainedCore
from .core import Call, cipher_of


class SundaeCore(ChainedCore):
    """Controls the cipher; see `ChainedCore`."""

    first_state = "SECOND"
    nonce_waits = True
    stores_nonce = False
    aead: SundaeWithNonce

    is_other = Flag("The step is that of a pair's second chain.", name="second_of_pair")
    steps = Wire("A chain takes the block, and the two change places.", name="chain_steps")
    ends = Wire("The block ends associated data or message.", name="block_ends")
    here = Wire("The block, where it stands in that of the cipher.", block_bits)
    here_mask = Wire("Its valid bytes, with those in front of it.", block_bytes)
    is_first, is_held, is_nonce, is_second = map(During, ("FIRST", "HELD", "NONCE", "SECOND"))
    takes_block, is_pair = map(During, ("NONCE FIRST AD MESSAGE OPEN", "NONCE FIRST AD"))

    def __init__(self, aead: SundaeWithNonce, cipher, *, buffer_bytes: int, decrypts: bool = True):
        rest = aead.block_bytes - aead.nonce_bytes
        self.short_bytes = (rest,) if rest else ()
        super().__init__(aead, cipher, buffer_bytes=buffer_bytes, decrypts=decrypts)

    @property
    def ad_sizes(self):
        """The first block stands behind the nonce; here as many others as anybody tries."""
        return (*self.short_bytes, *[self.aead.block_bytes] * 9)

    def tagging(self, m: Module) -> None:
        self.chain(m)
        self._block(m)
        m.d.comb += [
            self.short.eq(self.is_first if self.short_bytes else 0),
            self.cipher.in_key.eq(self.key),
            self.cipher.in_valid.eq(self.begin),
            self.cipher.in_plaintext.eq(self._presented(m)),
        ]
        with m.If(self.starting):
            m.d.sync += self.is_other.eq(0)
        with m.Elif(self.steps):
            m.d.sync += self.is_other.eq(~self.is_other)
        apart = self.is_pair | self.is_second
        moves = Mux(apart, self.steps | (self.is_second & self.ready), self.puts_aside())
        # While the last block waits the register has the chain of the other answer.
        self.put_aside(m, moves & ~self.is_held)

    def _block(self, m: Module) -> None:
        """The block and its end; behind the nonce what is left for it."""
        before = self.aead.nonce_bytes
        # Behind a nonce that is a block, only an end may stand.
        ends = self.block.last if self.short_bytes else self.empty
        m.d.comb += [
            self.here.eq(Mux(self.is_first, self.block.data[8 * before :], self.text)),
            self.here_mask.eq(
                # The nonce, which is in front, is whole.
                Mux(self.is_first, Cat(self.block.mask[before:], Const(-1, before)), self.text_mask)
            ),
            self.ends.eq(~self.is_nonce & Mux(self.is_first, ends, self.last)),
        ]

    def _presented(self, m: Module):
        """The chain that goes on, and the block, multiplied if it is the last one; steered by
        registers and by what the block is."""
        ready, cipher = self.ready, self.cipher
        received, begins = self.receives(), ready & (self.starting | self.is_second)
        chosen = self.is_held & ~self.empty
        other = self.goes_on_with_other() | (ready & (self.is_pair | chosen))
        block = self.here | only_if(~self.is_nonce, self.padding(PADDING, self.here_mask))
        start = build(
            m,
            lambda words: {
                "start": first_block(
                    words["message"].constant(1, 1), words["message"], self.aead.nonce_bytes
                )
            },
            # The chain for a message begins first, and that without one behind it.
            {"message": self.starting},
            prefix="first_",
        )["start"]
        value = Signal(len(self.here), name="chain_with_block")
        m.d.comb += value.eq(
            (
                only_if(~(received | begins | other), cipher.out_ciphertext)
                | only_if(other, self.other)
                | only_if(begins, start)
                | only_if(received, self.block.data)
            )
            ^ only_if(ready & self.takes_block, block)
        )
        return self._multiplied(m, value)

    def _multiplied(self, m: Module, value: Signal):
        """Times 4 behind a last block that is full, times 2 behind one that is padded."""

        def products(words):
            twice = times_two(words["x"])
            return {"twice": twice, "again": times_two(twice)}

        product = build(m, products, {"x": value}, prefix="times_")
        ends = self.ready & self.takes_block & self.ends
        # A block that has its last byte is full.
        factor = Mux(self.here_mask[0], product["again"], product["twice"])
        return Mux(ends, factor, value)

    def states(self) -> dict:
        """Up to the message; then those of all."""
        first = {"SECOND": self._second, "NONCE": self._nonce, "FIRST": self._first}
        return first | {"HELD": self._held} | super().states()

    def _second(self, m: Module) -> None:
        """The first block if no message follows, enciphered behind the other one."""
        m.d.comb += [self.call.eq(Call.AD), self.cipher.in_valid.eq(1)]
        with m.If(self.started):
            self.enter(m, "NONCE")

    def _nonce(self, m: Module) -> None:
        """The nonce is added to both chains without a call."""
        m.d.comb += [
            self.block.ready.eq(self.ready & self.is_other),
            self.steps.eq(self.ready),
            self.load.eq(self.ready),
        ]
        with m.If(self.ready & self.is_other):
            self.enter(m, "FIRST")

    def _first(self, m: Module) -> None:
        """What is left of the first block, or behind a nonce that fills it the end of nothing."""
        self._pair(m, Const(1) if self.short_bytes else self.empty)

    def associated_data(self, m: Module) -> None:
        """Two calls for each block but the last, which is added without a call."""
        self._pair(m, Const(1))

    def _pair(self, m: Module, takes) -> None:
        """A step of each chain; the block ``takes`` part, or comes after it."""
        steps = self.block.valid & self.ready
        m.d.comb += [
            self.call.eq(Call.AD),
            # Both chains take the block, so that it stays for the second one.
            self.block.ready.eq(self.ready & self.is_other & takes),
            self.steps.eq(steps),
            self.cipher.in_valid.eq(steps & ~self.ends),
            self.load.eq(steps & self.ends),
        ]
        with m.If(steps & self.is_other):
            self.enter(m, "AD")
            with m.If(self.ends):
                self.enter(m, "HELD")

    def _held(self, m: Module) -> None:
        """The message, or its end, says which chain goes on."""
        m.d.comb += [self.call.eq(Call.AD), self.cipher.in_valid.eq(self.block.valid)]
        with m.If(self.started):
            self.enter(m, "MESSAGE")


MODELS = (SundaeWithNonce,)

TAKES = Takes(folds=True, buffer=True)


def make(request: Request) -> SundaeCore:
    """The controller for a core. Decryption needs no inverse cipher."""
    aead: Any = request.aead
    return SundaeCore.of(request, cipher_of(request, aead.cipher))
