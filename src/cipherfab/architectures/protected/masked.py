# SPDX-License-Identifier: Apache-2.0
"""Masked (`masked=d`): a primitive on shares, a stage for each clock: a first-order threshold
implementation with three shares (`primitives.in_stages`) or gadgets on d + 1 shares
(`primitives.by_gadgets`).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib.wiring import In, Out

from ...primitives.by_gadgets import ByGadgets
from ...primitives.in_stages import RANDOM, Stage, Staged, share_names
from ...primitives.on_two_shares import OnTwoShares
from ...words.trace import reads, trace
from ..steps import apply, one_of, predicate
from ..stream import PrimitiveComponent


class Masked(PrimitiveComponent):
    """The stages, with registers between them.

    Secrets come in and go out in shares, ``in_NAME_0``, ``in_NAME_1`` and so on, whose sum they
    are; the other inputs are public. A call takes a cycle for each stage of the entry and of each
    round. A port beside those of all: ``random``, fresh uniform bits in each cycle.

    The number of the stage comes from a register, 0 while nothing runs, and everything that chooses
    is a function of that register. What passing and kept registers are: `primitives.in_stages`.
    Free ones take in in every clock what their stage of a round gives, also when it is another's
    turn.

    Args:
        staged: what is masked.
        entry, stages: on shares, instead of those of ``staged``: for controls.
        waits: the random bits are a stream: the ports ``random_valid`` and ``random_ready`` beside
            ``random``. A word is taken in each stage that reads it, and such a stage waits for one.
            Free registers are passing ones then: what a stage that waits would store, and what
            another stage would make with a word that is taken later, is 0; what a stage that waits
            reads is kept. Where the entry reads random bits, to share anew what enters or for
            gadgets, there is no ``in_ready`` without a word, and it is taken when a call starts.
        loadable: see `PrimitiveComponent`; of registers that hold the state as it is after a run.
    """

    def __init__(
        self,
        staged: Staged | ByGadgets | OnTwoShares,
        *,
        entry: Sequence[Stage] = (),
        stages: Sequence[Stage] = (),
        waits: bool = False,
        loadable: Collection[str] = (),
    ):
        self.staged, self.waits = staged, waits
        self._entry, self._stages = (
            list(entry or staged.entry_functions()),
            list(stages or staged.round_functions()),
        )
        super().__init__(
            replace(staged.primitive, inputs=staged.inputs, outputs=staged.outputs), loadable
        )
        self._enters_random = waits and self._takes_random(0)

    def more_ports(self) -> dict:
        stream = {"random_valid": In(1), "random_ready": Out(1)} if self.waits else {}
        return {RANDOM: In(self.staged.random_bits), **stream} if self.staged.random_bits else {}

    def elaborate(self, platform):
        m = Module()
        # Data has no reset; only what steers has one.
        state = {
            name: Signal(width, name=name, reset_less=True)
            for name, width in self.staged.registers.items()
        }
        count = len(self._entry) + len(self._stages)
        stage, full, start = (
            Signal(range(count), name="stage"),
            Signal(name="full"),
            Signal(name="start"),
        )
        # The next call may begin as the result before it leaves.
        may_enter = (stage == 0) & (~full | self.out_ready)
        m.d.comb += [
            self.out_valid.eq(full),
            self.in_ready.eq(may_enter & self.random_valid if self._enters_random else may_enter),
            start.eq(self.in_valid & self.in_ready),
        ]
        self._wait(m, stage, start)
        self._sequence(m, stage, full, start, self._ends(m, state))
        random = {RANDOM: getattr(self, RANDOM)} if self.staged.random_bits else {}
        written = self._written(m, state, random)
        for name, register in state.items():
            chosen = [
                # The first stage works on the inputs, and so it needs a start.
                (self._happens(stage, number) if number else start, values[name])
                for number, values in enumerate(written)
                if name in values
            ]
            self._take(m, stage, name, register, chosen)
        if self.loadable:
            self._load(m, state, start)
        self.drive_outputs(
            m, apply(m, "result", self.staged.result_function(), state, self.primitive.outputs)
        )
        return m

    def _sequence(
        self, m: Module, stage: Signal, full: Signal, start: Signal, ends: Signal
    ) -> None:
        """The number of the stage, and whether there is a result."""
        first, last = len(self._entry), len(self._entry) + len(self._stages) - 1
        goes = start | (stage != 0)
        with m.If(self._happens(stage, last)):
            # The next round begins behind the entry.
            m.d.sync += stage.eq(Mux(ends, 0, first))
        with m.Elif(goes & ~self.stalled if self.waits else goes):
            m.d.sync += stage.eq(stage + 1)
        with m.If(self._happens(stage, last) & ends):
            m.d.sync += full.eq(1)
        # Without a result it is 0 already, so that nothing else is asked.
        with m.Elif(self.out_ready):
            m.d.sync += full.eq(0)

    def _wait(self, m: Module, stage: Signal, start: Signal) -> None:
        """Whether a stage wants a random word, and whether it waits for one. The entry does not
        ask for one, but takes it.
        """
        if not self.waits:
            return
        self.stalled = Signal(name="stalled")
        wanting = [
            number
            for number in range(len(self._entry) + len(self._stages))
            if self._takes_random(number)
        ]
        turns = [stage == number if number else start for number in wanting]
        m.d.comb += [
            self.random_ready.eq(Cat(turns).any()),
            self.stalled.eq(self.random_ready & ~self.random_valid),
        ]

    def _happens(self, stage: Signal, number: int):
        """1 in the cycle that ends a stage; but for the first one, that needs a start."""
        turn = stage == number
        return turn & self.random_valid if self.waits and self._takes_random(number) else turn

    def _load(self, m: Module, state: Mapping, start: Signal) -> None:
        """Registers between two calls, from the inputs, share by share."""
        function, inputs = self.staged.loaded, self.inputs()
        values = apply(m, "loaded", function, inputs, self._widths(function, inputs))
        # A start works on the same inputs, and it wins.
        with m.If(self.in_load & ~start & self.in_ready):
            for name in sorted(self.loadable):
                m.d.sync += [
                    state[share].eq(values[share])
                    for share in share_names(name, self.staged.shares)
                ]

    def _takes_random(self, number: int) -> bool:
        """Whether a stage, those of the entry first, or a gadget in it reads random bits."""
        return RANDOM in self._read[number]

    @cached_property
    def _read(self) -> list[frozenset[str]]:
        """By stage, those of the entry first: inputs, registers and random bits that it or a gadget
        in it reads.
        """
        return [self._read_by(number) for number in range(len(self._entry) + len(self._stages))]

    def _read_by(self, number: int) -> frozenset[str]:
        functions = [[*self._entry, *self._stages][number], *self.staged.gadgets(number).values()]
        given = dict(self.staged.inputs if number == 0 else self.staged.registers)
        given[RANDOM] = self.staged.random_bits
        sources = frozenset(given)
        read: frozenset[str] = frozenset()
        for function in functions:
            found = trace(function, given).outputs
            read = read.union(*map(reads, found.values()))
            given |= {name: word.width for name, word in found.items()}
        # What a stage gives to its own gadgets is no source.
        return read & sources

    def _waiting(self, stage: Signal, name: str) -> list:
        """For each stage that waits for random bits and reads a register: that it is its turn."""
        # The entry does not wait: without a word it has no ``in_ready``.
        later = list(enumerate(self._read))[1:] if self.waits else []
        return [stage == number for number, read in later if {RANDOM, name} <= read]

    def _ends(self, m: Module, state: Mapping) -> Signal:
        public = {name: state[name] for name in self.staged.public}
        return predicate(m, "ends", self.staged.ends, public)

    def _take(
        self, m: Module, stage: Signal, name: str, register: Signal, chosen: list[tuple]
    ) -> None:
        """What a register takes in: a word whose condition is 1, or what its kind holds else."""
        free = name in self.staged.free
        if free and not self.waits:
            # It takes something in every clock, so that the last word needs no condition.
            m.d.sync += register.eq(_chosen(chosen[:-1], chosen[-1][1]))
        elif free or name in self.staged.passing_registers:
            # While a result waits it is read from here.
            rests = [(stage == 0, register)] if name in self._read_by_result() else []
            rests += [(turn & ~self.random_valid, register) for turn in self._waiting(stage, name)]
            m.d.sync += register.eq(one_of(*chosen, *rests))
        else:
            # A kept register holds its word in all other stages.
            m.d.sync += register.eq(_chosen(chosen, register))

    def _written(self, m: Module, state: Mapping, random: Mapping) -> list[dict]:
        """By stage, those of the entry first, what each writes, by register; ``random``: the fresh
        random bits, by name.
        """
        others = len(self._entry) + len(self._stages) - 1
        given = [{**self.inputs(), **random}, *[{**state, **random}] * others]
        return [
            self._stage(m, number, function, words)
            for number, (function, words) in enumerate(zip([*self._entry, *self._stages], given))
        ]

    def _stage(self, m: Module, number: int, function: Stage, words: Mapping) -> dict:
        """What a stage writes; each gadget is a part of its own."""
        found = apply(m, f"stage{number}", function, words, self._widths(function, words))
        for name, gadget in self.staged.gadgets(number).items():
            given = {**words, **found}
            found = found | apply(
                m, f"{name}_stage{number}", gadget, given, self._widths(gadget, given)
            )
        return found

    def _widths(self, function: Stage, given: Mapping) -> dict[str, int]:
        """Widths of what a stage writes."""
        outputs = trace(function, {name: len(word) for name, word in given.items()}).outputs
        return {name: word.width for name, word in outputs.items()}

    def _read_by_result(self) -> set[str]:
        outputs = trace(self.staged.result_function(), self.staged.registers).outputs
        return set().union(*map(reads, outputs.values()))


def _chosen(choices: list[tuple], otherwise: Signal):
    """The word whose condition is 1; ``otherwise`` if none is, such as the register itself."""
    following = otherwise
    # At most one condition holds, so that their order has no meaning.
    for condition, value in choices:
        following = Mux(condition, value, following)
    return following
