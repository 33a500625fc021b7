# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of parallelizable modes over a block cipher: k calls in flight.

What a call is for, what goes into it and where its result goes, says the table that the model reads
too (`modes.parallel`). Here it is said when a call starts, and when its result leaves.

A block of associated data or of message costs one call, and the tag one: that of a checksum of the
message, to which the sum of the enciphered associated data is added. The controller has two sides:

- one *starts* calls, in the order of the blocks. What differs from call to call (tweak, counter,
  offset) is computed there;
- the other *ends* them. It knows a result only by what travelled with the call
  (`in_flight.InFlight`).

So with k calls in flight they follow each other without a gap, from the associated data to the
message and the tag, but where the mode has to wait: a message block that is not full needs the
result of its call to be taken, and the checksum of a decryption all of its results.

A full block is taken when its call starts, and its answer leaves when the call ends, while another
one starts. A message block that is not full is only taken when the call for it ends: then it is
added to the cipher's output, and what is sent and what goes into the checksum are there at once. So
no register but the cipher's holds a block.
"""

from abc import abstractmethod
from collections.abc import Mapping
from functools import reduce
from operator import or_

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value

from ...modes.parallel import ParallelAead
from ..parts.byte_masks import only_if
from ..parts.declared import During, Register, Wire, block_bits
from .calls_in_flight import CallsInFlight


class OverCipher(CallsInFlight):
    """A mode says what differs from call to call (`counted`); see `CallsInFlight`.

    Attributes:
        moves: 1 in the cycle in which a counter goes on from call to call: with one call in flight
            that in which a call starts, with several the next one, from a register; no call for a
            block, nor for the tag, starts in it then.
    """

    # The mask of an answer says how long a tag is that leaves as it.
    takes_empty_ends = answers_tag = True
    aead: ParallelAead

    padded = Wire("The block of the call is not full; of a tag, that of the message was not.")
    checksum = Register("The sum of the message.", block_bits)
    auth = Register("The sum of the enciphered associated data.", lambda core: len(core.tag))
    mixed = Wire("The result with all that is added to it.", block_bits)
    takes_partial = Wire("The answer to a block that is not full leaves.")
    counter_restarts = Wire("The last block of associated data is taken.")
    is_message = During("MESSAGE")

    def __init__(self, aead, cipher, *, decrypts: bool = True, calls: int = 1):
        self.kinds = tuple(call.name for call in aead.calls)
        super().__init__(aead, cipher, decrypts=decrypts, calls=calls)
        one = calls == 1
        self.moves = self.started & self.counts() if one else Signal(name="counter_moves")

    def starts(self, **what: str | bool) -> Value:
        """1 if the call that may start is one of the table's with these attributes."""
        return self._any(self.kind, what)

    def ends(self, **what: str | bool) -> Value:
        """1 if the call is one of them whose result is next."""
        return self._any(self.ending, what)

    def _any(self, flags: Mapping[str, Value], what: Mapping[str, str | bool]) -> Value:
        chosen = (call for call in self.aead.calls if what.items() <= vars(call).items())
        return reduce(or_, (flags[call.name] for call in chosen))

    @abstractmethod
    def counted(self, m: Module) -> None:
        """Registers of what differs from call to call, and the inputs of the cipher but for the
        block.
        """

    def counts(self):
        """1 if the call that may start has a counter of its own."""
        return Const(1)

    def ended(self, m: Module) -> None:
        """What a mode takes from results of its own kinds."""

    def own_input(self, m: Module):
        """What the cipher gets for a message block that is not full, and for calls of the mode's
        own kinds.
        """
        return 0

    def masks(self) -> tuple:
        """What is added to the input of the call that may start, and to the result of a full block;
        0 for nothing.
        """
        return 0, 0

    def lacks_mask(self):
        """1 while `masks` are not ready for the next block."""
        return Const(0)

    def datapath(self, m: Module) -> None:
        """Checksum and sum of the enciphered associated data; what goes into the cipher and comes
        out of it.
        """
        if self.calls > 1:
            m.d.sync += self.moves.eq(self.started & self.counts() & ~self.counter_restarts)
        self.counted(m)
        self.flight.follow(m, starts=self.started, ends=self.left)
        m.d.comb += self.under_way.eq(self.flight.some)
        self.ended(m)
        self._inputs(m)
        self._results(m)

    def may_announce(self):
        """The call for the tag is the next to end; with one call at a time it is the only one."""
        return Const(1) if self.calls == 1 else self.flight.some & self.ends(gives="tag")

    def _inputs(self, m: Module) -> None:
        """The block that a call works on: one of the input, or the checksum with all that is added
        to it in this cycle.
        """
        total, text, padding = (
            Signal(len(self.block.data), name=name) for name in ("checksum_next", "text", "padding")
        )
        full_leaves = self.decrypt & self.left & self.ends(gives="text")
        full_enters = ~self.decrypt & self.started & self.starts(gives="text")
        # Steered by registers: what has not left keeps the cipher from starting, and the checksum
        # from changing.
        leaving = self.decrypt & self.under_way & self.ends(gives="text")
        is_partial = self.under_way & self.ends(gives="stream")
        # One gate for what a bit takes: of a decryption the valid bytes of the result, of an
        # encryption the block. What is decrypted has something in the invalid bytes, and padding
        # stands in invalid bytes only.
        from_result = Cat(self.decrypt & (leaving | (is_partial & bit)) for bit in self.block.mask)
        from_block = ~self.decrypt & (is_partial | self.is_message)
        mark = only_if(is_partial, padding) if self.aead.checksum_mark else 0
        m.d.comb += [
            padding.eq(self.padding()),
            text.eq(
                (self.mixed & self.valid_bits(from_result))
                | only_if(from_block, self.block.data)
                | mark
            ),
            total.eq(self.checksum ^ text),
        ]
        source = Mux(self.starts(takes="block"), self.block.data | padding, self.own_input(m))
        block = Mux(self.starts(takes="checksum"), total, source) ^ self.masks()[0]
        self.present(m, block, backwards=self.decrypt & self.starts(inverse=True))
        with m.If(self.starting):
            m.d.sync += self.checksum.eq(0)
        with m.Elif(full_leaves | full_enters):
            m.d.sync += self.checksum.eq(total)

    def _results(self, m: Module) -> None:
        """What becomes of a result; it leaves when the answer to it does."""
        is_text, is_stream, is_tag, is_sum = (
            self.ends(gives=where) for where in ("text", "stream", "tag", "sum")
        )
        free, there = self.answer.ready, self.cipher.out_valid
        partial_is_there = there & is_stream & self.block.valid & ~self.starting
        # The sum may be shorter than a block, and stands at its top as the tag does.
        auth = self.auth << len(self.mixed) - len(self.auth)
        added = (
            Mux(is_tag, auth, 0)
            | Mux(is_stream, self.block.data, 0)
            | Mux(is_text, self.masks()[1], 0)
        )
        waits = is_stream | is_tag
        m.d.comb += [
            self.mixed.eq(self.result ^ added),
            self.tag.eq(self.mixed[-len(self.tag) :]),
            self.tag_valid.eq(there & is_tag),
            self.answer.data.eq(self.mixed),
            self.answer.mask.eq(Mux(is_stream, self.block.mask, -1)),
            self.answer.valid.eq((there & is_text) | partial_is_there),
            self.takes_partial.eq(partial_is_there & free),
        ]
        self.take_results(
            m,
            answered=is_text,
            free=free,
            waits=waits,
            goes=(self.tag_leaves, self.takes_partial, self.starting),
        )
        with m.If(self.starting):
            m.d.sync += self.auth.eq(0)
        with m.Elif(self.left & is_sum):
            m.d.sync += self.auth.eq(self.auth ^ self.result[-len(self.auth) :])

    def associated_data(self, m: Module) -> None:
        """A call for each block; none for empty data."""
        lacks = self.lacks_mask() | self._settles()
        # An empty end needs no call.
        ready = (self.cipher.in_ready & ~lacks) | self.empty
        m.d.comb += [
            self.starts(of="data").eq(1),
            self.padded.eq(~self.full),
            self.block.ready.eq(ready),
            self.cipher.in_valid.eq(self.block.valid & ~self.empty & ~lacks),
        ]
        with m.If(self.block.valid & self.block.ready & self.block.last):
            m.d.comb += self.counter_restarts.eq(1)
            self.enter(m, "MESSAGE")

    def message(self, m: Module) -> None:
        """A call for each block. The end of a message without a byte, or of whole blocks, is taken
        when the call for the tag starts.
        """
        partial = ~self.full & ~self.empty
        # The checksum of a decryption waits for what is in flight.
        waits = (
            (self.decrypt & self.empty & self._lacks_results())
            | self.lacks_mask()
            | self._settles()
        )
        m.d.comb += [
            self.starts(of="end").eq(self.empty),
            self.starts(of="full").eq(self.full),
            self.starts(of="short").eq(partial),
            self.padded.eq(partial),
            self.block.ready.eq(self.cipher.in_ready & ~partial & ~waits),
            self.cipher.in_valid.eq(self.block.valid & ~waits),
        ]
        with m.If(self.started):
            with m.If(self.empty):
                self.to_tag(m)
            with m.Elif(partial):
                self.enter(m, "PARTIAL")
            with m.Elif(self.block.last):
                self.enter(m, "CHECKSUM")

    def _settles(self):
        """1 while a counter has not gone on yet to the next call."""
        return self.moves if self.calls > 1 else Const(0)

    def _lacks_results(self):
        """1 if the checksum of a decryption will not be whole in this cycle."""
        if self.calls == 1:  # then the cipher takes no call before
            return Const(0)
        return self.flight.several | (self.flight.some & ~self.cipher.out_valid)

    def states(self) -> dict:
        """The end of a message block that is not full, and the call for the tag after one that
        is.
        """
        return {"PARTIAL": self._partial, "CHECKSUM": self._checksum}

    def _partial(self, m: Module) -> None:
        m.d.comb += [
            self.starts(of="end").eq(1),
            self.padded.eq(1),
            self.cipher.in_valid.eq(self.takes_partial),
            self.block.ready.eq(
                self.cipher.out_valid & self.ends(gives="stream") & self.answer.ready
            ),
        ]
        with m.If(self.takes_partial):
            self.to_tag(m)

    def _checksum(self, m: Module) -> None:
        m.d.comb += [
            self.starts(of="end").eq(1),
            self.cipher.in_valid.eq(~(self.decrypt & self._lacks_results()) & ~self._settles()),
        ]
        with m.If(self.started):
            self.to_tag(m)


def key_of_call(m: Module, key, cipher, *, backwards, known):
    """The key that the cipher gets: of a decryption the last round key, if the cipher begins with
    that one (`Primitive.from_last_key`).

    Args:
        backwards: the call decrypts.
        known: 1 in a cycle in which the cipher's result is that of an encryption under this key.
    """
    if not hasattr(cipher, "out_last_key"):
        return key
    if getattr(cipher, "keeps_more", False):
        return Mux(backwards, cipher.out_last_key, key)
    last = Signal(len(key), name="last_key", reset_less=True)
    with m.If(known):
        m.d.sync += last.eq(cipher.out_last_key)
    return Mux(backwards, last, key)
