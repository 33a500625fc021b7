# SPDX-License-Identifier: Apache-2.0
"""Inner-round pipelined (`inner=k`): one step per k clocks, cut by registers into k pieces, with k
calls in flight.
"""

from collections.abc import Callable
from math import ceil, log

from amaranth.hdl import Cat, Module, Mux, Signal

from ...errors import CallError
from ...primitives.primitive import Primitive, State
from ...primitives.transformed import BACKWARDS, uniform
from ...words.bitgraph import WEIGHTS
from ...words.cut import CARRIED, Piece, cut, delays, useful_counts
from ..steps import apply, load, result
from ..stream import PrimitiveComponent

READERS, BUFFER = 10, 2
"""A signal that many gates read goes through a tree of buffers with so many readers each, each as
slow as so many ANDs.
"""

FINISHED = "finished"


class Inner(PrimitiveComponent):
    """k registers on the loop, each with a call of its own: a *slot*.

    ::

        inputs ──> load ──> mux ──> piece 0 ──> register ──> piece 1 ──> … ──> piece k-1 ──> register ──> result
                             ^                                                                   │
                             └───────────────────────────────────────────────────────────────────┘

    The pieces are those of `words.cut`: as long as each other, with as few bits between them as
    possible. A call of r rounds takes k · r cycles; k calls can begin in these, in successive
    cycles. Results come in the order of their inputs, and while one is not taken all registers
    stand still.

    Whether a call is finished is computed at the end of its step and stands in a register, so that
    neither it nor the handshake is in front of the first piece. The multiplexer takes the inputs
    into every free slot, whether they are valid or not.

    Where the inverse has more rounds (a decryption is longer than an encryption), an encryption
    waits until no decryption is in flight, or it would overtake it; ``in_ready`` then depends on
    ``in_decrypt``.

    Args:
        primitive: what is computed; with one round count.
        pieces: k, at least 2.
        encdec: in both directions; ports as of `Bidirectional`.

    Attributes:
        fits: the k that fit.
        result_bits: of registers that hold nothing but a result.
        several_counts: the primitive may have several round counts.

    Raises:
        CallError: k does not fit, or there are several round counts or no fitting inverse.
    """  # noqa: E501

    def __init__(self, primitive: Primitive, *, pieces: int, encdec: bool = False):
        if len(primitive.rounds) > 1 and not self.several_counts:
            raise CallError(
                f"{primitive.name}: inner={pieces} is refused: it needs a primitive "
                f"with one round count, so that "
                f"results come in the order of their inputs; this one has "
                f"{' or '.join(map(str, primitive.rounds))} "
                "rounds. round and unrolled=k fit."
            )
        # Both directions as one, and an end that registers tell: what differs travels with a call.
        whole = uniform(primitive, encdec=encdec)
        self.fits = self.fitting(whole)
        if pieces not in self.fits:
            hint = (
                f"{', '.join(map(str, self.fits))} fit. Others do not make the longest piece "
                f"of a round shorter"
                if self.fits
                else "a round is too short to be cut"
            )
            raise CallError(f"{primitive.name}: inner={pieces} is refused: {hint}.")
        self.pieces, self.rounds = (
            pieces,
            (primitive.rounds[0], primitive.inverse.rounds[0] if encdec else primitive.rounds[0]),
        )
        super().__init__(whole)

    result_bits = 0
    several_counts = False

    def cut(self, count: int) -> list[Piece]:
        """A step, and whether it was the last, in pieces."""
        primitive = self.primitive
        return cut(step_of(primitive), primitive.layout, count, arrival=_arrival(primitive))

    def fitting(self, primitive: Primitive) -> list[int]:
        """The k of ``inner=k`` that fit."""
        useful = useful_counts(step_of(primitive), primitive.layout, arrival=_arrival(primitive))
        return [count for count in useful if count > 1]

    def elaborate(self, platform):
        m = Module()
        state = {
            name: Signal(width, name=name, reset_less=True)
            for name, width in self.primitive.layout.items()
        }
        working, valid, moves, start = (
            Signal(name=name) for name in ("working", "valid", "moves", "start")
        )
        m.d.comb += [
            moves.eq(~valid | self.out_ready),
            self.out_valid.eq(valid),
            start.eq(self.in_valid & self.in_ready),
        ]
        loaded = load(m, self.primitive, self.inputs())
        words = {name: Mux(working, register, loaded[name]) for name, register in state.items()}
        values, active = self._step(m, words, working | start, moves)
        with m.If(moves):
            m.d.sync += [register.eq(values[name]) for name, register in state.items()]
            m.d.sync += [
                working.eq(active & ~values[FINISHED]),
                valid.eq(active & values[FINISHED]),
            ]
        m.d.comb += self.in_ready.eq(
            moves & ~working & ~self._overtakes(m, working, start, state, moves)
        )
        self.drive_outputs(m, result(m, self.primitive, state))
        return m

    def _step(self, m: Module, words: dict, active, moves: Signal) -> tuple[dict, Signal]:
        """All pieces with the registers between them: the words after the last one, and whether
        they are of a call.
        """
        first, *others = self.cut(self.pieces)
        words = apply(m, "piece0", first.function, words, first.outputs)
        for number, piece in enumerate(others, 1):
            # Only the bit that says that a call is there has a reset.
            carried = {CARRIED: Signal(len(words[CARRIED]), name=f"stage{number}", reset_less=True)}
            was_active = Signal(name=f"active{number}")
            with m.If(moves):
                m.d.sync += [carried[CARRIED].eq(words[CARRIED]), was_active.eq(active)]
            words, active = (
                apply(m, f"piece{number}", piece.function, carried, piece.outputs),
                was_active,
            )
        return words, active

    def _overtakes(self, m: Module, working, start, state: dict, moves) -> Signal:
        """1 while the call that is offered would end before one that is in flight."""
        overtakes = Signal(name="overtakes")
        forwards, backwards = self.rounds
        if forwards != backwards:
            # The bit is 1 in a decryption.
            is_longer = (lambda bit: bit) if backwards > forwards else (lambda bit: ~bit)
            longer = (working & is_longer(state[BACKWARDS])) | (start & is_longer(self.in_decrypt))
            others = []
            # Among the bits between two pieces the direction is not found, so that it travels
            # beside them.
            for number in range(1, self.pieces):
                others.append(Signal(name=f"longer{number}"))
                with m.If(moves):
                    m.d.sync += others[-1].eq(longer)
                longer = others[-1]
            m.d.comb += overtakes.eq(~is_longer(self.in_decrypt) & Cat(others).any())
        return overtakes


def step_of(primitive: Primitive) -> Callable[[State], State]:
    """A step, and whether it was the last."""

    def function(state: State) -> State:
        after = primitive.step(state)
        return {
            **{name: after[name] for name in primitive.layout},
            FINISHED: primitive.finished(after),
        }

    return function


def _arrival(primitive: Primitive) -> dict[str, int]:
    """When the words of the first piece are there: behind the multiplexer, its select, and what
    computes them from the inputs.
    """
    select = BUFFER * ceil(log(sum(primitive.layout.values()), READERS))
    loaded = delays(primitive.load, primitive.inputs)
    return {name: max(select, delay) + WEIGHTS["mux"] for name, delay in loaded.items()}
