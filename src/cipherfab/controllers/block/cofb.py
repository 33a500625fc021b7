# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `cofb`: GIFT-COFB around one block cipher, for encryption and
decryption.

The last block Y is the cipher's result. A block, G(Y) and the mask are added in the cycle that
starts the next call, and the answer Y ^ block leaves in that cycle. So calls are back to back, and
no register but the cipher's holds a block or the nonce.

The mask of the last block of associated data says whether a message follows. Until that is known,
the block waits in the cipher: there it is added to G(Y) without a step, and the mask is added when
the call starts.
"""

from amaranth.hdl import Cat, Module, Signal

from ...architectures.iterated.iterated import read_by
from ...modes.cofb import HALF, Cofb, feedback, following_mask
from ...words.hardware import build
from ..parts.byte_masks import only_if
from ..parts.declared import During, Register, once
from ..parts.iterated import iterated
from ..request import Request, Takes
from .feedback import FeedbackAnswers


class CofbCore(FeedbackAnswers):
    """Controls the cipher.

    Args:
        aead: what is computed.
        cipher: component for ``aead.cipher`` whose result stays on ``out_ciphertext`` until the
            next start, also after it left; it computes on with ``in_plaintext`` and loads it
            (`Iterated`, ``feedback`` and ``loadable``).
        decrypts: False for a core that only encrypts.

    Ports, attributes: see `BlockCore`.
    """

    aead: Cofb
    first_state = "MASK"

    mask = Register("What the last block added to the upper half.", HALF)
    is_ad, is_message, is_tag, is_held = map(During, ("AD", "MESSAGE", "TAG", "HELD NO_MESSAGE"))

    def datapath(self, m: Module) -> None:
        cipher, state = self.cipher, self.cipher.out_ciphertext
        m.d.comb += [
            *self.answers(state),
            cipher.in_key.eq(self.key),
            cipher.in_plaintext.eq(self._presented(m, state)),
            cipher.in_valid.eq(self.starts()),
            cipher.in_load.eq(self.loads()),
            cipher.out_ready.eq(1),
        ]

    def starts(self):
        """1 when a call starts, if the cipher is free."""
        return self.begin | self.call

    def loads(self):
        """1 when the block is loaded without a step."""
        return self.load

    def _presented(self, m: Module, state):
        """The state, or G of it with block and mask: all steered by registers and by what the block
        is.

        A block of ciphertext becomes the plaintext by the state, which is added in its valid bytes.
        """
        absorbs = self.ready & (self.is_ad | self.is_message)
        # While nothing starts the cipher gets its own result, as ``feedback`` asks.
        keeps = ~self.ready | self.is_held
        replaces = self.decrypt & self.is_message
        kept = self.valid_bits(Cat(bit & replaces | keeps for bit in self.block.mask))
        turned = build(
            m, lambda words: {"turned": feedback(words["state"])}, {"state": state}, prefix="g_"
        )["turned"]
        block = self.block.data | only_if(~self.starting, self.padding())
        added = only_if(absorbs, turned) ^ only_if(absorbs | (self.ready & self.starting), block)
        mask = Signal(HALF, name="added_mask")
        # The last block of associated data gets its mask with its call, in HELD.
        masks = self.ready & (self.is_message | (self.is_ad & ~self.block.last))
        m.d.comb += mask.eq(
            only_if(masks, self.next_mask(m)) | only_if(self.ready & self.is_held, self.mask)
        )
        # Only the upper half of a block has a mask.
        return (state & kept) ^ added ^ (mask << HALF)

    @once
    def next_mask(self, m: Module) -> Signal:
        """The mask of the block; where the end of an empty message is taken, the mask of a call
        without one.
        """
        ends = {"last": self.block.last, "padded": self.block.last & ~self.full}
        return build(
            m,
            lambda words: {"mask": following_mask(**words)},
            {"mask": self.mask, **ends},
            prefix="next_",
        )["mask"]

    def states(self) -> dict:
        """The first mask, and the last call of associated data."""
        return {"MASK": self._first_mask, "HELD": self._held, "NO_MESSAGE": self._no_message}

    def _first_mask(self, m: Module) -> None:
        """The upper half of the enciphered nonce."""
        m.d.sync += self.mask.eq(self.cipher.out_ciphertext[HALF:])
        with m.If(self.ready):
            self.enter(m, "AD")

    def associated_data(self, m: Module) -> None:
        """A call for each block but the last, which is loaded; of no associated data there is an
        empty one.
        """
        takes = self.block.valid & self.ready
        m.d.comb += [
            self.block.ready.eq(self.ready),
            self.call.eq(self.block.valid & ~self.block.last),
            self.load.eq(takes & self.block.last),
        ]
        with m.If(takes):
            m.d.sync += self.mask.eq(self.next_mask(m))
            with m.If(self.block.last):
                self.enter(m, "HELD")

    def _held(self, m: Module) -> None:
        """The message's first block says whether there is one; an empty one is taken here."""
        m.d.comb += [self.block.ready.eq(self.empty), self.call.eq(self.block.valid & ~self.empty)]
        with m.If(self.block.valid):
            self.enter(m, "MESSAGE")
            with m.If(self.empty):
                m.d.sync += self.mask.eq(self.next_mask(m))
                self.enter(m, "NO_MESSAGE")

    def _no_message(self, m: Module) -> None:
        """The last call of associated data gives the tag."""
        m.d.comb += self.call.eq(1)
        self.to_tag(m)

    def message(self, m: Module) -> None:
        """A call for each block, which is answered at once."""
        m.d.comb += [
            self.block.ready.eq(self.ready & self.answer.ready),
            self.answer.valid.eq(self.block.valid & self.ready),
            self.call.eq(self.block.valid & self.answer.ready),
        ]
        with m.If(self.block.valid & self.ready & self.answer.ready):
            m.d.sync += self.mask.eq(self.next_mask(m))
            with m.If(self.block.last):
                self.to_tag(m)


MODELS = (Cofb,)

TAKES = Takes(folds=True)


def make(request: Request, controller: type[CofbCore] = CofbCore) -> CofbCore:
    """The controller for a core. Decryption needs no inverse cipher; the registers of the block are
    loaded too.
    """
    cipher = request.aead.cipher
    block = read_by(cipher.result, cipher)
    component = iterated(request, cipher, feedback=("plaintext",), loadable=block)
    return controller.of(request, component)
