# SPDX-License-Identifier: Apache-2.0
"""Comparison of a received tag on shares, in `over_permutation`, without the tag as a whole.

The sum of both tags says what the right one is: who sends wrong tags knows the other one. So that
sum, still in shares, goes through the permutation (`modes.sponge.SpongeAead.compare`), and only
bits of the result are added up, as many as a tag has. They are those of a sum of 0 if the tag is
right; a wrong one passes with probability 2^-128 more. What is added up can be seen: it is a
function of the sum that is taken to be one-way. The idea, a comparison behind a permutation, is
that of C. Dobraunig, B. Mennink, "Leakage Resilient Value Comparison With Application to Message
Authentication", EUROCRYPT 2021; theirs has a salt beside the value, ours has none.

No gate reads two shares of what is not to be known: parts of the result go into registers of their
own, one for each share, which are 0 at all other times. Those alone are added up.
"""

from amaranth.hdl import Module, Signal

from ...modes.sponge_events import permute
from ..parts.opened import OPENED, added_up, opened
from .phases import SpongePhases


class ComparisonOnShares(SpongePhases):
    """The phases of an `over_permutation.OverPermutation` on shares: those of one share, but for
    *VERIFY*, and *COMPARE* behind it.
    """

    def _verify(self, m: Module) -> None:
        """The received tag is taken, and a run starts behind its last part."""
        with self.phases.state("VERIFY", self._verify):
            m.d.comb += self.block.ready.eq(self.now.ready)
            with m.If(self.block.valid & self.block.ready):
                ends = self.now.count == self.aead.parts["tag"] - 1
                # Where each part has a run behind it, that of the last part compares.
                if self.aead.tag_runs:
                    m.d.comb += self.now.start.eq(1)
                else:
                    m.d.comb += [self.now.start.eq(ends), self.now.load.eq(~ends)]
                self._count_to(m, self.aead.parts["tag"], lambda: self._enter(m, "COMPARE"))
            self._give_up()
        self._compare(m, self._opened(m))

    def _compare(self, m: Module, opened: list[Signal]) -> None:
        """The result of the run is opened, a part in each clock, and compared with what it should
        be.
        """
        with self.phases.state("COMPARE", self._compare):
            with m.If(self.now.ready):
                m.d.sync += [
                    bit.eq(bit | differs)
                    for bit, differs in zip(self.now.mismatch, self._differ(opened))
                ]
                # One clock more than parts: what was opened is compared from registers.
                self._count_to(m, OPENED + 1, lambda: self._enter(m, "STATUS"))

    def _differ(self, opened: list[Signal]) -> list:
        """For each register of a mismatch: the part that was opened is not what it should be."""
        total = added_up(opened)
        step = len(total) // len(self.now.mismatch)
        return [total[low : low + step].any() for low in range(0, len(total), step)]

    def _opens(self):
        """1 in the clocks whose parts of the result are opened."""
        return self.phases["COMPARE"] & self.now.ready & (self.now.count != OPENED)

    def _opened(self, m: Module) -> list[Signal]:
        """What is opened, in COMPARE alone."""
        return opened(
            m,
            self.now.state,
            8 * self.aead.tag_bytes,
            expected=permute(self.aead, 0, self.aead.run_of("compare")),
            number=self.now.count,
            opens=self._opens(),
        )
