# SPDX-License-Identifier: Apache-2.0
"""The datapath of modes over a forkcipher: its registers, what goes into a call and what leaves.

```
   block, padding ──> or ``store`` ──> ^ ──> cipher ──> left ──> ^ ──> answer
                                       │                 right    │
                        mask ──────────┴──> tag            │      │
                          └───────── store <───────────────┴──────┘
```

``store`` is the only register for a block; every bit of it is needed: the answer, or a later call,
adds it when the cipher has given up what it came from. At the end of a message it is the tag.
"""

from abc import abstractmethod

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...primitives.forkcipher import BOTH, RIGHT
from .key import ForkKey

Ways = list[tuple]
"""What a register of a block may take: a bit for each byte, and the value that these bytes take
then.
"""


class ForkDatapath(ForkKey):
    """The datapath of a mode over ``cipher``, without its phases; see `block.BlockCore` for the
    arguments, the ports, and what else there is.

    Attributes:
        last_ad_waits: the last call of associated data must know whether there is a message. Its
            block is in ``store`` meanwhile.
        store: register of a block; at the end it is the tag.
        used: register; which bytes of the last block are used, the first one at the top.
        answer_due: register; a call that makes an answer is under way, and the answer has not left.
        final: register; the call under way makes the last answer.
        had_ad: register; there was associated data.
        stored: register; ``store`` has the tag, or what its last answer left of it.
        answering, ending: to be driven in the cycle of a start: the call makes an answer; it gives
            the tag.
        alone: the block is an empty one that makes the tag, as there is no data at all.
        kept: register; the block of the call is the one in ``store``: ``restored``, to be
            decrypted, or ``waited``, since nobody knew whether it was the last one; ``held``, the
            last one of associated data.
        is_tag: register; the tag is sent.
        joins: 1 in the cycle in which the tag's first bytes are added to ``store``.
        padded: the block with its padding.
        presented: the padded block, or what was kept of it.
        mask: what the mode adds to ``presented``. From the end of the last call on, the tag.
        text: the answer.
    """

    last_ad_waits = False
    keeps_answers = True

    @property
    def answer_cycles(self) -> int:
        return self.cipher.cycles

    def datapath(self, m: Module) -> None:
        size = self.aead.block_bytes
        self.store = Signal(8 * size, name="store", reset_less=True)
        self.used = Signal(size, name="used", reset_less=True)
        for name in ("answering", "ending", "alone", "joins"):
            setattr(self, name, Signal(name=name))
        for name in ("final", "had_ad", "stored"):
            setattr(self, name, Signal(name=name, reset_less=True))
        self.answer_due = Signal(name="answer_due")
        for name in ("presented", "mask", "text"):
            setattr(self, name, Signal(8 * size, name=name))
        self._given_up, self._waits = (
            Signal(name="given_up", reset_less=True),
            Signal(name="waits_for_tag"),
        )
        self.padded = Signal(8 * size, name="padded_block")
        # Ciphertext has no padding: a short block of it waits for the rest.
        m.d.comb += self.padded.eq(self.block.data | Mux(self._waits, 0, self.padding()))
        self._keeps, self._turns, self._ends = (
            Signal(name=name) for name in ("keeps", "turns", "ends")
        )
        # What of it is done to ``store``.
        self._turns_store, self._ends_store = Signal(name="turns_store"), Signal(name="ends_store")
        self._turning = self.during("TURN")
        self.held, self.restored = self.during("HELD"), self.during("RESTORE")
        self.waited = self.during("HELD", "OPEN", "OPEN_AD")
        self.kept = self.during("HELD", "RESTORE", "OPEN", "OPEN_AD")
        self._finishing, self.is_tag = self.during("FINISH"), self.during("TAG")
        self.declare(m)
        self._calls(m)
        self._answers(m)
        self._store(m)
        with m.If(self.begin):
            m.d.sync += [
                self.used.eq(-1),
                self.had_ad.eq(0),
                self.stored.eq(0),
                self._given_up.eq(0),
            ]

    @abstractmethod
    def declare(self, m: Module) -> None:
        """The mode's own registers; the tweakey of a call, ``presented``, ``mask`` and ``text``."""

    @abstractmethod
    def ways(self) -> Ways:
        """What ``store`` takes beside a tag, and what it is otherwise: the last of them, unless one
        of the others holds.
        """

    @abstractmethod
    def can_keep(self):
        """1 if a block can go to ``store``: a short one to decrypt, or an open one."""

    def _calls(self, m: Module) -> None:
        """Switches of the cipher, and what the call under way is for."""
        cipher = self.cipher
        m.d.comb += [
            cipher.in_block.eq(self.presented ^ self.mask if self._masks() else self.presented),
            cipher.in_select.eq(Mux(self.answering, BOTH, RIGHT)),
            cipher.out_ready.eq(~self.answer_due | self.answer.ready),
            cipher.out_kept.eq(self.answer_due & ~self.answer.taken),
            cipher.in_drop.eq(self._ends & ~self.decrypt),
        ]
        if self.decrypts:
            m.d.comb += cipher.in_decrypt.eq(self.answering & self.decrypt)
        if self.keeps_key:
            self.take_key(m, ~self.under_way)
        with m.If(self.started):
            m.d.sync += [
                self.answer_due.eq(self.answering),
                self.final.eq(self.answering & self.ending),
            ]
        with m.Elif(self.answer.valid & self.answer.ready & self.answer.taken):
            m.d.sync += self.answer_due.eq(0)

    def leaves(self):
        """1 if a result leaves that is there; an answer does when it is taken."""
        return self.cipher.out_ready & ~self.cipher.out_kept

    def _masks(self) -> bool:
        """Whether anything is ever added to a block."""
        return True

    def _answers(self, m: Module) -> None:
        m.d.comb += [
            self.answer.valid.eq(self.cipher.out_valid & self.answer_due),
            self.answer.mask.eq(self.used),
            self.answer.data.eq(self.text_or_tag()),
            self.tag_valid.eq(self.cipher.out_valid | ~self.under_way),
        ]

    def text_or_tag(self):
        """What leaves: the text of a block, or the tag."""
        return Mux(self.is_tag, self.mask, self.text)

    def place_tag(self, m: Module) -> None:
        """It is there already, see `_answers`."""

    def _store(self, m: Module) -> None:
        """The last call leaves the right block in the bytes that are used, and the ciphertext (not
        sent yet) in the others.
        """
        self.turn(m)
        ways = [
            (self._each(self._turns_store), Cat(self.store[-8:], self.store[:-8])),
            (self._each(self._ends_store) & self.used, self.cipher.out_right),
            (self._each(self._ends_store) & ~self.used, self.text),
            *self.ways(),
        ]
        # All but the last exclude each other: AND and OR do, without priorities.
        *others, (holds, value) = ways
        taken = Signal(len(self.used), name="store_takes")
        for select, _ in others:
            taken = taken | select
        following = Const(0, len(self.store))
        for select, way in [*others, (holds & ~taken, value)]:
            following = following | (self.valid_bits(select) & way)
        m.d.sync += self.store.eq(following)
        with m.If(self._turns):
            m.d.sync += self.used.eq(Cat(self.used[-1], self.used[:-1]))

    def turn(self, m: Module) -> None:
        """Drive what a turn and the end of a message do to ``store``."""
        m.d.comb += [self._turns_store.eq(self._turns), self._ends_store.eq(self._ends)]

    def _each(self, condition):
        """A bit for each byte of a block."""
        return condition.replicate(len(self.used))

    def _keeping(self):
        """The bytes of the block that go to ``store``."""
        return self._each(self._keeps) | (self._each(self.joins) & ~self.used)

    def differences(self):
        """Behind the last answer its padding, in the bytes that are not used; then of a turned tag
        those of the right block.
        """
        unused = self._each(self._finishing) & ~self.used
        used = self._each(~self._finishing) & self.used
        padding = self.text ^ self.padding(mask=self.used)
        return (padding & self.valid_bits(unused)) | (self.cipher.in_block & self.valid_bits(used))
