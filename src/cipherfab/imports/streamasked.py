# SPDX-License-Identifier: Apache-2.0
"""Requests for an output of any length, an addition of ours to the API, for a core with streams of
its own.
"""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..lwc.ports import words


class StreamAsked(wiring.Component):
    """Between pre-processor and feed. A request, whose words have the mask of what is asked for,
    waits until the message is over. It is answered at once, be it the last one or not; so a word
    without bytes that says so stays here. The length in front of an empty customization string is
    open, since the string ends its type.

    Args:
        width: bits of a word of the bus.

    Ports:
        given, words: from the pre-processor, to the feed.
        asks: a request stands on the bus. lone: the last word of a length without a string does.
        squeezes: the message is over. free: no request is under way behind this.
        ends: in this cycle it is told that there is no further request.
    """

    def __init__(self, width: int):
        super().__init__({
            "given": In(words(width)), "words": Out(words(width)), "asks": In(1), "lone": In(1),
            "squeezes": In(1), "free": In(1), "ends": Out(1)})  # fmt: skip

    def elaborate(self, platform):
        m = Module()
        given, out = self.given, self.words
        is_data, waits, stays = given.mask.any(), Signal(name="waits"), Signal(name="stays")
        m.d.comb += [
            waits.eq(is_data & self.asks & ~self.squeezes),
            stays.eq(~is_data & self.squeezes),
            *(
                getattr(out, name).eq(getattr(given, name))
                for name in ("data", "mask", "phase", "last")
            ),
            out.open.eq((given.open & ~self.asks) | self.lone),
            out.valid.eq(given.valid & ~waits & ~stays),
            given.ready.eq(Mux(stays, self.free, out.ready & ~waits)),
            self.ends.eq(given.valid & stays & self.free & given.last),
        ]
        return m
