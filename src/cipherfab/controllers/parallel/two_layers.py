# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of modes with two layers of a block cipher: COLM and AES-COPA.

A block of the message costs two calls (`two_calls`): what comes out of the first one is mixed with
a state, which passes from block to block in the order of the results, and goes into the second one.

There are two masks: one walks with the calls that start, the other with the answers that leave. In
a decryption those above and below the layers change places.

How the last block is treated, and what is authenticated beside the associated data, is the mode's.
"""

from abc import abstractmethod

from amaranth.hdl import Module, Mux, Signal

from .over_cipher import key_of_call
from .two_calls import TwoCallCore


class TwoLayerCore(TwoCallCore):
    """Controls ``cipher``, which has the ports of that of `over_cipher.OverCipher`.

    See `TwoCallCore`.

    Attributes:
        kind: what the call is for that may start in this cycle: ``star`` for the subkey L, ``ad``,
            ``first`` for the first layer. of_last, of_tag: of the last block, of the tag.
        front, back: registers: masks of the calls that start, of the answers that leave, each that
            of the block before. While there is associated data, ``back`` is L.
        between, checksum: registers; the first one is the state between the layers.
        last_mask: register: valid bytes of the last block of the message.
        loads, restarts: the masks are those before the first one of associated data, of the
            message.
        takes_last: the last block of the message is taken.
        mixed: the result of a second layer with its mask.
    """

    first_state = "SETUP"

    @abstractmethod
    def subkeys(self, m: Module, subkey: Signal) -> tuple:
        """From L: the masks before the first one of associated data, before that above the first
        layer, and before that below the second one.
        """

    @abstractmethod
    def walk_front(self, m: Module) -> Signal:
        """The mask after ``front``, for the call that may start."""

    @abstractmethod
    def walk_back(self, m: Module) -> Signal:
        """The mask after ``back``, for the result that is next (`ending`)."""

    @abstractmethod
    def mix(self, m: Module, *, inverse) -> tuple:
        """What goes into the second layer, and the next state; ``inverse`` in a decryption."""

    @abstractmethod
    def given(self, padded):
        """What goes into the first layer, or is authenticated, before its mask; ``padded`` is the
        block of the input.
        """

    def declare_own(self, m: Module) -> None:
        """Registers of the mode."""

    def keep_last(self, m: Module) -> None:
        """What is to be done with the last block, and with the tag; after all others."""

    def datapath(self, m: Module) -> None:
        """Masks, state, checksum; what goes into the cipher and comes out of it."""
        self._declare_common()
        self.carry(m, {**self.kind, "last": self.of_last, "tag": self.of_tag}, ("last", "tag"))
        self.declare_own(m)
        self._masks(m)
        self._inputs(m)
        self._state(m)
        self.results(m)
        self.answers(m)
        self.keep_last(m)

    def _declare_common(self) -> None:
        size, cipher = len(self.block.data), self.cipher

        def flag(name: str) -> Signal:
            return Signal(name=name)

        def register(name: str) -> Signal:
            return Signal(size, name=name, reset_less=True)

        self.result = cipher.out_block if self.decrypts else cipher.out_ciphertext
        self.kind = {name: flag(f"for_{name}") for name in ("star", "ad", "first")}
        self.of_last, self.takes_last = flag("of_last"), flag("takes_last")
        self.loads, self.restarts = flag("masks_load"), flag("masks_restart")
        self.of_tag, self.is_star = (self.during(state) for state in ("CHECK", "SETUP"))
        self.front, self.back, self.between, self.checksum = map(
            register, ("front", "back", "between", "checksum")
        )
        self.checksum_next, self.mixed = (
            Signal(size, name=name) for name in ("checksum_next", "mixed")
        )
        self.last_mask = Signal(len(self.block.mask), name="last_mask", reset_less=True)

    def _masks(self, m: Module) -> None:
        """Both walk from block to block, and change places after the last block of a decryption."""
        ending = self.ending
        of_text = self.passes(ending["second"] & ~ending["tag"])
        data, above, below = self.subkeys(m, self.back)
        self.front_next, self.back_next = self.walk_front(m), self.walk_back(m)
        swaps = of_text & ending["last"] & self.decrypt
        # L waits in ``back``, which no answer needs before the message.
        with m.If(self.passes(ending["star"])):
            m.d.sync += self.back.eq(self.result)
        with m.Elif(self.restarts):
            m.d.sync += self.back.eq(Mux(self.decrypt, above, below))
        with m.Elif(of_text):
            m.d.sync += self.back.eq(Mux(swaps, self.front, self.back_next))
        with m.If(self.loads):
            m.d.sync += self.front.eq(data)
        with m.Elif(self.restarts):
            # A decryption goes through the layers backwards, so the masks change places.
            m.d.sync += self.front.eq(Mux(self.decrypt, below, above))
        with m.Elif(swaps):
            m.d.sync += self.front.eq(self.back_next)
        with m.Elif(self.begins):
            m.d.sync += self.front.eq(self.front_next)

    def _inputs(self, m: Module) -> None:
        """What goes into the cipher."""
        size, of_text = len(self.block.data), self.decrypt & ~self.ending["tag"]
        padded = Signal(size, name="padded")
        m.d.comb += [
            padded.eq(self.block.data | self.padding()),
            self.checksum_next.eq(self.checksum ^ Mux(self.of_tag, 0, padded)),
        ]
        masked = Mux(self.is_star, 0, self.given(padded) ^ self.front_next)
        second, self.state_next = self.mix(m, inverse=of_text)
        block = Mux(self.continues, second, masked)
        backwards = Mux(self.continues, of_text, self.decrypt & self.kind["first"] & ~self.of_tag)
        if self.decrypts:
            m.d.comb += [self.cipher.in_block.eq(block), self.cipher.in_decrypt.eq(backwards)]
        else:
            m.d.comb += self.cipher.in_plaintext.eq(block)
        known = self.left & self.ending["star"]
        m.d.comb += self.cipher.in_key.eq(
            key_of_call(m, self.key, self.cipher, backwards=backwards, known=known)
        )

    def _state(self, m: Module) -> None:
        """The state between the layers starts as the sum of what was authenticated."""
        with m.If(self.begin):
            m.d.sync += self.between.eq(0)
        with m.Elif(self.passes(self.ending["ad"])):
            m.d.sync += self.between.eq(self.between ^ self.result)
        with m.Elif(self.passes(self.ending["first"])):
            m.d.sync += self.between.eq(self.state_next)

    @abstractmethod
    def results(self, m: Module) -> None:
        """`mixed`, the checksum, and the last result of a text."""

    def add_up(self, m: Module, before) -> Signal:
        """`mixed`, and the checksum of the text: in an encryption with the calls that start, in a
        decryption with the results that leave, which ``before`` is added to. Returns 1 in the cycle
        in which a result leaves that is one of the text.
        """
        leaves = self.passes(self.ending["second"] & ~self.ending["tag"])
        m.d.comb += self.mixed.eq(self.result ^ self.back_next)
        with m.If(self.begin):
            m.d.sync += self.checksum.eq(0)
        with m.Elif(self.begins & self.kind["first"] & ~self.decrypt):
            m.d.sync += self.checksum.eq(self.checksum_next)
        with m.Elif(leaves & self.decrypt):
            m.d.sync += self.checksum.eq(before ^ self.mixed)
        return leaves

    def take_data(self, m: Module):
        """In the state AD: a call for each block, none for empty data. Returns 1 in the cycle that
        takes the last block.
        """
        m.d.comb += [
            self.kind["ad"].eq(1),
            self.wants.eq(self.block.valid & ~self.empty),
            self.block.ready.eq(self.may_begin | self.empty),
        ]
        return self.block.valid & self.block.ready & self.block.last

    @abstractmethod
    def answers(self, m: Module) -> None:
        """What leaves, and when."""

    def more_states(self, m: Module) -> None:
        """Before the associated data, and after the message."""
        for name, body in (
            ("SETUP", self._setup),
            ("WAIT", self._wait),
            ("CHECK", self._check),
            *self.own_states(),
        ):
            self.state(m, name, body)

    def own_states(self) -> tuple:
        """Names and bodies of the mode's own states, that behind WAIT first."""
        return ()

    def _setup(self, m: Module) -> None:
        """The call for L."""
        m.d.comb += [self.kind["star"].eq(1), self.wants.eq(1)]
        with m.If(self.begins):
            self.enter(m, "WAIT")

    def _wait(self, m: Module) -> None:
        """Its result; then the first mask."""
        m.d.comb += self.loads.eq(1)
        with m.If(~self.flight.some):
            self.enter(m, self.after_setup)

    def _check(self, m: Module) -> None:
        """The call for the tag; in a decryption when the checksum is whole."""
        m.d.comb += [self.kind["first"].eq(1), self.wants.eq(~(self.decrypt & self.flight.some))]
        with m.If(self.begins):
            self.checked(m)

    def checked(self, m: Module) -> None:
        """Go on when the call for the tag has begun."""
        self.to_tag(m)
