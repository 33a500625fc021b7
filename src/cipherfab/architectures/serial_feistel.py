"""Byte-serial (`serial=8`) generalized Feistel ciphers: one S-box, chains of bytes that never stand still, eight clocks a round.

```
   in ──> mux ──> lower half ──┬── ^ ──> S-box ──> ^ ──┐      chains of eight bytes; a byte leaves each in every slot
           ^     (eight bytes) │   │               ^   │
           │                   │   └── sum of lanes, each a ring of eight bytes that is multiplied as it turns
           │                   └──────────> upper half ┤
           └───────────────────────────────────────────┘
```

No flip-flop of state or tweakey has an enable. While nothing is computed, chains and rings turn as they are. So a word of input is
taken at once if words come without a gap; after a gap it has to wait for its place, which comes by every 16 cycles: ``in_ready``
says so. Bytes of the result go through the register of the linear layer's sum, where they wait as long as they have to.

A word of input is a byte of the block and one of each lane; 16 words are a call, in the order of `FeistelPath.order`. A call takes
16 cycles to read, 8 for each round, and 16 to write; a cycle later the next may begin.
"""

from amaranth.hdl import Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..ciphers.serial_feistel import CAME, LEAVING, PLACES, SLOTS, FeistelPath, Lane
from ..words import SoftwareWord
from .steps import apply

BYTE = 8
WORDS = 16


