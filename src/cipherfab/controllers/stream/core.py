# SPDX-License-Identifier: Apache-2.0
"""What the hardware controllers of all stream ciphers have in common.

Nonce, data and tag come and go in words, whatever the clocks of the registers in a cycle. The
phases of a message begin and end alike: behind its last word the tag is announced and sent, a word
at a time, or compared with the received one, and the status is asked for. What a phase before does
is the cipher's.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Self

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value
from amaranth.lib.wiring import In, Out

from ...errors import CallError
from ..contract import Controller
from ..parts.phases import Phases
from ..parts.random import random_ports
from ..ports import Announcement, answers, blocks, control, status
from ..request import Request

MISMATCHES = 4
"""Registers in which a wrong tag is collected."""


class StreamCore(Controller):
    """Controls ``primitive``, the registers of the cipher. A subclass has a method for each phase
    of `PHASES`, by its name in lower case behind an underscore, and what it steers.

    Args:
        aead: what is computed; ``aead.block_bytes`` are those of a word.
        primitive: component.
        clocks: of the registers in a cycle, one of ``aead.bits_per_clock``.
        decrypts: False for a core that only encrypts.
        shares: of each secret. random_bits: of the port ``random``.

    Ports: those of `sponge.over_permutation.OverPermutation`.

    Attributes:
        PHASES: all names of phases, the first after reset first.
        ad_sizes, data_sizes: bytes of blocks.
        decrypt: the message is decrypted; constant in a core that only encrypts.
        mismatch: register; the message is refused if a bit is 1.
        phases: a `parts.phases.Phases`, once there are some.
    """

    takes_empty_ends = True
    PHASES: tuple[str, ...]

    def __init__(
        self,
        aead: Any,
        primitive: Any,
        *,
        clocks: int,
        decrypts: bool = True,
        shares: int = 1,
        random_bits: int = 0,
    ):
        self.aead, self.primitive = aead, primitive
        self.shares, self.random_bits = shares, random_bits
        self.clocks, self.decrypts = clocks, decrypts
        self.ad_sizes = self.data_sizes = (aead.block_bytes,)
        size = aead.block_bytes
        super().__init__({
            "key": In(8 * aead.key_bytes * shares), "control": In(control()),
            "block": In(blocks(size, shares=shares)), "answer": Out(answers(size, shares=shares)),
            "status": Out(status()), "short": Out(1), **random_ports(random_bits)})  # fmt: skip
        self.decrypt = self.control.decrypt if decrypts else Const(0)
        # Each message clears it, so that it needs no reset.
        self.mismatch = Signal(MISMATCHES, name="mismatch", reset_less=True)
        self.phases: Any = None

    @classmethod
    def of(cls, request: Request) -> Self:
        """The controller for a core. Decryption needs nothing more.

        Raises:
            CallError: several of what is a round elsewhere: clocks are counted by ``bits``.
        """
        aead: Any = request.aead
        counts = aead.bits_per_clock
        if request.architecture not in ("round", "bits"):
            raise CallError(
                f"{request.architecture} is refused. Expected `round`, {counts[-1]} clocks of the "
                f"registers in a cycle, or bits=d with d one of {', '.join(map(str, counts))}."
            )
        clocks = request.factor if request.architecture == "bits" else counts[-1]
        return cls(aead, clocks=clocks, decrypts=request.decrypts)

    @abstractmethod
    def datapath(self, m: Module) -> None:
        """Registers, and what steers them; `phases` are there."""

    @abstractmethod
    def tag_word(self, m: Module) -> Value:
        """The word of the tag that is due."""

    @abstractmethod
    def tag_goes(self, m: Module, name: str, may: Value) -> None:
        """The word of the tag leaves, or was compared, if ``may`` is 1; behind the last one, in the
        phase of this name, comes STATUS.
        """

    def tag_is_there(self) -> Value | None:
        """1 if the word of the tag that is due is there; None: it always is."""
        return None

    def has(self, name: str) -> bool:
        """Whether there is a phase of this name."""
        return self.decrypts or name != "VERIFY"

    def elaborate(self, platform):
        m = Module()
        there = [name for name in self.PHASES if self.has(name)]
        self.phases = Phases(m, *there)
        self.datapath(m)
        for name in there:
            body = getattr(self, f"_{name.lower()}")
            with self.phases.state(name, body):
                body(m)
        # A message that breaks the rules of the API is given up, wherever it may.
        answered = Cat(self.phases[name] for name in ("ANNOUNCE", "TAG", "STATUS")).any()
        with m.If(self.control.abort & ~answered):
            self.phases.restart()
        return m

    def _announce(self, m: Module) -> None:
        """The header of the tag."""
        m.d.comb += [self.status.announce.eq(1), self.status.announcement.eq(Announcement.TAG)]
        with m.If(self.status.announced):
            self.phases.enter("TAG")

    def _tag(self, m: Module) -> None:
        """The tag is sent, a word at a time."""
        there = self.tag_is_there()
        m.d.comb += self.answer.valid.eq(1 if there is None else there)
        self.tag_goes(m, "TAG", self.answer.ready)

    def _verify(self, m: Module) -> None:
        """The received tag is compared, a word at a time, in constant time."""
        there, different = self.tag_is_there(), self.block.data ^ self.tag_word(m)
        m.d.comb += self.block.ready.eq(1 if there is None else there)
        with m.If(self.block.valid if there is None else self.block.valid & there):
            # Every fourth bit: so each register has as many bits in front of it.
            m.d.sync += [
                bit.eq(bit | different[place::MISMATCHES].any())
                for place, bit in enumerate(self.mismatch)
            ]
        self.tag_goes(m, "VERIFY", self.block.valid)

    def _status(self, m: Module) -> None:
        """The status is sent: success, unless the tag was wrong."""
        m.d.comb += [self.status.done.eq(1), self.status.success.eq(~self.mismatch.any())]
        with m.If(self.status.accepted):
            self.phases.enter("START")


def chosen(word, number, size: int):
    """Of the pieces of a word, of ``size`` bits each, the one of this number; any of a number that
    there is not.
    """
    pieces: Sequence = [word[low : low + size] for low in range(0, len(word), size)]
    # A tree, as deep as the number has bits.
    for bit in number:
        pairs = [pieces[at : at + 2] for at in range(0, len(pieces), 2)]
        pieces = [Mux(bit, pair[1], pair[0]) if len(pair) > 1 else pair[0] for pair in pairs]
    return pieces[0]
