# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of modes with two layers of a block cipher: COLM, ELmD and
AES-COPA.

A block of the message costs two calls (`two_calls`): what comes out of the first one is mixed with
a state, which passes from block to block in the order of the results, and goes into the second one.

There are two masks: one walks with the calls that start, the other with the answers that leave. In
a decryption those above and below the layers change places.

How the last block is treated, and what is authenticated beside the associated data, is the mode's.
"""

from abc import abstractmethod

from amaranth.hdl import Const, Module, Mux, Signal

from ...modes.two_layers import Multiple
from ..parts.declared import During, Register, Wire, block_bits, block_bytes
from .masks import halved, times
from .over_cipher import key_of_call
from .two_calls import TwoCallCore


class TwoLayerCore(TwoCallCore):
    """A call is for the subkey L (``star``), for associated data, or of the ``first`` layer; see
    `TwoCallCore`.

    Attributes:
        after_setup: the state in which L is there.
    """

    first_state = "SETUP"
    kinds, onward = ("star", "ad", "first"), ("last", "tag")
    after_setup: str

    of_last, takes_last = Wire("The call is for the last block."), Wire("That block is taken.")
    loads = Wire("The masks are those before associated data.", name="masks_load")
    restarts = Wire("They are those before the message.", name="masks_restart")
    of_tag, is_star = map(During, ("CHECK", "SETUP"))
    front = Register("The mask of the call before.", block_bits)
    front_next = Wire("That of the call that may start.", block_bits)
    back = Register("The mask of the answer before; L while there is associated data.", block_bits)
    back_next = Wire("That of the result that is next (`ending`).", block_bits)
    between = Register("The state between the layers.", block_bits)
    checksum = Register("The sum of the text.", block_bits)
    checksum_next = Wire("That with the block that is there.", block_bits)
    mixed = Wire("The result of a second layer with its mask.", block_bits)
    last_mask = Register("Valid bytes of the last block of the message.", block_bytes)

    @abstractmethod
    def walk_front(self, m: Module) -> None:
        """Drive `front_next`."""

    @abstractmethod
    def walk_back(self, m: Module) -> None:
        """Drive `back_next`."""

    @abstractmethod
    def mix(self, m: Module, *, inverse) -> tuple:
        """What goes into the second layer, and the next state; ``inverse`` in a decryption."""

    def given(self) -> dict:
        return {**self.kind, "last": self.of_last, "tag": self.of_tag}

    @abstractmethod
    def opened(self, padded):
        """What goes into the first layer, or is authenticated, before its mask; ``padded`` is the
        block of the input.
        """

    def own_registers(self, m: Module) -> None:
        """What the mode remembers of the last blocks."""

    def keep_last(self, m: Module) -> None:
        """What is to be done with the last block, and with the tag; after all others."""

    def datapath(self, m: Module) -> None:
        """Masks, state, checksum; what goes into the cipher and comes out of it."""
        self.carry(m)
        self.own_registers(m)
        self._masks(m)
        self._state(m, self._inputs(m))
        self.results(m)
        self.answers(m)
        self.keep_last(m)

    def _masks(self, m: Module) -> None:
        """Both walk from block to block, and change places after the last block of a decryption."""
        ending = self.ending
        of_text = self.passes(ending["second"] & ~ending["tag"])
        data, above, below = (_multiple(m, self.back, one) for one in self.aead.subkeys)
        self.walk_front(m)
        self.walk_back(m)
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

    def _inputs(self, m: Module):
        """What goes into the cipher; returns the next state between the layers."""
        size, of_text = len(self.block.data), self.decrypt & ~self.ending["tag"]
        padded = Signal(size, name="padded")
        m.d.comb += [
            padded.eq(self.block.data | self.padding()),
            # The call for the tag has no block of its own: the sum goes into it as it is.
            self.checksum_next.eq(self.checksum ^ Mux(self.of_tag, 0, padded)),
        ]
        masked = Mux(self.is_star, self.before_subkey(), self.opened(padded) ^ self.front_next)
        second, following = self.mix(m, inverse=of_text)
        block = Mux(self.continues, second, masked)
        backwards = self.backwards(of_text)
        self.present(m, block, backwards=backwards)
        # The first call of a message enciphers: with its result the last round key is known.
        known = self.left & self.ending["star"]
        m.d.comb += self.cipher.in_key.eq(
            key_of_call(m, self.key, self.cipher, backwards=backwards, known=known)
        )
        return following

    def before_subkey(self):
        """What L is enciphered from."""
        return Const(0, len(self.block.data))

    def backwards(self, of_text):
        """1 if the call that may start deciphers; ``of_text``: so does the result that is there."""
        return Mux(self.continues, of_text, self.decrypt & self.kind["first"] & ~self.of_tag)

    def gathered(self, m: Module):
        """The state with a result of associated data: their sum."""
        return self.between ^ self.result

    def _state(self, m: Module, following) -> None:
        """The state between the layers starts as what was authenticated."""
        with m.If(self.begin):
            m.d.sync += self.between.eq(0)
        with m.Elif(self.passes(self.ending["ad"])):
            m.d.sync += self.between.eq(self.gathered(m))
        with m.Elif(self.passes(self.ending["first"])):
            m.d.sync += self.between.eq(following)

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

    def states(self) -> dict:
        """Before the associated data, and after the message."""
        # In a decryption the tag waits for the checksum.
        waits = self.decrypt & self.flight.some
        return {
            "SETUP": self.one_call("star", "WAIT"),
            "WAIT": self._wait,
            "CHECK": self.one_call("first", self.checked, when=~waits),
        }

    def _wait(self, m: Module) -> None:
        """L; then the first mask."""
        m.d.comb += self.loads.eq(1)
        self.all_ended(self.after_setup)(m)

    def checked(self, m: Module) -> None:
        """Go on when the call for the tag has begun."""
        self.to_tag(m)


def _multiple(m: Module, subkey: Signal, multiple: Multiple) -> Signal:
    """A multiple of L, the subkey."""
    name, mask = "l", subkey
    if multiple.threes:
        name = f"l_{3**multiple.threes}"
        mask = times(m, name, subkey, multiple.factor)
    return halved(m, f"{name}_halved", mask) if multiple.halved else mask