class SerialFeistel(wiring.Component):
    """A block cipher, encryption only.

    Ports: ``in_valid``, ``in_ready``, ``in_key`` and ``in_tweak`` (a byte of each lane, the first most significant),
    ``in_plaintext`` (a byte), ``out_valid``, ``out_ready``, ``out_ciphertext`` (a byte).

    Attributes:
        path: what is computed.
        cell: bits of a byte.
        order: bytes of each port in each word.
    """

    def __init__(self, path: FeistelPath):
        self.path, self.cell, self.order = path, path.cell, path.order
        super().__init__(wiring.Signature({
            "in_valid": In(1), "in_ready": Out(1), "in_key": In(BYTE * path.key), "in_tweak": In(BYTE * path.tweak),
            "in_plaintext": In(BYTE), "out_valid": Out(1), "out_ready": In(1), "out_ciphertext": Out(BYTE)}))

    def elaborate(self, platform):
        m = Module()
        self._name_signals()
        self._control(m)
        tweakey = Const(0, BYTE)
        for number, lane in enumerate(self.path.lanes):
            tweakey = tweakey ^ self._lane(m, number, lane)
        self._state(m, tweakey)
        return m

    def _name_signals(self) -> None:
        self.running, self.giving, self.full = (Signal(name=name) for name in ("running", "giving", "full"))
        self.turn, self.count = Signal(4, name="turn", reset_less=True), Signal(6, name="count")
        self.slot = self.turn[:3]
        self.loading, self.in_place, self.taken, self.given, self.round_ends = (
            Signal(name=name) for name in ("loading", "in_place", "taken", "given", "round_ends"))
        self.slots = {}

    def _control(self, m: Module) -> None:
        """Reading, running, giving; ``count`` numbers words and rounds, ``turn`` says which place comes by."""
        last_round, last_word = self.count == self.path.rounds - 1, self.count[:4] == WORDS - 1
        steps, ends = Signal(name="steps"), Signal(name="ends")
        m.d.comb += [
            self.loading.eq(~self.running & ~self.giving), self.in_place.eq(self.turn == self.count[:4]),
            self.in_ready.eq(self.loading & self.in_place & ~self.full), self.taken.eq(self.in_valid & self.in_ready),
            self.out_valid.eq(self.full), self.given.eq(self.giving & self.in_place & (~self.full | self.out_ready)),
            self.round_ends.eq(self.running & (self.slot == SLOTS - 1)), steps.eq(self.taken | self.given | self.round_ends),
            ends.eq(steps & Mux(self.running, last_round, last_word))]
        m.d.sync += [self.turn.eq(self.turn + 1), self.full.eq(self.given | (self.full & ~self.out_ready)),
                     self.running.eq(Mux(ends, self.loading, self.running)), self.giving.eq(Mux(ends, self.running, self.giving))]
        with m.If(self.loading & (self.count == 0) & ~self.taken):
            m.d.sync += self.turn.eq(0)
        with m.If(steps):
            m.d.sync += self.count.eq(Mux(ends, 0, self.count + 1))

    def _during(self, m: Module, slots: tuple[int, ...]) -> Signal:
        """1 in these slots of a round."""
        if slots not in self.slots:
            self.slots[slots] = Signal(name="slots_" + "".join(map(str, slots)))
            here = Const(0, 1)
            for slot in slots:
                here = here | (self.slot == slot)
            m.d.comb += self.slots[slots].eq(self.running & here)
        return self.slots[slots]

    def _sources(self, m: Module, chain: list[Signal], moves, front: int, came) -> list:
        """What each place takes, and what leaves: hardware of `serial_feistel.after_slot`."""
        held = {**dict(enumerate(chain)), CAME: came}
        sources = [held[place - 1] for place in range(PLACES)] + [chain[front]]
        for move in moves:
            sources[move.place] = Mux(self._during(m, move.slots), held[move.source], sources[move.place])
        return sources

    def _lane(self, m: Module, number: int, lane: Lane):
        """A lane of the tweakey; the byte that leaves."""
        x = self._chain(f"lane{number}")
        port, place = (self.in_tweak, number) if number < self.path.tweak else (self.in_key, number - self.path.tweak)
        given = port.word_select(len(port) // BYTE - 1 - place, BYTE)
        sources = self._sources(m, x, lane.moves, lane.front, Mux(self.taken, given, x[-1]))
        inputs = {f"x{place}": byte for place, byte in enumerate(x)}
        widths = {name: BYTE for name in inputs}
        if lane.leap:
            ahead = apply(m, f"leap{number}", lambda words: dict(zip(words, lane.leap(list(words.values())))), inputs, widths)
            sources[:PLACES] = [Mux(self._during(m, (SLOTS - 1,)), ahead[f"x{place}"], sources[place]) for place in range(PLACES)]
        if lane.feedback:
            added = self._apply(m, f"feedback{number}", lambda words: lane.feedback(list(words.values())), inputs)
            for place, byte in added.items():
                sources[place] = sources[place] ^ self._gated(byte, self._during(m, lane.feedback_slots))
        if lane.correction:
            byte = apply(m, f"correction{number}", lambda words: {"byte": lane.correction(list(words.values()))}, inputs,
                         {"byte": BYTE})["byte"]
            sources[LEAVING] = sources[LEAVING] ^ self._gated(byte, self._during(m, lane.correction_slots))
        m.d.sync += [byte.eq(source) for byte, source in zip(x, sources)]
        return sources[LEAVING]

    def _apply(self, m: Module, name: str, function, inputs: dict) -> dict:
        """A function from the bytes of a chain to bytes by place, as a submodule."""
        places = list(function({name: SoftwareWord(BYTE, 0) for name in inputs}))
        outputs = apply(m, name, lambda words: {f"to{place}": word for place, word in function(words).items()}, inputs,
                        {f"to{place}": BYTE for place in places})
        return {place: outputs[f"to{place}"] for place in places}

    def _state(self, m: Module, tweakey) -> None:
        """The two halves, the S-box, the linear layer."""
        lower, upper = self._chain("lower"), self._chain("upper")
        total = Signal(BYTE, name="total", reset_less=True)
        leaving, came = Signal(BYTE, name="leaving"), Signal(BYTE, name="came")
        to_lower = self._sources(m, lower, self.path.lower, PLACES - 1, came)
        to_upper = self._sources(m, upper, self.path.upper, PLACES - 1, leaving)
        summed = (self._gated(self._value(m, tweakey ^ leaving), self.running)
                  ^ (self._gated(upper[0], self._during(m, self.path.held_slots))
                     | self._gated(total, self._during(m, self.path.total_slots))))
        m.d.comb += [leaving.eq(to_lower[LEAVING]), self.out_ciphertext.eq(total),
                     came.eq(Mux(self.taken, self.in_plaintext, to_upper[LEAVING] ^ summed))]
        kept = self._gated(total, ~(self._during(m, (0,)) | self.given))
        m.d.sync += [*(byte.eq(source) for byte, source in zip(lower + upper, to_lower[:PLACES] + to_upper[:PLACES])),
                     total.eq(kept ^ self._gated(leaving, self.running | self.given))]

    def _value(self, m: Module, keyed):
        """What the round function makes of a byte of state and tweakey."""
        constant = apply(m, "constant", lambda words: {"byte": self.path.constant(words["number"])},
                         {"number": self.count}, {"byte": BYTE})["byte"]
        keyed = keyed ^ self._gated(constant, self._during(m, (SLOTS - 1,)))
        return apply(m, "substitute", lambda words: {"byte": self.path.substitute(words["byte"])},
                     {"byte": keyed}, {"byte": BYTE})["byte"]

    @staticmethod
    def _gated(byte, when):
        """A byte while ``when`` is 1, else 0."""
        return byte & when.replicate(BYTE)

    @staticmethod
    def _chain(name: str) -> list[Signal]:
        return [Signal(BYTE, name=f"{name}_{place}", reset_less=True) for place in range(PLACES)]
