# SPDX-License-Identifier: Apache-2.0
"""What the hardware controllers of all modes over a block cipher, tweakable or forking, have in
common.

The phases of a message: the nonce is stored, blocks of associated data and of message go into calls
of the cipher, the tag is announced and sent, or compared with the received one, and the status is
asked for. What a block does is the mode's.

A controller that follows these rules keeps up with the cipher, so that its calls are back to back:

- the cipher computes its first rounds in the cycle that starts a call, and gives a result in the
  cycle in which the next call may start (`architectures`): what is added to the next input comes
  straight from ``out_…``;
- a result that nobody needs any more must leave all the same: after an abort a call may still be
  under way. The answer to a message block that was taken must even then be given, since its header
  is on DO already;
- ``block.ready`` must not wait for ``block.valid``: the header of an empty message and its block
  leave together. Read it nowhere but for the next state: what makes a block leave in one state
  would else be what makes it ready in another, a cycle of logic;
- what is presented to the cipher depends on registers and the block only; whether there is a block
  decides an enable;
- blocks come in the order of the phases, those of the next message after an abort, so nobody asks
  for the phase of a block. What a state of the FSM steers in many gates has a register of its own,
  `BlockCore.during`.
"""

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Self

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib.wiring import Component, In, Out

from ...modes.model import AeadModel
from ..parts.byte_masks import padding
from ..parts.declared import During, Flag, Register, Wire, declared_phases
from ..parts.iterated import iterated
from ..parts.random import joined_random, random_ports
from ..ports import Announcement, Phase, answers, blocks, control, status
from ..request import Request
from .on_shares import InShares

MISMATCHES = 8
"""Registers in which a wrong tag is collected: a comparison in one of them would be the longest
path.
"""


