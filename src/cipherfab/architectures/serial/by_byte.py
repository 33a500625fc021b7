# SPDX-License-Identifier: Apache-2.0
"""Byte-serial (`serial=8`) generalized Feistel ciphers: one S-box, eight clocks a round, nothing
stands still.

```
   in ──> mux ──> lower half ──┬── ^ ──> S-box ──> ^ ──┐      eight bytes that shift; a byte leaves each in every slot
           ^     (eight bytes) │   │               ^   │
           │                   │   └── sum of lanes, each a ring of eight bytes that is multiplied as it turns
           │                   └──────────> upper half ┤
           └───────────────────────────────────────────┘
```

No flip-flop of state or tweakey has an enable. While nothing is computed, halves and lanes turn as
they are. So a word of input is taken at once if words come without a gap; after a gap it has to
wait for its place, which comes by every 16 cycles: ``in_ready`` says so. Bytes of the result go
through the register of the linear layer's sum, where they wait as long as they have to.

A word of input is a byte of the block and one of each lane; 16 words are a call, in the order of
`BytePath.order`. A call takes 16 cycles to read, 8 for each round, and 16 to write; a cycle later
the next may begin. A decryption of r rounds takes 8 r cycles more: the tweakey first goes to that
of the last round.
"""  # noqa: E501

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ...primitives.by_byte import CAME, LEAVING, PLACES, SLOTS, BytePath, Lane
from ...words.hardware import build
from ..steps import apply

BYTE = 8
WORDS = 16


