# SPDX-License-Identifier: Apache-2.0
"""Forkciphers, `parallel`: both branches at once after the fork, each with a round function of its
own.
"""

from amaranth.hdl import Const, Module, Mux, Signal

from ...errors import CallError
from ...primitives.forkcipher import LEFT, Forkcipher
from .fork import (
    Control,
    Home,
    Part,
    branched,
    cascade,
    decryption_parts,
    encryption_parts,
    one_of,
    scheduled,
    tapped,
)
from .round import ForkIterated


class ForkParallel(ForkIterated):
    """k rounds of each branch per clock; ``other`` is the register of the left one.

    The schedule of the left branch is that of the right one, skipped by the rounds of the right
    branch: a shallow network (f of the paper) and no registers. Every call takes as long as one of
    a block cipher: the initial rounds and one branch.

    A decryption has one branch after the other, since they go through the schedule in opposite
    directions (`duplicated` has both at once). In a core that has it the fork is written to both
    registers; in one that has not, a multiplexer behind ``other`` is smaller.

    Args:
        cipher: what is computed, with branches of equal length.
        unrolled: k; rounds left over of a part are its last cycle.
        encdec: in both directions.
        loads, keeps, turns, home, shifts: see `ForkComponent`.

    Raises:
        CallError: the branches have different lengths, or k does not fit.
    """

    enters_right = True

    def __init__(
        self,
        cipher: Forkcipher,
        *,
        unrolled: int = 1,
        encdec: bool = False,
        loads: bool = False,
        keeps: bool = False,
        turns: bool = False,
        home: Home | None = None,
        shifts: int = 0,
    ):
        if cipher.left != cipher.right:
            raise CallError(
                f"{cipher.name}: parallel is refused. Expected branches of equal "
                f"length, its left one has "
                f"{cipher.left} rounds and its right one {cipher.right}."
            )
        super().__init__(
            cipher,
            unrolled=unrolled,
            encdec=encdec,
            loads=loads,
            keeps=keeps,
            turns=turns,
            home=home,
            shifts=shifts,
        )

    @property
    def cycles(self) -> int:
        """Clock cycles of an encryption to both blocks."""
        # Both branches take the clocks of one.
        return sum(part.cycles for part in encryption_parts(self.cipher, self.unrolled)[:2])

    def _last(self, m: Module, steer: Control, ends: list[Signal], decrypts):
        return Mux(decrypts, ends[2], ends[1]) if self.encdec else ends[1]

    def _update_blocks(
        self, m: Module, steer: Control, source: dict, after, ends: list[Signal], decrypts
    ) -> None:
        """Both branches; in a decryption, what `ForkIterated` does."""
        left = self._left_branch(m, source, ends)
        if self.keeps:
            # For its register, which `_if_wanted` reads.
            self._wants_left(m, steer)
        if not self.encdec:
            keeps = self._unless_shifted(~steer.run & ~self._loading(steer))
            goes = self._if_wanted(steer.run, Const(0))
            right = one_of([(steer.run, {"x": after}), (keeps, {"x": self._x})])["x"]
            m.d.sync += [
                self._x.eq(self._with_words(self._x, right)),
                self._other.eq(one_of([(goes, {"x": left}), *self._kept(steer, keeps)])["x"]),
            ]
            return
        self._update_block(m, steer, after, ends[1] & decrypts, ends, decrypts, left=False)
        saves, goes = Signal(name="saves"), Signal(name="goes_left")
        ends_part = Mux(decrypts, ends[0] | ends[1], ends[0])
        # In front of the fork ``other`` takes what has no meaning; the fork then replaces it.
        m.d.comb += [saves.eq(steer.run & ends_part), goes.eq(~decrypts & ~ends[0] & steer.run)]
        saved = Mux(decrypts, after, branched(m, "branch_fork", self.cipher, after))
        following = one_of(
            [
                (self._if_wanted(saves, decrypts), {"x": saved}),
                (self._if_wanted(goes, Const(0)), {"x": left}),
                *self._kept(steer, self._unless_shifted(~saves & ~goes & ~self._loading(steer))),
            ]
        )
        m.d.sync += self._other.eq(following["x"])

    def _kept(self, steer: Control, keeps) -> list[tuple]:
        """What the left block is while no call is under way."""
        loads = [(self._loading(steer), {"x": self.in_loaded})] if self.loads else []
        return [
            *loads,
            (self._unless_dropped(keeps), {"x": self._other}),
            *self._shifted(self._other),
        ]

    def _stops(self, ends: list, decrypts) -> dict[int, object]:
        last, middle = self._decryption()[2].stop, self.cipher.middle
        # Both directions end at one position: nothing to choose.
        if not self.encdec or last == middle:
            return {middle: Const(1)}
        return {middle: ~decrypts, last: decrypts}

    def _left_branch(self, m: Module, source: dict, ends: list[Signal]):
        """The block of the left branch after this cycle; of no meaning before the fork."""
        cipher, part = self.cipher, encryption_parts(self.cipher, self.unrolled)[1]
        schedule = scheduled(
            m,
            "fast_forward",
            cipher,
            lambda words: cipher.skip(words, cipher.right),
            {name: source[name] for name in cipher.layout},
        )
        begin = {"x": self._other}
        if not self.encdec:
            # A clock later, when the fork is in ``x``.
            forks = Signal(name="forks")
            m.d.sync += forks.eq(ends[0])
            begin = one_of(
                [(forks, {"x": branched(m, "branch_fork", cipher, self._x)}), (~forks, begin)]
            )
        return tapped(
            cascade(m, "left", cipher, {**begin, **schedule}, self.unrolled), {part.tail: ends[1]}
        )["x"]

    def _decryption(self) -> list[Part]:
        """As in `ForkIterated`, the plaintext before the other block: then both are where an
        encryption has them.
        """
        given, other, initial = decryption_parts(self.cipher, self.unrolled)
        return [given, initial, other]

    def _swapped(self):
        """An encryption has the right block in ``x``."""
        return ~self._decrypting if self.encdec and self.cipher.given != LEFT else 1
