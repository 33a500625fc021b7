# SPDX-License-Identifier: Apache-2.0
"""The events of a mode, read for words that turn bit by bit: what each does to the bit of each word
that is in front.

Strings of bytes enter and leave in the order of the slots of a turn: a *piece* of a string has as
many bytes as a word of the state, and its bits come by in one turn. So an event is possible here if
to a word it adds nothing but the same slots of a piece of the key, of the block, or of a constant,
and if it keeps all bits of the word or none.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NoReturn, cast

from ...errors import CallError
from ...modes.sponge import Addition
from ...modes.sponge_events import FLAGS, Words
from ...primitives.by_column import ColumnPath
from ...words import SoftwareWord, Word
from ..parts.answered_bits import BYTE
from .merge import ONE, STATE, Term, polynomials


@dataclass(frozen=True, kw_only=True)
class WordEvent:
    """What an event does to a word.

    Attributes:
        keeps: its own bits stay; else they are cleared.
        key, block: the number of the piece that is added; None: none. With a block its padding is
            added, too.
        replaced: a ciphertext takes the place of the bits; else it is added.
        constant: for each slot the bit that is added, slot 0 in bit 0.
    """

    keeps: bool
    key: int | None
    block: int | None
    replaced: bool
    constant: int


class BitEvents:
    """The events of a mode or a hash over words that turn.

    Args:
        path: the permutation.
        mode: a `modes.sponge.Sponge`, whose state is its input ``x``.

    Attributes:
        order: for each slot the column in front.
        byte_order: the bits of a byte in the order in which they come by, bit 0 the least
            significant.
        piece_bytes: of a piece.

    Raises:
        CallError: an event is not possible, see above.
    """

    def __init__(self, path: ColumnPath, mode: Any):
        self.path, self.mode, self.size = path, mode, path.width
        self.piece_bytes = self.size // BYTE
        self.widths = {
            STATE: path.primitive.inputs["x"],
            **dict.fromkeys(("block", "padding", "replaced"), BYTE * mode.port_bytes),
            **({"key": BYTE * mode.key_bytes} if mode.key_bytes else {}),
            **dict.fromkeys(FLAGS, 1),
        }
        up = list(range(self.size))
        # The first byte of a string is in the highest columns of a word, or in the lowest.
        for self.order in (up[::-1], up):
            try:
                self.absorbed = self.of(mode.absorb)
                return
            except CallError as error:
                refusal = error
        raise refusal

    @property
    def byte_order(self) -> list[int]:
        """See above: a byte comes by as its columns do."""
        bits = list(range(BYTE))
        return bits if self.order[0] == 0 else bits[::-1]

    def place(self, bit: int) -> tuple[int, int]:
        """The number of the word that a bit of the state is in, and its slot."""
        word, column = self._columns[bit]
        return word, self.order.index(column)

    @cached_property
    def _columns(self) -> list[tuple[int, int]]:
        """For each bit of the state the number of its word and its column."""
        width, others = self.widths[STATE], dict.fromkeys(self.path.primitive.inputs, 0)
        found = []
        # Bit by bit through the load of the primitive, whatever order it gives them.
        for bit in range(width):
            given = {**others, "x": 1 << bit}
            state = self.path.primitive.load(
                {
                    name: SoftwareWord(self.path.primitive.inputs[name], value)
                    for name, value in given.items()
                }
            )
            words = [int(cast(SoftwareWord, state[word])) for word in self.path.words]
            # All words are 0 but the one with this bit.
            found.append((words.index(max(words)), max(words).bit_length() - 1))
        return found

    def of(self, function: Callable[[Words], Word]) -> list[WordEvent]:
        """What an event does to each word."""
        terms: list[dict[int, frozenset[Term]]] = [{} for _ in self.path.words]
        for bit, form in enumerate(polynomials(function, self.widths)):
            word, slot = self.place(bit)
            terms[word][slot] = form
        return [self._word(number, slots) for number, slots in enumerate(terms)]

    @cached_property
    def begun(self) -> tuple[list[WordEvent], dict[int, int]]:
        """What happens to each word in front of the first run; and for each piece of the nonce the
        word that it waits in.
        """
        parts, waits = self.mode.parts["nonce"], {}
        pieces, found = self.mode.nonce_bytes // self.piece_bytes // parts, []
        for part in range(parts):
            found = self.of(partial(self.mode.begin, part))
            for word, event in enumerate(found):
                if event.block is not None:
                    waits[part * pieces + event.block] = word
        return found, waits

    def first(self, state: int) -> list[WordEvent]:
        """What makes a whole state this constant."""
        return self.of(lambda words: words[STATE].constant(state))

    def added(self, addition: Addition) -> list[WordEvent]:
        """What an addition does to each word."""
        return self.of(lambda words: words[STATE] ^ addition.value(words))

    @cached_property
    def text(self) -> list[tuple[int, int | None]]:
        """The pieces of the key stream of a block, as `read` gives them."""
        return self.read(lambda words: self.mode.text(words[STATE]))

    @cached_property
    def tag(self) -> list[tuple[int, int | None]]:
        """Those of the tag."""

        def of_part(part: int) -> list[tuple[int, int | None]]:
            return self.read(lambda words: self.mode.tag(part, self.mode.finish(words)))

        return [piece for part in range(self.mode.parts["tag"]) for piece in of_part(part)]

    @cached_property
    def digest(self) -> list[tuple[int, int | None]]:
        """Those of a part of a digest."""
        return self.read(lambda words: self.mode.digest_part(words[STATE]))

    def read(self, function: Callable[[Words], Word]) -> list[tuple[int, int | None]]:
        """For each piece of an answer the number of the word that it is, and that of the piece of
        the key that is added to it, if any.
        """
        forms = polynomials(function, self.widths)
        pieces = []
        for piece in range(len(forms) // self.size):
            slots = {slot: forms[self._bit(len(forms), piece, slot)] for slot in range(self.size)}
            words = {self.place(bit) for form in slots.values()
                     for term in form for name, bit in term if name == STATE}  # fmt: skip
            if len({word for word, _ in words}) != 1:
                self._refuse()
            ((word, _), *_) = words
            # As an event that adds nothing but the key: any other answer is refused.
            event = self._word(word, slots)
            if not event.keeps or event.block is not None or event.constant:
                self._refuse()
            pieces.append((word, event.key))
        return pieces

    def _word(self, word: int, slots: Mapping[int, frozenset[Term]]) -> WordEvent:
        """What happens to a word, from the terms of each of its slots."""
        pieces: dict[str, set[int | None]] = {}
        kept, constant = set(), 0
        for slot, terms in slots.items():
            own = {term for term in terms if any(name == STATE for name, _ in term)}
            kept.add(self._kept(word, slot, own))
            constant |= (ONE <= terms) << slot
            for name in ("key", "block", "padding"):
                bits = [bit for term in terms - own for of, bit in term if of == name]
                pieces.setdefault(name, set()).add(self._piece(name, bits, slot))
            # What is left is a product, or reads something else.
            if terms - own - ONE - {frozenset({(name, bit)}) for name in pieces
                                    for bit in range(self.widths.get(name, 0))}:  # fmt: skip
                self._refuse()
        if len(kept) > 1 or any(len(found) > 1 for found in pieces.values()):
            self._refuse()
        ((keeps, replaced),) = kept
        ((key,), (block,), _) = (pieces[name] for name in ("key", "block", "padding"))
        return WordEvent(keeps=keeps, key=key, block=block, replaced=replaced, constant=constant)

    def _kept(self, word: int, slot: int, own: set[Term]) -> tuple[bool, bool]:
        """Whether a bit stays, and whether a ciphertext replaces it."""
        if not own:
            return False, False
        bits = {self.place(bit) for term in own for name, bit in term if name == STATE}
        others = {name for term in own for name, _ in term} - {STATE}
        # A bit may not move, nor be cleared by another mask than that of a ciphertext.
        if bits != {(word, slot)} or others - {"replaced"}:
            self._refuse()
        return True, bool(others)

    def _piece(self, name: str, bits: Sequence[int], slot: int) -> int | None:
        """The number of the piece that a bit of a string belongs to, in its own slot."""
        if not bits:
            return None
        size = self.widths[name]
        for piece in range(size // self.size):
            if list(bits) == [self._bit(size, piece, slot)]:
                return piece
        self._refuse()

    def _bit(self, size: int, piece: int, slot: int) -> int:
        """The number of a bit of a string of ``size`` bits, whose first byte is the most
        significant.
        """
        byte = piece * self.piece_bytes + slot // BYTE
        return size - BYTE * (byte + 1) + self.byte_order[slot % BYTE]

    def _refuse(self) -> NoReturn:
        raise CallError(
            "bitserial: expected a mode that adds whole words of key, block and constants."
        )
