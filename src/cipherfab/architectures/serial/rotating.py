# SPDX-License-Identifier: Apache-2.0
"""Registers that rotate (`serial=w`): w columns in a clock through S-boxes and linear layer, the
key beside them.

```
   word ──> mux ──> state: registers that rotate by w bits ──┬──> ^ ──> mux ──> S-boxes, ──┐
             ^                                             │    ^      ^    linear layer │
             │                     places of this round ───┼────┼──────┘                 │
             │                                             │    │                        │
             └─────────────────────────────────────────────┴────┼────────────────────────┘
                                                                │
                   key: registers that rotate by w bits ──────────┘
```

While nothing is computed the state moves by words of its block: the one that leaves at the top and
the one that enters at the bottom. So the state alone has a word beside a column in front of each
bit, and turns words into columns; everything else that has to do with columns, a key above all,
goes through it. A key enters as the columns of a state that rotates.

A round takes (bits of a register) / w clocks, and as many the last sum with a key.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib.wiring import In, Out

from ...errors import CallError
from ...primitives.rotating import (
    CODE_BITS,
    MOVE,
    PASS,
    RotatingPath,
    constants_after,
    names,
    state_after,
    sums,
)
from ...words.hardware import build
from .by_words import SerialByWords, ShiftedByWords


class Rotating(ShiftedByWords):
    """State and key of a block cipher.

    Args:
        path: what is computed.
        columns: w.
        word: bits of a word.

    Ports, all for use while ``in_ready`` is 1 but for those of the key's columns:
        in_valid, in_ready: a call, of the block in the state under the key in its registers.
        in_domain: where the cipher has one.
        in_pass, in_adds: the state turns once, and the key is added to it, or not.
        in_shift, in_word, out_word: the block moves by a word.
        at, wraps: words that have moved, modulo those of a block, since the last pass by itself;
            with one more the block is whole.
        in_turns: the key rotates by w bits in this cycle; it also does while something is computed.
        in_takes, in_key, out_key: the columns that leave the key as it turns, register 0 at the
            least significant end; and those that enter it in place of them.
        first: the first round of a call is under way.
        out_valid: the last sum is made, or the state turns in a pass.
        front, total: the columns in front of the state; and with what is added to them, which in
            the last sum are those of the result.
    """

    def __init__(self, path: RotatingPath, columns: int, *, word: int):
        # All columns in a clock is what `by_round` has.
        if columns not in path.allowed_columns() or columns == path.width:
            raise CallError(
                f"{path.primitive.name}: serial={columns} is refused. Of {path.width} columns a "
                f"clock takes {' or '.join(map(str, path.allowed_columns()))}."
            )
        self.columns = columns
        self.clocks = path.width // columns
        piece = path.registers * columns
        super().__init__(
            path,
            {
                "in_pass": In(1),
                "in_adds": In(1),
                "in_shift": In(1),
                "in_word": In(word),
                "out_word": Out(word),
                "at": Out(range(path.block // word)),
                "wraps": Out(1),
                "in_turns": In(1),
                "in_takes": In(1),
                "in_key": In(piece),
                "out_key": Out(piece),
                "first": Out(1),
                "out_valid": Out(1),
                "front": Out(piece),
                "total": Out(piece),
            },
        )

    def elaborate(self, platform):
        m = Module()
        self._registers()
        self._control(m)
        given = self._given(m)
        for count, name in enumerate(names(self.path, "y")):
            m.d.comb += self.total[self._piece(count)].eq(given[name])
        self._state(m, given)
        self._key(m)
        self._constants(m, given)
        return m

    def _registers(self) -> None:
        width = self.path.width
        # Data has no reset; only what steers has one.
        self.state, self.key = (
            {
                name: Signal(width, name=f"{what}{number}", reset_less=True)
                for number, name in enumerate(names(self.path, letter))
            }
            for what, letter in (("state", "s"), ("key", "k"))
        )
        self.constants = {
            name: Signal(width, name=name, reset_less=True) for name in self.path.constants
        }
        self.running, self.adds = Signal(name="running"), Signal(name="adds", reset_less=True)
        self.passing = Signal(name="passing")
        self.turn = Signal(range(self.clocks), name="turn")
        self.moved = Signal(len(self.at), name="words_moved")
        self.count = Signal(range(self.path.rounds + 1), name="count")

    def _control(self, m: Module) -> None:
        """Rounds, then a pass in which the key is added. ``count`` is that of the round, and 0 in
        a pass by itself.
        """
        ends = self.turn == self.clocks - 1
        m.d.comb += [
            self.in_ready.eq(~(self.running | self.passing)),
            self.first.eq(self.running & (self.count == 0)),
            self.out_valid.eq(self.passing),
            self.at.eq(self.moved),
            self.wraps.eq(self.moved.all()),
        ]
        with m.If(self.in_pass):
            m.d.sync += self.moved.eq(0)
        with m.Elif(self.in_shift):
            m.d.sync += self.moved.eq(self.moved + 1)
        with m.If(~self.in_ready):
            m.d.sync += self.turn.eq(self.turn + 1)
            with m.If(ends):
                m.d.sync += [
                    self.passing.eq(self.running & (self.count == self.path.rounds - 1)),
                    self.running.eq(self.running & (self.count != self.path.rounds - 1)),
                    # The sum that ends a call finds the number of rounds here, so its key comes
                    # with constants.
                    self.count.eq(Mux(self.running, self.count + 1, 0)),
                ]
        with m.Else():
            m.d.sync += [
                self.running.eq(self.in_valid),
                self.passing.eq(self.in_pass),
                # A call ends with the sum; a turn by itself adds if it is told to.
                self.adds.eq(self.in_valid | self.in_adds),
            ]

    def _given(self, m: Module) -> dict:
        """What the functions of the description are given."""
        adds, code = Signal(name="adds_key"), Signal(CODE_BITS, name="code")
        constants = Signal(name="adds_constants")
        # Rounds repeat after four (`RotatingPath.cycle`).
        number = Cat(self.count[:2], Const(0, CODE_BITS - 2))
        m.d.comb += [
            # A key goes in with every second round.
            adds.eq(Mux(self.running, ~self.count[0], self.adds)),
            # The first key comes without them.
            constants.eq(adds & (self.count != 0)),
            code.eq(Mux(self.running, number, Mux(self.passing, PASS, MOVE))),
        ]
        given = {**self.state, **self.key, **self.constants, "adds": adds, "code": code,
                 "adds_constants": constants, "other": self.count[1], "word": self.in_word,
                 "clocked": self.count[0]}  # fmt: skip
        made = build(m, lambda words: sums(self.path, self.columns, words), given)
        return {**given, **made}

    def _state(self, m: Module, given: dict) -> None:
        after = build(
            m, lambda words: state_after(self.path, self.columns, words), given, prefix="next_"
        )
        with m.If(~self.in_ready | self.in_shift):
            m.d.sync += [register.eq(after[name]) for name, register in self.state.items()]
        for count, register in enumerate(self.state.values()):
            m.d.comb += self.front[self._piece(count)].eq(register[: self.columns])
        block = {
            place: self.state[name][bit]
            for name, places in zip(self.state, self.path.order)
            for bit, place in enumerate(places)
        }
        # Words leave at the top.
        low = self.path.block - len(self.out_word)
        m.d.comb += [bit.eq(block[low + number]) for number, bit in enumerate(self.out_word)]

    def _key(self, m: Module) -> None:
        for count, register in enumerate(self.key.values()):
            leaving, new = register[: self.columns], self.in_key[self._piece(count)]
            m.d.comb += self.out_key[self._piece(count)].eq(leaving)
            # In a call it turns with the state, so that the columns in front belong together.
            with m.If(~self.in_ready | self.in_turns):
                m.d.sync += register.eq(
                    Cat(register[self.columns :], Mux(self.in_takes, new, leaving))
                )

    def _constants(self, m: Module, given: dict) -> None:
        after = build(
            m, lambda words: constants_after(self.path, self.columns, words), given, prefix="next_"
        )
        start = self.first_constants(m)
        for name, register in self.constants.items():
            with m.If(~self.in_ready):
                m.d.sync += register.eq(after[name])
            # Calls and passes before this one have moved them on.
            with m.Elif(self.in_valid):
                m.d.sync += register.eq(start[name])

    def _piece(self, number: int) -> slice:
        """The columns' bits of a register."""
        return slice(self.columns * number, self.columns * (number + 1))