class BlockCore(InShares):
    """A mode over ``cipher``. A subclass says what happens in the phases; every signal below exists
    when its methods are called.

    Args:
        aead: software model, for the lengths. Nonce and tag have at most as many bytes as a block
            of the ports.
        cipher: component, with the ports of `architectures.stream`.
        decrypts: False for a core that only encrypts.
        shares: with more than one all secrets are in shares, see `on_shares`.

    Ports: those of `over_permutation.OverPermutation`.

    Attributes:
        port_bytes: of a block of the ports, ``aead.block_bytes`` if not said otherwise.
        ad_sizes, data_sizes: bytes of the blocks of associated data and of message, in turn.
        nonce_waits: the nonce is not taken in the state START but in `first_state`; it needs no
            register then.
        verified: the state after a received tag was compared. Then, as for the status, ``mismatch``
            is not 0 if it was wrong.
        first_state: the state after the nonce was taken.
        mismatches: bits of ``mismatch``.
        stores_nonce: the mode needs the register ``nonce``.
        answers_tag: ``answer.data`` has the tag while it is sent, as it has every answer.
        compares_answer: while a tag is compared it is added there as a block is.
        ready: the cipher takes a call.
        decrypt: the message is decrypted; constant in a core that only encrypts.
    """

    answers_late = True
    stores_nonce = True
    verified = "STATUS"
    first_state = "AD"
    nonce_waits = False
    mismatches = MISMATCHES
    answers_tag = False
    compares_answer = False

    starting = During("START")
    begin = Wire("The nonce is taken, or found. No call is under way then.")
    call = Wire("A call starts, if the cipher is free.")
    load = Wire("The cipher is loaded, and no call starts.")
    started = Wire("The cipher accepts a call.")
    left = Wire("The result of a call leaves.")
    under_way = Flag("From a call's start until its result leaves; of several, the last one's.")
    empty = Wire("The block has no byte.", name="block_is_empty")
    full = Wire("It has as many as ``aead.block_bytes``, or as a word.", name="block_is_full")
    tag = Wire("To be driven with the tag.", lambda core: 8 * core.aead.tag_bytes * core.shares)
    tag_valid, tag_leaves = Wire("It is there."), Wire("It is sent or compared.")
    nonce = Register(
        "First byte most significant; written when a message begins.",
        lambda core: 8 * core.aead.nonce_bytes * core.shares,
    )
    # Cleared in START, which every message passes: it needs no reset.
    mismatch = Register("The message is refused if a bit is 1.", lambda core: core.mismatches)

    def __init__(self, aead: AeadModel, cipher, *, decrypts: bool = True, shares: int = 1):
        self.aead, self.cipher, self.primitive, self.decrypts = aead, cipher, cipher, decrypts
        self.shares, self.random_bits = shares, len(cipher.random) if shares > 1 else 0
        marks = self.announces_last and aead.marks_padding
        of_text = self.announces_last or self.buffer_bytes is not None
        super().__init__({
            **self.key_ports(),
            "control": In(control(padded=marks)),
            "block": In(blocks(self.port_bytes, ahead=self.answers_ahead, opens=self.holds_open,
                               shares=shares)),
            "answer": Out(answers(self.port_bytes, ahead=self.answers_ahead, shares=shares,
                                  late=self.keeps_answers, owed=self.by_word)),
            "status": Out(status(of_text=of_text, padded=marks)),
            "short": Out(1), **random_ports(self.random_bits)})  # fmt: skip
        self.decrypt = self.control.decrypt if decrypts else Const(0)
        self.ready = cipher.in_ready
        self._during: dict[tuple[str, ...], Signal] = {}
        # The registers stand in the netlist in the order of their declarations.
        for name in declared_phases(type(self)):
            getattr(self, name)

    @classmethod
    def of(cls, request: Request, cipher: Component | None = None, **given: Any) -> Self:
        """The controller for a core.

        Args:
            request: what the core name asks for.
            cipher: if it is another one than the mode's, `iterated`.
            given: what else a subclass takes.
        """
        aead: Any = request.aead
        component = cipher or iterated(request, aead.cipher)
        return cls(aead, component, decrypts=request.decrypts, **given)

    @property
    def port_bytes(self) -> int:
        return self.aead.block_bytes

    @property
    def ad_sizes(self) -> tuple[int, ...]:
        return (self.aead.block_bytes, *self.short_bytes)

    @property
    def data_sizes(self) -> tuple[int, ...]:
        return (self.aead.block_bytes,)

    def key_ports(self) -> dict:
        """Where the key comes from."""
        return {"key": In(8 * self.aead.key_bytes * self.shares)}

    @property
    def cuts_blocks(self) -> bool:
        """A segment of associated data may end within a block of it; so may a block that is longer
        than the nonce. What stands in front of the first block moves all others.
        """
        return (
            any(self.aead.block_bytes % size for size in self.short_bytes)
            or any(self.aead.ad_step % size for size in self.ad_sizes)
            or bool(self.aead.ad_before_bytes % self.aead.ad_step)
        )

    @abstractmethod
    def datapath(self, m: Module) -> None:
        """Registers, the inputs of the cipher but for its ``in_valid``, and `tag`; before the
        phases are described.

        ``answer.data`` and ``answer.mask`` may be driven here too: the tag overrides them when it
        is sent (`place_tag`).
        """

    @abstractmethod
    def associated_data(self, m: Module) -> None:
        """What happens in the state AD, up to ``m.next = "MESSAGE"``. Abort is handled."""

    @abstractmethod
    def message(self, m: Module) -> None:
        """What happens in the state MESSAGE, up to `to_tag` or a state of `more_states`. Abort is
        handled.
        """

    def states(self) -> dict[str, Callable[[Module], None]]:
        """Further states that an abort ends: by name, what happens in them."""
        return {}

    def more_states(self, m: Module) -> None:
        """Further states: `states`, and those that an abort does not end."""
        for name, body in self.states().items():
            self.state(m, name, body)

    def elaborate(self, platform):
        m = Module()
        m.submodules.cipher = self.cipher
        self._declare(m)
        # In front of the states, whose assignments override those of the datapath.
        self.datapath(m)
        with m.FSM(name="phase"):
            self._start(m)
            for name, body in (("AD", self.associated_data), ("MESSAGE", self.message)):
                self.state(m, name, body)
            self.more_states(m)
            self._announce(m)
            self._tag(m)
            if self.decrypts:
                (self.compare if self.shares > 1 else self._verify)(m)
            with m.State("STATUS"):
                m.d.comb += [self.status.done.eq(1), self.status.success.eq(~self.mismatch.any())]
                with m.If(self.status.accepted):
                    self.enter(m, "START")
        return m

    def keep_account(self, m: Module) -> None:
        """Drive `under_way`; a mode with several calls in flight drives it in `datapath`."""
        # A start wins over a result that leaves in the same cycle: calls are back to back.
        m.d.sync += self.under_way.eq(self.started | (self.under_way & ~self.left))

    def may_announce(self):
        """1 if no answer comes before the tag any more."""
        return Const(1)

    def leaves(self):
        """1 if a result leaves that is there."""
        return getattr(self.cipher, "out_leaves", self.cipher.out_ready)

    def during(self, *states: str) -> Signal:
        """The register that is 1 in these states; the first call that names them comes before any
        of them is described.
        """
        if states not in self._during:
            # The FSM is in START after a reset, and the register must agree with it.
            name, init = "is_" + "_".join(states).lower(), "START" in states
            self._during[states] = Signal(name=name, init=init)
        return self._during[states]

    def enter(self, m: Module, state: str) -> None:
        """Go on to ``state``, with the registers of `during`."""
        m.next = state
        m.d.sync += [register.eq(state in states) for states, register in self._during.items()]

    def state(self, m: Module, name: str, body) -> None:
        """Add a state that an abort ends."""
        with m.State(name):
            # A free primitive stays free until a call starts, also one that takes random bits as it
            # starts: RDI keeps a word until it is taken.
            body(m)
            # Behind the body: what it decided in this cycle is overridden.
            with m.If(self.control.abort):
                self.enter(m, "START")

    def to_tag(self, m: Module) -> None:
        """Go on with sending the tag or with comparing it. The call for it may be started in this
        cycle or later.
        """
        if not self.decrypts:
            self.enter(m, "ANNOUNCE")
            return
        with m.If(self.decrypt):
            self.enter(m, "VERIFY")
        with m.Else():
            self.enter(m, "ANNOUNCE")

    def place_tag(self, m: Module) -> None:
        """Drive ``answer.data`` with the tag while it is sent."""
        if not self.answers_tag:
            # The first byte is the most significant one, so a short tag leaves at the top.
            m.d.comb += self.answer.data.eq(self.tag << 8 * len(self.answer.mask) - len(self.tag))

    def swallow(self, m: Module) -> None:
        """What happens in a state that takes the rest of a message which is too long."""
        end = Mux(self.decrypt, Phase.TAG, Phase.MESSAGE)
        m.d.comb += self.block.ready.eq(1)
        # What is swallowed is of several phases, so here the phase of a block must be read.
        with m.If(self.block.valid & self.block.last & (self.block.phase == end)):
            self.enter(m, "STATUS")

    def call_for_tag(self, m: Module) -> None:
        """What happens in a state that starts the call for the tag."""
        m.d.comb += self.call.eq(1)
        with m.If(self.started):
            self.to_tag(m)

    def differences(self):
        """Where the tag that is received differs from the computed one."""
        if self.compares_answer:
            return self.answer.data[-len(self.tag) :]
        return self.block.data[-len(self.tag) :] ^ self.tag

    def padding(self, mark: int = 0x80, mask=None) -> Cat:
        """`padding` of the block, or of what ``mask`` says."""
        return padding(self.block.mask if mask is None else mask, mark)

    def valid_bits(self, mask=None):
        """One bit for each bit of the block, 1 in the valid bytes of ``mask`` (of the block)."""
        return Cat(
            Mux(bit, Const(0xFF, 8), 0) for bit in (self.block.mask if mask is None else mask)
        )

    def _declare(self, m: Module) -> None:
        cipher = self.cipher
        m.d.comb += [
            self.started.eq(cipher.in_valid & cipher.in_ready),
            self.left.eq(cipher.out_valid & self.leaves()),
            self.empty.eq(~self.block.mask[-1]),
            self.full.eq(
                self.block.full
                if self.answers_ahead
                # Where a nonce is longer than a block, that is in the first bytes of the ports.
                else self.block.mask[-min(self.port_bytes, self.aead.block_bytes)]
            ),
        ]
        self.keep_account(m)
        if self.shares > 1:
            m.d.comb += joined_random(self, cipher)

    def _start(self, m: Module) -> None:
        """The nonce is taken when nothing of an aborted message is under way."""
        # A cipher on shares without a call may yet wait for random bits.
        free = self.ready if self.shares > 1 else ~self.under_way
        with m.State("START"):
            m.d.comb += [
                self.block.ready.eq(free & (not self.nonce_waits)),
                self.begin.eq(self.block.valid & free),
            ]
            m.d.sync += self.mismatch.eq(0)
            if self.stores_nonce:
                # Before it is known to be valid: no ``valid`` is in front of so many enables.
                with m.If(free):
                    size, data = 8 * self.aead.nonce_bytes, self.block.data
                    m.d.sync += self.nonce.eq(self.each(lambda n: self.part(data, n)[-size:]))
            with m.If(self.begin):
                self.enter(m, self.first_state)

    def _announce(self, m: Module) -> None:
        """The header of the tag, while it is computed."""
        with m.State("ANNOUNCE"):
            m.d.comb += [
                self.status.announce.eq(self.may_announce()),
                self.status.announcement.eq(Announcement.TAG),
            ]
            with m.If(self.status.announce & self.status.announced):
                self.enter(m, "TAG")

    def _tag(self, m: Module) -> None:
        with m.State("TAG"):
            self.place_tag(m)
            size = len(self.answer.mask)
            m.d.comb += [
                self.answer.mask.eq((1 << size) - (1 << size - self.aead.tag_bytes)),
                self.answer.valid.eq(self.tag_valid),
                self.tag_leaves.eq(self.tag_valid & self.answer.ready),
            ]
            with m.If(self.tag_leaves):
                self.enter(m, "STATUS")

    def _verify(self, m: Module) -> None:
        """The received tag against the computed one, in one cycle: the time does not say where they
        differ.
        """
        with m.State("VERIFY"):
            m.d.comb += [
                self.block.ready.eq(self.tag_valid),
                self.tag_leaves.eq(self.block.valid & self.tag_valid),
            ]
            with m.If(self.tag_leaves):
                self.collect(m, self.differences())
                self.enter(m, self.verified)
            # The last assignment wins: a message that is given up has no verdict.
            with m.If(self.control.abort):
                self.enter(m, "START")
