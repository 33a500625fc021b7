# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `modes.aez`: what happens when; `aez_datapath` has the registers.

- **First pass.** A pair is one of `AEZcore` when 16 bytes more have come behind it. Then its calls
  start, while words of the next pair come in.
- **Middle.** What is left in front of the last 16 bytes, those, and what stands behind the message
  give s, on which every byte of the output depends. In a decryption the tag is taken for that.
- **Second pass.** In an encryption a pair leaves with its last result. In a decryption all stay
  until zeros were found behind the message.
- **End.** The middle once more, backwards. The second half of the last pair is the tag.

A call of four rounds does not start while one of ten is in flight, so that results come in order.
"""

from typing import Any

from amaranth.hdl import Module, Mux

from ...architectures.iterated.ring import Ring
from ...modes.aez import BLOCK, SIZE, TINY_ROUNDS, Aez, rounds
from ..contract import Takes
from ..parts.byte_masks import only_if
from ..parts.iterated import iterated
from ..request import Request
from .aez_datapath import CYCLE, AezDatapath

HELD = ("key",)
"""What the cipher reads from its input."""


class AezCore(AezDatapath):
    """The states of a message; see `AezDatapath`."""

    # A received tag is deciphered with the message, which begins in TURN.
    first_state, nonce_waits, verified = "SETUP", True, "TURN"

    def associated_data(self, m: Module) -> None:
        """A call for each block; an empty one is padded."""
        self._hash_block(m)
        with m.If(self.begins & self.block.last):
            m.d.comb += self.row_ends.eq(1)
            self.enter(m, "MESSAGE")

    def _nonce(self, m: Module) -> None:
        """The nonce is a block of its own."""
        self._hash_block(m)
        with m.If(self.begins):
            self.enter(m, "AD")

    def _hash_block(self, m: Module) -> None:
        m.d.comb += [
            self.kind["hash"].eq(1),
            self.wants.eq(self.block.valid),
            self.block.ready.eq(self.may_begin),
        ]

    def message(self, m: Module) -> None:
        """Blocks of 32 bytes are stored; with 16 bytes of the next one a pair is complete."""
        block, there = self.block, self.cipher.out_valid
        half, whole = block.mask[BLOCK], block.mask[0]
        pair, full = self.has_block & half, self.has_block & (self.row == self.rows - 1)
        taken, front, behind = block.valid & block.ready, block.data[SIZE:], block.data[:SIZE]
        mask = Mux(half, only_if(~whole, block.mask[:BLOCK]), block.mask[BLOCK:])
        m.d.comb += [
            self.kind["first"].eq(1),
            # A result that is there has the row of the memory in this cycle.
            self.wants.eq(block.valid & pair & ~full & ~there),
            block.ready.eq(~there & ~(full & ~self.empty) & (~pair | self.may_begin)),
            self.takes_block.eq(taken & half),
            self.takes_pair.eq(pair),
        ]
        with m.If(taken):
            m.d.sync += [self.x.eq(Mux(half, behind, front)), self.tail_mask.eq(mask)]
            with m.If(half):
                m.d.sync += [
                    self.has_block.eq(1),
                    self.is_even.eq(whole),
                    self.rest.eq(Mux(whole, behind, front)),
                ]
            with m.If(block.last):
                self._go(m, (self.decrypt, "VERIFY" if self.decrypts else "TURN"), (1, "TURN"))
        with m.If(block.valid & ~self.empty & full):
            # As for a wrong tag: the status must be failure.
            m.d.sync += self.mismatch[0].eq(1)
            self.enter(m, "SWALLOW")

    def _go(self, m: Module, *ways: tuple) -> None:
        """Enter the first state whose condition is 1."""
        # Of several assignments the last one counts, so the first way is written last.
        for condition, state in reversed(ways):
            with m.If(condition):
                self.enter(m, state)

    def states(self) -> dict:
        """Up to what leaves."""
        alone, turned = ~self.flight.some, self.turned
        return {
            "SETUP": self.one_call("hash", "NONCE"),
            "NONCE": self._nonce,
            "SWALLOW": self.swallow,
            "TURN": self._turn_ends,
            "SUM": self.one_call("sum", self._fragment("SUM", "MIX")),
            # The block is in a row of the memory, and a result needs its own row in its cycle.
            "SUM_BLOCK": self.one_call("sum", "SUM_REST", when=~self.cipher.out_valid),
            "SUM_REST": self.one_call("sum", "MIX"),
            "MIX": self._mix,
            "CROSS": self.one_call("y", "WAIT"),
            "WAIT": self._wait,
            "PAIRS": self._pairs,
            "STREAM_BLOCK": self.one_call("block", "STREAM_REST"),
            "STREAM_REST": self.one_call("rest", "STREAM_X"),
            "STREAM_X": self.one_call("x", "SETTLE"),
            "SETTLE": self.all_ended("SUM"),
            "BACK": self._written(self.y.eq(turned), "CHECK"),
            "LOAD": self._written(self.y.eq(turned & self.half), "ROUND"),
            # Delta must be whole, and each round needs the one before.
            "ROUND": self.one_call("tiny", self._next_round, when=alone),
            "ROUNDS": self.all_ended("UNLOAD"),
            "UNLOAD": self._written(self.x.eq(turned), "JOIN"),
            "JOIN": self._written(self.x.eq(self.x | turned), "CHECK"),
            "EMPTY": self.one_call("x", "EMPTIED", when=alone),
            "EMPTIED": self.all_ended("CHECK"),
            "CHECK": self._check,
        }

    def _written(self, statement, then: str):
        """What happens in a state of one cycle that writes a register."""

        def body(m: Module) -> None:
            m.d.sync += statement
            self.enter(m, then)

        return body

    def _turn_ends(self, m: Module) -> None:
        """The last 16 bytes into a block; of a shorter message a half, as long as with 16 bytes
        more.
        """
        half = self.x | (self.turned & ~self.valid & self.half)
        m.d.sync += [
            self.pairs.eq(self.row),
            self.rest.eq(self.rest & self.valid),
            self.x.eq(Mux(self.has_block, self.turned, Mux(self.has_tail, half, self.y))),
        ]
        self._encipher(m)
        with m.If(~self.decrypt):
            self.enter(m, "HEADER")

    def _encipher(self, m: Module) -> None:
        """Go on with AEZ-core, AEZ-tiny, or for an empty message with AEZ-prf."""
        self._go(m, (self.has_block, "SUM"), (self.has_tail, "LOAD"), (1, "EMPTY"))

    def _fragment(self, name: str, then: str):
        """Go on with a block between pairs and last bytes, what is left of one, or nothing."""
        block, rest = f"{name}_BLOCK", f"{name}_REST"
        return lambda m: self._go(m, (self.is_even, block), (self.has_tail, rest), (1, then))

    def _mix(self, m: Module) -> None:
        """All that was summed into x, or in the second pass into y."""
        mixed = self.total ^ self.delta
        with m.If(~self.flight.some):
            self._go(m, (self.is_second, "BACK"), (1, "CROSS"))
            with m.If(self.is_second):
                m.d.sync += self.y.eq(self.y ^ mixed)
            with m.Else():
                m.d.sync += self.x.eq(self.x ^ mixed)

    def _wait(self, m: Module) -> None:
        """Now s is x ^ y."""
        m.d.comb += self.row_ends.eq(1)
        with m.If(~self.flight.some):
            m.d.sync += self.is_second.eq(1)
            self.enter(m, "PAIRS")

    def _pairs(self, m: Module) -> None:
        """A chain for each pair."""
        ended = self.row == self.pairs
        m.d.comb += [self.kind["first"].eq(1), self.kind["mask"].eq(1), self.wants.eq(~ended)]
        with m.If(ended & ~self.flight.some):
            self._fragment("STREAM", "STREAM_X")(m)

    def _next_round(self, m: Module) -> None:
        with m.If(self.row[:CYCLE] == TINY_ROUNDS - 1):
            self.enter(m, "ROUNDS")

    def _check(self, m: Module) -> None:
        """Zeros must stand behind a message that was deciphered."""
        m.d.comb += self.row_ends.eq(self.decrypt | ~self.has_block)
        self._to_text(m)
        with m.If(self.decrypt):
            self.collect(m, self.x)
            self.enter(m, "HEADER")

    def _to_text(self, m: Module) -> None:
        """What leaves behind the pairs of an encryption, or all of a message."""
        self._after_text(m)
        with m.If(self.has_block | self.has_tail):
            self._go(m, (self.has_block, "SEND"), (1, "END"))

    def _after_text(self, m: Module) -> None:
        self._go(m, (self.decrypt, "STATUS"), (1, "ANNOUNCE"))

    def more_states(self, m: Module) -> None:
        """Also what leaves, which an abort does not end."""
        super().more_states(m)
        with m.State("HEADER"):
            self._header(m)
        with m.State("SEND"), m.If(self.answer.ready):
            m.d.comb += self.row_steps.eq(1)
            with m.If(self.row == self.pairs):
                self._after_text(m)
                # Less than 16 bytes are in a block of their own.
                with m.If(self.is_even & self.has_tail):
                    self.enter(m, "END")
        with m.State("END"), m.If(self.answer.ready):
            self._after_text(m)

    def _header(self, m: Module) -> None:
        """The header of the text: of a ciphertext before the message is enciphered, of a plaintext
        when it is known to be right.
        """
        wrong = self.mismatch.any()
        m.d.comb += [self.status.announce.eq(~wrong), self.status.text.eq(1)]
        with m.If(wrong):
            self.enter(m, "STATUS")
        with m.Elif(self.status.announced):
            self._encipher(m)
            with m.If(self.decrypt):
                self._to_text(m)


MODELS = (Aez,)
TAKES = Takes(architectures=("inner",), buffer=True)


def make(request: Request) -> AezCore:
    """The controller for a core. Decryption needs no inverse cipher."""
    more: Any = {"buffer_bytes": request.buffer_bytes}
    if request.architecture == "inner":
        ring = Ring(rounds(), pieces=request.factor, held=HELD, ordered=True)
        return AezCore.of(request, ring, calls=ring.in_flight, **more)
    return AezCore.of(request, iterated(request, rounds(), held=HELD), **more)