class RotatingSerial(SerialByWords):
    """A block cipher by itself. A call is the words of the key, then those of the plaintext; the
    words of the ciphertext follow.

    Args:
        path, columns: as of `Rotating`.
    """

    def __init__(self, path: RotatingPath, columns: int):
        super().__init__(Rotating(path, columns, word=self.word), beside=False)

    def elaborate(self, platform):
        m = Module()
        m.submodules.engine = engine = self.engine
        keyed, moves = Signal(name="has_key"), Signal(name="moves")
        m.d.comb += [
            engine.in_word.eq(Mux(keyed, self.in_plaintext, self.in_key)),
            engine.in_shift.eq(moves),
            engine.in_takes.eq(~keyed),
            # In the pass of a key nothing is added, so the sum is its columns as they are.
            engine.in_key.eq(engine.total),
            self.out_ciphertext.eq(engine.out_word),
        ]
        with m.FSM(name="phase"):
            with m.State("TAKE"):
                m.d.comb += [
                    self.in_ready.eq(engine.in_ready),
                    moves.eq(self.in_valid & engine.in_ready),
                ]
                with m.If(moves & engine.wraps):
                    m.next = "START"
            with m.State("START"):
                # The key is the state, until its columns have gone over.
                m.d.comb += [engine.in_pass.eq(~keyed), engine.in_valid.eq(keyed)]
                m.next = "TURN"
            with m.State("TURN"):
                with m.If(engine.in_ready):
                    # A call turns twice: for its key, then for its block.
                    m.d.sync += keyed.eq(~keyed)
                    m.next = "TAKE"
                    with m.If(keyed):
                        m.next = "GIVE"
            with m.State("GIVE"):
                # What shifts in meanwhile is overwritten by the next key.
                m.d.comb += [self.out_valid.eq(1), moves.eq(self.out_ready)]
                with m.If(moves & engine.wraps):
                    m.next = "TAKE"
        return m
