# SPDX-License-Identifier: Apache-2.0
"""Saturnin-CTR-Cascade over registers that turn: key, chaining value and text as columns.

```
   state ──> columns ──┬── sum ── ^ ──> key <──> ``rest``
                       │          │
                       └──> ``text`` (those with which a call began)
```

- ``text`` takes the columns of each call as it begins. At the end of a call of the Cascade they are
  added to those of the result, and this chaining value takes the place of the key.
- Key and chaining value change places for counter mode and back, while words enter the state. At
  the beginning of a message the key is copied, at its end it is brought back.
- The state alone makes columns of words. A new key enters it word by word, and its columns go over
  before the next message. A tag leaves as words of a state that was 0 and to which the chaining
  value was added.
"""

from amaranth.hdl import Cat, Module, Mux, Signal

from ..parts.declared import Flag, Register
from .saturnin_by_word import SaturninByWord


class SaturninInColumns(SaturninByWord):
    """Over `architectures.serial.rotating.Rotating`; see `SaturninByWord`."""

    replaces = Register("The call ends with another key.")
    new_key = Flag("The state has a key that has not gone over.")
    moving = Flag("The cipher's key changes places with ``rest``.")
    copies = Register("It stays too.")

    def place_keys(self, m: Module) -> None:
        self._exchange(m)
        self._columns(m)
        m.d.comb += [
            self.result.eq(self.cipher.out_word),
            self.key_free.eq(self._is_free() & self.starting),
        ]
        with m.If(self.started):
            m.d.sync += self.replaces.eq(~self.streams)

    def _exchange(self, m: Module) -> None:
        """Key and chaining value change places, in as many clocks as a round has."""
        # In all of these states but START words enter the cipher meanwhile.
        wants_key, copying = self.during("START", "COUNT"), self.during("FILL_NONCE")
        wants_chain = self.during("FILL_NONCE", "ANSWER")
        turn = Signal(range(self.cipher.clocks), name="turn")
        with m.If(self.moving):
            # The clocks of a round are a power of two: it is 0 again by itself.
            m.d.sync += turn.eq(turn + 1)
            with m.If(turn == self.cipher.clocks - 1):
                m.d.sync += [self.moving.eq(0), self.home.eq(~self.home)]
        with m.Elif(self.ready & Mux(self.home, wants_chain, wants_key)):
            m.d.sync += [self.moving.eq(1), self.copies.eq(copying)]

    def _columns(self, m: Module) -> None:
        """Registers of columns beside the cipher, and what enters its key."""
        cipher, piece = self.cipher, len(self.cipher.in_key)
        rest, text = (
            Signal(8 * self.aead.block_bytes, name=name, reset_less=True)
            for name in ("rest", "text")
        )
        with m.If(self.moving):
            m.d.sync += rest.eq(Cat(rest[piece:], cipher.out_key))
        with m.If(cipher.first | cipher.out_valid):
            m.d.sync += text.eq(Cat(text[piece:], cipher.front))
        m.d.comb += [
            cipher.in_turns.eq(self.moving),
            cipher.in_takes.eq(Mux(self.moving, ~self.copies, cipher.out_valid & self.replaces)),
            cipher.in_key.eq(Mux(self.moving, rest[:piece], cipher.total ^ text[:piece])),
            # A new key is the state itself, and goes over as it is.
            cipher.in_adds.eq(~self.new_key),
        ]

    def entering(self, word):
        return Mux(self.key_write, self.key_word, word)

    def _is_free(self):
        """Nothing is computed, and the key is where calls take it from."""
        return self.ready & ~self.moving & self.home

    def takes_nonce(self):
        return self._is_free() & ~self.new_key

    def before_nonce(self, m: Module) -> None:
        """A key that came, if any, goes to its place."""
        with m.If(self.key_write):
            m.d.comb += self.shift.eq(1)
            m.d.sync += self.new_key.eq(1)
        with m.Elif(self.block.valid & self._is_free() & self.new_key):
            self.enter(m, "NEW_KEY")

    def end(self, m: Module) -> None:
        self.enter(m, "CLEAR")

    def more_states(self, m: Module) -> None:
        super().more_states(m)
        with m.State("NEW_KEY"):
            m.d.comb += self.cipher.in_pass.eq(1)
            m.d.sync += self.replaces.eq(0)
            self.enter(m, "CLEAR")
        self.whole_state(m, "CLEAR", self._clear)

    def _clear(self, m: Module) -> None:
        """The state becomes 0, for a new key, which then is in ``text`` alone, or for the tag."""
        m.d.comb += [self.shift.eq(self.ready), self.cipher.in_pass.eq(self.ready & self.wraps)]
        with m.If(self.cipher.in_pass):
            m.d.sync += [self.replaces.eq(self.new_key), self.new_key.eq(0)]
            self.to_tag(m)
            # A key has no tag, nor has a message that was given up.
            with m.If(self.new_key | self.given_up | self.control.abort):
                self.enter(m, "START")
