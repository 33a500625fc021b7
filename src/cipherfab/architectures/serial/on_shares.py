# SPDX-License-Identifier: Apache-2.0
"""Bit-serial on shares (`masked=d,bitserial`): words that shift by a bit in every clock, one S-box,
one sum of bits for the linear layer.

```
              ┌────────────────────────────────────────────┐
   word n ────┴─> n bits, which shift ──> bit 0 ──┬────────┘  turns, unless it takes in
                    │      │                      ├── S-box ──> every word, in the S-box's turn
                    └──────┴── sum of bits ──┐    └── or the spare's bit 0, a turn behind its own
                                             v
                             spare: the new word while the old one turns
```

Every register shifts in every clock, so that no flip-flop has an enable or a multiplexer but the
first of a word. A *turn* is n clocks, after which a word that turns is where it was. A round of m
words takes m + 1 turns:

- The S-box's: columns leave, go through it and come in again. The last word leaves from the spare
  and comes in where it belongs.
- One for each word: what the linear layer makes of it goes to the spare, bit by bit, while the word
  turns; in the turn after that the word takes it in from there. That of the last word is the next
  S-box's.

A call is n words that go in, a column in each, and n that come out. While words come without a gap,
each is taken at once; after a gap the next one waits until its place comes by. What is given waits
in a register of its own.

Registers of gadgets take in a value in every clock, with fresh random bits, whatever is at the
places that they read. What is proved of that: docs/explanation/masking.md.
"""

from collections.abc import Iterable, Mapping

from amaranth.hdl import Cat, Module, Mux, Signal, Value
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ...primitives.bit_serial import LAYERS, BitSerial
from ...primitives.in_stages import RANDOM, share_names
from ...words.trace import reads, trace
from ..steps import apply, predicate

SPARE = "spare"