class ByteSerial(wiring.Component):
    """A block cipher.

    Ports: ``in_valid``, ``in_ready``, ``in_key`` and ``in_tweak`` (a byte of each lane, the first
    most significant), ``in_plaintext`` (a byte), ``out_valid``, ``out_ready``, ``out_ciphertext``
    (a byte). With both directions ``in_block``, ``in_decrypt`` and ``out_block`` instead of
    plaintext and ciphertext.

    Args:
        path: what is computed.
        encdec: both directions, chosen by ``in_decrypt``, which is the same with all words of a
            call.

    Attributes:
        cell: bits of a byte.
        order, decrypt_order: bytes of each port in each word, by direction.
    """

    def __init__(self, path: BytePath, *, encdec: bool = False):
        self.path, self.cell, self.encdec = path, path.cell, encdec
        given, taken = ("in_block", "out_block") if encdec else ("in_plaintext", "out_ciphertext")
        self.order, self.decrypt_order = (
            path.order(given, taken),
            path.decrypt_order(given, taken) if encdec else {},
        )
        super().__init__(
            wiring.Signature(
                {
                    "in_valid": In(1),
                    "in_ready": Out(1),
                    "in_key": In(BYTE * path.key),
                    "in_tweak": In(BYTE * path.tweak),
                    given: In(BYTE),
                    **({"in_decrypt": In(1)} if encdec else {}),
                    "out_valid": Out(1),
                    "out_ready": In(1),
                    taken: Out(BYTE),
                }
            )
        )
        self.block, self.result = getattr(self, given), getattr(self, taken)

    def elaborate(self, platform):
        m = Module()
        self._name_signals()
        self._control(m)
        self._direction(m)
        tweakey = Const(0, BYTE)
        for number, lane in enumerate(self.path.lanes):
            tweakey = tweakey ^ self._lane(m, number, lane)
        self._state(m, tweakey)
        return m

    def _name_signals(self) -> None:
        self.running, self.giving, self.full = (
            Signal(name=name) for name in ("running", "giving", "full")
        )
        # The wait for a first word sets `turn`, so that it needs no reset.
        self.turn, self.count = Signal(4, name="turn", reset_less=True), Signal(6, name="count")
        # A round has eight slots, which the low bits of the turn number.
        self.slot = self.turn[:3]
        self.loading, self.in_place, self.taken, self.given, self.round_ends = (
            Signal(name=name) for name in ("loading", "in_place", "taken", "given", "round_ends")
        )
        self.computing, self.multiplying, self.forward, self.backward = (
            Signal(name=name) for name in ("computing", "multiplying", "forward", "backward")
        )
        self.advancing = Signal(name="advancing") if self.encdec else Const(0, 1)
        self.slots = {}

    def _control(self, m: Module) -> None:
        """Reading, running, giving; ``count`` numbers words and rounds, ``turn`` says which place
        comes by.
        """
        # Inverse rounds count down.
        last_round = Mux(
            self.backward, self.count == 0, (self.count == self.path.rounds - 1) & ~self.advancing
        )
        last_word = self.count[:4] == WORDS - 1
        steps, ends = Signal(name="steps"), Signal(name="ends")
        m.d.comb += [
            self.loading.eq(~self.running & ~self.giving),
            self.in_place.eq(self.turn == self.count[:4]),
            # The last byte of a result waits in the register of the sum, which the next call
            # overwrites.
            self.in_ready.eq(self.loading & self.in_place & ~self.full),
            self.taken.eq(self.in_valid & self.in_ready),
            self.out_valid.eq(self.full),
            self.given.eq(self.giving & self.in_place & (~self.full | self.out_ready)),
            self.round_ends.eq(self.running & (self.slot == SLOTS - 1)),
            steps.eq(self.taken | self.given | self.round_ends),
            ends.eq(steps & Mux(self.running, last_round, last_word)),
        ]
        m.d.sync += [
            self.turn.eq(self.turn + 1),
            self.full.eq(self.given | (self.full & ~self.out_ready)),
            # Each phase begins as the one before it ends: reading, running, giving.
            self.running.eq(Mux(ends, self.loading, self.running)),
            self.giving.eq(Mux(ends, self.running, self.giving)),
        ]
        # Before the first word nothing has its place yet, so it need not wait.
        with m.If(self.loading & (self.count == 0) & ~self.taken):
            m.d.sync += self.turn.eq(0)
        with m.If(steps):
            m.d.sync += self.count.eq(
                Mux(ends, 0, Mux(self.backward, self.count - 1, self.count + 1))
            )

    def _direction(self, m: Module) -> None:
        """What this round does. A decryption first brings the tweakey to the last round, while the
        block only turns.
        """
        decrypting = Signal(name="decrypting", reset_less=True) if self.encdec else Const(0, 1)
        m.d.comb += [
            self.computing.eq(self.running & ~self.advancing),
            self.multiplying.eq(self.running & ~self.backward),
            self.forward.eq(self.running & ~decrypting),
            self.backward.eq(self.computing & decrypting),
        ]
        if self.encdec:
            with m.If(self.taken):
                # With each word, since all words of a call say the same.
                m.d.sync += [decrypting.eq(self.in_decrypt), self.advancing.eq(self.in_decrypt)]
            # The tweakey of the last round comes next, and that round is undone first.
            with m.If(self.round_ends & (self.count == self.path.rounds - 2)):
                m.d.sync += self.advancing.eq(0)

    def _during(self, m: Module, slots: tuple[int, ...], what: Signal) -> Signal:
        """1 in these slots of the rounds in which ``what`` is 1."""
        key = f"{what.name}_" + "".join(map(str, slots))
        # One decoder for all that happens in the same slots.
        if key not in self.slots:
            self.slots[key] = Signal(name=key)
            here = Const(0, 1)
            for slot in slots:
                here = here | (self.slot == slot)
            m.d.comb += self.slots[key].eq(what & here)
        return self.slots[key]

    def _sources(
        self, m: Module, places: list[Signal], came, moves: dict, front: int = PLACES - 1
    ) -> list:
        """What each place takes, and what leaves: hardware of `primitives.by_byte.after_slot`.

        Args:
            places, came: bytes at the places, and the one that comes in.
            front: the place whose byte leaves when no move says otherwise.
            moves: moves by the name of the signal that says in which rounds they apply.
        """
        held = {**dict(enumerate(places)), CAME: came}
        # Place 0 takes from -1, which is `CAME`.
        sources = [held[place - 1] for place in range(PLACES)] + [places[front]]
        for what, moved in moves.items():
            for move in moved:
                when = self._during(m, move.slots, getattr(self, what))
                sources[move.place] = Mux(when, held[move.source], sources[move.place])
        return sources

    def _lane(self, m: Module, number: int, lane: Lane):
        """A lane of the tweakey; the byte that leaves."""
        x = self._shifting(f"lane{number}")
        port, place = (
            (self.in_tweak, number)
            if number < self.path.tweak
            else (self.in_key, number - self.path.tweak)
        )
        # The first lane of a port is the most significant.
        given = port.word_select(len(port) // BYTE - 1 - place, BYTE)
        sources = self._sources(
            m, x, Mux(self.taken, given, x[-1]), {"multiplying": lane.moves}, lane.front
        )
        if lane.leap:
            sources[:PLACES] = self._leap(
                m, f"leap{number}_", lane.leap, x, self.multiplying, sources
            )
        for term in lane.sums:
            sources[term.place] = self._plus(
                sources[term.place],
                x[term.source],
                term.shift,
                self._during(m, term.slots, self.multiplying),
            )
        if self.encdec:
            sources[:PLACES] = self._leap(
                m, f"leap_back{number}_", lane.leap_back, x, self.backward, sources
            )
            sources[LEAVING] = Mux(self.backward, x[-1], sources[LEAVING])
        m.d.sync += [byte.eq(source) for byte, source in zip(x, sources)]
        return sources[LEAVING]

    def _leap(
        self, m: Module, name: str, function, x: list[Signal], what: Signal, sources: list
    ) -> list:
        """What the places take when a function of all their bytes does the last slot's work, in the
        rounds of ``what``.
        """
        ahead = self._computed(m, name, lambda words: dict(enumerate(function(words))), x)
        return [
            Mux(self._during(m, (SLOTS - 1,), what), ahead[place], sources[place])
            for place in range(PLACES)
        ]

    @staticmethod
    def _computed(m: Module, name: str, function, x: list[Signal]) -> dict:
        """A function from the bytes of a shift register to bytes by place.

        Without a submodule: most of its ports would be further names of registers, of which the
        proof then finds the wrong ones.
        """
        values = build(
            m,
            lambda words: {
                str(place): word for place, word in function(list(words.values())).items()
            },
            {str(place): byte for place, byte in enumerate(x)},
            prefix=name,
        )
        return {int(place): value for place, value in values.items()}

    def _state(self, m: Module, tweakey) -> None:
        """The two halves, the S-box, the linear layer."""
        lower, upper = self._shifting("lower"), self._shifting("upper")
        total = Signal(BYTE, name="total", reset_less=True)
        leaving, came = Signal(BYTE, name="leaving"), Signal(BYTE, name="came")
        path, backward = self.path, self.encdec
        to_lower = self._sources(
            m,
            lower,
            came,
            {"forward": path.lower, **({"backward": path.lower_back} if backward else {})},
        )
        to_upper = self._sources(
            m,
            upper,
            leaving,
            {"forward": path.upper, **({"backward": path.upper_back} if backward else {})},
        )
        summed = self._gated(self._value(m, tweakey ^ leaving), self.computing) ^ (
            self._gated(upper[0], self._during(m, path.held_slots, self.computing))
            | self._gated(total, self._during(m, path.total_slots, self.computing))
        )
        m.d.comb += [
            leaving.eq(to_lower[LEAVING]),
            self.result.eq(total),
            # While nothing is computed the sum is 0, and both halves turn as one ring.
            came.eq(Mux(self.taken, self.block, to_upper[LEAVING] ^ summed)),
        ]
        # In slot 0 the sum of the linear layer begins anew; a byte of the result replaces it.
        kept = self._gated(total, ~(self._during(m, (0,), self.running) | self.given))
        m.d.sync += [
            *(
                byte.eq(source)
                for byte, source in zip(lower + upper, to_lower[:PLACES] + to_upper[:PLACES])
            ),
            total.eq(kept ^ self._gated(leaving, self.running | self.given)),
        ]

    def _value(self, m: Module, byte):
        """What the round function makes of a byte of state and tweakey."""
        constant = apply(
            m,
            "constant",
            lambda words: {"byte": self.path.constant(words["number"])},
            {"number": self.count},
            {"byte": BYTE},
        )["byte"]
        # The constant is added to the byte of the last slot alone.
        added = byte ^ self._gated(constant, self._during(m, (SLOTS - 1,), self.computing))
        return apply(
            m,
            "substitute",
            lambda words: {"byte": self.path.substitute(words["byte"])},
            {"byte": added},
            {"byte": BYTE},
        )["byte"]

    @staticmethod
    def _plus(byte, added, shift: int, when):
        """The sum with another byte that is shifted to the left, or to the right, while ``when`` is
        1.

        Bits that nothing is added to stay the nets that they are, so that registers keep their
        names, by which netlists are proved.
        """
        width = BYTE - abs(shift)
        if shift < 0:
            return Cat(byte[:width] ^ (added[-shift:] & when.replicate(width)), byte[width:])
        return Cat(byte[:shift], byte[shift:] ^ (added[:width] & when.replicate(width)))

    @staticmethod
    def _gated(byte, when):
        """A byte while ``when`` is 1, else 0."""
        return byte & when.replicate(BYTE)

    @staticmethod
    def _shifting(name: str) -> list[Signal]:
        """Eight bytes, each of which goes on by a place in every clock."""
        return [Signal(BYTE, name=f"{name}_{place}", reset_less=True) for place in range(PLACES)]
