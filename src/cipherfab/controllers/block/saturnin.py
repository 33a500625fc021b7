# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of Saturnin-CTR-Cascade, of `saturnin`: two calls for a block of message.

Key stream first: the block is answered with its result, and the call of the Cascade for the
ciphertext starts in the same cycle. What that call adds to its result, its block, is in the
register of the chaining value, which is meanwhile the cipher's key. With ``serial=w``:
`saturnin_by_word`.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...architectures.serial.by_round import ByRound
from ...architectures.serial.rotating import Rotating
from ...ciphers.saturnin_by_column import saturnin_columns
from ...errors import CallError
from ...modes.saturnin import (
    AD,
    BLOCK,
    CIPHERTEXT,
    CTR,
    LAST_AD,
    LAST_CIPHERTEXT,
    PADDING,
    SaturninCtrCascade,
)
from ..contract import Takes
from ..parts.byte_masks import only_if
from ..parts.declared import During, Flag, Register
from ..parts.iterated import iterated
from ..request import Request
from .core import BlockCore
from .saturnin_by_word import COUNTER, SaturninByWord
from .saturnin_in_columns import SaturninInColumns
from .saturnin_in_words import SaturninInWords


class SaturninCore(BlockCore):
    """Controls the cipher.

    Args:
        aead: what is computed.
        cipher: component for ``aead.cipher``, with the domain as an input, whose result stays until
            the next start.
        decrypts: False for a core that only encrypts.

    Ports, attributes: see `BlockCore`.
    """

    answers_late = False
    takes_empty_ends = True

    streamed = Flag("The call for key stream of the block was started.")
    padding_due = Flag("A block of padding alone is due.")
    adds = Flag("The result, of the Cascade, is added to what is kept.", name="result_is_added")
    kept = Register("The block of the last call of the Cascade, or the chaining value.", 8 * BLOCK)
    is_ad, is_message = map(During, ("AD", "MESSAGE"))

    def datapath(self, m: Module) -> None:
        cipher, out = self.cipher, self.cipher.out_ciphertext
        chain, text = Signal(8 * BLOCK, name="chain"), Signal(8 * BLOCK, name="text")
        self._text(m, text)
        # Padding alone gets no key stream.
        ctr = self.is_message & ~self.streamed & ~self._is_end()
        m.d.comb += [
            # Section 2.2: a result and its block, added, are the key of the next call of the
            # Cascade.
            chain.eq(self.kept ^ only_if(self.adds, out)),
            self.answer.data.eq(out ^ self.block.data),
            self.answer.mask.eq(self.block.mask),
            self.tag.eq(chain),
            self.tag_valid.eq(self.ready),
            cipher.in_valid.eq(self.begin | self.call),
            cipher.in_plaintext.eq(Mux(ctr, self._counter(m, ctr), text)),
            # The key itself is for the first call of the Cascade and for counter mode.
            cipher.in_key.eq(Mux(self.starting | ctr, self.key, chain)),
            cipher.in_domain.eq(Mux(ctr, CTR, self._domain())),
            cipher.out_ready.eq(1),
        ]
        # Where a result leaves too, the chain goes on as the key of the call that starts.
        with m.If(self.started & ~ctr):
            m.d.sync += self.kept.eq(text)
        with m.Elif(self.left):
            m.d.sync += self.kept.eq(chain)
        with m.If(self.started):
            m.d.sync += self.adds.eq(~ctr)
        with m.Elif(self.left):
            m.d.sync += self.adds.eq(0)
        with m.If(self.starting):
            m.d.sync += [self.streamed.eq(0), self.padding_due.eq(0)]

    def _is_end(self):
        """A block without a byte: padding alone, in the Cascade only."""
        return self.padding_due | self.empty

    def _text(self, m: Module, text: Signal) -> None:
        """What the Cascade takes: nonce, associated data or ciphertext, padded."""
        mask, block = Signal(BLOCK, name="text_mask"), self.block.data
        enciphered = self.is_message & ~self.decrypt
        stream = self.cipher.out_ciphertext & self.valid_bits(Cat(bit & enciphered for bit in mask))
        m.d.comb += [
            # While padding is due the block on the bus is the next one, of which nothing counts.
            mask.eq(Mux(self.padding_due, 0, self.block.mask)),
            text.eq((only_if(~self.padding_due, block) ^ stream) | self.padding(PADDING, mask)),
        ]

    def _counter(self, m: Module, ctr):
        """Nonce, its padding and the number of the block, from 1 on."""
        counter = Signal(COUNTER, name="counter", reset_less=True)
        with m.If(self.starting):
            m.d.sync += counter.eq(1)
        with m.Elif(self.started & ctr):
            m.d.sync += counter.eq(counter + 1)
        rest = 8 * BLOCK - len(self.nonce) - 8 - COUNTER
        return Cat(counter, Const(0, rest), Const(PADDING, 8), self.nonce)

    def _domain(self):
        """Section 2.5; a block that is not full is the last one."""
        last = self.padding_due | ~self.full
        of_ad, of_text = Mux(last, LAST_AD, AD), Mux(last, LAST_CIPHERTEXT, CIPHERTEXT)
        # The nonce is the first block of the Cascade, in the domain of associated data.
        return Mux(self.is_message, of_text, Mux(self.is_ad, of_ad, AD))

    def associated_data(self, m: Module) -> None:
        """A call for each block, and for padding alone behind whole ones."""
        m.d.comb += [
            self.block.ready.eq(self.ready & ~self.padding_due),
            self.call.eq(self.block.valid | self.padding_due),
        ]
        self._after_block(m, lambda: self.enter(m, "MESSAGE"))

    def message(self, m: Module) -> None:
        """Two calls for each block, and one for padding alone behind whole ones."""
        cascades, free = self.streamed | self._is_end(), Signal(name="message_is_free")
        m.d.comb += [
            free.eq(self.answer.ready | self.empty),
            self.answer.valid.eq(self.streamed & self.ready),
            # The block stays until the call of the Cascade, which is its second one.
            self.block.ready.eq(self.ready & ~self.padding_due & cascades & free),
            self.call.eq(self.padding_due | (self.block.valid & (~cascades | free))),
        ]
        with m.If(self.started):
            m.d.sync += self.streamed.eq(~cascades)
        with m.If(cascades):
            self._after_block(m, lambda: self.to_tag(m))

    def _after_block(self, m: Module, end) -> None:
        """The end of a type, or padding alone before it."""
        with m.If(self.started):
            m.d.sync += self.padding_due.eq(~self.padding_due & self.full & self.block.last)
            with m.If(self.padding_due | ~self.full):
                end()


MODELS = (SaturninCtrCascade,)
TAKES = Takes(architectures=("serial",), folds=True)


def make(request: Request) -> SaturninCore | SaturninByWord:
    """The controller for a core. Decryption needs no inverse cipher.

    Raises:
        CallError: the options do not go together.
    """
    if request.architecture == "serial":
        return _by_word(request)
    return SaturninCore.of(request, iterated(request, request.aead.cipher(None)))


def _by_word(request: Request) -> SaturninByWord:
    if request.inplace:
        raise CallError(
            "inplace says nothing new with serial=w: no block is kept beside the state as it is."
        )
    path = saturnin_columns(*request.aead.cipher(None).rounds, None)
    if request.factor == path.width:
        return SaturninInWords.of(request, ByRound(path, word=request.bus))
    return SaturninInColumns.of(request, Rotating(path, request.factor, word=request.bus))
