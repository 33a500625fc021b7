# SPDX-License-Identifier: Apache-2.0
"""The ports of a `streambus.StreamBus`, and what its core is told of a word and of a message."""

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from .. import catalog
from ..controllers.ports import Phase
from .streamfeed import StreamFeed
from .streams import TYPES, Streams


class StreamPorts(wiring.Component):
    """Ports of the bus and of the core, with the core's order of bytes, its types and its modes.

    Args:
        streams: what the description says.
        width: bits of a word of the core; what is wider than the bus is collected and split, see
            `streamwide`.
        reset_level: what resets the core.
        type_bits, mode_bits, size_bits: widths of these ports of the core.

    Ports: those of the API, and those to the core, ``core_…``, which stand for the ports that
    `streams_table.StreamsTable` names.
    """

    def __init__(
        self,
        streams: Streams,
        *,
        width: int,
        reset_level: int = 1,
        type_bits: int = 4,
        mode_bits: int = 1,
        size_bits: int = 1,
    ):
        self.streams, self.width, self.reset_level = streams, width, reset_level
        self.bus = streams.bus_width(width)
        self.aead = catalog.find(streams.aead).model
        self.digest = catalog.find(streams.hash).model if streams.hash else None
        self.xofs = [catalog.find(name).model for name in streams.xofs]
        size = width // 8
        super().__init__({
            "pdi_data": In(self.bus), "pdi_valid": In(1), "pdi_ready": Out(1),
            "sdi_data": In(self.bus), "sdi_valid": In(1), "sdi_ready": Out(1),
            "do_data": Out(self.bus), "do_valid": Out(1), "do_ready": In(1), "do_last": Out(1),
            "core_reset": Out(1), "core_key": Out(width), "core_key_valid": Out(1),
            "core_key_ready": In(1), "core_key_update": Out(1),
            "core_data": Out(width), "core_valid": Out(1), "core_ready": In(1),
            "core_bytes": Out(size), "core_size": Out(size_bits), "core_padding": Out(size),
            "core_type": Out(type_bits), "core_eot": Out(1), "core_eoi": Out(1),
            "core_out": In(width), "core_out_valid": In(1), "core_out_ready": Out(1),
            "core_out_bytes": In(size), "core_out_last": Out(1),
            "core_auth": In(1), "core_auth_valid": In(1), "core_auth_ready": Out(1),
            "core_mode": Out(mode_bits), "core_decrypt": Out(1), "core_hash": Out(1)})  # fmt: skip

    def ordered(self, word, stream: str):
        """A word, or a bit for each byte of one, with its bytes in the order of a stream."""
        step = len(word) // (self.width // 8)
        parts = [word[low : low + step] for low in range(0, len(word), step)]
        return word if self.streams.byte_orders[stream] == "big" else Cat(*reversed(parts))

    def parts_of(self, mask):
        """How many words of the bus have bytes of a word of the core."""
        step = self.bus // 8
        return sum(mask[low : low + step].any() for low in range(0, len(mask), step))

    def tell(self, m: Module, feed: StreamFeed, control, *, starts, held) -> None:
        """What a word is, and what is to be done.

        Args:
            feed: the words of a message.
            control: of the pre-processor.
            starts: a message starts in this cycle.
            held: the core has one.
        """
        table = self.streams.table
        # Without a port `valid` the core takes a word by its valid bytes, so none may show before.
        mask = (
            feed.mask
            & Cat(*[self.core_valid | int(table.input.valid is not None)] * len(feed.mask))
            & ~Cat(*[feed.nothing] * len(feed.mask))
        )
        # The first byte is the top bit: padding is the byte below the last valid one, or the top
        # one of a word without bytes.
        ahead = Cat(mask[1:], 1)
        size = Signal(range(len(mask) + 1), name="valid_bytes")
        m.d.comb += [
            size.eq(sum(mask[n] for n in range(len(mask)))),
            self.core_data.eq(self.ordered(feed.data, "input")),
            self.core_bytes.eq(self.ordered(mask, "input")),
            self.core_padding.eq(self.ordered(~mask & ahead, "input")),
            self.core_size.eq(size),
            # Some cores look at the type alone.
            self.core_type.eq(Mux(self.core_valid, self._type(feed, control), 0)),
            self.core_eot.eq(feed.eot | feed.nothing),
            # In the cycle of the start it says whether anything comes at all.
            self.core_eoi.eq((feed.eoi & self.core_valid) | feed.nothing),
            self.core_decrypt.eq(control.decrypt),
            self.core_hash.eq(control.hash),
        ]
        if table.mode:
            is_told = (starts | held) if table.mode.hold else starts
            hashes = Const(table.mode.hash or 0)
            if self.xofs:
                asked = Mux(control.custom, table.mode.cxof, table.mode.xof)
                hashes = Mux(control.output, asked, hashes)
            code = Mux(
                control.hash,
                hashes,
                Mux(control.decrypt, table.mode.decrypt or 0, table.mode.encrypt),
            )
            m.d.comb += self.core_mode.eq(Mux(is_told, code, table.mode.idle))

    def _type(self, feed: StreamFeed, control):
        """The number of the type of the word."""
        types = {**TYPES, **self.streams.types}
        text = Mux(
            control.hash,
            types["hash_message"],
            Mux(control.decrypt, types["ciphertext"], types["plaintext"]),
        )
        found = Mux(
            feed.phase == Phase.NONCE,
            types["nonce"],
            Mux(
                feed.phase == Phase.AD,
                types["ad"],
                Mux(feed.phase == Phase.TAG, types["tag"], text),
            ),
        )
        return Mux(feed.nothing, types["hash_message"], found)
