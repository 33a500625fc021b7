# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `modes.isap`: one permutation, and a register for the state that it
does not work on.

The session key of the encryption comes first; its state then waits in the other register while the
permutation absorbs associated data. For a block of the message the two change places twice. For the
session key of the authentication the other register keeps the capacity, and turns what is absorbed
bit by bit.

Each type of data is padded behind a whole last block too: then a block of padding alone is due, in
front of the block that is there.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...architectures.iterated.full import SingleCycle
from ...modes.isap import AUTHENTICATION, KEY_OF_AUTHENTICATION, KEY_OF_ENCRYPTION, PADDING, Isap
from ...primitives.primitive import SCHEDULE
from ..parts.declared import During, Flag, Register, Wire, block_bytes
from ..parts.iterated import iterated
from ..request import Request, Takes
from .core import BlockCore


class IsapCore(BlockCore):
    """Controls the permutation.

    Args:
        aead: what is computed.
        permutation: component with one input and output ``x``, all round counts of the mode, and
            ``feedback``.
        decrypts: False for a core that only encrypts.

    Ports, attributes: see `BlockCore`.

    Attributes:
        pads: the block that goes into the permutation has no byte, so it is padding alone.
    """

    aead: Isap
    first_state = "REKEY"
    answers_late = False
    takes_empty_ends = answers_tag = compares_answer = True

    padding_due = Flag("A block of padding alone is due.")
    valid = Wire("Valid bytes of the block that goes into the permutation.", block_bytes)
    ends_full = Wire("The block is the last one, and full.")
    last = Wire("Nothing of this type follows the block, nor padding.", name="block_is_last")
    ending = Flag("The session key of the authentication comes.")
    separator_due = Flag("The next block brings the separator.")
    bits = Flag("Bits that were absorbed.", lambda core: range(core.key_bits), name="bits_absorbed")
    other = Register("The other state.", lambda core: len(core.x), name="other_state")
    padded = Wire("What is absorbed.", lambda core: core.rate, name="padded_block")
    rekeys, rekeyed, summed = map(During, ("REKEY", "REKEYED", "SUMMED"))
    is_ad, is_message, streams, is_tag = map(During, ("AD", "MESSAGE", "STREAM", "TAG"))

    def __init__(self, aead: Isap, permutation, *, decrypts: bool = True):
        # A nonce that is longer than a block makes the ports as wide.
        self.short_bytes = (aead.block_bytes,) if aead.block_bytes < aead.nonce_bytes else ()
        super().__init__(aead, permutation, decrypts=decrypts)
        self.pads = self.padding_due | self.empty
        self.x, self.there = permutation.out_x, self.block.valid | self.padding_due
        self.rate, self.key_bits = 8 * aead.block_bytes, 8 * aead.key_bytes

    @property
    def port_bytes(self):
        return max(self.aead.block_bytes, self.aead.nonce_bytes)

    @property
    def ad_sizes(self):
        return (self.aead.block_bytes,)

    def datapath(self, m: Module) -> None:
        self._block(m)
        top = self.x[-len(self.block.data) :]
        m.d.comb += [
            self.cipher.in_x.eq(self._presented(m)),
            self.cipher.in_valid.eq(self.begin | self.call),
            self.cipher.out_ready.eq(1),
            self.tag.eq(self.x[-len(self.tag) :]),
            self.tag_valid.eq(self.ready),
            self.answer.data.eq(top ^ Mux(self.is_tag, 0, self.block.data)),
            self.answer.mask.eq(self.block.mask),
        ]
        self._size(m)
        if SCHEDULE in self.cipher.primitive.inputs:
            m.d.comb += self.cipher.in_schedule.eq(self._schedule())
        self._other(m)

    def _size(self, m: Module) -> None:
        """Blocks between nonce and tag may be shorter; words of the tag come as soon as the message
        has ended.
        """
        if not self.short_bytes:
            return
        is_short = Signal(name="is_short")
        m.d.comb += self.short.eq(is_short)
        ends = (
            self.block.valid & self.block.ready & self.block.last & (self.is_message | self.streams)
        )
        with m.If(self.begin):
            m.d.sync += is_short.eq(1)
        # The next nonce is as wide as the ports.
        with m.Elif(ends | self.control.abort):
            m.d.sync += is_short.eq(0)

    def _block(self, m: Module) -> None:
        """The block that is absorbed: one of padding alone may be due in front of the one that is
        there.
        """
        mask, text = self.valid, Signal(self.rate, name="ciphertext")
        full = mask[-self.aead.block_bytes]
        # What is absorbed is ciphertext: in an encryption the block gets its key stream first.
        key_stream = self.x[-self.rate :] & Mux(
            self.streams & ~self.decrypt, self.valid_bits(mask)[-self.rate :], 0
        )
        m.d.comb += [
            mask.eq(Mux(self.padding_due, 0, self.block.mask)),
            self.ends_full.eq(self.block.last & ~self.padding_due & full),
            self.last.eq(self.padding_due | (self.block.last & ~full)),
            text.eq(Mux(self.padding_due, 0, self.block.data[-self.rate :]) ^ key_stream),
            self.padded.eq(text | self.padding(PADDING, mask)[-self.rate :]),
        ]

    def _presented(self, m: Module) -> Signal:
        """What goes into the permutation: while it runs, its own output."""
        size, presented = len(self.x), Signal(len(self.x), name="presented")
        rest, top, low = (
            size - self.key_bits,
            self.x[-self.key_bits :],
            self.other[: size - self.key_bits],
        )
        begins = self.ready & (self.starting | self.summed)
        streams = self.ready & self.is_message & ~self.pads
        absorbs = self.ready & (self.is_ad | (self.is_message & self.pads) | self.streams)
        # It goes into the capacity behind the associated data: the next block to absorb brings it.
        separator = absorbs & self.separator_due & ~self.is_ad
        # A session key absorbs its string bit by bit, at the top of the state.
        bit = self.ready & self.rekeys & self.other[-1]
        added = Cat(
            separator,
            Const(0, size - self.rate - 1),
            Mux(absorbs, self.padded, 0) ^ Cat(Const(0, self.rate - 1), bit),
        )
        with m.If(begins):
            values = Mux(
                self.summed, self._value(KEY_OF_AUTHENTICATION), self._value(KEY_OF_ENCRYPTION)
            )
            # Algorithm 4: the key at the top, and an initial value behind it.
            m.d.comb += presented.eq(Cat(values[:rest], self.key))
        with m.Elif(self.ready & self.rekeyed):
            # Algorithm 5: in the end the session key in front of the capacity; at first the nonce
            # with an initial value.
            m.d.comb += presented.eq(
                Mux(
                    self.ending,
                    Cat(low, top),
                    Cat(self._value(AUTHENTICATION)[:rest], self.other[-self.key_bits :]),
                )
            )
        with m.Else():
            m.d.comb += presented.eq(
                Mux(streams | (self.ready & self.streams), self.other, self.x) ^ added
            )
        return presented

    def _value(self, role: int) -> Const:
        value = self.aead.initial_value(role)
        return Const(int.from_bytes(value, "big"), 8 * len(value))

    def _schedule(self):
        """Which round count the run has that may start."""
        aead, counts = self.aead, self.cipher.primitive.rounds
        of_hash, of_bit, of_text, of_key = (
            # Of four counts some may be equal; they are one entry of the schedule.
            Const(counts.index(count), 2)
            for count in (
                aead.rounds_hash,
                aead.rounds_bit,
                aead.rounds_encryption,
                aead.rounds_key,
            )
        )
        # Only the last bit of a session key is followed by the long run.
        rekeying = Mux(self.rekeys & (self.bits != self.key_bits - 1), of_bit, of_key)
        of_data = Mux(self.is_message & ~self.pads, of_text, of_hash)
        return Mux(self.starting | self.summed | self.rekeys, rekeying, of_data)

    def _other(self, m: Module) -> None:
        """The other state: the nonce, what is absorbed bit by bit, or the state that waits."""
        size, absorbed = len(self.x), self.other[-self.key_bits :]
        low = self.other[: size - self.key_bits]
        with m.If(self.starting):
            m.d.sync += [
                self.other.eq(Cat(low, self.block.data[-self.key_bits :])),
                self.bits.eq(0),
                self.ending.eq(0),
                self.padding_due.eq(0),
                self.separator_due.eq(0),
            ]
        with m.Elif(self.call & self.rekeys):
            m.d.sync += [
                # Behind the last bit it is as it was: the authentication starts with this nonce.
                self.other.eq(Cat(low, absorbed.rotate_left(1))),
                self.bits.eq(self.bits + 1),
            ]
        with m.Elif(self.call & self.rekeyed):
            # Algorithm 3: the session key, and the nonce behind it.
            m.d.sync += self.other.eq(Cat(absorbed, self.x[self.key_bits :]))
        with m.Elif(self.call & (self.summed | self.streams | (self.is_message & ~self.pads))):
            m.d.sync += self.other.eq(self.x)

    def states(self) -> dict:
        """Session keys, and the answers."""
        keys = {"REKEY": self._rekey, "REKEYED": self._rekeyed}
        return keys | {"STREAM": self._stream, "SUMMED": self._summed}

    def _rekey(self, m: Module) -> None:
        """A bit, and a run."""
        m.d.comb += self.call.eq(self.ready)
        with m.If(self.ready & (self.bits == self.key_bits - 1)):
            self.enter(m, "REKEYED")

    def _rekeyed(self, m: Module) -> None:
        m.d.comb += self.call.eq(self.ready)
        with m.If(self.ready):
            with m.If(self.ending):
                self.to_tag(m)
            with m.Else():
                self.enter(m, "AD")

    def _absorbed(self, m: Module, following: str) -> None:
        """What a block changes for the next one."""
        m.d.sync += self.padding_due.eq(self.ends_full)
        with m.If(self.last):
            self.enter(m, following)

    def associated_data(self, m: Module) -> None:
        """A run for each block; the last one is padded."""
        takes = self.ready & self.there
        m.d.comb += [self.block.ready.eq(self.ready & ~self.padding_due), self.call.eq(takes)]
        with m.If(takes):
            self._absorbed(m, "MESSAGE")
            m.d.sync += self.separator_due.eq(1)

    def message(self, m: Module) -> None:
        """A run for the key stream of a block; one of padding alone is only absorbed."""
        takes = self.ready & self.there
        m.d.comb += [
            # A block with bytes stays for STREAM, in which its answer leaves.
            self.block.ready.eq(self.ready & self.empty & ~self.padding_due),
            self.call.eq(takes),
        ]
        with m.If(takes):
            with m.If(self.pads):
                m.d.sync += self.padding_due.eq(0)
                self.enter(m, "SUMMED")
            with m.Else():
                self.enter(m, "STREAM")

    def _stream(self, m: Module) -> None:
        """The answer leaves, and the ciphertext is absorbed."""
        m.d.comb += [
            self.answer.valid.eq(self.block.valid & self.ready),
            self.block.ready.eq(self.answer.ready & self.ready),
            self.call.eq(self.block.valid & self.answer.ready & self.ready),
        ]
        with m.If(self.call):
            m.d.sync += self.separator_due.eq(0)
            self.enter(m, "MESSAGE")
            self._absorbed(m, "SUMMED")

    def _summed(self, m: Module) -> None:
        """The session key of the authentication."""
        m.d.comb += self.call.eq(self.ready)
        with m.If(self.ready):
            m.d.sync += self.ending.eq(1)
            self.enter(m, "REKEY")


MODELS = (Isap,)

TAKES = Takes(folds=True)


def make(request: Request) -> IsapCore:
    """The controller for a core."""
    aead = request.aead
    counts = {aead.rounds_hash, aead.rounds_bit, aead.rounds_encryption, aead.rounds_key}
    permutation = aead.permutation(*sorted(counts, reverse=True))
    if request.architecture == "full":
        return IsapCore.of(request, SingleCycle(permutation))
    return IsapCore.of(request, iterated(request, permutation, feedback=True))
