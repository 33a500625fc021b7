# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `modes.isap`: one permutation, and a register for the state that it
does not work on.

The session key of the encryption comes first; its state then waits in the other register while the
permutation absorbs associated data. For a block of the message the two change places twice. For the
session key of the authentication the other register keeps the capacity, and turns what is absorbed
bit by bit.

Each type of data is padded behind a whole last block too: then a block of padding alone is due, in
front of the block that is there.

On shares (`on_shares`) both states are, and so is all that goes from one to the other: what the
mode does to them is linear. The bits that a session key absorbs are in shares too, also those of
the nonce. A received tag is compared by the permutation: its sum with the right one goes into a
state of zeros.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...architectures.iterated.full import SingleCycle
from ...modes.isap import AUTHENTICATION, KEY_OF_AUTHENTICATION, KEY_OF_ENCRYPTION, PADDING, Isap
from ...primitives.primitive import SCHEDULE, software
from ..parts.declared import During, Flag, Register, Wire, block_bytes
from ..parts.iterated import iterated
from ..request import Request, Takes
from .core import BlockCore
from .on_shares import masked, named


class IsapCore(BlockCore):
    """Controls the permutation.

    Args:
        aead: what is computed.
        permutation: component with one input and output ``x``, all round counts of the mode, and
            ``feedback``; or an `architectures.protected.masked.Masked` of it.
        decrypts: False for a core that only encrypts.
        shares: see `BlockCore`.

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
    other = Register("The other state.", lambda core: core.size * core.shares, name="other_state")
    padded = Wire("What is absorbed.", lambda core: core.rate * core.shares, name="padded_block")
    rekeys, rekeyed, summed = map(During, ("REKEY", "REKEYED", "SUMMED"))
    is_ad, is_message, streams, is_tag = map(During, ("AD", "MESSAGE", "STREAM", "TAG"))

    def __init__(self, aead: Isap, permutation, *, decrypts: bool = True, shares: int = 1):
        # A nonce that is longer than a block makes the ports as wide.
        self.short_bytes = (aead.block_bytes,) if aead.block_bytes < aead.nonce_bytes else ()
        super().__init__(aead, permutation, decrypts=decrypts, shares=shares)
        self.pads = self.padding_due | self.empty
        self.there = self.block.valid | self.padding_due
        self.rate, self.key_bits = 8 * aead.block_bytes, 8 * aead.key_bytes
        self.size = 8 * aead.state_bytes

    @property
    def port_bytes(self):
        return max(self.aead.block_bytes, self.aead.nonce_bytes)

    @property
    def ad_sizes(self):
        return (self.aead.block_bytes,)

    def datapath(self, m: Module) -> None:
        self._block(m)
        block, size, every = self.block, 8 * self.aead.tag_bytes, range(self.shares)
        top = self.each(lambda n: self.result(n)[-8 * self.port_bytes :])
        m.d.comb += [
            *(self.of_cipher("in_x", n).eq(self._presented(m, n)) for n in every),
            self.cipher.in_valid.eq(self.begin | self.call),
            self.cipher.out_ready.eq(1),
            self.tag.eq(self.each(lambda n: self.result(n)[-size:])),
            self.tag_valid.eq(self.ready),
            self.answer.data.eq(top ^ Mux(self.is_tag, 0, block.data)),
            self.answer.mask.eq(block.mask),
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
        mask = self.valid
        full = mask[-self.aead.block_bytes]
        m.d.comb += [
            mask.eq(Mux(self.padding_due, 0, self.block.mask)),
            self.ends_full.eq(self.block.last & ~self.padding_due & full),
            self.last.eq(self.padding_due | (self.block.last & ~full)),
        ]
        m.d.comb += self.padded.eq(self.each(lambda n: self._padded(m, n)))

    def _padded(self, m: Module, share: int):
        """A share of the ciphertext that is absorbed, with its padding, which is public."""
        text = Signal(self.rate, name=named("ciphertext", share))
        # In an encryption the block gets its key stream first.
        key_stream = self.result(share)[-self.rate :] & Mux(
            self.streams & ~self.decrypt, self.valid_bits(self.valid)[-self.rate :], 0
        )
        block = self.part(self.block.data, share)[-self.rate :]
        m.d.comb += text.eq(Mux(self.padding_due, 0, block) ^ key_stream)
        return text if share else text | self.padding(PADDING, self.valid)[-self.rate :]

    def _presented(self, m: Module, share: int) -> Signal:
        """A share of what goes into the permutation: while it runs, its own output."""
        state, other = self.result(share), self.part(self.other, share)
        rest = self.size - self.key_bits
        presented = Signal(self.size, name=named("presented", share))
        begins = self.ready & (self.starting | self.summed)
        streams = self.ready & self.is_message & ~self.pads
        with m.If(begins):
            values = Mux(
                self.summed, self._value(KEY_OF_AUTHENTICATION), self._value(KEY_OF_ENCRYPTION)
            )
            # Algorithm 4: the key at the top, and an initial value behind it.
            key = self.part(self.key, share)
            m.d.comb += presented.eq(Cat(self._public(values[:rest], share), key))
        with m.Elif(self.ready & self.rekeyed):
            # Algorithm 5: in the end the session key in front of the capacity; at first the nonce
            # with an initial value.
            first = self._public(self._value(AUTHENTICATION)[:rest], share)
            m.d.comb += presented.eq(
                Mux(
                    self.ending,
                    Cat(other[:rest], state[-self.key_bits :]),
                    Cat(first, other[-self.key_bits :]),
                )
            )
        if self.shares > 1 and self.decrypts:
            with m.Elif(self.ready & self.during("VERIFY")):
                # In VERIFY the answer is the sum of both tags.
                tags = self.part(self.answer.data, share)[-8 * self.aead.tag_bytes :]
                m.d.comb += presented.eq(Cat(Const(0, self.size - len(tags)), tags))
        with m.Else():
            m.d.comb += presented.eq(
                Mux(streams | (self.ready & self.streams), other, state) ^ self._added(share)
            )
        return presented

    def _public(self, word, share: int):
        """What is public is added to one share alone."""
        return word if share == 0 else Const(0, len(word))

    def _added(self, share: int):
        """A share of what a block or a bit adds to the state."""
        absorbs = self.ready & (self.is_ad | (self.is_message & self.pads) | self.streams)
        # It goes into the capacity behind the associated data: the next block to absorb brings it.
        separator = absorbs & self.separator_due & ~self.is_ad
        # A session key absorbs its string bit by bit, at the top of the state.
        bit = self.ready & self.rekeys & self.part(self.other, share)[-1]
        return Cat(
            self._public(separator, share),
            Const(0, self.size - self.rate - 1),
            Mux(absorbs, self.part(self.padded, share), 0) ^ Cat(Const(0, self.rate - 1), bit),
        )

    def result_for(self, differs):
        """Of the sum of both tags in front of zeros, behind the longest run."""
        state = differs << self.size - 8 * self.aead.tag_bytes
        inputs = {**dict.fromkeys(self.whole.inputs, 0), "x": state}
        (found,) = software(self.whole)(*inputs.values())
        return found

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
        with m.If(self.starting):
            m.d.sync += [
                self.other.eq(self.each(self._with_nonce)),
                self.bits.eq(0),
                self.ending.eq(0),
                self.padding_due.eq(0),
                self.separator_due.eq(0),
            ]
        with m.Elif(self.call & self.rekeys):
            m.d.sync += [
                # Behind the last bit it is as it was: the authentication starts with this nonce.
                self.other.eq(self.each(self._turned)),
                self.bits.eq(self.bits + 1),
            ]
        with m.Elif(self.call & self.rekeyed):
            m.d.sync += self.other.eq(self.each(self._to_encrypt))
        with m.Elif(self.call & (self.summed | self.streams | (self.is_message & ~self.pads))):
            m.d.sync += self.other.eq(self.each(self.result))

    def _other_parts(self, share: int) -> tuple:
        """Of a share of the other state what is below the place of a key, and that place."""
        other = self.part(self.other, share)
        return other[: self.size - self.key_bits], other[-self.key_bits :]

    def _with_nonce(self, share: int):
        low, _ = self._other_parts(share)
        return Cat(low, self.part(self.block.data, share)[-self.key_bits :])

    def _turned(self, share: int):
        low, absorbed = self._other_parts(share)
        return Cat(low, absorbed.rotate_left(1))

    def _to_encrypt(self, share: int):
        """Algorithm 3: the session key, and the nonce behind it."""
        _, absorbed = self._other_parts(share)
        return Cat(absorbed, self.result(share)[self.key_bits :])

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

TAKES = Takes(folds=True, masked=lambda model: True)


def make(request: Request) -> IsapCore:
    """The controller for a core."""
    aead = request.aead
    counts = {aead.rounds_hash, aead.rounds_bit, aead.rounds_encryption, aead.rounds_key}
    permutation = aead.permutation(*sorted(counts, reverse=True))
    if request.architecture == "masked":
        component = masked(request, permutation, frozenset())
        return IsapCore.of(request, component, shares=component.staged.shares)
    if request.architecture == "full":
        return IsapCore.of(request, SingleCycle(permutation))
    return IsapCore.of(request, iterated(request, permutation, feedback=True))
