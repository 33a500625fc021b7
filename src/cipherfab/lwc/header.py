# SPDX-License-Identifier: Apache-2.0
"""The record of what a header says, which `segmentheader` makes."""

from dataclasses import dataclass

from amaranth.hdl import Value


@dataclass(frozen=True, kw_only=True)
class Header:
    """What a word on PDI says as a header, or the last word of one.

    Attributes:
        waits: it is not taken yet. is_instruction: it is none; is_cut: and it is there.
        is_taken: it is there and does not wait.
        ending: it is the last word of the header.
        shown: the blocks that the header has on DO, where these are others.
        passes, defers, goes_on: the header is for DO; but not before its length is known; now.
        settles: a block that waits is settled by a word without bytes.
        first: it is the first word of the header, with its ``flags``.
        eot, last, wrong_type: of the segment.
        length: of the segment in bytes, in the last word.
        empty, wrong, ends, nothing: what the header says of the segment, in the last word; without
            a byte it ends its type, or says nothing.
    """

    waits: Value
    is_instruction: Value
    is_cut: Value
    is_taken: Value
    ending: Value
    shown: Value | None
    passes: Value
    defers: Value
    goes_on: Value
    settles: Value
    first: Value
    flags: Value
    eot: Value
    last: Value
    wrong_type: Value
    length: Value
    empty: Value
    wrong: Value
    ends: Value
    nothing: Value
