# SPDX-License-Identifier: Apache-2.0
"""A block cipher in both directions: `Iterated`'s registers with the steps of the cipher and of its
inverse.
"""

from amaranth.hdl import Const, Module, Mux, Signal
from amaranth.lib import wiring

from ...errors import CallError
from ...primitives.primitive import Primitive
from ...words.hardware import called, told
from ..steps import apply, predicate
from ..stream import PrimitiveSignature
from .iterated import IDLE, check_unrolling, counted, read_by, unrolled_steps

BLOCK, DECRYPT = "block", "decrypt"
NAMES = ("forward", "inverse")


class Bidirectional(wiring.Component):
    """k steps per clock, of the cipher or of its inverse; registers are shared, and the direction
    is chosen at the start of a run.

    As in `Iterated`, the first k steps are computed in the cycle that accepts the inputs, a run of
    r rounds takes r / k cycles, rounded up, and a result can leave in the cycle in which the next
    inputs arrive. A core whose runs all take one cycle works on its inputs alone. Where the inverse
    has the cipher's own step (PRINCE, AES), and differs in what it loads, there is one datapath.

    Args:
        primitive: a block cipher with an inverse that has the same registers. Its inputs are the
            block and others (tweakey, key) which the inverse has too.
        unrolled: k.

    Ports:
        in_valid, in_ready, out_valid, out_ready: as of every primitive. in_block, out_block:
            plaintext and ciphertext, or the other way round if ``in_decrypt`` is 1. in_NAME: the
            other inputs by name. out_NAME: the cipher's outputs after the first.

    Raises:
        CallError: there is no such inverse, or k is more than the number of rounds.
    """

    def __init__(self, primitive: Primitive, *, unrolled: int = 1):
        inverse = inverse_of(primitive)
        check_unrolling(primitive, unrolled)
        _check_ends(primitive)
        self.primitive, self.unrolled = primitive, unrolled
        # The block is the input that the other direction does not have.
        self._block_names = {
            direction: next(name for name in direction.inputs if name not in other.inputs)
            for direction, other in ((primitive, inverse), (inverse, primitive))
        }
        shared = {name: width for name, width in primitive.inputs.items() if name in inverse.inputs}
        width = primitive.inputs[self._block_names[primitive]]
        self._more = dict(list(primitive.outputs.items())[1:])
        signature = PrimitiveSignature(
            {**shared, BLOCK: width, DECRYPT: 1}, {BLOCK: width, **self._more}
        )
        super().__init__(wiring.Signature({**signature.members, **self.more_ports()}))

    def more_ports(self) -> dict:
        """Ports beside those of all."""
        return {}

    def elaborate(self, platform):
        m = Module()
        layout = self.primitive.layout
        state = {name: Signal(width, name=name, reset_less=True) for name, width in layout.items()}
        active, start = Signal(name="active"), Signal(name="start")
        # As in `Iterated`: what a step works on, and in which direction, never waits for `start`.
        # The direction is told by `busy`, so that `idle` drives nothing but the choice of the
        # words.
        idle, busy = told("idle", IDLE, init=1), Signal(name="busy")
        inverting, backwards = Signal(name="inverting", reset_less=True), Signal(name="backwards")
        self._inverting = inverting
        m.d.comb += [
            self.out_valid.eq(active & ~busy),
            self.in_ready.eq(~busy & (~active | self.out_ready)),
            start.eq(self.in_valid & self.in_ready),
            backwards.eq(Mux(~busy, self.in_decrypt, inverting)),
        ]
        m.d.sync += active.eq(start | (active & ~(self.out_valid & self.out_ready)))
        self._count(m, start)
        ends = self._steps(m, self._source(m, state, idle, busy), idle, backwards)
        rests, held = (
            self.rests(),
            frozenset().union(
                *(read_by(direction.result, direction) for direction in self._directions())
            ),
        )
        finishes = self._finishes(m, ends, idle, backwards)
        computes = called(m, "computes", "A step is made in this cycle.", start | busy)
        with m.If(computes):
            m.d.sync += [
                inverting.eq(backwards),
                idle.eq(finishes),
                busy.eq(~finishes),
                *(state[name].eq(ends[name]) for name in layout if name in held - rests),
            ]
        # What no result reads needs no enable: a smaller flip-flop.
        m.d.sync += [state[name].eq(ends[name]) for name in layout if name not in held | rests]
        self._rest(m, state, ends, computes, backwards)
        results = [
            apply(m, f"result_{name}", direction.result, state, direction.outputs)
            for name, direction in zip(NAMES, self._directions())
        ]
        forward, inverse = (next(iter(outputs.values())) for outputs in results)
        m.d.comb += self.out_block.eq(Mux(inverting, inverse, forward))
        m.d.comb += [getattr(self, f"out_{name}").eq(results[0][name]) for name in self._more]
        return m

    def rests(self) -> frozenset[str]:
        """Registers that `_rest` drives."""
        return frozenset()

    def _rest(self, m: Module, state: dict, ends: dict, computes, backwards) -> None:
        """Drive the registers that a run brings back."""

    def _directions(self) -> tuple[Primitive, Primitive]:
        return self.primitive, self.primitive.inverse

    def _loaded(self, m: Module, kept: dict) -> list[dict]:
        """The registers before the first step, of both directions; ``kept`` are inputs that come
        from elsewhere.
        """
        loaded = []
        for name, direction in zip(NAMES, self._directions()):
            block = self._block_names[direction]
            inputs = {
                port: self.in_block if port == block else getattr(self, f"in_{port}")
                for port in direction.inputs
            }
            loaded.append(
                apply(m, f"load_{name}", direction.load, {**inputs, **kept}, direction.layout)
            )
        return loaded

    def _source(self, m: Module, state: dict, idle: Signal, busy: Signal) -> dict:
        """What the first step of this cycle works on: the inputs if a run may start, else the
        registers.
        """
        chosen = self._chosen(m)
        # A run of one cycle works on its inputs alone.
        if self._cycles() == 1:
            return chosen
        return {name: Mux(idle, chosen[name], state[name]) for name in state}

    def _chosen(self, m: Module) -> dict:
        """The registers before the first step, in the direction that is asked for."""
        forward, inverse = self._loaded(m, {})
        return {name: Mux(self.in_decrypt, inverse[name], forward[name]) for name in forward}

    def _steps(self, m: Module, source: dict, idle: Signal, backwards: Signal) -> dict:
        """The registers after k steps, or after fewer in the last cycle of a run."""
        ends = []
        # PRINCE and AES step alike in both directions: one set of steps serves both.
        alike = (
            self.primitive.step is self.primitive.inverse.step
            and len({one.rounds[0] % self.unrolled for one in self._directions()}) == 1
        )
        for name, direction in zip(NAMES, self._directions()[: 1 if alike else 2]):
            following, ending = unrolled_steps(
                m, direction, source, self.unrolled, name=f"{name}_step"
            )
            if ending is not following:
                last = (
                    predicate(m, f"ends_{name}", direction.finished, ending)
                    if self._left is None
                    else self._is_last(idle)
                )
                following = {
                    register: Mux(last, ending[register], following[register])
                    for register in following
                }
            ends.append(following)
        self._ends = ends[0], ends[-1]
        return {name: Mux(backwards, ends[-1][name], ends[0][name]) for name in source}

    def _finishes(self, m: Module, following: dict, idle: Signal, backwards: Signal):
        """1 if the registers hold a result after this cycle, should it compute."""
        if self._cycles() == 1:
            return Const(1)
        if self._left is not None:
            return self._is_last(idle)
        forward, inverse = (
            predicate(m, f"finished_{name}", direction.finished, following)
            for name, direction in zip(NAMES, self._directions())
        )
        return Mux(backwards, inverse, forward)

    def _count(self, m: Module, start: Signal) -> None:
        """The cycles that are left, of a primitive whose registers do not tell."""
        self._left = None
        if all(direction.finished for direction in self._directions()):
            return
        self._left = counted(m, start, self._cycles(), most=self._cycles())

    def _cycles(self) -> int:
        return -(-max(one.rounds[0] for one in self._directions()) // self.unrolled)

    def _is_last(self, idle: Signal):
        return Mux(idle, self._cycles() == 1, self._left == 1)


def inverse_of(primitive: Primitive) -> Primitive:
    """The inverse, whose steps can take turns with the primitive's on the same registers.

    Raises:
        CallError: there is no such inverse.
    """
    inverse = primitive.inverse
    alike = inverse and not (primitive.last_step or inverse.last_step)
    if not alike or inverse.layout != primitive.layout:
        raise CallError(
            f"{primitive.name}: a core with both directions needs a cipher whose "
            f"inverse works on the same "
            "registers, in steps that are all alike."
        )
    return inverse


def _check_ends(primitive: Primitive) -> None:
    """Refuse directions of which only the number of steps would tell the end, and not the same."""
    told = primitive.finished and primitive.inverse.finished
    if not told and primitive.rounds != primitive.inverse.rounds:
        raise CallError(
            f"{primitive.name}: in a core with both directions its registers must tell "
            f"when a run ends: the inverse has another number of steps."
        )
