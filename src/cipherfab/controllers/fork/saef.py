# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `saef` over a forkcipher.

The mask of a call is the right block of the call before. It comes straight from the cipher, which
keeps its result until the next start, and is 0 in the first call; then the mask of a message block
goes to ``store``, since the answer needs it. Until then ``store`` is free: for the last block of
associated data, whose call cannot start before it is known whether a message follows, and for a
short block to decrypt.

The nonce is in the first tweakey alone. Until that call starts it is in the cipher's register for
the left block.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...architectures.forked.fork import one_of
from ...modes.saef import Saef
from ...words.hardware import assign_parts
from ..contract import Takes
from ..parts.byte_masks import only_if
from ..request import Request
from .datapath import Ways
from .over_fork_in_place import OverForkInPlace, forkcipher_in_place
from .over_forkcipher import OverForkcipher, forkcipher_for


class SaefCore(OverForkcipher):
    """Controls the forkcipher; see `over_forkcipher.OverForkcipher`."""

    last_ad_waits = holds_open = True
    stores_nonce = False

    def declare(self, m: Module) -> None:
        """Tweakey and block of a call, which is masked by the result before, or by 0 if there is
        none.
        """
        self._first_call = Signal(name="first_call", reset_less=True)
        cipher = self.cipher
        nonce = Mux(self._first_call, cipher.out_left[-len(self.nonce) :], 0)
        m.d.comb += [
            *assign_parts(
                cipher.in_tweakey,
                # Figure 9: a 1 above f tells the first call apart, which alone has the nonce.
                [self._flags(), self._first_call, Const(0, 4), nonce, *self.key_part()],
            ),
            cipher.in_load.eq(self.starting & ~self.under_way),
            cipher.in_loaded.eq(self.now.padded),
            self.now.presented.eq(_one_of(self.now.kept, self.now.store, self.now.padded)),
            self.now.mask.eq(cipher.out_right),
            # A tag is in one of two registers, and the other one is not in the sum or 0; the left
            # block is 0 then.
            self.now.text.eq(
                self.now.store
                ^ (cipher.out_left | only_if(self.now.is_tag & ~self.now.stored, cipher.out_right))
            ),
        ]
        with m.If(self.starting):
            m.d.sync += self._first_call.eq(1)
        with m.Elif(self.started):
            m.d.sync += self._first_call.eq(0)

    def _flags(self):
        """Section 4.3, f, from the least significant bit. ``held`` and ``alone`` are the last call
        of associated data; what is settled comes behind a block without bytes.
        """
        short = Mux(self.now.waited, ~self.now.used[0], ~self.full | self.now.restored)
        return Cat(
            Mux(self.now.answering & ~self.now.ending, 1, short),
            self.now.held | self.now.alone,
            self.now.ending,
        )

    def turn(self, m: Module) -> None:
        """At the end of a decryption ``store`` stays, since it is added to a plaintext that leaves;
        the tag is the cipher's right block.
        """
        m.d.comb += [
            self.now.turns_store.eq(self.now.turns & ~(self.now.turning & self.decrypt)),
            self.now.ends_store.eq(self.now.ends & ~self.decrypt),
        ]
        if self.decrypts:
            m.d.comb += self.cipher.in_turn.eq(self.now.turns & self.now.turning)

    def text_or_tag(self):
        return self.now.text

    def can_keep(self):
        """When no answer needs ``store`` any more."""
        return ~self.now.answer_due | (self.answer.valid & self.answer.ready)

    def ways(self) -> Ways:
        """A block that waits, or its second part; the mask of the message's call that starts, or 0
        when another one does.
        """
        starts = self._each(self.started & self.now.answering)
        return [
            (self._keeping(), self.now.padded),
            (starts, self.cipher.out_right),
            (self._each(~self.started), self.now.store),
        ]


def _one_of(condition, if_one, if_zero):
    """A multiplexer as AND and OR, see `one_of`."""
    return one_of([(condition, {"x": if_one}), (~condition, {"x": if_zero})])["x"]


class SaefInPlace(OverForkInPlace):
    """With words that enter and leave the registers of blocks; see
    `over_fork_in_place.OverForkInPlace`.

    A mask is added to a block, and goes to ``store``, word by word, and stays in the right block.
    In front of the first call ``store`` takes the nonce, from where the first block enters.
    """

    last_ad_waits = True

    def declare(self, m: Module) -> None:
        self._unmasked = Signal(name="is_unmasked", reset_less=True)
        self._held_ad = self.during("HELD")
        cipher, size = self.cipher, 8 * self.aead.nonce_bytes
        alone = self.alone | (self._held_ad & self.empty)
        # Section 4.3: f, the least significant bit first.
        flags = Cat(
            (self.answering & ~self.last) | self.short,
            ~self.answering & self.last,
            (self.answering & self.last) | alone,
        )
        m.d.comb += assign_parts(
            cipher.in_tweakey,
            [flags, self.first, Const(0, 4), only_if(self.first, self.store[-size:])],
        )
        with m.If(self.started):
            # The first call has no mask, so that none is taken off its answer.
            m.d.sync += self._unmasked.eq(self.first)

    def entering(self):
        """The first call has no mask; a word that is patched has it already."""
        return only_if(~self.first & ~self.patch, self.top(self.cipher.out_right))

    def other(self):
        return self.top(self.cipher.out_right)

    def storing(self):
        """The mask; 0 behind the last answer, where the tag follows."""
        right = self.top(self.cipher.out_right)
        if self.enters_right:
            return only_if(~self.finishing, right)
        return only_if(~self.first & ~self.finishing, right) | only_if(
            self.first, self.top(self.cipher.out_left)
        )

    def leaving(self):
        return ~self._unmasked


MODELS = (Saef,)
TAKES = Takes(strategies=("parallel",))


def make(request: Request) -> SaefCore | SaefInPlace:
    """The controller for a core."""
    if request.inplace:
        return SaefInPlace(request.aead, forkcipher_in_place(request), decrypts=request.decrypts)
    cipher = forkcipher_for(request, loads=True, turns=request.decrypts)
    return SaefCore(request.aead, cipher, decrypts=request.decrypts)
