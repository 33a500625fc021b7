# SPDX-License-Identifier: Apache-2.0
"""The phases of `over_permutation` behind the message: the header of tag or digest, its blocks, the
comparison of a received tag, the status; and what all phases have in common.
"""

from amaranth.hdl import Cat, Module, Mux, Signal

from ...words.hardware import told
from ...words.trace import first_sentence
from ..ports import Announcement
from .comparator import notice, received
from .signals import Signals


class AnswerPhases:
    """What a core answers of its own, and how a message is given up.

    Args:
        core: an `over_permutation.OverPermutation`: its mode and its ports.
        now: its signals.
        differences: how a received tag differs from the right one, if logic of its own says so.
    """

    def __init__(self, core, now: Signals, differences: Signal | None):
        self.core, self.now, self.phases = core, now, now.phases
        self.aead, self.hash_function = core.aead, core.hash_function
        self.control, self.status = core.control, core.status
        self.block, self.answer = core.block, core.answer
        self.differences = differences
        self.given_up: list[str] = []

    def _enter(self, m: Module, phase: str) -> None:
        """Go on to another phase, of whose blocks none was seen."""
        self.phases.enter(phase)
        m.d.sync += [self.now.first.eq(1), self.now.part.eq(0)]

    def _count_to(self, m: Module, count: int, then) -> None:
        """One more of so many; ``then`` says what the last one does."""
        if count == 1:
            then()
            return
        m.d.sync += self.now.count.eq(self.now.count + 1)
        with m.If(self.now.count == count - 1):
            # Whoever counts next begins with 0.
            m.d.sync += self.now.count.eq(0)
            then()

    def _announce(self, m: Module) -> None:
        """The header of tag or digest is sent while the permutation runs."""
        with self.phases.state("ANNOUNCE", self._announce):
            m.d.comb += [
                self.status.announce.eq(1),
                self.status.announcement.eq(
                    Mux(self.now.is_hash, Announcement.DIGEST, Announcement.TAG)
                ),
            ]
            with m.If(self.status.announced):
                with m.If(self.now.is_hash):
                    # Without a hash this is never reached, but the phase that is named must exist.
                    self._enter(m, "DIGEST" if self.hash_function else "TAG")
                with m.Else():
                    self._enter(m, "TAG" if self.aead else "DIGEST")

    def _tag(self, m: Module) -> None:
        """The tag is sent, a block at a time."""
        with self.phases.state("TAG", self._tag):
            m.d.comb += [
                self.answer.mask.eq(self._tag_mask()),
                self.answer.valid.eq(self.now.ready),
            ]
            with m.If(self.now.ready & self.answer.ready):
                self._next_part_of_tag(m)

    def _tag_mask(self) -> int:
        part = self.core.tag_bytes // self.aead.parts["tag"]
        return (1 << self.core.port_bytes) - (1 << self.core.port_bytes - part)

    def _verify(self, m: Module) -> None:
        """The received tag is compared with the computed one, a block at a time, in constant
        time."""
        with self.phases.state("VERIFY", self._verify):
            m.d.comb += self.block.ready.eq(self.now.ready)
            found = notice(self.core, self.now, self._compared())
            at_once = self.core.comparator and self.aead.parts["tag"] == 1
            # In every cycle: no ``valid`` is in front of the comparison (`comparator.notice`).
            if at_once:
                m.d.sync += found
            with m.If(self.block.valid & self.block.ready):
                if not at_once:
                    m.d.sync += found
                self._next_part_of_tag(m)
            self._give_up()

    def _compared(self):
        """How the received tag differs from the computed one."""
        if self.core.comparator:
            return self.differences
        if self.core.truncates:
            return self.answer.stream ^ received(self.core)
        return self.answer.data

    def _next_part_of_tag(self, m: Module) -> None:
        parts = self.aead.parts["tag"]
        if self.aead.tag_runs:
            # Nothing reads the state behind the last part.
            m.d.comb += self.now.start.eq(self.now.count != parts - 1)
        self._next_part(m, parts)

    def _digest(self, m: Module) -> None:
        """Parts of the digest are sent, with runs between."""
        with self.phases.state("DIGEST", self._digest):
            size, part = self.core.port_bytes, self.hash_function.squeeze_bytes
            m.d.comb += [
                self.answer.mask.eq(((1 << part) - 1) << (size - part)),
                self.answer.valid.eq(self.now.ready),
            ]
            with m.If(self.now.ready & self.answer.ready):
                # Nothing reads the state behind the last part.
                m.d.comb += self.now.start.eq(self.now.count != self.core.digest_parts - 1)
                self._next_part(m, self.core.digest_parts)

    def _output(self, m: Module) -> None:
        """Each block that asks for output is answered and, unless it is the last, starts a run."""
        with self.phases.state("OUTPUT", self._output):
            answers = ~self.now.empty
            m.d.comb += [
                self.answer.mask.eq(self.now.mask),
                self.answer.valid.eq(self.block.valid & self.now.ready & answers),
                # A request for no byte is taken without an answer.
                self.block.ready.eq(self.now.ready & (~answers | self.answer.ready)),
            ]
            with m.If(self.block.valid & self.block.ready):
                m.d.comb += self.now.start.eq(~self.block.last)
                with m.If(self.block.last):
                    self._enter(m, "STATUS")
            self._give_up()

    def _next_part(self, m: Module, parts: int) -> None:
        self._count_to(m, parts, lambda: self._enter(m, "STATUS"))

    def _status(self, m: Module) -> None:
        """The status is sent: success, unless a tag was wrong."""
        with self.phases.state("STATUS", self._status):
            m.d.comb += [self.status.done.eq(1), self.status.success.eq(~self.now.mismatch.any())]
            with m.If(self.status.accepted):
                self._enter(m, "START")

    def _give_up(self) -> None:
        """A message that breaks the rules of the API may end in this phase."""
        # Behind the last word of a message no phase needs it: nothing is left that could break a
        # rule.
        self.given_up.append(self.phases.now)

    def _restart(self, m: Module) -> None:
        """A message that breaks the rules of the API is given up."""
        gives_up = told("gives_up", first_sentence(self._restart.__doc__))
        m.d.comb += gives_up.eq(
            self.control.abort & Cat(self.phases[name] for name in self.given_up).any()
        )
        with m.If(gives_up):
            m.d.sync += self.now.count.eq(0)
            self.phases.restart()
