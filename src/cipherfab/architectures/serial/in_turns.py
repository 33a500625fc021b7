# SPDX-License-Identifier: Apache-2.0
"""Words that turn bit by bit (`serial=1,bitserial`): one S-box, one sum of bits for the linear
layer.

```
              ┌──────── given <── (who holds the words) <── front ──┐
   word n ──> mux ──> n bits, which shift in every clock ──> bit 0 ─┴──> S-box ──> every word
              ^             │      │
              │             └──────┴── sum of bits ──> spare: the new word while the old one turns
              └──────────────────────────────────────────┘
```

A *turn* is as many clocks as a word has bits, its *slots*; then a word that turns is where it was.
A round of m words takes m + 1 turns, as in `on_shares`: that of the S-box, and one for each word,
in which the linear layer's bits go to the spare; in the turn behind it the word takes them in. The
last word has no turn for that: between two rounds, and between two runs, it is in the spare.

All flip-flops of words have the same enable, and only the entry of a word has logic. While nothing
is computed the words move when they are told to, and who holds them changes their bits as they come
by: ``given`` takes the place of ``front``.
"""

from collections.abc import Mapping, Sequence

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ...primitives.by_column import ColumnPath
from ...primitives.primitive import SCHEDULE, State
from ...words import Word
from ...words.bits import equals
from ...words.hardware import build
from ..steps import predicate


