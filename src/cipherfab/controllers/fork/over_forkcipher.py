# SPDX-License-Identifier: Apache-2.0
"""The controller of modes over a forkcipher: what PAEF and SAEF share, and what a mode of this kind
says of itself.

A block of associated data takes a call for its right block, a block of the message one for both.
Every call is the same sum of a block and a *mask*, which is the mode's; an answer is a left block
and what the mode adds (`fork.datapath`).

A short last block of s bytes makes a whole left block. Its last n - s bytes are the first ones of
the tag on the bus; s bytes of the right block follow. So a tag is parts of both blocks, turned by s
bytes, and a short block can only be decrypted when the tag is there. Both turn ``store`` by a byte
per cycle until ``used``, turned with it, says that it is there. That takes at most n cycles, at the
end of a message, instead of a network of n log n multiplexers.
"""

from amaranth.hdl import Const, Module, Mux

from ...architectures.forked.fork import Home
from ...architectures.forked.parallel import ForkParallel
from ...architectures.forked.round import ForkIterated
from ...errors import CallError
from ..request import Request
from .datapath import ForkDatapath


class OverForkcipher(ForkDatapath):
    """A mode over ``cipher``: the phases of a message, on the datapath of `ForkDatapath`."""

    def take_lengths(self, m: Module) -> None:
        """Remember which bytes of this block are used."""
        m.d.sync += self.now.used.eq(self.block.mask)

    def associated_data(self, m: Module) -> None:
        """Only the right blocks."""
        last, opens = self.block.last, self._opens()
        waits = last | opens if self.last_ad_waits else Const(0)
        m.d.comb += [
            # A block that waits goes to ``store``, and needs no call yet.
            self.block.ready.eq(self.empty | waits | self.cipher.in_ready),
            self.cipher.in_valid.eq(self.block.valid & ~self.empty & ~waits),
        ]
        with m.If(self.block.valid & self.block.ready):
            # An empty block comes only where there is no associated data.
            m.d.sync += self.now.had_ad.eq(~self.empty)
            with m.If(last):
                self.enter(m, "MESSAGE")
            if self.last_ad_waits:
                with m.If(waits & ~self.empty):
                    m.d.comb += self.now.keeps.eq(1)
                    self.take_lengths(m)
                    self.enter(m, "HELD")
                with m.If(opens):
                    self.enter(m, "OPEN_AD")

    def _opens(self):
        """1 if nobody knows yet whether the block is the last one of its type."""
        return self.block.open if self.holds_open else Const(0)

    def _open_ad(self, m: Module) -> None:
        """It was the last block of associated data, or it goes into a call like the others."""
        last = self.block.last
        m.d.comb += [
            self.block.ready.eq(last | self.cipher.in_ready),
            self.cipher.in_valid.eq(self.block.valid & ~last),
        ]
        with m.If(self.block.valid & self.block.ready):
            self.enter(m, "AD")
            with m.If(last):
                self.enter(m, "HELD")

    def _open(self, m: Module) -> None:
        """It was the last block of the message, or it was not."""
        m.d.comb += [
            self.block.ready.eq(self.cipher.in_ready),
            self.now.answering.eq(1),
            self.now.ending.eq(self.block.last),
            self.cipher.in_valid.eq(self.block.valid),
        ]
        with m.If(self.started):
            self.enter(m, "MESSAGE")
            with m.If(self.block.last):
                self.enter(m, "FINISH")

    def _held(self, m: Module) -> None:
        """The message's first block says whether there is one; an empty one is taken here, and the
        call gives the tag.
        """
        m.d.comb += [
            self.block.ready.eq(self.empty & self.cipher.in_ready),
            self.now.ending.eq(self.empty),
            self.cipher.in_valid.eq(self.block.valid),
        ]
        with m.If(self.started):
            self.enter(m, "MESSAGE")
            with m.If(self.empty):
                # The tag is whole, whatever the last block of associated data had.
                m.d.sync += self.now.used.eq(-1)
                self.to_tag(m)

    def message(self, m: Module) -> None:
        """Both blocks. With neither message nor associated data, an empty block of associated data
        makes the tag.
        """
        waits = self.now.waits | self._opens()
        nothing = self.empty & self.now.had_ad
        m.d.comb += [
            self.now.waits.eq(self.decrypt & ~self.full & ~self.empty),
            self.now.alone.eq(self.empty & ~self.now.had_ad),
            self.now.answering.eq(~self.empty),
            self.now.ending.eq(self.block.last & ~nothing),
            # A block that waits needs ``store`` and not the cipher.
            self.block.ready.eq(Mux(waits, self.can_keep(), nothing | self.cipher.in_ready)),
            self.cipher.in_valid.eq(self.block.valid & ~waits & ~nothing),
        ]
        with m.If(self.block.valid & self.block.ready):
            self._take(m)

    def _take(self, m: Module) -> None:
        """What comes after a block of the message. A short one can only be decrypted when the tag
        is there.
        """
        with m.If(self.empty):
            self.to_tag(m)
        with m.Else():
            self.take_lengths(m)
            with m.If(self.block.last):
                self.enter(m, "FINISH")
            if self.holds_open:
                with m.If(self._opens()):
                    m.d.comb += self.now.keeps.eq(1)
                    self.enter(m, "OPEN")
            if self.decrypts:
                with m.If(self.now.waits):
                    m.d.comb += self.now.keeps.eq(1)
                    self.enter(m, "ALIGN")

    def more_states(self, m: Module) -> None:
        if self.last_ad_waits:
            self.state(m, "HELD", self._held)
        if self.holds_open:
            self.state(m, "OPEN_AD", self._open_ad)
            self.state(m, "OPEN", self._open)
        if self.decrypts:
            self._align(m)
            self._join(m)
            self._restore(m)
        self.state(m, "FINISH", self._finish)
        self.state(
            m, "TURN", lambda module: self._turn_while(module, self.now.used[-1], self.to_tag)
        )

    def _turn_while(self, m: Module, condition, then) -> None:
        with m.If(condition):
            m.d.comb += self.now.turns.eq(1)
        with m.Else():
            then(m)

    def _align(self, m: Module) -> None:
        """The bytes of a short block to the end, since those of the tag come from the start. An
        abort waits: an answer is owed.
        """

        def then(module):
            self.enter(module, "JOIN")

        with m.State("ALIGN"):
            m.d.sync += self.now.given_up.eq(self.now.given_up | self.control.abort)
            self._turn_while(m, self.now.used[-1], then)

    def _join(self, m: Module) -> None:
        """The tag is looked at, not taken; its first bytes are ciphertext."""
        with m.State("JOIN"):
            with m.If(self.now.given_up | self.control.abort):
                m.d.sync += self.now.given_up.eq(1)
                self.enter(m, "RESTORE")
            with m.Elif(self.block.valid):
                m.d.comb += self.now.joins.eq(1)
                self.enter(m, "RESTORE")

    def _restore(self, m: Module) -> None:
        """Back in place, the block is decrypted."""

        def call(module):
            module.d.comb += self.cipher.in_valid.eq(1)
            with module.If(self.cipher.in_ready):
                self.enter(module, "FINISH")
                with module.If(self.now.given_up):
                    # The call makes the answer that is owed; START waits until that has left.
                    self.enter(module, "START")

        with m.State("RESTORE"):
            m.d.comb += [self.now.answering.eq(1), self.now.ending.eq(1)]
            self._turn_while(m, ~self.now.used[-1], call)

    def _finish(self, m: Module) -> None:
        """The last answer leaves; a decrypted block must have the padding that belongs to its
        length.
        """
        with m.If(self.answer.valid & self.answer.ready):
            m.d.comb += self.now.ends.eq(1)
            m.d.sync += self.now.stored.eq(1)
            with m.If(self.decrypt):
                self.collect(m, self.differences())
            # Behind a whole block the tag is the right block as it is: nothing turns.
            with m.If(self.now.used[0]):
                self.to_tag(m)
            with m.Else():
                self.enter(m, "TURN")


def forkcipher_for(
    request: Request,
    *,
    loads: bool = False,
    turns: bool = False,
    nonce_bits: int = 0,
    keeps: bool = True,
    shifts: int = 0,
) -> ForkIterated:
    """The forkcipher of a core. Decryption needs it backwards, with reconstruction of the right
    block.

    It keeps the key if the schedule can.

    Args:
        request: what the core name asks for.
        loads, turns, keeps, shifts: see `architectures.forked.fork.ForkComponent`.
        nonce_bits: of a nonce that it keeps with the key; it follows it in every tweakey.

    Raises:
        CallError: the architecture does not fit.
    """
    if request.architecture == "full":
        raise CallError("full: a mode over a forkcipher takes round or unrolled=k")
    architecture = ForkParallel if request.strategy == "parallel" else ForkIterated
    cipher = request.aead.cipher
    home = Home(key=8 * request.aead.key_bytes, word=request.bus, nonce=nonce_bits)
    return architecture(
        cipher,
        unrolled=request.factor,
        encdec=request.decrypts,
        loads=loads,
        keeps=keeps,
        turns=turns,
        # A cipher without `words` does not say how its schedule would bring the key back.
        home=home if cipher.words else None,
        shifts=shifts,
    )
