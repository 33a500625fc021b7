# SPDX-License-Identifier: Apache-2.0
"""Inner-round pipelined for a mode with several calls in flight: k places in a ring, and one for
the result.
"""

from collections.abc import Callable, Collection

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib.wiring import In, Out

from ...primitives.primitive import Primitive, State
from ...primitives.transformed import BACKWARDS
from ...words.bitgraph import WEIGHTS
from ...words.cut import CARRIED, Piece, cut, useful_counts
from ..steps import apply, load, predicate, result
from .inner import Inner


class Ring(Inner):
    """As `Inner`, but nothing else is in a cycle with a piece than the multiplexer behind the last
    one.

    ::

        inputs ──> load ───────────────────────────────────────────────┐
                                                                       v
        ┌──> register ──> piece 0 ──> register ──> … ──> piece k-1 ──> mux ──┐
        │                                                      │             │
        │                                                      └──> result ──┼──> register
        └────────────────────────────────────────────────────────────────────┘

    What a mode does to a block before it goes in, and to a result, is so in a cycle of its own:
    from the register of the result to that of the ring. Up to k + 1 calls are in flight. A call of
    r rounds takes k · r + 1 cycles, and the next one enters as it leaves the ring: a place of the
    ring is never without a call. All registers stand still only while a call ends and the result
    before has not left.

    Args: those of `Inner`, and
        held: registers that a step leaves as they are, and that come from inputs which the user
            holds while a call is in flight: they are read from there.
        ordered: the user starts no call that would end before one in flight. So there may be
            several round counts.

    Ports:
        in_again: the result goes back into the ring, as the inputs that are offered with it; both
            happen in the cycle in which ``in_ready`` is 1, and ``out_ready`` does not count. Only
            where both directions have as many rounds.
        out_held: the result stays though ``out_ready`` is 1; only while no other call is in flight.
            So what holds it back is not in front of all registers, which stand still for
            ``out_ready``.
        out_passes: the result leaves in this cycle, if there is one and it is not held.
        out_leaves: the result leaves in this cycle, if there is one.

    Outputs behind the first one hold what they were in the last call that was not backwards.
    """

    keeps_more = True

    def __init__(
        self,
        primitive: Primitive,
        *,
        pieces: int,
        encdec: bool = False,
        held: Collection[str] = (),
        ordered: bool = False,
    ):
        self.held, self.several_counts = frozenset(held), ordered
        super().__init__(primitive, pieces=pieces, encdec=encdec)

    def more_ports(self) -> dict:
        return {"in_again": In(1), "out_held": In(1), "out_passes": Out(1), "out_leaves": Out(1)}

    @property
    def in_flight(self) -> int:
        """How many calls."""
        return self.pieces + 1

    def cut(self, count: int) -> list[Piece]:
        primitive = self.primitive
        # The multiplexer stands behind the last piece.
        tail = WEIGHTS["mux"]
        return cut(_step(primitive), primitive.layout, count, tail=tail, public=self.held)

    def fitting(self, primitive: Primitive) -> list[int]:
        tail = WEIGHTS["mux"]
        useful = useful_counts(_step(primitive), primitive.layout, tail=tail, public=self.held)
        return [count for count in useful if count > 1]

    @property
    def result_bits(self) -> int:
        """Of the register of the result."""
        return sum(self.primitive.outputs.values())

    def elaborate(self, platform):
        m = Module()
        state = {
            name: Signal(width, name=name, reset_less=True)
            for name, width in self.primitive.layout.items()
            if name not in self.held
        }
        moves, start, free, ends, enters = (
            Signal(name=name) for name in ("moves", "start", "free", "ends", "enters")
        )
        active = [Signal(name=f"active{number}") for number in range(self.pieces)]
        loaded = load(m, self.primitive, self.inputs())
        held = {name: loaded[name] for name in sorted(self.held)}
        words, last_ends = self._pieces(m, state, held, active, moves)
        m.d.comb += [
            # The last place of the ring is without a call, or its call ends.
            free.eq(~active[-1] | last_ends),
            ends.eq(active[-1] & last_ends),
            moves.eq(~(ends & self.out_valid & ~(self.out_ready | self.in_again))),
            enters.eq(free & ~self._waits(m, active, state, moves)),
            self.in_ready.eq(moves & enters),
            start.eq(self.in_valid & self.in_ready),
            # For a result that goes in again all registers move.
            self.out_passes.eq(Mux(self.in_again, enters, self.out_ready)),
            self.out_leaves.eq(self.out_passes & ~self.out_held),
        ]
        with m.If(moves):
            m.d.sync += [
                register.eq(Mux(free, loaded[name], words[name]))
                for name, register in state.items()
            ]
            m.d.sync += active[0].eq(start | ~free)
        self._result(m, {name: words[name] for name in self.primitive.layout}, ends & moves)
        return m

    def _pieces(
        self, m: Module, state: dict, held: dict, active: list[Signal], moves: Signal
    ) -> tuple:
        """All pieces with the registers between them: the words after the last one, and whether it
        is in the last round.
        """
        first, *others = self.cut(self.pieces)
        step, finished = self.primitive.step, self.primitive.finished
        # Decided beside piece 0: at the last piece it is a register, and nothing delays the select.
        whole = {name: {**state, **held}[name] for name in self.primitive.layout}
        ends = predicate(m, "ends_soon", lambda words: finished(step(words)), whole)
        words = apply(m, "piece0", first.function, whole, first.outputs)
        for number, piece in enumerate(others, 1):
            carried = {CARRIED: Signal(len(words[CARRIED]), name=f"stage{number}", reset_less=True)}
            ended = Signal(name=f"ends{number}", reset_less=True)
            with m.If(moves):
                m.d.sync += [
                    carried[CARRIED].eq(words[CARRIED]),
                    ended.eq(ends),
                    active[number].eq(active[number - 1]),
                ]
            given = {**carried, **held}
            words, ends = apply(m, f"piece{number}", piece.function, given, piece.outputs), ended
        return words, ends

    def _result(self, m: Module, words: dict, comes) -> None:
        """The registers of the outputs."""
        valid = Signal(name="valid")
        m.d.comb += self.out_valid.eq(valid)
        # A result that comes takes the place of one that leaves.
        with m.If(comes):
            m.d.sync += valid.eq(1)
        with m.Elif(self.out_leaves):
            m.d.sync += valid.eq(0)
        kept = {}
        for number, (name, value) in enumerate(result(m, self.primitive, words).items()):
            kept[name] = Signal(len(value), name=f"result_{name}_kept", reset_less=True)
            forwards = ~words[BACKWARDS] if number and BACKWARDS in words else Const(1)
            with m.If(comes & forwards):
                m.d.sync += kept[name].eq(value)
        self.drive_outputs(m, kept)

    def _waits(self, m: Module, active: list[Signal], state: dict, moves) -> Signal:
        """1 while the call that is offered would end before one that is in the ring."""
        waits = Signal(name="waits")
        forwards, backwards = self.rounds
        if forwards != backwards:
            is_longer = (lambda bit: bit) if backwards > forwards else (lambda bit: ~bit)
            longer = [active[0] & is_longer(state[BACKWARDS])]
            # Not the last place: unless its call ends, nothing enters the ring anyway.
            for number in range(1, self.pieces - 1):
                longer.append(Signal(name=f"longer{number}"))
                with m.If(moves):
                    m.d.sync += longer[number].eq(longer[number - 1])
            m.d.comb += waits.eq(~is_longer(self.in_decrypt) & Cat(longer).any())
        return waits


def _step(primitive: Primitive) -> Callable[[State], State]:
    """The registers after a step, and none but these."""
    return lambda state: {name: primitive.step(state)[name] for name in primitive.layout}
