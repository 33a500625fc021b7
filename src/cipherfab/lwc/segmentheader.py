# SPDX-License-Identifier: Apache-2.0
"""What a word on PDI says as a header of a segment."""

from functools import partial

from amaranth.hdl import Const, Module, Mux

from ..words.hardware import called
from .header import Header
from .passedheaders import PassedHeaders
from .protocol import Opcode
from .reading import Reading
from .segmentrules import breaks_rules, not_expected


def read_header(m: Module, now: Reading, passed: PassedHeaders) -> Header:
    """What the word on PDI says as a header."""
    named = partial(called, m)
    kind, first, length = now.pdi.data[-4:], now.part == 0, now.length
    # The codes of ACTIVATE_KEY and HASH are types of segments, too, so these cannot be told.
    is_instruction = first & ((kind == Opcode.ENCRYPT) | (kind == Opcode.DECRYPT))
    # From bit 3 down: partial, end of input, end of type, last.
    flags = now.pdi.data[-8:-4]
    # On a narrow bus type and flags come with the first word, and the length ends the last.
    eot = named("header_eot", "The segment ends its type.", Mux(first, flags[1], now.eot))
    last = named("header_last", "The segment ends the message.", Mux(first, flags[0], now.last))
    wrong_type = named(
        "header_type_is_wrong",
        "Another type is expected.",
        Mux(first, not_expected(now, kind), now.type_is_wrong),
    )
    breaks = named(
        "breaks_rules",
        "Length or flags do not fit the type.",
        breaks_rules(m, now, length, eot, last),
    )
    empty = named("segment_is_empty", "The header gives no byte.", length == 0)
    wrong = named(
        "segment_is_wrong",
        "The segment is not for the mode: something does not fit, or did not before.",
        now.bad | wrong_type | breaks,
    )
    is_instruction = named(
        "is_instruction", "An instruction stands in the place of a header.", is_instruction
    )
    waits = named(
        "header_waits",
        "An end waits for the end before it; neither the mode nor DO is asked.",
        passed.due | (now.settle_due & empty),
    )
    ends = named("ends_empty", "A type ends without a byte.", empty & eot & ~wrong)
    nothing = named("says_nothing", "No byte, and its type goes on.", empty & ~eot & ~wrong)
    ending, passes = now.part == now.needs.header_words - 1, passed.passes(wrong_type)
    shown = passed.shown_blocks(m, length, eot) if now.needs.announces_last else None
    if shown is not None:
        # DO has another length than PDI, and sees the header only if nothing in it is wrong.
        passes = passes & ending & ~wrong & shown.any()
    unsettled, defers = now.unsettled & ~now.settle_due, Const(0)
    if now.needs.header_words > 1:
        # An empty segment that does not end its type is not shown, and only the length tells. An
        # unsettled block is answered in front of the header.
        defers = Mux(first, unsettled | ~eot, passed.deferred)
        defers = Const(1) if now.needs.announces_last else defers
    return Header(
        ending=ending,
        passes=passes,
        shown=shown,
        defers=defers,
        goes_on=named(
            "header_goes_on", "DO gets the header.", passes & ~defers & ~(ending & nothing)
        ),
        settles=named(
            "settles",
            "The mode is told whether more of the type comes, by a word without bytes.",
            ends | (unsettled & ~nothing),
        ),
        waits=waits,
        is_instruction=is_instruction,
        is_cut=named("message_is_cut", "The message before ends.", now.pdi.valid & is_instruction),
        is_taken=named("header_is_taken", "PDI gives a header.", now.pdi.valid & ~waits),
        first=first,
        flags=flags,
        eot=eot,
        last=last,
        wrong_type=wrong_type,
        length=length,
        empty=empty,
        wrong=wrong,
        ends=ends,
        nothing=nothing,
    )
