# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `modes.poet`: a cipher between two chains, which have a component of
their own.

```
  block ──^──> cipher ──^──> answer
          │             │
        front          back            registers, each with a chain's state, or with what the
          └──> chaining <──┘           chaining function makes of it
```

In an encryption the chain above the cipher is in front, in a decryption the one below, and the
cipher runs backwards: so both directions are alike, until the tag, which is enciphered in both. The
cipher has k calls in flight. What waits is a chain: its state for a block is known when the block
before starts, and goes through the chaining function for the next one. As that has fewer rounds
than the cipher and serves both chains in turn, the cipher seldom waits.

- **Header.** Behind the associated data stands the nonce, so that it is turned by as many bytes as
  their last block has; two calls more for it and for the padding.
- **Last block.** It waits in a register for the length of the message, and in a decryption, if it
  is not full, for the start of the tag.
"""

from dataclasses import replace
from typing import Any

from amaranth.hdl import Cat, Const, Module, Mux

from ...modes.poet import BLOCK, FLIPPED, PADDING, REDUCTION, Poet
from ..contract import Takes
from ..parts.byte_masks import count_bytes, turned
from ..parts.declared import During, Flag, Register, Wire, block_bits, block_bytes
from ..parts.in_flight import InFlight
from ..request import Request
from .calls_in_flight import CallsInFlight, cipher_of
from .over_cipher import key_of_call

BITS = 8 * BLOCK
BLOCKS = 32
"""Bits of the number of full blocks of a message, which has less than 2^32 of them."""

SUBKEYS = ("subkey", "mask", "chain")
"""Calls with the key of the message, of 0, 1 and 2."""


class PoetCore(CallsInFlight):
    """Controls cipher and chaining function. A call is for one of the `SUBKEYS`, for the header,
    what authenticates it (``sum``), a block of the message, its length, its last block, or the tag;
    see `CallsInFlight`.

    Args:
        chaining: component of the chaining function, with ``calls`` calls in flight as the cipher.
    """

    aead: Poet
    first_state = "SUBKEY"
    kinds = (*SUBKEYS, "header", "sum", "text", "length", "last", "tag")
    owes = 2

    wants = Wire("The call of the state that is described is to start.")
    subkey = Register("The key of all calls but those for keys.", BITS)
    chain_key = Register("The key of the chaining function.", BITS)
    mask = Register("The mask of the next call for the header.", BITS)
    header = Register("The sum of the header; later what authenticates it.", BITS)
    front = Register("The chain in front of the cipher.", BITS)
    back = Register("The chain behind it.", BITS)
    front_due, back_due = Flag("It waits for the chaining function."), Flag("So does this one.")
    front_there, back_there = Flag("It has passed that."), Flag("So has this one.")
    held = Register("The last block, then what comes of it.", block_bits)
    owes_last = Flag("A last block was taken whose call has not started.")
    length = Register("The enciphered length.", BITS)
    has_length = Flag("It is there.")
    number = Register("Full blocks of the message.", BLOCKS)
    count = Register("Bytes of a last block that is not full.", range(BLOCK))
    last_mask = Register("Its valid bytes; of one that is full all of them.", block_bytes)
    has_tail = Register("The last block of associated data stands in front of the nonce.")
    around = Wire("What is turned by ``count`` bytes.", BITS)
    turn = Wire("How far to the left.", range(BLOCK))
    mixed = Wire("The result with the chain behind the cipher.", BITS)
    in_keys = During("SUBKEY", "MASK", "CHAIN")
    in_data, joins, pads = map(During, ("AD", "JOIN", "PAD"))
    sends, takes_tag = During("ANNOUNCE", "TAG"), During("TAIL", "VERIFY")

    def __init__(self, aead, cipher, chaining, *, decrypts: bool = True, calls: int = 1):
        super().__init__(aead, cipher, decrypts=decrypts, calls=calls)
        self.chaining = chaining
        # Which chain a call of the chaining function is for.
        self.chains = InFlight(calls, {"of_back": self.back_due})

    def datapath(self, m: Module) -> None:
        """Header, chains, last block; what goes into the cipher and comes out of it."""
        m.submodules.chaining = self.chaining
        self.flight.follow(m, starts=self.started, ends=self.left)
        waits = self.flight.some | self.front_due | self.back_due | self.chains.some
        m.d.comb += [self.under_way.eq(waits | self.owes_last), self.cipher.in_valid.eq(self.wants)]
        self._turn(m)
        self._keep_keys(m)
        self._chain(m)
        self._inputs(m)
        self._answers(m, waits)

    def _turn(self, m: Module) -> None:
        """The nonce and what fills a last block to the right; what is sent as the tag to the left,
        and what is received back.
        """
        valid = self.valid_bits(self.last_mask)
        parts = (self.mixed & valid) | (self.held & ~valid)
        received = self.decrypt & self.takes_tag
        m.d.comb += [
            self.around.eq(
                Mux(
                    self.joins | self.pads,
                    self.nonce,
                    Mux(self.sends, parts, Mux(received, self.block.data, self.header)),
                )
            ),
            # To the right is to the left by minus as many, since ``turn`` is modulo 16.
            self.turn.eq(Mux(self.sends, self.count, -self.count)),
        ]
        self.turned = turned(m, self.around, self.turn, left=True)
        m.d.comb += self.tag.eq(self.turned)

    def _keep_keys(self, m: Module) -> None:
        """Results before the message."""
        ending = {name: self.left & self.ending[name] for name in self.kinds}
        for name, register in (("subkey", self.subkey), ("chain", self.chain_key)):
            with m.If(ending[name]):
                m.d.sync += register.eq(self.result)
        with m.If(ending["mask"]):
            m.d.sync += self.mask.eq(self.result)
        with m.Elif(self.started & self.kind["header"]):
            # Times 2, where the first bit of a block is the coefficient of x^0.
            doubled = Mux(self.mask[0], REDUCTION, 0)
            m.d.sync += self.mask.eq(self.mask[1:] ^ doubled)
        with m.If(self.begin):
            m.d.sync += [self.header.eq(0), self.has_length.eq(0)]
        with m.Elif(ending["header"] | ending["sum"]):
            m.d.sync += self.header.eq(self.result ^ Mux(self.ending["header"], self.header, 0))
        with m.Elif(ending["length"]):
            m.d.sync += [self.length.eq(self.result), self.has_length.eq(1)]

    def _chain(self, m: Module) -> None:
        """Both chains pass the chaining function in turn, the one behind the cipher first."""
        chaining, ending = self.chaining, self.ending
        goes = chaining.in_valid & chaining.in_ready
        comes = chaining.out_valid & chaining.out_ready
        self.chains.follow(m, starts=goes, ends=comes)
        m.d.comb += [
            chaining.in_key.eq(self.chain_key),
            chaining.in_plaintext.eq(Mux(self.back_due, self.back, self.front)),
            chaining.in_valid.eq(self.back_due | self.front_due),
            chaining.out_ready.eq(1),
        ]
        begins = self.left & ending["sum"]
        # What authenticates the header begins both chains; one bit tells them apart.
        above, below = self.result, self.result ^ int.from_bytes(FLIPPED, "big")
        # A decryption has the chain below the cipher in front.
        first = Mux(self.decrypt, below, above), Mux(self.decrypt, above, below)
        in_front = self.started & (self.kind["text"] | self.kind["last"])
        behind = self.left & (ending["text"] | ending["last"])
        entered = self.cipher_input()
        for name, moves, state, start, mine in (
            ("front", in_front, entered, first[0], ~self.chains.oldest["of_back"]),
            ("back", behind, self.result, first[1], self.chains.oldest["of_back"]),
        ):
            register = getattr(self, name)
            due, there = getattr(self, f"{name}_due"), getattr(self, f"{name}_there")
            taken = goes & (self.back_due if name == "back" else ~self.back_due)
            with m.If(begins | moves):
                m.d.sync += [register.eq(Mux(begins, start, state)), due.eq(1), there.eq(0)]
            with m.Elif(comes & mine):
                m.d.sync += [register.eq(chaining.out_ciphertext), there.eq(1)]
            with m.If(taken):
                m.d.sync += due.eq(0)
            # What is there belongs to the message before.
            with m.If(self.begin):
                m.d.sync += there.eq(0)

    def cipher_input(self):
        """What goes into the cipher in this cycle."""
        numbers = Mux(self.kind["mask"], 1, 0) | Mux(self.kind["chain"], 2, 0)
        valid = self.valid_bits(self.last_mask)
        joined = Mux(self.joins, (self.block.data & valid) | (self.turned & ~valid), 0)
        padded = Mux(self.pads, (self.turned & valid) | self.padding(PADDING, self.last_mask), 0)
        data = Mux(self.in_data, self.block.data, 0)
        head = self.kind["header"]
        of_text = self.kind["text"] | self.kind["last"]
        # The tag is enciphered in a decryption too, so the chains change sides for it.
        chain = Mux(self.kind["tag"] & self.decrypt, self.back, self.front)
        given = (
            Mux(self.kind["text"], self.block.data, 0)
            | Mux(self.kind["last"], self.held ^ self.length, 0)
            | Mux(self.kind["tag"] | self.kind["sum"], self.header, 0)
            | Mux(self.kind["length"], self._length(), 0)
            | joined
            | padded
            | data
            | numbers
        )
        return given ^ Mux(head, self.mask, 0) ^ Mux(of_text | self.kind["tag"], chain, 0)

    def _length(self) -> Cat:
        """Bits of the message, the lowest byte first."""
        # Three zeros below the number of bytes make it one of bits.
        bits = Cat(Const(0, 3), self.count, self.number, Const(0, 64))[:64]
        return Cat(Const(0, BITS - 64), *(bits.word_select(n, 8) for n in reversed(range(8))))

    def _inputs(self, m: Module) -> None:
        backwards = self.decrypt & (self.kind["text"] | self.kind["last"])
        self.present(m, self.cipher_input(), backwards=backwards)
        # The header has the first calls under the subkey.
        known = self.left & self.ending["header"]
        key = key_of_call(m, self.subkey, self.cipher, backwards=backwards, known=known)
        m.d.comb += self.cipher.in_key.eq(Mux(self.in_keys, self.key, key))

    def _answers(self, m: Module, waits) -> None:
        """A result waits for the chain behind it. After an abort a last block whose call has not
        started is answered with anything, once nothing changes any more.

        Args:
            waits: calls or chains are under way.
        """
        ending, last, there = self.ending, self.ending["last"], self.cipher.out_valid
        # Without a first byte the last block has no answer.
        silent = last & ~self.last_mask[-1]
        of_text = ending["text"] | last
        given_up = self.starting & self.owes_last & ~waits
        chain = Mux(ending["tag"] & self.decrypt, self.front, self.back)
        m.d.comb += [
            # The tag is the header as one more block, with the header added behind too.
            self.mixed.eq(
                self.result ^ chain ^ Mux(last, self.length, 0) ^ Mux(ending["tag"], self.header, 0)
            ),
            self.answer.data.eq(self.mixed),
            self.answer.mask.eq(Mux(last | given_up, self.last_mask, -1)),
            self.answer.valid.eq((there & of_text & ~silent & self.back_there) | given_up),
            self.tag_valid.eq(there & ending["tag"] & (self.back_there | self.decrypt)),
        ]
        self.take_results(
            m,
            answered=of_text,
            free=self.back_there & (self.answer.ready | silent),
            waits=ending["tag"],
        )
        with m.If(given_up & self.answer.ready):
            m.d.sync += self.owes_last.eq(0)
        with m.If(self.left & last):
            m.d.sync += self.held.eq(self.mixed)
            # What filled a last block that is not full must come out again.
            with m.If(self.decrypt):
                wrong = self.mixed ^ self.turned
                self.collect(m, wrong & ~self.valid_bits(self.last_mask))

    def may_announce(self):
        """The call for the tag is the next to end: the last block has left."""
        return self.flight.some & self.ending["tag"]

    def differences(self):
        """Of the bytes that are the tag's own."""
        return (self.turned ^ self.mixed) & self.valid_bits(self.last_mask)

    def _call(self, kind: str, then: str, *, when=1):
        """What happens in a state that starts one call."""

        def body(m: Module) -> None:
            m.d.comb += [self.kind[kind].eq(1), self.wants.eq(when)]
            with m.If(self.started):
                self.enter(m, then)

        return body

    def associated_data(self, m: Module) -> None:
        """A call for each full block."""
        m.d.comb += [
            self.kind["header"].eq(1),
            self.wants.eq(self.block.valid & self.full),
            self.block.ready.eq(self.cipher.in_ready & self.full),
        ]
        with m.If(self.block.valid & ~self.full):
            self._keep_end(m)
            m.d.sync += [self.has_tail.eq(1), self.last_mask.eq(self.block.mask)]
            self.enter(m, "JOIN")
        # A last block that is full leaves no byte in front of the nonce.
        with m.Elif(self.started & self.block.last):
            m.d.sync += [self.has_tail.eq(0), self.last_mask.eq(0), self.count.eq(0)]
            self.enter(m, "JOIN")

    def _keep_end(self, m: Module) -> None:
        """Of a last block how many bytes it has, and which."""
        m.d.sync += [
            self.last_mask.eq(self.block.mask),
            self.count.eq(count_bytes(self.block.mask)),
        ]

    def _join(self, m: Module) -> None:
        """The call for the rest of the associated data with the start of the nonce."""
        m.d.comb += self.block.ready.eq(self.cipher.in_ready & self.has_tail)
        self._call("header", "PAD")(m)

    def message(self, m: Module) -> None:
        """A call for each block but the last one, which is kept."""
        last = self.block.last
        m.d.comb += [
            self.kind["text"].eq(~last),
            self.wants.eq(self.block.valid & ~last & self.front_there),
            self.block.ready.eq(last | (self.cipher.in_ready & self.front_there)),
        ]
        with m.If(self.block.valid & self.block.ready):
            m.d.sync += self.number.eq(self.number + self.full)
            with m.If(last):
                self._keep_end(m)
                # Nobody waits for the answer to a block without bytes.
                m.d.sync += [self.held.eq(self.block.data), self.owes_last.eq(~self.empty)]
                self.enter(m, "LENGTH")

    def _tail(self, m: Module) -> None:
        """What fills the last block: the start of what authenticates the header; of ciphertext the
        start of the tag.
        """
        valid = self.valid_bits(self.last_mask)
        # Behind the length that what authenticates the header is there, too.
        with m.If(self.has_length & (self.block.valid | ~self.decrypt | self.last_mask[0])):
            m.d.sync += self.held.eq((self.held & valid) | (self.turned & ~valid))
            self.enter(m, "LAST")

    def _last(self, m: Module) -> None:
        """The call for it."""
        self._call("last", "CHECK", when=self.front_there)(m)
        with m.If(self.started):
            m.d.sync += self.owes_last.eq(0)

    def _check(self, m: Module) -> None:
        """The call for the tag; of a decryption when both chains have ended."""
        both = ~self.flight.some & self.front_there & self.back_there
        m.d.comb += [
            self.kind["tag"].eq(1),
            self.wants.eq(Mux(self.decrypt, both, self.front_there)),
        ]
        with m.If(self.started):
            self.to_tag(m)

    def _wait(self, then: str):
        """What happens in a state that waits for all results."""

        def body(m: Module) -> None:
            with m.If(~self.flight.some):
                self.enter(m, then)

        return body

    def states(self) -> dict:
        """Keys, header, and the end of the message."""
        return {
            "SUBKEY": self._call("subkey", "MASK"),
            "MASK": self._call("mask", "CHAIN"),
            "CHAIN": self._call("chain", "KEYS"),
            # The header has calls under the subkey, which must be there.
            "KEYS": self._wait("ZERO"),
            "ZERO": self._zero,
            "JOIN": self._join,
            "PAD": self._call("header", "HEADER"),
            # The sum of the header must be whole.
            "HEADER": self._wait("SUM"),
            "SUM": self._call("sum", "MESSAGE"),
            "LENGTH": self._call("length", "TAIL"),
            "TAIL": self._tail,
            "LAST": self._last,
            "CHECK": self._check,
        }

    def _zero(self, m: Module) -> None:
        """The call for a block of zeros in front of the header."""
        m.d.sync += self.number.eq(0)
        self._call("header", "AD")(m)


MODELS = (Poet,)
TAKES = Takes(architectures=("inner",))


def make(request: Request) -> PoetCore:
    """The controller for a core, with the chaining function in the architecture of the cipher."""
    aead: Any = request.aead
    chaining = cipher_of(replace(request, decrypts=False), primitive=aead.chaining)["cipher"]
    return PoetCore.of(request, chaining=chaining, **cipher_of(request))
