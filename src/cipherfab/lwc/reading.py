# SPDX-License-Identifier: Apache-2.0
"""What `preprocessor` reads at the moment, as one record of registers that its parts share."""

from dataclasses import dataclass
from typing import Any

from amaranth.hdl import Cat, Const, Mux, Signal, Value

from ..controllers.ports import Phase, share_of
from .bytecount import ByteCount, register
from .needs import Needs
from .protocol import Segment, header_place


@dataclass(frozen=True, kw_only=True, eq=False)
class Reading:
    """The message and the segment under way.

    Attributes:
        needs: what the mode needs. control: what the message is.
        pdi: the bus that is read.
        phase: what is expected next.
        bad: the message is given up.
        eot, last: flags of the segment.
        empty, passes, type_is_wrong: it has no byte, its header goes to DO, another type is due.
        count: its bytes.
        feeds: in state DATA, and the data is for the mode.
        mask: valid bytes of the word for the mode; 0 while there is none, so that nothing of PDI
            gets in.
        part: which word of the header is read.
        settle_due: a word without bytes is due. ends: it ends the type, else more follows.
        unsettled: a stored block waits for it.
        used: bytes under the key in use, as the headers said them; a segment of 65,535 more fits.
        asks: the segment asks for output, and no data follows its header.
    """

    needs: Needs
    control: Any
    pdi: Any
    phase: Signal
    bad: Signal
    eot: Signal
    last: Signal
    empty: Signal
    passes: Signal
    type_is_wrong: Signal
    count: ByteCount
    feeds: Signal
    mask: Signal
    part: Signal
    settle_due: Signal
    ends: Value
    unsettled: Signal
    used: Signal
    asks: Signal

    @classmethod
    def of(cls, needs: Needs, control, pdi) -> "Reading":
        """The registers that a mode needs; one that it does not need is read by nothing."""
        return cls(
            needs=needs,
            control=control,
            pdi=pdi,
            phase=register("phase_expected", Phase, resets=True),
            bad=register("bad", resets=True),
            eot=register("eot"),
            last=register("last_segment"),
            empty=register("segment_was_empty"),
            passes=register("passes"),
            type_is_wrong=register("type_is_wrong"),
            count=ByteCount(needs),
            feeds=register("feeds", resets=True),
            mask=register("word_mask", needs.word_bytes),
            part=register("header_part", range(max(2, needs.header_words)), resets=True),
            settle_due=register("settle_due", resets=True),
            # Where no block is left open a word without bytes always ends its type.
            ends=register("ends_type") if needs.settles_ends else Const(1),
            unsettled=register("unsettled", resets=True),
            used=register("bytes_under_key", max(16, needs.key_limit) + 1, resets=True),
            asks=register("asks_for_output", resets=True),
        )

    @property
    def public(self):
        """The word on PDI as an instruction or a header: share 0."""
        return share_of(self.pdi.data, 0, self.needs.shares)

    @property
    def length(self):
        """The length field, on the last word of a header."""
        # The upper byte came a word before, and is in the counter already.
        if self.needs.width == 8:
            return Cat(self.public, self.count.left[:8])
        low = header_place(self.needs.width)
        return self.public[low : low + 16]

    @property
    def is_text(self):
        """A plaintext or ciphertext is expected."""
        return (self.phase == Phase.MESSAGE) & ~self.control.hash

    @property
    def ends_late(self):
        """1 if something follows the message: a tag, or what asks for output."""
        if self.needs.outputs:
            return self.control.decrypt | self.control.output
        return self.control.decrypt

    @property
    def expected_type(self):
        """The type of the next segment."""
        message = Mux(
            self.control.hash,
            Segment.HASH_MESSAGE,
            Mux(self.control.decrypt, Segment.CIPHERTEXT, Segment.PLAINTEXT),
        )
        tag = (
            Mux(self.control.output, Segment.LENGTH, Segment.TAG)
            if self.needs.outputs
            else Segment.TAG
        )
        # A customization string comes in segments of associated data.
        types = {Phase.NONCE: Segment.NONCE, Phase.AD: Segment.AD, Phase.TAG: tag}
        for phase, segment in types.items():
            message = Mux(self.phase == phase, segment, message)
        return message
