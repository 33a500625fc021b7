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
from collections.abc import Callable
from dataclasses import dataclass

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...modes.model import AeadModel
from ...primitives.forkcipher import BOTH, RIGHT
from .key import ForkKey

Ways = list[tuple]
"""What a register of a block may take: a bit for each byte, and the value that these bytes take
then.
"""


@dataclass(frozen=True, kw_only=True)
class ForkSignals:
    """The signals of `ForkDatapath`.

    Attributes:
        store: register of a block; at the end it is the tag.
        used: register; which bytes of the last block are used, the first one at the top.
        answer_due: register; a call that makes an answer is under way, and the answer has not left.
        final: register; the call under way makes the last answer.
        had_ad: register; there was associated data.
        stored: register; ``store`` has the tag, or what its last answer left of it.
        given_up: register; the message ends when the answer that it is owed has left.
        answering, ending: to be driven in the cycle of a start: the call makes an answer; it gives
            the tag.
        alone: the block is an empty one that makes the tag, as there is no data at all.
        waits: a short block can only be decrypted when the tag is there.
        keeps, turns, ends: a block goes to ``store``; it turns by a byte; the last answer leaves.
        turns_store, ends_store: what of this is done to ``store``.
        kept: register; the block of the call is the one in ``store``: ``restored``, to be
            decrypted, or ``waited``, since nobody knew whether it was the last one; ``held``, the
            last one of associated data.
        is_tag, turning, finishing: registers; the tag is sent, ``store`` turns, the last answer is
            due.
        joins: 1 in the cycle in which the tag's first bytes are added to ``store``.
        padded: the block with its padding.
        presented: the padded block, or what was kept of it.
        mask: what the mode adds to ``presented``. From the end of the last call on, the tag.
        text: the answer.
    """

    store: Signal
    used: Signal
    answer_due: Signal
    final: Signal
    had_ad: Signal
    stored: Signal
    given_up: Signal
    answering: Signal
    ending: Signal
    alone: Signal
    waits: Signal
    keeps: Signal
    turns: Signal
    ends: Signal
    turns_store: Signal
    ends_store: Signal
    turning: Signal
    held: Signal
    restored: Signal
    waited: Signal
    kept: Signal
    finishing: Signal
    is_tag: Signal
    joins: Signal
    padded: Signal
    presented: Signal
    mask: Signal
    text: Signal


def fork_signals(size: int, during: Callable[..., Signal]) -> ForkSignals:
    """New signals.

    Args:
        size: bytes of a block.
        during: makes a register that is 1 in some phases, `block.BlockCore.during`.
    """
    return ForkSignals(
        store=Signal(8 * size, name="store", reset_less=True),
        used=Signal(size, name="used", reset_less=True),
        answer_due=Signal(name="answer_due"),
        final=Signal(name="final", reset_less=True),
        had_ad=Signal(name="had_ad", reset_less=True),
        stored=Signal(name="stored", reset_less=True),
        given_up=Signal(name="given_up", reset_less=True),
        answering=Signal(name="answering"),
        ending=Signal(name="ending"),
        alone=Signal(name="alone"),
        waits=Signal(name="waits_for_tag"),
        keeps=Signal(name="keeps"),
        turns=Signal(name="turns"),
        ends=Signal(name="ends"),
        turns_store=Signal(name="turns_store"),
        ends_store=Signal(name="ends_store"),
        # Made here, since `during` has to be called in front of the states.
        turning=during("TURN"),
        held=during("HELD"),
        restored=during("RESTORE"),
        waited=during("HELD", "OPEN", "OPEN_AD"),
        kept=during("HELD", "RESTORE", "OPEN", "OPEN_AD"),
        finishing=during("FINISH"),
        is_tag=during("TAG"),
        joins=Signal(name="joins"),
        padded=Signal(8 * size, name="padded_block"),
        presented=Signal(8 * size, name="presented"),
        mask=Signal(8 * size, name="mask"),
        text=Signal(8 * size, name="text"),
    )


