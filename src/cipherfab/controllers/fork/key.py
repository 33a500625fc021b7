# SPDX-License-Identifier: Apache-2.0
"""Where the key of a mode over a forkcipher is: in the cipher, if its schedule can keep it."""

from amaranth.hdl import Module
from amaranth.lib.wiring import In, Out

from ..block.core import BlockCore


class ForkKey(BlockCore):
    """A mode over a forkcipher, by the place of its key; see `block.BlockCore`."""

    @property
    def keeps_key(self) -> bool:
        return self.cipher.home is not None

    def key_ports(self) -> dict:
        if not self.keeps_key:
            return super().key_ports()
        return {"key_word": In(self.cipher.home.word), "key_write": In(1), "key_free": Out(1)}

    def key_part(self) -> list:
        """The part of the tweakey that is key; none if the cipher keeps it."""
        return [] if self.keeps_key else [self.key]

    def take_key(self, m: Module, free) -> None:
        """Let a word of the key into the cipher that keeps it, while it is ``free``."""
        m.d.comb += [
            self.cipher.in_key.eq(self.key_word),
            self.cipher.in_key_write.eq(self.key_write),
            self.key_free.eq(free),
        ]
