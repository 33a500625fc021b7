# SPDX-License-Identifier: Apache-2.0
"""Masked, with the last k rounds computed twice (`masked=1,redundant=k`): a result that a fault has
touched is withheld.
"""

from collections.abc import Mapping

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib.wiring import Out

from ...errors import CallError
from ...primitives.in_stages import RANDOM, Stage, Staged, on_shares, share_names
from ...primitives.primitive import Primitive
from ...words.trace import reads, trace
from ..steps import apply, one_of
from .masked import Masked

COUNTS = ("stage", "round")
"""What steers a call: the number of the stage, 0 while none runs, and the rounds that are done, of
both computations. 0 and 0: no call; stage 0 and all rounds: a result waits.
"""


def refuse_unfit(primitive: Primitive, repeated: int) -> None:
    """Raises CallError: a call has not more rounds than are to be done twice, or several counts of
    rounds.
    """
    rounds = primitive.rounds[0]
    if not 1 <= repeated < rounds or len(primitive.rounds) > 1:
        raise CallError(
            f"{primitive.name}: redundant={repeated} is refused: expected "
            f"at least 1, and less than the {rounds} rounds of a run."
        )


class MaskedRedundant(Masked):
    """The stages of `Masked`; the last k rounds are done twice, on the same shares and with the
    same random bits.

    At the edge at which the protected rounds begin, ``caught`` takes what the first stage of the
    entry would have written for a call that begins there (`Staged.resume`), and ``copy`` takes it
    from there. When the first computation ends, its result goes the same way, and a second
    computation begins from what ``copy`` had, with the rest of the entry. Then both results are
    compared *share by share*, each share's comparison with a register of its own, so that no gate
    of it sees two shares of a word; a result is given a cycle after it is there, if all have found
    it equal. Random bits of the last k rounds are kept for the second computation.

    Both counts have second registers that hold their complements and count by themselves; what
    writes the copy goes by these. In every cycle in which they disagree nothing is given, and the
    call is given up.

    A call takes k rounds more, the rest of the entry once more, and a cycle for the comparison.
    The port ``fault`` is as that of `Redundant`. A flip in what is given, in the cycle in which it
    leaves, is noticed in the next one: a comparison in the same cycle would need a gate that sees
    all shares.

    Args:
        staged: what is masked; it says how it is resumed.
        repeated: k.

    Raises:
        CallError: k does not fit, or what is masked cannot be resumed.
    """

    def __init__(self, staged: Staged, *, repeated: int):
        self._rounds, self.repeated = staged.primitive.rounds[0], repeated
        refuse_unfit(staged.primitive, repeated)
        if staged.resume is None:
            raise CallError(
                f"{staged.primitive.name}: redundant=k does not go with masked=1 "
                f"here; expected a primitive in one direction that says how a masked "
                f"call of it is resumed."
            )
        super().__init__(staged)

    def more_ports(self) -> dict:
        return {**super().more_ports(), "fault": Out(1)}

    def elaborate(self, platform):
        m = Module()
        state = {
            name: Signal(width, name=name, reset_less=True)
            for name, width in self.staged.registers.items()
        }
        self._first, self._last = len(self._entry), len(self._entry) + len(self._stages) - 1
        counts, inverted = self._counts(m)
        self._start(m, counts, inverted)
        self._random(m, counts)
        copy = self._copied(m, state, inverted)
        self._compute(m, state, copy, counts)
        self._compare(m, state, copy, counts, inverted)
        return m

    def _counts(self, m: Module) -> tuple[dict, dict]:
        """Stage and rounds, and what their second registers say."""
        widths = {
            "stage": self._last.bit_length(),
            "round": (self._rounds + self.repeated).bit_length(),
        }
        counts = {name: Signal(widths[name], name=name) for name in COUNTS}
        # Complements, since Yosys makes one register of two that are equal.
        self._complements = {
            # The complement of 0, where the counts begin.
            name: Signal(widths[name], name=f"{name}_inverted", init=(1 << widths[name]) - 1)
            for name in COUNTS
        }
        return counts, {name: ~self._complements[name] for name in COUNTS}

    def _waits(self, counts: Mapping):
        """1 while a result is there."""
        return self._has(counts, 0, self._rounds + self.repeated)

    def _ends(self, counts: Mapping, rounds: int):
        """1 in the last stage of the round after which so many are done."""
        return self._has(counts, self._last, rounds - 1)

    def _start(self, m: Module, counts: Mapping, inverted: Mapping) -> None:
        """When a call begins, as both counts say, and how they go on."""
        self._given, self._noticed, self._torn = (
            Signal(name=name) for name in ("given", "noticed", "torn")
        )
        leaves = self._leaving(m)
        ready = [
            (each["stage"] == 0) & ((each["round"] == 0) | gone)
            for each, gone in zip((counts, inverted), leaves)
        ]
        starts = [Signal(name="start"), Signal(name="start_inverted")]
        m.d.comb += [
            self._torn.eq((Cat(*counts.values()) ^ Cat(*inverted.values())).any()),
            # Both counts must say that nothing is under way.
            self.in_ready.eq(ready[0] & ready[1] & ~self._torn),
            starts[0].eq(self.in_valid & ready[0]),
            starts[1].eq(self._apart(m, "start", self.in_valid, ready[1])),
        ]
        self._starts = starts[0]
        for name in COUNTS:
            following = [
                self._next(each, start, gone)[name]
                for each, start, gone in zip((counts, inverted), starts, leaves)
            ]
            m.d.sync += [counts[name].eq(following[0]), self._complements[name].eq(~following[1])]

    def _apart(self, m: Module, name: str, port, condition):
        """What a port that says something says to the second count."""
        return port & condition

    def _leaving(self, m: Module) -> list:
        """That a result leaves, for each of the counts."""
        return [self._given & self.out_ready] * 2

    def _next(self, counts: Mapping, start: Signal, leaves) -> dict:
        stage, done = counts["stage"], counts["round"]
        again, over = (
            self._ends(counts, self._rounds),
            (self._ends(counts, self._rounds + self.repeated)),
        )
        gone, ends = leaves | self._noticed, stage == self._last
        # Again: the first stage of the entry is done already, since `resume` has its work.
        onwards = Mux(stage == 0, 0, Mux(over, 0, Mux(again, 1, Mux(ends, self._first, stage + 1))))
        following = {
            "stage": Mux(start, 1, Mux(gone, 0, onwards)),
            "round": Mux(start | gone, 0, done + ends),
        }
        return {
            name: Mux(self._torn, 0, value)[: len(counts[name])]
            for name, value in following.items()
        }

    def _random(self, m: Module, counts: Mapping) -> None:
        """The random bits of a stage: the port, or those that were kept of the same round."""
        bits = self.staged.random_bits
        if not bits:
            self._fresh = {}
            return
        kept = Signal(bits * self.repeated, name="kept_random", reset_less=True)
        drawn = Signal(bits, name="drawn_random", reset_less=True)
        # The oldest word is at the top: that of the same round in the first computation.
        used = Mux(counts["round"] >= self._rounds, kept[-bits:], getattr(self, RANDOM))
        with m.If(counts["stage"] == self._reads_random()):
            m.d.sync += drawn.eq(used)
        # Once in every round, in the second computation too: there the next word comes to the top.
        with m.If(counts["stage"] == self._last):
            m.d.sync += kept.eq(Cat(drawn, kept)[: len(kept)])
        self._fresh = {RANDOM: used}

    def _reads_random(self) -> int:
        """The stage that does, before the last one."""
        words = {**self.staged.registers, RANDOM: self.staged.random_bits}
        (number,) = (
            number
            for number, stage in enumerate(self._stages, self._first)
            if RANDOM in set().union(*map(reads, trace(stage, words).outputs.values()))
        )
        return number

    def _copied(self, m: Module, state: Mapping, inverted: Mapping) -> dict:
        """The second set of registers, by the names of those that the first stage writes."""
        resumed = on_shares(self.staged.resume, self.staged.shared, self.staged.shared)
        values = apply(m, "resume", resumed, state, self._widths(resumed, state))
        names = [
            {
                **{name: f"{name}_{part}" for name in values},
                **{
                    share: other
                    for name in self.staged.shared
                    for share, other in zip(share_names(name), share_names(f"{name}_{part}"))
                },
            }
            for part in ("caught", "copy")
        ]
        caught, copy = (
            {
                name: Signal(len(value), name=each[name], reset_less=True)
                for name, value in values.items()
            }
            for each in names
        )
        begins, again = (
            self._ends(inverted, rounds) for rounds in (self._rounds - self.repeated, self._rounds)
        )
        # Products go into a register that is 0 at other times: one that kept its value would have
        # it and them in one next-state cone.
        m.d.sync += [
            caught[name].eq(one_of((begins | again, value))) for name, value in values.items()
        ]
        with m.If(
            self._has(inverted, self._first, self._rounds - self.repeated)
            | self._has(inverted, 1, self._rounds)
        ):
            m.d.sync += [copy[name].eq(value) for name, value in caught.items()]
        return copy

    @staticmethod
    def _has(counts: Mapping, stage: int, done: int):
        """1 in this stage after so many rounds."""
        return (counts["stage"] == stage) & (counts["round"] == done)

    def _compute(self, m: Module, state: Mapping, copy: Mapping, counts: Mapping) -> None:
        """What each register takes: as in `Masked`, or the copy when the second computation
        begins."""
        again, stage = self._ends(counts, self._rounds), counts["stage"]
        written = self._written(m, state, self._fresh)
        for name, register in state.items():
            chosen = [
                ((stage == number) & ~again if number else self._starts, values[name])
                for number, values in enumerate(written)
                if name in values
            ]
            # Where the second computation begins the copy comes in place of the last stage's words.
            chosen += [(again, copy[name])] if name in copy else []
            self._take(m, stage, name, register, chosen)

    def _compare(
        self, m: Module, state: Mapping, copy: Mapping, counts: Mapping, inverted: Mapping
    ) -> None:
        """Both results share by share, and what is given."""
        outputs = self.primitive.outputs
        first = apply(m, "result", self._shared(self.staged.result), state, outputs)
        second = apply(m, "result_copy", self._shared(self._resumed), copy, outputs)
        waits, differ = self._waits(counts), []
        for share in range(len(share_names(""))):
            names = [name for name in outputs if name.endswith(f"_{share}")]
            differ.append(Signal(name=f"share{share}_differs"))
            m.d.sync += differ[-1].eq(
                waits
                & self._differ(
                    {name: first[name] for name in names}, {name: second[name] for name in names}
                )
            )
        checked, alarm = Signal(name="checked"), Signal(name="alarm")
        lost = self._torn | (alarm & Cat(*counts.values()).any())
        m.d.comb += [
            self._noticed.eq(lost | (waits & Cat(differ).any())),
            self._given.eq(waits & checked & ~Cat(differ).any() & ~lost),
            self.fault.eq(self._noticed | alarm),
            self.out_valid.eq(self._given),
        ]
        m.d.sync += [
            checked.eq(waits & ~(self._given & self.out_ready)),
            # An alarm stays until the next call begins.
            alarm.eq(~(self.in_valid & self.in_ready) & (self._noticed | alarm)),
        ]
        # Not by what says that the result is valid: a fault there offers 0 and no state on its way.
        shown = self._waits(inverted) & checked & ~Cat(differ).any()
        self.drive_outputs(m, {name: Mux(shown, value, 0) for name, value in first.items()})

    @staticmethod
    def _differ(outputs: Mapping, others: Mapping):
        """1 when one share of both computations is not the same."""
        return Cat(value ^ others[name] for name, value in outputs.items()).any()

    def _resumed(self, words: Mapping) -> dict:
        """The outputs, from what the first stage of the entry writes."""
        for stage in self.staged.entry[1:]:
            words = {**words, **stage(words)}
        return self.staged.result(words)

    def _shared(self, function: Stage) -> Stage:
        """``function`` from registers to outputs, on those shares that it is given."""

        def on_those(words: Mapping) -> dict:
            shared = frozenset(name for name in self.staged.shared if share_names(name)[0] in words)
            return on_shares(function, shared, frozenset(self.staged.primitive.outputs))(words)

        return on_those