class InTurns(wiring.Component):
    """A permutation whose words turn.

    Args:
        path: what is computed.
        order: for each slot of a turn the column whose bits are in front, all upwards or all
            downwards.

    Ports:
        front: the bits that leave, of each word one, the first word's in bit 0. given: what comes
            in their place, ``front`` itself or something else while no run is under way, and in its
            first turn, where it goes into the S-box.
        moves: the words go on by a bit, as they do in a run; in the last slot of a turn it must
            be 1 if ``start`` is.
        moving: they do. turn: the slot in front. ends: it is the last of a turn.
        free: in the last slot of a turn, a run may start. start: it does, in the next slot.
            schedule: the number of its round count, if there are several.
        busy: a run is under way. opening: its first turn is, unless the run was ``dropped``: it
            goes on, and nobody wants its result.
    """

    def __init__(self, path: ColumnPath, order: Sequence[int]):
        self.path, self.order, self.size = path, tuple(order), path.width
        bits = len(path.words)
        choice = {"schedule": In(path.primitive.inputs[SCHEDULE])} if self._chooses(path) else {}
        super().__init__(
            {
                "front": Out(bits),
                "given": In(bits),
                "moves": In(1),
                "moving": Out(1),
                "turn": Out(range(self.size)),
                "ends": Out(1),
                "free": Out(1),
                "start": In(1),
                **choice,
                "busy": Out(1),
                "opening": Out(1),
                "dropped": In(1),
            }
        )

    @staticmethod
    def _chooses(path: ColumnPath) -> bool:
        return SCHEDULE in path.primitive.inputs

    def elaborate(self, platform):
        m = Module()
        self._registers()
        self._control(m)
        self._rounds(m)
        self._shift(m, self._substituted(m), self._diffused(m))
        return m

    def _registers(self) -> None:
        layout, words = self.path.primitive.layout, self.path.words
        self.words = [Signal(self.size, name=word, reset_less=True) for word in words]
        self.spare = Signal(self.size, name="spare", reset_less=True)
        self.count = {
            name: Signal(width, name=name, reset_less=True)
            for name, width in layout.items()
            if name not in words
        }
        # Which turn of a round it is: bit 0 the S-box's, bit n + 1 that of word n.
        self.part = Signal(len(words) + 1, name="part", init=1)
        self.slot = Signal(range(self.size), name="slot")
        self.running, self.first = Signal(name="running"), Signal(name="first_turn")

    def _control(self, m: Module) -> None:
        """Turns, of which a run takes some."""
        # Nothing counts the turns of a run: the registers of the rounds say which round is the
        # last.
        assert self.path.primitive.finished is not None
        finished = predicate(m, "is_last", self.path.primitive.finished, self.count)
        m.d.comb += [
            self.turn.eq(self.slot),
            self.moving.eq(self.moves | self.running),
            # A power of two: all ones is the last place.
            self.ends.eq(self.slot.all() & self.moving),
            self.free.eq(self.ends & (~self.running | (self.part[-1] & finished))),
            self.busy.eq(self.running),
            self.opening.eq(self.first),
        ]
        with m.If(self.moving):
            m.d.sync += self.slot.eq(self.slot + 1)
        with m.If(self.ends):
            m.d.sync += self.first.eq(self.free & self.start)
        # Behind the line above: a run that starts as its message is given up is dropped too.
        with m.If(self.dropped):
            m.d.sync += self.first.eq(0)
        with m.If(self.free):
            # Without a start the run under way ends here.
            m.d.sync += self.running.eq(self.start)
        # Behind the last word's turn it is the S-box's again, with which the next run begins.
        with m.If(self.running & self.ends):
            m.d.sync += self.part.eq(self.part.rotate_left(1))

    def _rounds(self, m: Module) -> None:
        """What counts them: the first round's before a run, the next one's behind an S-box."""
        choice = {SCHEDULE: self.schedule} if self._chooses(self.path) else {}
        first = build(m, self._loaded, {**self.count, **choice}, prefix="first_")
        counted = build(m, self._counted, self.count, prefix="next_")
        for name, register in self.count.items():
            # Whether a run starts or not, so that this does not wait for `start`.
            with m.If(self.free):
                m.d.sync += register.eq(first[name])
            with m.Elif(self.part[0] & self.ends):
                m.d.sync += register.eq(counted[name])

    def _loaded(self, words: State) -> State:
        (width,) = (width for name, width in self.path.primitive.inputs.items() if name != SCHEDULE)
        (name,) = (name for name in self.path.primitive.inputs if name != SCHEDULE)
        some = next(iter(words.values()))
        # What counts the rounds does not depend on the block, so that any block serves.
        given = {name: some.constant(0, width)}
        if SCHEDULE in words:
            given[SCHEDULE] = words[SCHEDULE]
        state = self.path.primitive.load(given)
        return {name: state[name] for name in self.count}

    def _counted(self, words: State) -> State:
        counted = self.path.count(words)
        return {name: counted[name] for name in self.count}

    def _substituted(self, m: Module) -> Mapping[str, Signal]:
        """The bits in front, behind the S-box."""
        given = {word: self.given[number] for number, word in enumerate(self.path.words)}
        return build(
            m, self._column, {**given, **self.count, "slot": self.slot}, prefix="substituted_"
        )

    def _column(self, words: State) -> State:
        column = {word: words[word] for word in self.path.words}
        for word, constant in self.path.constants(words).items():
            column[word] = column[word] ^ self._constant(constant, words["slot"])
        return dict(zip(column, self.path.substitute(list(column.values()))))

    def _constant(self, constant: Word, slot: Word) -> Word:
        """The bit of a constant that belongs to the column in front."""
        total = slot.constant(0, 1)
        for place in range(constant.width):
            # `order` says in which slot the column of a place comes by.
            total = total | (equals(slot, self.order.index(place)) & constant[place])
        return total

    def _diffused(self, m: Module) -> Signal:
        """Slot 0 of what the linear layer makes of the word whose turn it is."""
        up = self.order[1] > self.order[0]
        total = 0
        for number, word in enumerate(self.path.words):
            # Where columns come by downwards the taps lie on the other side.
            taps = [tap if up else -tap % self.size for tap in self.path.taps[word]]
            bit = Cat(self.words[number][tap] for tap in taps).xor()
            # At most one of these bits of `part` is 1, so that the OR chooses.
            total = total | (bit & self.part[number + 1])
        return total

    def _shift(self, m: Module, substituted: Mapping, diffused) -> None:
        """Every word goes on by a bit."""
        *others, last = range(len(self.words))
        substitutes = Signal(name="substitutes")
        m.d.comb += substitutes.eq(self.running & self.part[0])
        for number in others:
            word = self.words[number]
            m.d.comb += self.front[number].eq(word[0])
            # In the turn of the next word it takes what the spare has of it.
            bit = Mux(self.part[number + 2], self.spare[0], self.given[number])
            self._take(m, word, Mux(substitutes, substituted[self.path.words[number]], bit))
        word = self.words[last]
        # Between runs the last word is in the spare.
        m.d.comb += self.front[last].eq(self.spare[0])
        # The last word only turns outside the S-box's turn: its new bits stay in the spare.
        self._take(m, word, Mux(self.part[0], substituted[self.path.words[last]], word[0]))
        self._take(m, self.spare, Mux(self.part[0], self.given[last], diffused))

    def _take(self, m: Module, word: Signal, bit) -> None:
        with m.If(self.moving):
            m.d.sync += word.eq(Cat(word[1:], bit))
