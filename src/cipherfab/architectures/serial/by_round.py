# SPDX-License-Identifier: Apache-2.0
"""A round in a clock (`serial=w` with all columns): nothing turns, and state and key move by words.

```
   word ──> mux ──> state ──┬──> ^ ──> mux ──> S-boxes, linear layer ──┐
             ^              │    ^      ^                              │
             │              │   key     places of this round           │
             └──────────────┼──────────────────────────────────────────┘
                            └──> top word ── ^ ──> word of the result
                     key ──────> top word ───┘
```

The sum with a key that follows the last round is made word by word, as the result leaves. So the
state has three places where a bit comes from, and a word, in front of each bit, and the key none.
"""

from collections.abc import Sequence

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib.wiring import In, Out

from ...primitives.rotating import (
    CODE_BITS,
    MOVE,
    RotatingPath,
    constants_after,
    names,
    state_after,
    sums,
)
from ...words.hardware import build
from .by_words import SerialByWords, ShiftedByWords


class ByRound(ShiftedByWords):
    """State and key of a block cipher.

    Args:
        path: what is computed.
        word: bits of a word.

    Attributes:
        words: of a block.

    Ports, all for use while ``in_ready`` is 1:
        in_valid, in_ready: a call, of the block in the state under the key.
        in_domain: where the cipher has one.
        in_shift, in_word, out_word: the block moves by a word, and so does the key; what leaves is
            a word of the result if the key is that of the call.
        in_key, out_key: the word that enters the key then, and the one that leaves it.
        out_valid: no call is under way.
        at, wraps: words that have moved, modulo those of a block; with one more the block is whole.
    """

    def __init__(self, path: RotatingPath, *, word: int):
        self.columns, self.words = path.width, path.block // word
        super().__init__(
            path,
            {
                "in_shift": In(1),
                "in_word": In(word),
                "out_word": Out(word),
                "in_key": In(word),
                "out_key": Out(word),
                "at": Out(range(self.words)),
                "wraps": Out(1),
                "out_valid": Out(1),
            },
        )

    def elaborate(self, platform):
        m = Module()
        path = self.path
        state = {
            name: Signal(path.width, name=f"state{number}", reset_less=True)
            for number, name in enumerate(names(path, "s"))
        }
        key = Signal(path.block, name="key", reset_less=True)
        constants = {
            name: Signal(path.width, name=name, reset_less=True) for name in path.constants
        }
        given = (
            self._control(m)
            | state
            | constants
            | {
                # The key has the order of its block: its columns are wires.
                name: Cat(key[place] for place in places)
                for name, places in zip(names(path, "k"), path.order)
            }
        )
        given |= build(m, lambda words: sums(path, path.width, words), given)
        after = build(m, lambda words: state_after(path, path.width, words), given, prefix="next_")
        with m.If(self.running | self.in_shift):
            m.d.sync += [register.eq(after[name]) for name, register in state.items()]
        with m.If(self.in_shift):
            m.d.sync += key.eq(Cat(self.in_key, key)[: len(key)])
        self._constants(m, constants, given)
        self._leave(m, list(state.values()), key, constants)
        return m

    def _control(self, m: Module) -> dict:
        """Rounds and words are counted; what the functions of the description are given of it."""
        self.running = Signal(name="running")
        count = Signal(range(self.path.rounds), name="count")
        m.d.comb += [
            self.in_ready.eq(~self.running),
            self.out_valid.eq(~self.running),
            self.wraps.eq(self.at.all()),
        ]
        with m.If(self.running):
            m.d.sync += count.eq(count + 1)
            with m.If(count == self.path.rounds - 1):
                m.d.sync += [self.running.eq(0), count.eq(0)]
        with m.Else():
            m.d.sync += self.running.eq(self.in_valid)
        at = Signal(range(self.words), name="words_moved")
        m.d.comb += self.at.eq(at)
        with m.If(self.in_shift):
            m.d.sync += at.eq(at + 1)
        code, constants = Signal(CODE_BITS, name="code"), Signal(name="adds_constants")
        m.d.comb += [
            # Rounds repeat after four (`RotatingPath.cycle`).
            code.eq(Mux(self.running, Cat(count[:2], Const(0, CODE_BITS - 2)), MOVE)),
            # With every key but the first one, of every second round.
            constants.eq(~count[0] & (count != 0)),
        ]
        return {
            "adds": ~count[0],
            "adds_constants": constants,
            "other": count[1],
            "code": code,
            "clocked": count[0],
            "word": self.in_word,
        }

    def _constants(self, m: Module, constants: dict, given: dict) -> None:
        start = self.first_constants(m)
        after = build(
            m,
            lambda words: constants_after(self.path, self.path.width, words),
            given,
            prefix="next_",
        )
        for name, register in constants.items():
            # The constants step in the rounds that add none.
            with m.If(self.running & given["clocked"]):
                m.d.sync += register.eq(after[name])
            with m.Elif(self.in_valid):
                m.d.sync += register.eq(start[name])

    def _leave(self, m: Module, state: Sequence[Signal], key: Signal, constants: dict) -> None:
        """A word of the state, of the key and of the constants."""
        size, block = len(self.out_word), [None] * self.path.block
        added = [None] * self.path.block
        for number, places in enumerate(self.path.order):
            of_register = [
                constants[name] for name, to in self.path.constants.items() if to == number
            ]
            for bit, place in enumerate(places):
                block[place] = state[number][bit]
                added[place] = of_register[0][bit] if of_register else None
        word = Signal(size, name="constant_word")
        for number in range(self.words):
            # Words leave at the top.
            low = len(key) - size * (number + 1)
            here = [Const(0, 1) if bit is None else bit for bit in added[low : low + size]]
            if any(bit is not None for bit in added[low : low + size]):
                with m.If(self.at == number):
                    m.d.comb += [target.eq(bit) for target, bit in zip(word, here)]
        m.d.comb += [
            self.out_key.eq(key[-size:]),
            *(
                out.eq(bit ^ of_key ^ constant)
                for out, bit, of_key, constant in zip(
                    self.out_word, block[-size:], key[-size:], word
                )
            ),
        ]


class RoundSerial(SerialByWords):
    """A block cipher by itself. A call is the words of key and plaintext, beside each other; the
    words of the ciphertext follow.

    Args:
        path: as of `ByRound`.
    """

    def __init__(self, path: RotatingPath):
        super().__init__(ByRound(path, word=self.word), beside=True)

    def elaborate(self, platform):
        m = Module()
        m.submodules.engine = engine = self.engine
        m.d.comb += [
            engine.in_word.eq(self.in_plaintext),
            engine.in_key.eq(self.in_key),
            self.out_ciphertext.eq(engine.out_word),
        ]
        with m.FSM(name="phase"):
            with m.State("TAKE"):
                m.d.comb += [self.in_ready.eq(1), engine.in_shift.eq(self.in_valid)]
                with m.If(self.in_valid & engine.wraps):
                    m.next = "START"
            with m.State("START"):
                m.d.comb += engine.in_valid.eq(1)
                m.next = "GIVE"
            with m.State("GIVE"):
                m.d.comb += [
                    # The engine still computes when this state begins.
                    self.out_valid.eq(engine.out_valid),
                    engine.in_shift.eq(engine.out_valid & self.out_ready),
                ]
                with m.If(engine.in_shift & engine.wraps):
                    m.next = "TAKE"
        return m
