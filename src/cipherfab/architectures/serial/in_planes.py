# SPDX-License-Identifier: Apache-2.0
"""Planes that shift by a bit in every clock: one S-box, and no flip-flop of state or key with an
enable.

```
      ┌── given <── (who holds the state) <── leaves ──────┐
      v                                                    │
     mux ──> plane 3 ── ^ ──> mux ──> plane 2 ── ^ ──> … ──┴── plane 0      while nothing runs
      ^                 │      ^
      └── S-box <───────┴──────┘                                            in a call

   key_given ──> mux ──> ring of the key, exchanges of two bits ──┬──> key_front
                                                                  └──> round key, for the ^
```

A *turn* has as many clocks as a block has bits, and `place` says which of them it is; it goes on
for ever. While no call is under way the planes are one ring: in clock n of a turn bit n of the
block leaves, the most significant one first, and who holds the state changes bits as they come by.
In a call each plane takes what the S-box gives. The round key of the last round is added in the
turn behind the call, as bits go from plane to plane.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ...primitives.in_planes import PlanePath
from ...words.hardware import build


class InPlanes(wiring.Component):
    """A block cipher whose planes shift.

    Args:
        path: what is computed.

    Ports:
        leaves: the bit of the state that goes on to the back. middle: the one that goes on from the
            upper half of the block to the lower one, with its round key.
        given, given_middle: what comes in their places: at the back, and in the lower half.
            Unchanged, ``leaves`` and ``middle``; while no call is under way.
        holds: the bit in front stays there, and the one behind it leaves.
        key_front, key_given: the bit of the key's ring in front, and what takes its place; outside
            of calls and restoring the former.
        place: the clock of the turn. ends: it is the last one.
        start: in the last clock of a turn: a call begins with the next one.
        busy: a call is under way. restoring: the turn behind it is, in which the state is a
            ring again.
    """

    def __init__(self, path: PlanePath):
        self.path = path
        super().__init__(
            {
                "leaves": Out(1),
                "middle": Out(1),
                "given": In(1),
                "given_middle": In(1),
                "holds": In(1),
                "key_front": Out(1),
                "key_given": In(1),
                "place": Out(range(path.size)),
                "ends": Out(1),
                "start": In(1),
                "busy": Out(1),
                "restoring": Out(1),
            }
        )

    def elaborate(self, platform):
        m, path = Module(), self.path
        # Bit 0 is the one in front.
        self.state = Signal(path.size, name="state", reset_less=True)
        self.key = Signal(path.size, name="key", reset_less=True)
        self._control(m)
        self._key(m)
        self._state(m)
        return m

    def _control(self, m: Module) -> None:
        path = self.path
        self.turn = Signal(range(path.size), name="turn")
        self.running, self.restores = Signal(name="running"), Signal(name="restores")
        self.constant = Signal(path.constant_bits, name="constant", reset_less=True)
        self.slot = self.turn[: (path.width - 1).bit_length()]
        self.quarter = self.turn[len(self.slot) :]
        self.sweep_ends = Signal(name="sweep_ends")
        self.first = Signal(name="first_sweep")
        last = Signal(name="last_turn")
        # A power of two: all ones is the last place.
        m.d.sync += self.turn.eq(self.turn + 1)
        m.d.comb += [
            self.place.eq(self.turn),
            self.ends.eq(self.turn.all()),
            self.sweep_ends.eq(self.slot.all()),
            self.busy.eq(self.running),
            self.restoring.eq(self.restores),
            self.first.eq(self.constant == path.constants[0]),
            last.eq(self.constant == path.constants[path.rounds - 1]),
        ]
        following = build(
            m, lambda words: {"next": path.next_constant(words["constant"])},
            {"constant": self.constant}, prefix="constant_",
        )["next"]  # fmt: skip
        with m.If(self.sweep_ends):
            # It goes on behind a call too, where nobody reads it.
            m.d.sync += self.constant.eq(Mux(self.start, path.constants[0], following))
        with m.If(self.ends):
            m.d.sync += [
                self.running.eq(self.start | (self.running & ~last)),
                self.restores.eq(self.running & last),
            ]

    def _key(self, m: Module) -> None:
        """The ring of the key: a bit on, or exchanged."""
        path, following = self.path, [*self.key[1:], self.key_given]
        flags = {
            "slot": self.slot,
            "quarter": self.quarter,
            "second": self.constant == path.constants[1],
            "runs": self.running & ~self.first,
            "restores": self.restores,
        }
        self.adds = Signal(name="adds_key")
        in_first = self.quarter == 0
        m.d.comb += self.adds.eq(flags["runs"] | (self.restores & in_first))
        for exchange in path.exchanges:
            when = build(
                m, lambda words, of=exchange.when: {"when": of(words)}, flags,
                prefix=f"exchange_{exchange.distance}_",
            )["when"]  # fmt: skip
            near, far = exchange.place, exchange.place + exchange.distance
            # Bit n goes to place n - 1.
            following[near - 1] = Mux(when, self.key[far], self.key[near])
            following[far - 1] = Mux(when, self.key[near], self.key[far])
        m.d.sync += self.key.eq(Cat(following))
        m.d.comb += self.key_front.eq(self.key[0])

    def _state(self, m: Module) -> None:
        path, width = self.path, self.path.width
        column = self._column(m)
        substituted = build(
            m, lambda words: dict(zip(words, path.substitute(list(words.values())))),
            {f"s{plane}": bit for plane, bit in enumerate(column)}, prefix="substituted_",
        )  # fmt: skip
        middle = path.planes // 2
        held = Mux(self.holds, self.state[1], self.state[0])
        m.d.comb += [self.leaves.eq(held), self.middle.eq(column[middle])]
        # What comes into a plane from the next one while the state is a ring.
        ring = [*column[1:], self.given]
        ring[middle - 1] = self.given_middle
        permutes = Signal(name="permutes")
        m.d.comb += permutes.eq(self.running & self.sweep_ends)
        for plane, bits in enumerate(substituted.values()):
            own = self.state[width * plane : width * (plane + 1)]
            shifted = [*own[1:], Mux(self.running, bits, ring[plane])]
            if plane == 0:
                shifted[0] = Mux(self.holds, own[0], own[1])
            m.d.sync += own.eq(Mux(permutes, Cat(self._permuted(plane, shifted)), Cat(shifted)))

    def _column(self, m: Module) -> list[Value]:
        """The bits in front of each plane, with what is added of the last round."""
        path = self.path
        words = {"slot": self.slot, "constant": self.constant}
        constant = build(
            m, lambda of: {"constant_bit": path.constant_bit(of["slot"], of["constant"])}, words
        )["constant_bit"]
        added: dict[int, Value] = {plane: self.key[tap] for plane, tap in path.taps.items()}
        added[path.constant_plane] = constant
        found = []
        for plane in range(path.planes):
            front = Signal(name=f"front_{plane}")
            bit = added.get(plane, Const(0))
            m.d.comb += front.eq(self.state[path.width * plane] ^ (bit & self.adds))
            found.append(front)
        return found

    def _permuted(self, plane: int, bits: list[Value]) -> list[Value]:
        """The bits of a plane, front first, each in the place to which it moves."""
        top, moved = self.path.width - 1, [Const(0)] * self.path.width
        for source, target in enumerate(self.path.targets[plane]):
            moved[top - target] = bits[top - source]
        return moved
