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
from ..parts.declared import Flag, Wire, block_bits
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
        ready: the cipher takes a call.
    """

    aead, decrypts, takes_empty_ends = None, False, True

    started, left = Wire("The cipher accepts a call."), Wire("Its result leaves.")
    text = Wire("The block, padded.", block_bits)
    final = Wire("It is the last one.", name="block_is_final")
    padding_due = Flag("A block of padding alone is due.")
    takes = Wire("To be driven: the call that starts is the last one for its block.")
    digest = Wire("To be driven; it is read when no call is under way.", block_bits)

    def __init__(self, hash_function: HashModel, cipher):
        self.hash_function, self.cipher, self.primitive = hash_function, cipher, cipher
        self.ready = cipher.in_ready
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
    def chaining(self, m: Module, starting: Signal) -> None:
        """Registers, inputs of the cipher but for its ``in_valid``, `takes` and `digest`.

        Args:
            m: gets them.
            starting: 1 while no message is in work; what is left of an aborted one is forgotten.
        """

    def elaborate(self, platform):
        m = Module()
        m.submodules.cipher = self.cipher
        phases = Phases(m, "START", "MESSAGE", "ANNOUNCE", "DIGEST", "STATUS")
        self._blocks(m)
        self.chaining(m, phases["START"])
        with phases.state("START"):
            # An aborted message may have left it set.
            m.d.sync += self.padding_due.eq(0)
            with m.If(self.control.hashing):
                phases.enter("MESSAGE")
        self._message(m, phases)
        self._digest(m, phases)
        with phases.state("STATUS"):
            m.d.comb += [self.status.done.eq(1), self.status.success.eq(1)]
            with m.If(self.status.accepted):
                phases.enter("START")
        return m

    def _blocks(self, m: Module) -> None:
        cipher, due = self.cipher, self.padding_due
        mask = Signal(len(self.block.mask), name="text_mask")
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

    def _message(self, m: Module, phases: Phases) -> None:
        with phases.state("MESSAGE"):
            m.d.comb += [
                # The block stays until the last of its calls starts.
                self.block.ready.eq(self.ready & self.takes & ~self.padding_due),
                self.cipher.in_valid.eq(self.block.valid | self.padding_due),
            ]
            with m.If(self.started & self.takes):
                m.d.sync += self.padding_due.eq(~self.final & self.block.last)
                with m.If(self.final):
                    phases.enter("ANNOUNCE")
            with m.If(self.control.abort):
                phases.restart()

    def _digest(self, m: Module, phases: Phases) -> None:
        with phases.state("ANNOUNCE"):
            m.d.comb += [
                self.status.announce.eq(1),
                self.status.announcement.eq(Announcement.DIGEST),
            ]
            with m.If(self.status.announced):
                phases.enter("DIGEST")
        with phases.state("DIGEST"):
            m.d.comb += [
                self.answer.data.eq(self.digest),
                self.answer.mask.eq(-1),
                self.answer.valid.eq(self.ready),
            ]
            with m.If(self.ready & self.answer.ready):
                phases.enter("STATUS")
