# SPDX-License-Identifier: Apache-2.0
"""Reads a key from SDI: the instruction LOAD_KEY, a key header, and the key."""

from amaranth.hdl import Cat, Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..controllers.ports import share_of
from .ports import bus
from .protocol import Opcode, Segment, header_place, header_words


def await_key(m: Module, word, taken, wrong: Signal) -> None:
    """The state INSTRUCTION: words in front of LOAD_KEY are dropped, HEADER follows.

    Args:
        m: in its FSM.
        word: on SDI, of one bus width. taken: it is taken in this cycle.
        wrong: a register, cleared here, that the header sets if it is not a key's.
    """
    with m.State("INSTRUCTION"):
        m.d.sync += wrong.eq(0)
        with m.If(taken & (word[-4:] == Opcode.LOAD_KEY)):
            m.next = "HEADER"


def is_wrong(word, first, wrong_length):
    """A word of a header is not that of a key: by its type in the ``first`` word, or its length."""
    return (first & (word[-4:] != Segment.KEY)) | wrong_length


class KeyReader(wiring.Component):
    """Keeps the key of the last ACTIVATE_KEY in a register, first byte most significant.

    Words in front of LOAD_KEY are dropped. A segment of another type or length is swallowed, and no
    key is valid until the next good one.

    Args:
        width: bits of a bus word.
        key_bytes: length of a key; whole words.
        stores: False if the mode keeps the key: it gets the words.
        mask_bytes: of ``key_bytes`` the last ones are a second key, to be added to each nonce,
            which is read by words: the word at its top, and ``turn`` brings the next one there.
        shares: SDI has a word of each share side by side, share 0 at the top; the instruction and
            the header are read from share 0, and ``key`` has the key in each share, share 0 at the
            top.

    Ports:
        sdi: secret data input. load: a key may be taken. loaded: the last word of the key is
            taken in this cycle. key: the key, first byte most significant. key_valid: a key has
            been loaded.
        length: a length field. length_taken: a length field is taken in this cycle. data_taken: a
            word of the key is taken in this cycle.
        left: bytes of the key that have not come, counted by the pre-processor. ending: one word of
            the key has not come.
        word: without a register, a word of the key, the first one first. there: it is on SDI,
            and the header was that of a key.
            write: it is taken. free: the mode can take a word of the key.
    """

    def __init__(
        self,
        *,
        width: int,
        key_bytes: int,
        stores: bool = True,
        mask_bytes: int = 0,
        shares: int = 1,
    ):
        self.width, self.key_bytes, self.stores = width, key_bytes, stores
        self.shares, self.mask_bytes = shares, mask_bytes
        key = (
            {"key": Out(8 * key_bytes * shares)}
            if stores
            else {"word": Out(width), "there": Out(1), "write": Out(1), "free": In(1)}
        )
        super().__init__(
            {
                "sdi": In(bus(shares * width)),
                "load": In(1),
                "loaded": Out(1),
                **key,
                "key_valid": Out(1),
                "length": Out(16),
                "length_taken": Out(1),
                "data_taken": Out(1),
                "left": In(16),
                "ending": In(1),
                **({"turn": In(1)} if mask_bytes else {}),
            }
        )

    def elaborate(self, platform):
        m = Module()
        part = Signal(range(max(2, header_words(self.width))), name="header_part")
        # The state in front of a header clears it, so a reset would only cost area.
        wrong = Signal(name="wrong", reset_less=True)
        # A mode that keeps the key may have no room yet.
        ready = self.load if self.stores else self.load & self.free
        taken, public = self.sdi.valid & ready, share_of(self.sdi.data, 0, self.shares)
        low = header_place(self.width)
        m.d.comb += [
            self.sdi.ready.eq(ready),
            # On a bus of 8 bits its first half is in the counter already.
            self.length.eq(
                Cat(public, self.left[:8]) if self.width == 8 else public[low : low + 16]
            ),
        ]
        if self.stores:
            self._registers(m)
        else:
            # Of meaning while it is written: a gate for each bit would say nothing more.
            m.d.comb += self.word.eq(self.sdi.data)
        if self.mask_bytes:
            self._turn(m)
        with m.FSM(name="key_state"):
            await_key(m, self.sdi.data, taken, wrong)
            with m.State("HEADER"):
                with m.If(taken):
                    self._header(m, part, wrong)
            with m.State("DATA"):
                if not self.stores:
                    # A mode counts the words that it reads, so it sees none of a wrong key.
                    m.d.comb += self.there.eq(self.sdi.valid & self.load & ~wrong)
                with m.If(taken):
                    m.d.comb += self.data_taken.eq(1)
                    self._take(m)
                    with m.If(self.ending):
                        m.d.comb += self.loaded.eq(1)
                        m.d.sync += self.key_valid.eq(~wrong)
                        m.next = "INSTRUCTION"
        return m

    def _registers(self, m: Module) -> None:
        """One for the key in each share."""
        self.registers = [
            Signal(8 * self.key_bytes, name=f"key_register{number}", reset_less=True)
            for number in ("", *(f"_{n}" for n in range(1, self.shares)))
        ]
        m.d.comb += [
            share_of(self.key, share, self.shares).eq(register)
            for share, register in enumerate(self.registers)
        ]

    def _turn(self, m: Module) -> None:
        """The second key turns by a word; with a whole nonce it is as before."""
        (register,), size = self.registers, 8 * self.mask_bytes
        with m.If(self.turn):
            turned = Cat(register[size - self.width : size], register[: size - self.width])
            m.d.sync += register[:size].eq(turned)

    def _take(self, m: Module) -> None:
        """A word of the key, to the register or to the mode."""
        if not self.stores:
            m.d.comb += self.write.eq(1)
            return
        for share, register in enumerate(self.registers):
            word = share_of(self.sdi.data, share, self.shares)
            # The first word has reached the top when the last one enters.
            m.d.sync += register.eq(Cat(word, register)[: len(register)])

    def _header(self, m: Module, part: Signal, wrong: Signal) -> None:
        is_last_part = part == header_words(self.width) - 1
        m.d.comb += self.length_taken.eq(1)
        m.d.sync += part.eq(part + 1)
        # The length is whole with the last word alone; what was wrong once stays so.
        with m.If(
            is_wrong(self.sdi.data, part == 0, is_last_part & (self.length != self.key_bytes))
        ):
            m.d.sync += wrong.eq(1)
        with m.If(is_last_part):
            # From here on the old key is gone: the new words take its place.
            m.d.sync += [part.eq(0), self.key_valid.eq(0)]
            # Nothing follows that would end the state DATA.
            with m.If(self.length == 0):
                m.d.comb += self.loaded.eq(1)
                m.next = "INSTRUCTION"
            with m.Else():
                m.next = "DATA"
