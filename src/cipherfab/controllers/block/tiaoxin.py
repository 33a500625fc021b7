# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of Tiaoxin-346: `register_stream`, but for two things.

To the second half of a block the first half of its plaintext is added too, so that it needs more
than the registers; the first word on the bus is of the first half. And the final steps behind the
first one take in constants.
"""

from amaranth.hdl import Cat, Module, Mux

from ...modes.tiaoxin import BLOCK, Tiaoxin
from ..parts.byte_masks import only_if
from ..parts.declared import Wire
from ..request import Request
from .register_stream import RegisterStreamCore


class TiaoxinCore(RegisterStreamCore):
    """Controls the registers; see `RegisterStreamCore`."""

    aead: Tiaoxin

    second = Wire("The key stream of the second half, with what is added.", BLOCK, name="second")

    def datapath(self, m: Module) -> None:
        """What answers the second half takes the place of the registers' key stream."""
        super().datapath(m)
        # The first byte is at the top, so that the second half stands below.
        m.d.comb += self.answer.stream[:BLOCK].eq(self.second)

    def _taken(self, m: Module, s, stream):
        given, here = self.block.data[BLOCK:], self.valid_bits()[BLOCK:]
        plain = given ^ (stream[BLOCK:] & only_if(self.decrypt & self.is_message, here))
        m.d.comb += self.second.eq(stream[:BLOCK] ^ plain)
        taken = super()._taken(m, s, Cat(self.second, stream[BLOCK:]))
        later = self._built(m, "later", lambda words: self.aead.later_block(words["s"]), s=s)
        return Mux(self.is_final & ~self.closes, later, taken)


MODELS = (Tiaoxin,)


def make(request: Request) -> TiaoxinCore:
    """The controller for a core; see `RegisterStreamCore.of`."""
    return TiaoxinCore.of(request)