class ForkDatapath(ForkKey):
    """The datapath of a mode over ``cipher``, without its phases; see `block.BlockCore` for the
    arguments, the ports, and what else there is.

    Attributes:
        last_ad_waits: the last call of associated data must know whether there is a message. Its
            block is in ``store`` meanwhile.
        now: its signals.
    """

    last_ad_waits = False
    keeps_answers = True

    def __init__(self, aead: AeadModel, cipher, *, decrypts: bool = True):
        super().__init__(aead, cipher, decrypts=decrypts)
        self.now = fork_signals(aead.block_bytes, self.during)

    @property
    def answer_cycles(self) -> int:
        return self.cipher.cycles

    def datapath(self, m: Module) -> None:
        # Ciphertext has no padding: a short block of it waits for the rest.
        m.d.comb += self.now.padded.eq(self.block.data | Mux(self.now.waits, 0, self.padding()))
        self.declare(m)
        self._calls(m)
        self._answers(m)
        self._store(m)
        with m.If(self.begin):
            m.d.sync += [
                # All bytes count until a short block says which do not.
                self.now.used.eq(-1),
                self.now.had_ad.eq(0),
                self.now.stored.eq(0),
                self.now.given_up.eq(0),
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
            cipher.in_block.eq(
                self.now.presented ^ self.now.mask if self._masks() else self.now.presented
            ),
            cipher.in_select.eq(Mux(self.now.answering, BOTH, RIGHT)),
            # A right block alone leaves at once; an answer waits until it is taken.
            cipher.out_ready.eq(~self.now.answer_due | self.answer.ready),
            cipher.out_kept.eq(self.now.answer_due & ~self.answer.taken),
            # Behind the last ciphertext the left block becomes 0: no gate has to take it out of a
            # tag.
            cipher.in_drop.eq(self.now.ends & ~self.decrypt),
        ]
        if self.decrypts:
            m.d.comb += cipher.in_decrypt.eq(self.now.answering & self.decrypt)
        if self.keeps_key:
            self.take_key(m, ~self.under_way)
        with m.If(self.started):
            m.d.sync += [
                self.now.answer_due.eq(self.now.answering),
                self.now.final.eq(self.now.answering & self.now.ending),
            ]
        with m.Elif(self.answer.valid & self.answer.ready & self.answer.taken):
            m.d.sync += self.now.answer_due.eq(0)

    def leaves(self):
        """1 if a result leaves that is there; an answer does when it is taken."""
        return self.cipher.out_ready & ~self.cipher.out_kept

    def _masks(self) -> bool:
        """Whether anything is ever added to a block."""
        return True

    def _answers(self, m: Module) -> None:
        m.d.comb += [
            self.answer.valid.eq(self.cipher.out_valid & self.now.answer_due),
            self.answer.mask.eq(self.now.used),
            self.answer.data.eq(self.text_or_tag()),
            self.tag_valid.eq(self.cipher.out_valid | ~self.under_way),
        ]

    def text_or_tag(self):
        """What leaves: the text of a block, or the tag."""
        return Mux(self.now.is_tag, self.now.mask, self.now.text)

    def place_tag(self, m: Module) -> None:
        """It is there already, see `_answers`."""

    def _store(self, m: Module) -> None:
        """The last call leaves the right block in the bytes that are used, and the ciphertext (not
        sent yet) in the others.
        """
        self.turn(m)
        ways = [
            # The first byte, at the top, goes behind the last one.
            (self._each(self.now.turns_store), Cat(self.now.store[-8:], self.now.store[:-8])),
            (self._each(self.now.ends_store) & self.now.used, self.cipher.out_right),
            (self._each(self.now.ends_store) & ~self.now.used, self.now.text),
            *self.ways(),
        ]
        # All but the last exclude each other: AND and OR do, without priorities.
        *others, (holds, value) = ways
        taken = Signal(len(self.now.used), name="store_takes")
        for select, _ in others:
            taken = taken | select
        following = Const(0, len(self.now.store))
        for select, way in [*others, (holds & ~taken, value)]:
            following = following | (self.valid_bits(select) & way)
        m.d.sync += self.now.store.eq(following)
        with m.If(self.now.turns):
            m.d.sync += self.now.used.eq(Cat(self.now.used[-1], self.now.used[:-1]))

    def turn(self, m: Module) -> None:
        """Drive what a turn and the end of a message do to ``store``."""
        m.d.comb += [self.now.turns_store.eq(self.now.turns), self.now.ends_store.eq(self.now.ends)]

    def _each(self, condition):
        """A bit for each byte of a block."""
        return condition.replicate(len(self.now.used))

    def _keeping(self):
        """The bytes of the block that go to ``store``."""
        return self._each(self.now.keeps) | (self._each(self.now.joins) & ~self.now.used)

    def differences(self):
        """Behind the last answer its padding, in the bytes that are not used; then of a turned tag
        those of the right block.
        """
        unused = self._each(self.now.finishing) & ~self.now.used
        used = self._each(~self.now.finishing) & self.now.used
        padding = self.now.text ^ self.padding(mask=self.now.used)
        return (padding & self.valid_bits(unused)) | (self.cipher.in_block & self.valid_bits(used))
