# SPDX-License-Identifier: Apache-2.0
"""What the hardware controllers of hashes over a block cipher have in common: blocks, padding,
digest.

A message ends with a block that is not full, maybe empty: behind whole blocks it is padding alone.
"""

from abc import abstractmethod

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib.wiring import In, Out

from ...modes.model import HashModel
from ..contract import Controller
from ..parts.phases import Phases
from ..ports import Announcement, answers, blocks, control, status


class BlockHashCore(Controller):
    """Controls ``cipher`` for a hash whose digest is as long as its block. A subclass has the
    chaining value.

    Args:
        hash_function: what is computed.
        cipher: component for its cipher whose result stays until the next start.

    Ports: those of `over_permutation.OverPermutation` without an AEAD.

    Attributes:
        starting: 1 while no message is in work; what is left of an aborted one is forgotten.
        started, left: 1 in the cycle in which the cipher accepts a call, and in which its result
            leaves.
        text: the block, padded. final: it is the last one.
        takes: to be driven: the call that starts is the last one for its block.
        digest: to be driven; it is read when no call is under way.
    """

    aead, decrypts, takes_empty_ends = None, False, True

    def __init__(self, hash_function: HashModel, cipher):
        self.hash_function, self.cipher, self.primitive = hash_function, cipher, cipher
        size = hash_function.block_bytes
        super().__init__(
            {
                "control": In(control()),
                "block": In(blocks(size)),
                "answer": Out(answers(size)),
                "status": Out(status()),
                "short": Out(1),
            }
        )

    @abstractmethod
    def padding(self, mask):
        """What is added to a block, in its invalid bytes, as ``mask`` says."""

    @abstractmethod
    def chaining(self, m: Module) -> None:
        """Registers, inputs of the cipher but for its ``in_valid``, `takes` and `digest`."""

    def elaborate(self, platform):
        m = Module()
        m.submodules.cipher = self.cipher
        self.phases = Phases(m, "START", "MESSAGE", "ANNOUNCE", "DIGEST", "STATUS")
        self._declare(m)
        self.chaining(m)
        with self.phases.state("START"):
            m.d.sync += self.padding_due.eq(0)
            with m.If(self.control.hashing):
                self.phases.enter("MESSAGE")
        self._message(m)
        self._digest(m)
        with self.phases.state("STATUS"):
            m.d.comb += [self.status.done.eq(1), self.status.success.eq(1)]
            with m.If(self.status.accepted):
                self.phases.enter("START")
        return m

    def _declare(self, m: Module) -> None:
        size, cipher = self.hash_function.block_bytes, self.cipher
        self.starting, self.ready = self.phases["START"], cipher.in_ready
        self.started, self.left = Signal(name="started"), Signal(name="left")
        self.text, self.final = Signal(8 * size, name="text"), Signal(name="block_is_final")
        self.padding_due, self.takes = Signal(name="padding_due"), Signal(name="takes")
        self.digest, mask = Signal(8 * size, name="digest"), Signal(size, name="text_mask")
        due = self.padding_due
        m.d.comb += [
            mask.eq(Mux(due, 0, self.block.mask)),
            self.text.eq(
                (self.block.data & Cat(~due for _ in self.block.data)) | self.padding(mask)
            ),
            # A full block is never the last: one of padding alone follows it.
            self.final.eq(~mask[0]),
            self.started.eq(cipher.in_valid & self.ready),
            self.left.eq(cipher.out_valid),
            # Results never wait, so that of an aborted message goes by itself.
            cipher.out_ready.eq(1),
        ]

    def _message(self, m: Module) -> None:
        with self.phases.state("MESSAGE"):
            m.d.comb += [
                self.block.ready.eq(self.ready & self.takes & ~self.padding_due),
                self.cipher.in_valid.eq(self.block.valid | self.padding_due),
            ]
            with m.If(self.started & self.takes):
                m.d.sync += self.padding_due.eq(~self.final & self.block.last)
                with m.If(self.final):
                    self.phases.enter("ANNOUNCE")
            with m.If(self.control.abort):
                self.phases.restart()

    def _digest(self, m: Module) -> None:
        with self.phases.state("ANNOUNCE"):
            m.d.comb += [
                self.status.announce.eq(1),
                self.status.announcement.eq(Announcement.DIGEST),
            ]
            with m.If(self.status.announced):
                self.phases.enter("DIGEST")
        with self.phases.state("DIGEST"):
            m.d.comb += [
                self.answer.data.eq(self.digest),
                self.answer.mask.eq(-1),
                self.answer.valid.eq(self.ready),
            ]
            with m.If(self.ready & self.answer.ready):
                self.phases.enter("STATUS")
