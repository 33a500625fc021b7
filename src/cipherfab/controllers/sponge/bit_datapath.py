# SPDX-License-Identifier: Apache-2.0
"""What enters words that turn (`architectures.serial.in_turns`) while nothing is computed, and in
the first turn of a run; and the bits that leave: the other reading of `bit_events`.

Bytes of nonce, data and tag enter bit by bit, as their slots come by. All that a whole word is
added to the state with is added in the first turn of a run: key, initial value, the mark of the
padding.
"""

from collections.abc import Callable, Iterable, Sequence

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value

from ...modes.sponge import Sponge
from ...modes.sponge_events import FLAGS
from ...words.hardware import build
from ..parts.answered_bits import BYTE
from .bit_events import BitEvents, WordEvent


def either(terms: Iterable) -> Value:
    """1 where one of these bits is."""
    total: Value = Const(0)
    for term in terms:
        total = total | term
    return total


class BitDatapath:
    """The bits of a `bit_serial.BitSerialSponge`.

    Args:
        m: gets the logic.
        core: the controller: its ports and registers.
    """

    def __init__(self, m: Module, core):
        self.m, self.core = m, core
        self.engine, self.phases = core.primitive, core.phases
        self.events = {mode: BitEvents(core.path, mode) for mode in core.modes}
        self.some = next(iter(self.events.values()))
        self.bit = Signal(name="bit_on_pdi")
        m.d.comb += self.bit.eq(self._on_bus(core.block.data))
        self.key = self._key() if core.aead else []
        m.d.comb += [self.engine.given[word].eq(bit) for word, bit in enumerate(self._given())]
        self.answer = Signal(name="answer_bit")
        # In VERIFY this is where both tags differ.
        m.d.comb += self.answer.eq(self._stream() ^ self.bit)

    def _on_bus(self, word: Value) -> Value:
        """The bit of a word that comes by, whose first byte is the most significant."""
        ordered = [word[low + bit] for low in reversed(range(0, len(word), BYTE))
                   for bit in self.some.byte_order]  # fmt: skip
        return Cat(ordered).bit_select(self.core.within(len(word)), 1)

    def _key(self) -> list[Signal]:
        """The pieces of the key, which move with the words."""
        core, m = self.core, self.m
        pieces = [
            Signal(self.some.size, name=f"key_{number}", reset_less=True)
            for number in range(core.aead.key_bytes // self.some.piece_bytes)
        ]
        on_bus = Signal(name="bit_on_sdi")
        m.d.comb += on_bus.eq(self._on_bus(core.key_word))
        for number, piece in enumerate(pieces):
            takes = core.goes & core.key_there & (core.piece == number)
            # It turns whenever the words do, so that its slots stay theirs.
            with m.If(self.engine.moving):
                m.d.sync += piece.eq(Cat(piece[1:], Mux(takes, on_bus, piece[0])))
        return pieces

    def _given(self) -> list[Value]:
        """The bit of each word that takes the place of the one in front."""
        found = []
        for word in range(len(self.engine.front)):
            cleared, entering = self._entering(word)
            begins, begun_with = self._begun(word)
            front = self.engine.front[word] & ~(cleared | begins)
            found.append(front ^ entering ^ begun_with ^ self._added(word))
        return found

    def _piece(self, pieces: Sequence[int | None], word: int) -> Value:
        """1 where the byte that comes by belongs to a word, by the words of the pieces."""
        numbers = [number for number, each in enumerate(pieces) if each == word]
        if len(numbers) == len(pieces):
            return Const(1)
        return either(self.core.piece == number for number in numbers)

    def _rates(self, word: int) -> list[tuple[Value, WordEvent, Value]]:
        """For each mode that absorbs blocks into a word: 1 if it is that mode, what it does, and
        where the piece of the block is that of the word.
        """
        found = []
        for mode, events in self.events.items():
            event = events.absorbed[word]
            if event.block is not None:
                pieces = mode.block_bytes // events.piece_bytes
                here = self.core.piece == event.block if pieces > 1 else Const(1)
                found.append((self._is(mode), event, here))
        return found

    def _is(self, mode: Sponge) -> Value:
        """1 if the message is of this mode."""
        core = self.core
        if len(core.modes) == 1:
            return Const(1)
        return core.is_hash if mode is core.hash_function else ~core.is_hash

    def _entering(self, word: int) -> tuple[Value, Value]:
        """Whether a bit of the bus takes the place of the word's, and what is added."""
        core, takes, clears, marks = self.core, [], [], []
        if core.aead:
            _, waits = self.events[core.aead].begun
            nonce = self._piece([waits[piece] for piece in sorted(waits)], word)
            of_nonce = self.phases["START"] & ~core.key_there & nonce
            takes.append(of_nonce & core.goes)
            clears.append(of_nonce)
        for is_mode, event, here in self._rates(word):
            takes.append(core.absorbing & is_mode & here & core.goes)
            marks.append(core.marking & is_mode & here)
            if event.replaced:
                clears.append(self.phases["MESSAGE"] & core.decrypt & here)
        added = (either(takes) & self.bit) | (either(marks) & self._mark())
        return core.goes & either(clears), added

    def _begun(self, word: int) -> tuple[Value, Value]:
        """Whether the word is cleared in front of the first run of a message, and what is added."""
        core, begins, clears, added = self.core, self.phases["START"], [], []
        for mode, events in self.events.items():
            if mode is core.aead:
                event, waits = events.begun[0][word], word in events.begun[1].values()
            else:
                event, waits = events.first(mode.first_state)[word], False
            # A word in which a piece of the nonce waits has what it begins with.
            clears.append(self._is(mode) & (not event.keeps and not waits))
            added.append(self._is(mode) & self._sum(event))
        opens = self.engine.opening & begins
        return opens & either(clears), opens & either(added)

    def _sum(self, event: WordEvent) -> Value:
        """What an event adds to a word of key and constant."""
        key = self.key[event.key][0] if event.key is not None else Const(0)
        return key ^ self._constant(event.constant)

    def _constant(self, bits: int) -> Value:
        """The bit in front of a constant."""
        return Const(bits, self.some.size).bit_select(self.engine.turn, 1) if bits else Const(0)

    def _added(self, word: int) -> Value:
        """What a mode says that is added with a block."""
        total: Value = Const(0)
        for mode, events in self.events.items():
            for addition in mode.additions():
                event = events.added(addition)[word]
                if event.key is not None or event.constant:
                    when = self._when(addition.name, addition.when) & self._is(mode)
                    total = total ^ (when & self._sum(event))
        return self.engine.opening & ~self.phases["START"] & total

    def _mark(self) -> Value:
        """The bit of the padding's byte that comes by."""
        return self._on_bus(Const(self.core.modes[0].mark, BYTE))

    def _when(self, name: str, function: Callable) -> Value:
        """A bit made of the flags of the block under way."""
        return build(self.m, lambda flags: {name: function(flags)}, self.core.flags)[name]

    def _stream(self) -> Value:
        """The bit that is added to one of the message, that of a tag, that of a digest."""
        core, found = self.core, []
        if core.aead:
            of_aead = self.events[core.aead]
            tags = self.phases["TAG"] | self.phases["VERIFY"]
            found += [(self.phases["MESSAGE"], of_aead.text), (tags, of_aead.tag)]
        if core.hash_function:
            found.append((self.phases["DIGEST"], self.events[core.hash_function].digest))
        return either(when & self._read(pieces) for when, pieces in found)

    def _read(self, pieces: Sequence[tuple[int, int | None]]) -> Value:
        """The bit of the piece of an answer that comes by."""
        bits = [
            self.engine.front[word] ^ (self.key[key][0] if key is not None else 0)
            for word, key in pieces
        ]
        chosen = bits[-1]
        for number, bit in enumerate(bits[:-1]):
            chosen = Mux(self.core.piece == number, bit, chosen)
        return chosen


def no_flags() -> dict[str, Value]:
    """A bit for each of `sponge_events.FLAGS`, all 0."""
    return {name: Const(0) for name in FLAGS}
