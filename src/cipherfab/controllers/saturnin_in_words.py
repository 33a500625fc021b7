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

from .block import only_if
from .saturnin_by_word import SaturninByWord


class SaturninInWords(SaturninByWord):
    """Over `architectures.serial.by_round.ByRound`; see `SaturninByWord`.

    Attributes:
        given_up: register; an abort came while a block was padded, and all of it has to move.
    """

    def count_words(self, m: Module) -> None:
        self.wraps, self.at = self.cipher.wraps, self.cipher.at

    def place_keys(self, m: Module) -> None:
        self.given_up = Signal(name="given_up")
        size, block = 8 * self.step, 8 * self.aead.block_bytes
        rest, text = (Signal(block, name=name, reset_less=True) for name in ("rest", "text"))
        changes, fetching = Signal(name="changes_places"), self.during("FILL_NONCE", "COUNT")
        cipher, chain = self.cipher, self.result
        m.d.comb += [
            self.result.eq(cipher.out_word ^ only_if(~self.answering, text[-size:])),
            changes.eq(self.of_nonce | self.counting | (~self.home & self.is_text)),
            cipher.in_key.eq(Mux(changes, rest[-size:], chain)),
            self.key_free.eq(self.takes_nonce() & self.starting),
        ]
        with m.If(self.shift):
            m.d.sync += text.eq(Cat(cipher.in_word, text)[:block])
            with m.If(self.wraps):
                m.d.sync += self.home.eq(~fetching)
        entering = Mux(self.key_write, self.key_word, Mux(self.counting, chain, cipher.out_key))
        with m.If(self.key_write | (self.shift & (~self.home | self.of_nonce | self.counting))):
            m.d.sync += rest.eq(Cat(entering, rest)[:block])

    def entering(self, word):
        return word

    def takes_nonce(self):
        return self.rests & self.home

    def before_nonce(self, m: Module) -> None:
        """The key of a message that was given up goes back."""
        with m.If(self.rests & ~self.home):
            m.d.comb += self.shift.eq(1)

    def enter(self, m: Module, state: str) -> None:
        super().enter(m, state)
        if state == "START":
            m.d.sync += self.given_up.eq(0)

    def state(self, m: Module, name: str, body) -> None:
        """Add a state that an abort ends, but where padding is under way, which goes on."""
        if name not in ("FILL_NONCE", "FILL"):
            super().state(m, name, body)
            return
        with m.State(name):
            m.d.sync += self.given_up.eq(self.given_up | self.control.abort)
            body(m)

    def filled(self, m: Module) -> None:
        self.enter(m, "READY")
        with m.If(self.given_up | self.control.abort):
            self.enter(m, "START")

    def end(self, m: Module) -> None:
        self.to_tag(m)
