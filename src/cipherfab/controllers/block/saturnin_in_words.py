# SPDX-License-Identifier: Apache-2.0
"""Saturnin-CTR-Cascade over a state and a key that move by words: key, chaining value and text as
queues of words.

```
   state ──> word ── ^ ──> ^ ──> chaining value, or tag
                     │     │
     key ──> word ───┤   ``text`` <── what entered the state
      ^              v
      └─────────── ``rest`` <── key from SDI
```

Whenever the state moves by a block, so do the others, in the same cycles: the sums that follow a
call of the Cascade are made of words, while the next block enters. Between messages the key is in
``rest``, and it changes places with the cipher's key where a call needs it:

| what enters the state | into the cipher's key | into ``rest`` |
|---|---|---|
| nonce | ``rest``, the key | the cipher's key, of no use |
| the first block behind it | the chaining value | the cipher's key, the key |
| other blocks of the Cascade | the chaining value | – |
| block of counter mode | ``rest``, the key | the chaining value |
| ciphertext, as key stream leaves | ``rest``, the chaining value | the cipher's key, the key |
"""

from amaranth.hdl import Cat, Module, Mux, Signal

from ..parts.byte_masks import only_if
from .saturnin_by_word import SaturninByWord


class SaturninInWords(SaturninByWord):
    """Over `architectures.serial.by_round.ByRound`; see `SaturninByWord`."""

    def place_keys(self, m: Module) -> None:
        size, block = 8 * self.step, 8 * self.aead.block_bytes
        rest, text = (Signal(block, name=name, reset_less=True) for name in ("rest", "text"))
        changes, fetching = Signal(name="changes_places"), self.during("FILL_NONCE", "COUNT")
        cipher, chain = self.cipher, self.result
        m.d.comb += [
            self.result.eq(cipher.out_word ^ only_if(~self.answering, text[-size:])),
            # The rows of the table in which the cipher's key comes from ``rest``.
            changes.eq(self.of_nonce | self.counting | (~self.home & self.is_text)),
            cipher.in_key.eq(Mux(changes, rest[-size:], chain)),
            self.key_free.eq(self.takes_nonce() & self.starting),
        ]
        with m.If(self.shift):
            m.d.sync += text.eq(Cat(cipher.in_word, text)[:block])
            with m.If(self.wraps):
                m.d.sync += self.home.eq(~fetching)
        entering = Mux(self.key_write, self.key_word, Mux(self.counting, chain, cipher.out_key))
        # The rows in which something goes into ``rest``.
        with m.If(self.key_write | (self.shift & (~self.home | self.of_nonce | self.counting))):
            m.d.sync += rest.eq(Cat(entering, rest)[:block])

    def entering(self, word):
        return word

    def takes_nonce(self):
        return self.ready & self.home

    def before_nonce(self, m: Module) -> None:
        """The key of a message that was given up goes back."""
        with m.If(self.ready & ~self.home):
            m.d.comb += self.shift.eq(1)

    def end(self, m: Module) -> None:
        self.to_tag(m)
