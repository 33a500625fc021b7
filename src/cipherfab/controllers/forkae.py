"""What the hardware controllers of PAEF and SAEF have in common: ends of messages, and the order of the bytes around them.

A short last block of s bytes makes a whole left block. Its last n - s bytes are the first ones of the tag on the bus; s bytes of
the right block follow. So a tag is parts of both blocks, turned by s bytes, and a short block can only be decrypted when the tag is
there. Both turn the register ``store`` by a byte per cycle until ``used``, turned with it, says that it is there. That takes at
most n cycles, at the end of a message, instead of a network of n log n multiplexers.
"""

from abc import abstractmethod

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ..architectures.forked.parallel import ForkParallel
from ..architectures.forked.round import ForkIterated
from ..errors import CallError
from ..modes.forkae import MARK
from ..primitives.forkcipher import BOTH, RIGHT
from .block import BlockCore
from .wanted import Wanted


class ForkCore(BlockCore):
    """A controller of a mode of ForkAE.

    Attributes:
        store: register of a block; at the end it is the tag.
        following: the value of ``store`` after this cycle.
        used: register; which bytes of the last block are used, the first one at the top.
        answer_due: register; a call that makes an answer is under way, and the answer has not left.
        final: register; the call under way gives the tag.
        answering, ending: to be driven in the cycle of a start: the call makes an answer; it gives the tag.
        restored: 1 in the cycles in which the block to decrypt is in ``store``.
        joins: 1 in the cycle in which the tag's first bytes are added to ``store``.
        had_ad: register; there was associated data.
    """

    def datapath(self, m: Module) -> None:
        size = self.aead.block_bytes
        self.store, self.used = Signal(8 * size, name="store", reset_less=True), Signal(size, name="used", reset_less=True)
        self.following, self._turn = Signal(8 * size, name="store_following"), Signal(name="turn")
        self.answer_due, self.final = Signal(name="answer_due"), Signal(name="final", reset_less=True)
        self.answering, self.ending = Signal(name="answering"), Signal(name="ending")
        self.restored, self.joins = Signal(name="restored"), Signal(name="joins")
        self.had_ad = Signal(name="had_ad", reset_less=True)
        self._given_up, self._text = Signal(name="given_up", reset_less=True), Signal(8 * size, name="text")
        self.declare(m)
        self._calls(m)
        self._store(m)
        m.d.comb += [self.tag.eq(self.following), self.tag_valid.eq(self.left | ~self.under_way)]
        with m.If(self.begin):
            m.d.sync += [self.used.eq(-1), self.had_ad.eq(0), self._given_up.eq(0)]

    @abstractmethod
    def declare(self, m: Module) -> None:
        """The mode's own registers."""

    @abstractmethod
    def updated(self, m: Module):
        """The value of ``store`` after a cycle that neither turns it nor ends the last call."""

    @abstractmethod
    def text(self):
        """The answer, from the result."""

    def _calls(self, m: Module) -> None:
        """Switches of the cipher, and what the call under way is for."""
        cipher = self.cipher
        m.d.comb += [
            cipher.in_select.eq(Mux(self.answering, BOTH, RIGHT)), self.answer.valid.eq(cipher.out_valid & self.answer_due),
            self._text.eq(self.text()), self.answer.mask.eq(self.used), self.answer.data.eq(self._text)]
        if self.decrypts:
            m.d.comb += cipher.in_decrypt.eq(self.answering & self.decrypt)
        with m.If(self.started):
            m.d.sync += [self.answer_due.eq(self.answering), self.final.eq(self.ending)]
        with m.Elif(self.answer.valid & self.answer.ready):
            m.d.sync += self.answer_due.eq(0)

    def _store(self, m: Module) -> None:
        """The last call leaves the right block in the bytes that are used, and the ciphertext (not sent yet) in the others."""
        used, right = bits(self.used), self.cipher.out_right
        end = (right & used) | (self._text & ~used)
        turned = Cat(self.store[-8:], self.store[:-8])
        m.d.comb += self.following.eq(Mux(self._turn, turned, Mux(self.left & self.final, end, self.updated(m))))
        m.d.sync += self.store.eq(self.following)
        with m.If(self._turn):
            m.d.sync += self.used.eq(Cat(self.used[-1], self.used[:-1]))

    def take_lengths(self, m: Module) -> None:
        """Remember which bytes of this block are used."""
        m.d.sync += self.used.eq(self.block.mask)

    def _waits_for_tag(self):
        """1 for a message block that can only be decrypted when the tag is there."""
        return self.decrypt & ~self.full & ~self.empty

    def more_states(self, m: Module) -> None:
        if self.decrypts:
            self._align(m)
            self._join(m)
            self._restore(m)
        self.state(m, "FINISH", self._finish)
        self.state(m, "TURN", lambda module: self._turn_while(module, self.used[-1], self.to_tag))

    def _turn_while(self, m: Module, condition, then) -> None:
        with m.If(condition):
            m.d.comb += self._turn.eq(1)
        with m.Else():
            then(m)

    def _align(self, m: Module) -> None:
        """The bytes of a short block to the end, since those of the tag come from the start. An abort waits: an answer is owed."""
        def then(module):
            self.enter(module, "JOIN")
        with m.State("ALIGN"):
            m.d.sync += self._given_up.eq(self._given_up | self.control.abort)
            self._turn_while(m, self.used[-1], then)

    def _join(self, m: Module) -> None:
        """The tag is looked at, not taken; its first bytes are ciphertext."""
        with m.State("JOIN"):
            with m.If(self._given_up | self.control.abort):
                m.d.sync += self._given_up.eq(1)
                self.enter(m, "RESTORE")
            with m.Elif(self.block.valid):
                m.d.comb += self.joins.eq(1)
                self.enter(m, "RESTORE")

    def _restore(self, m: Module) -> None:
        """Back in place, the block is decrypted."""
        def call(module):
            module.d.comb += [self.restored.eq(1), self.cipher.in_valid.eq(1), self.answering.eq(1), self.ending.eq(1)]
            with module.If(self.cipher.in_ready):
                self.enter(module, "FINISH")
                with module.If(self._given_up):
                    self.enter(module, "START")
        with m.State("RESTORE"):
            self._turn_while(m, ~self.used[-1], call)

    def _finish(self, m: Module) -> None:
        """The last answer leaves; a decrypted block must have the padding that belongs to its length."""
        with m.If(self.left | ~self.under_way):
            unused = ~bits(self.used)
            bad = (self._text ^ marks(self.used)) & unused
            self.collect(m, Mux(self.decrypt, bad, 0))
            with m.If(self.used[0]):
                self.to_tag(m)
            with m.Else():
                self.enter(m, "TURN")

    def differences(self):
        """Of a turned tag only the bytes of the right block count."""
        return (self.block.data ^ self.tag) & bits(self.used)


def marks(mask) -> Cat:
    """10* after the bytes marked by ``mask``, which are the first ones; nothing if all are."""
    after = [~mask[n] & (mask[n + 1] if n + 1 < len(mask) else Const(1)) for n in range(len(mask))]
    return Cat(Mux(bit, Const(MARK, 8), 0) for bit in after)


def bits(mask) -> Cat:
    """One bit for each bit of a block, from one for each byte."""
    return Cat(bit.replicate(8) for bit in mask)


def forkcipher_for(wanted: Wanted) -> ForkIterated:
    """The forkcipher of a core. Decryption needs it backwards, with reconstruction of the right block.

    Raises:
        CallError: the architecture does not fit.
    """
    if wanted.architecture == "full":
        raise CallError("full: a mode over a forkcipher takes round or unrolled=k")
    architecture = ForkParallel if wanted.strategy == "parallel" else ForkIterated
    return architecture(wanted.aead.cipher, unrolled=wanted.factor, encdec=wanted.decrypts)