class SerialOnShares(wiring.Component):
    """A permutation.

    Ports: ``in_valid``, ``in_ready``, ``in_NAME_0`` and so on (a share of a column each),
    ``out_valid``, ``out_ready``, ``out_NAME_0`` and so on, ``random`` (fresh uniform bits in each
    cycle).

    Args:
        masked: what is computed.

    Attributes:
        cell: bits of a cell of `design.BareInterface`.
        order: the cells of each word.
    """

    cell = 1

    def __init__(self, masked: BitSerial):
        self.masked, self.order = masked, masked.order
        (given,), (taken,) = masked.primitive.inputs, masked.primitive.outputs
        self.words = masked.path.words
        self.given, self.taken = (
            share_names(f"{way}_{name}", masked.shares)
            for way, name in (("in", given), ("out", taken))
        )
        super().__init__(
            wiring.Signature(
                {
                    "in_valid": In(1),
                    "in_ready": Out(1),
                    "out_valid": Out(1),
                    "out_ready": In(1),
                    RANDOM: In(masked.random_bits),
                    **{name: In(len(self.words)) for name in self.given},
                    **{name: Out(len(self.words)) for name in self.taken},
                }
            )
        )

    def elaborate(self, platform):
        m = Module()
        self._name_signals()
        self._control(m)
        self._rounds(m)
        self._shift(m, self._substituted(m))
        self._results(m)
        return m

    def _name_signals(self) -> None:
        size, shares = self.masked.path.width, self.masked.shares
        self.turn, self.count = (Signal(range(size), name=name) for name in ("turn", "count"))
        self.running, self.giving, self.full = (
            Signal(name=name) for name in ("running", "giving", "full")
        )
        # Which turn of a round it is: bit 0 the S-box's, bit n + 1 that of word n.
        self.part = Signal(len(self.words) + 1, name="part", init=1)
        self.loading, self.taking, self.leaving, self.turn_ends, self.substituting = (
            Signal(name=name)
            for name in ("loading", "taking", "leaving", "turn_ends", "substituting")
        )
        self.public = {
            name: Signal(width, name=name, init=self.masked.first[name])
            for name, width in self.masked.public.items()
        }
        self.state = {
            share: Signal(size, name=share, reset_less=True)
            for word in (*self.words, SPARE)
            for share in share_names(word, shares)
        }

    def _control(self, m: Module) -> None:
        """Reading, running, giving; ``turn`` is the number of the bit that is in front."""
        in_place, ends, finished = (Signal(name=name) for name in ("in_place", "ends", "finished"))
        m.d.comb += [
            in_place.eq(self.turn == self.count),
            self.loading.eq(~self.running & ~self.giving),
            self.in_ready.eq(self.loading & in_place),
            self.taking.eq(self.in_valid & self.in_ready),
            self.leaving.eq(self.giving & in_place & (~self.full | self.out_ready)),
            self.out_valid.eq(self.full),
            # The bits of a word are a power of two, so all ones is the last place.
            ends.eq(self.count.all() & (self.taking | self.leaving)),
            self.turn_ends.eq(self.turn.all()),
            self.substituting.eq(self.running & self.part[0]),
            # The last word need not come back from the spare: it is given from there.
            finished.eq(self.part[-1] & self.turn_ends & self._finished(m)),
        ]
        m.d.sync += [
            self.turn.eq(self.turn + 1),
            self.running.eq(Mux(self.loading, ends, self.running & ~finished)),
            self.giving.eq(Mux(self.giving, ~ends, finished)),
            self.full.eq(self.leaving | (self.full & ~self.out_ready)),
        ]
        with m.If(self.taking | self.leaving):
            m.d.sync += self.count.eq(self.count + 1)
        # Before the first word nothing has its place yet, so it need not wait.
        with m.If(self.loading & (self.count == 0) & ~self.taking):
            m.d.sync += self.turn.eq(0)
        # Behind the last word's turn it is the S-box's again, with which the next call begins.
        with m.If(self.running & self.turn_ends):
            m.d.sync += self.part.eq(self.part.rotate_left(1))

    def _finished(self, m: Module) -> Signal:
        return predicate(m, "is_last", self.masked.primitive.finished, self.public)

    def _rounds(self, m: Module) -> None:
        """What counts them goes on behind the S-box, which needs it first."""
        counted = apply(m, "counted", self.masked.counted, self.public, self.masked.public)
        for name, register in self.public.items():
            # A call begins with the first round, whatever the one before has left.
            with m.If(self.loading):
                m.d.sync += register.eq(register.init)
            with m.Elif(self.substituting & self.turn_ends):
                m.d.sync += register.eq(counted[name])

    def _column(self, place: int) -> dict[str, Value]:
        """The bits at a place; those of the last word are in the spare."""
        return {
            bit: self.state[source][place]
            for word in self.words
            for bit, source in zip(self.masked.bits(word), self._sources(word))
        }

    def _sources(self, word: str) -> list[str]:
        """Where the shares of a word are between two rounds."""
        return share_names(SPARE if word == self.words[-1] else word, self.masked.shares)

    def _substituted(self, m: Module) -> dict[str, Signal]:
        """The bits of the column that leaves, behind the S-box."""
        masked = self.masked
        early = apply(
            m,
            "constants",
            masked.constant_bits,
            {**self.public, "turn": self.turn},
            dict.fromkeys(masked.constants, 1),
        )
        # The operands need a constant earlier than the column that leaves does.
        late = {name: self._delayed(m, name, bit) for name, bit in early.items()}
        # Of the column that leaves in `LAYERS` clocks: so long do the gadgets take.
        operands = self._operands(m, {**self._column(LAYERS), **early})
        crossing = {}
        for number in sorted(set(masked.crossing_registers.values())):
            crossing |= self._gadget(m, number, {**operands, RANDOM: getattr(self, RANDOM)})
        return apply(
            m,
            "substituted",
            masked.substituted,
            {**self._column(0), **late, **crossing},
            dict.fromkeys(self._shares(self.words), 1),
        )

    def _shares(self, words: Iterable[str]) -> list[str]:
        return [share for word in words for share in share_names(word, self.masked.shares)]

    def _delayed(self, m: Module, name: str, bit: Signal) -> Signal:
        """The same `LAYERS` clocks later."""
        line = Signal(LAYERS, name=name, reset_less=True)
        m.d.sync += line.eq(Cat(bit, line)[:LAYERS])
        return line[-1]

    def _operands(self, m: Module, column: Mapping) -> dict[str, Signal]:
        """Registers of the operands of the column that leaves in `LAYERS` clocks."""
        names = self.masked.operand_registers
        values = apply(m, "operands", self.masked.operands, column, dict.fromkeys(names, 1))
        return {name: self._register(m, name, values[name]) for name in names}

    def _gadget(self, m: Module, number: int, given: Mapping) -> dict[str, Signal]:
        """Registers of what a product has of two shares, a part of its own, which is mapped
        apart.
        """
        function = self.masked.crossings(number)
        names = [name for name, of in self.masked.crossing_registers.items() if of == number]
        found = trace(function, {name: len(value) for name, value in given.items()}).outputs
        read = set().union(*map(reads, found.values()))
        values = apply(
            m,
            f"gadget{number}",
            function,
            {name: value for name, value in given.items() if name in read},
            dict.fromkeys(names, 1),
        )
        return {name: self._register(m, name, values[name]) for name in names}

    @staticmethod
    def _register(m: Module, name: str, value: Signal) -> Signal:
        register = Signal(name=name, reset_less=True)
        m.d.sync += register.eq(value)
        return register

    def _shift(self, m: Module, substituted: Mapping) -> None:
        """Every word goes on by a bit."""
        for number, word in enumerate(self.words):
            for share, spare in zip(share_names(word, self.masked.shares), self._spares()):
                front = self.state[share][0]
                if word != self.words[-1]:
                    front = Mux(self.taking, self._given(share, number), front)
                    # In the turn of the next word it takes what the spare has of it.
                    front = Mux(self.part[number + 2], self.state[spare][0], front)
                self._take(m, share, Mux(self.substituting, substituted[share], front))
        for index, spare in enumerate(self._spares()):
            last = self._given(
                share_names(self.words[-1], self.masked.shares)[index], len(self.words) - 1
            )
            kept = Mux(self.taking, last, self.state[spare][0])
            # While columns come and go bit 0 of `part` is 1 too, so that the spare turns like a
            # word.
            self._take(m, spare, Mux(self.part[0], kept, self._diffused(index)))

    def _spares(self) -> list[str]:
        return share_names(SPARE, self.masked.shares)

    def _take(self, m: Module, share: str, bit) -> None:
        m.d.sync += self.state[share].eq(Cat(self.state[share][1:], bit))

    def _given(self, share: str, number: int):
        """The bit of a column that is a share of a word, by the word's number."""
        port = self.given[int(share.rpartition("_")[2])]
        # The first word is the top bit of a column.
        return getattr(self, port)[len(self.words) - 1 - number]

    def _diffused(self, share: int):
        """A share of bit 0 of what the linear layer makes of the word whose turn it is."""
        total = 0
        for number, word in enumerate(self.words):
            register = self.state[share_names(word, self.masked.shares)[share]]
            bit = Cat(register[tap] for tap in self.masked.path.taps[word]).xor()
            # At most one of these bits of `part` is 1, so that the OR chooses.
            total = total | (bit & self.part[number + 1])
        return total

    def _results(self, m: Module) -> None:
        """A column that leaves waits until it is taken."""
        for share, port in enumerate(self.taken):
            held = Signal(len(self.words), name=f"held_{share}", reset_less=True)
            fronts = [self.state[self._sources(word)[share]][0] for word in self.words]
            with m.If(self.leaving):
                m.d.sync += held.eq(Cat(*reversed(fronts)))
            m.d.comb += getattr(self, port).eq(held)
