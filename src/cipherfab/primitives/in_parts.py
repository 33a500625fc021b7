# SPDX-License-Identifier: Apache-2.0
"""A cipher whose tweakey comes in parts, of which some stay in its schedule from call to call.

Nothing of it is said by a cipher: it is computed from its description. The schedule's registers are
those that are loaded from the tweakey, bit for bit; that they are walked linearly, and by
themselves, is checked. So what takes a part back from the end of a call to its beginning is a
matrix, which is built of few XORs, or nothing at all where the schedule returns.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from random import Random

from ..words import SoftwareWord, Word, concat
from ..words.trace import reads, trace
from ..words.xor_search import greedy
from .cells import inverse_matrix, matrix, product, raised
from .primitive import Primitive, State
from .restored import Restored

TWEAKEY = "tweakey"
"""The input that comes in parts."""

DEAREST, LONGEST = 1, 8
"""XORs for a bit that stays, and bits of a row: a register with an enable is as large as three
XORs and a multiplexer.
"""

Parts = Mapping[str, Sequence[int]]
"""By name, the bits of the tweakey that make a part, bit 0 of the part first."""

CHECKS = 8
"""Random words on which a schedule is compared with its matrix."""


@dataclass(frozen=True, eq=False)
class Schedule:
    """The registers of a primitive that are loaded from its tweakey, side by side as one word, the
    first one lowest.

    Attributes:
        primitive: whose.
        names: of the registers.
        source: for each bit of the word the bit of the tweakey that it is loaded with.
    """

    primitive: Primitive
    names: tuple[str, ...]
    source: tuple[int, ...]

    @property
    def width(self) -> int:
        """Bits of the word."""
        return len(self.source)

    def join(self, state: State) -> Word:
        """The word."""
        return concat(*(state[name] for name in reversed(self.names)))

    def split(self, word: Word) -> State:
        """The registers."""
        found, low = {}, 0
        for name in self.names:
            high = low + self.primitive.layout[name]
            found[name] = word[low:high]
            low = high
        return found

    def load(self, word: Word) -> Word:
        """What the primitive loads, from what a wiring would."""
        tweakey = word.permute(sorted(range(self.width), key=self.source.__getitem__))
        # What is not read by these registers may be anything.
        others = {name: word.constant(0, width) for name, width in self.primitive.inputs.items()}
        return self.join(self.primitive.load({**others, TWEAKEY: tweakey}))

    def step(self, word: Word) -> Word:
        """One step of the primitive, of these registers."""
        others = {name: word.constant(0, width) for name, width in self.primitive.layout.items()}
        return self.join(self.primitive.step({**others, **self.split(word)}))

    @cached_property
    def step_rows(self) -> tuple[int, ...]:
        """The matrix of `step`, if that is linear."""
        return matrix(self.step, self.width)

    @cached_property
    def load_rows(self) -> tuple[int, ...]:
        """The matrix of `load`, if that is linear."""
        return matrix(self.load, self.width)


def schedule_of(primitive: Primitive) -> Schedule | None:
    """The schedule of a primitive; None if it is not linear, or not loaded by wiring alone."""
    width, zero = primitive.inputs[TWEAKEY], SoftwareWord(1, 0)
    names = tuple(
        name
        for name, word in trace(primitive.load, primitive.inputs).outputs.items()
        # Constants and registers of other inputs are no part of the schedule.
        if reads(word) == {TWEAKEY}
    )
    # Else part of the tweakey would be missing, or be there twice.
    if sum(primitive.layout[name] for name in names) != width:
        return None

    def loaded(tweakey: int) -> int:
        others = {name: zero.constant(0, bits) for name, bits in primitive.inputs.items()}
        state = primitive.load({**others, TWEAKEY: zero.constant(tweakey, width)})
        return int(concat(*(state[name] for name in reversed(names))))

    words = [loaded(1 << bit) for bit in range(width)]
    # Wiring: no constant, and each bit goes to one place.
    if loaded(0) or sorted(words) != [1 << bit for bit in range(width)]:
        return None
    source = sorted(range(width), key=words.__getitem__)
    schedule = Schedule(primitive, names, tuple(source))
    return schedule if _is_linear(schedule) else None


def _is_linear(schedule: Schedule) -> bool:
    """Whether a step of the schedule is linear, and of nothing but the schedule."""
    primitive, width = schedule.primitive, schedule.width
    following = trace(primitive.step, primitive.layout).outputs
    if any(not reads(following[name]) <= set(schedule.names) for name in schedule.names):
        return False
    random = Random(0)
    # The matrix is made from single bits; other words show whether it is all that there is.
    return all(
        int(schedule.step(SoftwareWord(width, word))) == _times(schedule.step_rows, word)
        # Zero shows a constant that a step adds.
        for word in (0, *(random.getrandbits(width) for _ in range(CHECKS)))
    )


def _times(rows: Sequence[int], word: int) -> int:
    return sum(((row & word).bit_count() & 1) << bit for bit, row in enumerate(rows))


def resting_in_parts(primitive: Primitive, parts: Parts, names: Sequence[str]) -> Restored | None:
    """The primitive with its tweakey in parts, of which those in ``names`` stay.

    Each part has a register of its own, which is called as it is.

    Args:
        primitive: has an input `TWEAKEY`, one round count, and ``finished``; its inverse, if it has
            one, has the same registers, whose schedule is linear too.
        parts: together they are the tweakey.
        names: the parts that stay.

    Raises:
        ValueError: the parts are not the tweakey, or one is called as a register that is not of
            the schedule.

    Returns:
        None if its schedule is not linear, or not loaded by wiring alone, or if it costs more than
        `DEAREST` to take those parts back.
    """
    schedule = schedule_of(primitive)
    if schedule is None:
        return None
    wires, moves = _Wires(schedule, parts), _Moves(schedule)
    rests = [wires.place[bit] for name in names for bit in parts[name]]
    rows = moves.back(primitive.rounds[0])
    if not _is_cheap([rows[place] for place in rests]):
        return None
    return _resting(primitive, wires, moves, tuple(names))


def _resting(
    primitive: Primitive, wires: "_Wires", moves: "_Moves", names: tuple[str, ...]
) -> Restored:
    """The primitive and its inverse."""
    inverse = None
    if primitive.inverse:
        inverse = _resting(
            primitive.inverse,
            wires,
            _Moves(replace(wires.schedule, primitive=primitive.inverse)),
            names,
        )
    places = {name: [wires.place[bit] for bit in wires.parts[name]] for name in names}

    def back(state: State, done: int) -> State:
        word, rows = wires.schedule.join(wires.registers(state)), moves.back(done)
        return {
            name: sums(word, [rows[place] for place in found]) for name, found in places.items()
        }

    at_end = moves.back(primitive.rounds[0])
    in_parts = replace(_in_parts(primitive, wires), inverse=inverse and inverse.primitive)
    return Restored(
        primitive=in_parts,
        names=names,
        back=back,
        inverse=inverse,
        returning=frozenset(
            name
            for name, found in places.items()
            # A row of the identity is a wire: the bit is at its place again.
            if all(at_end[place] == 1 << place for place in found)
        ),
    )


def _is_cheap(rows: Sequence[int]) -> bool:
    """Whether a matrix takes at most `DEAREST` XORs for a bit; a row of many bits is not tried."""
    return max(row.bit_count() for row in rows) <= LONGEST and xors(rows) <= DEAREST * len(rows)


class _Wires:
    """Where the bits of parts are in the tweakey and in the schedule."""

    def __init__(self, schedule: Schedule, parts: Parts):
        self.schedule, self.parts = schedule, parts
        self.widths = {name: len(bits) for name, bits in parts.items()}
        self._order = [bit for bits in parts.values() for bit in bits]
        if sorted(self._order) != list(range(schedule.width)):
            raise ValueError(
                f"expected parts that are {schedule.width} bits together, each of them once"
            )
        # A part is a register too, so its name must be free.
        clashes = set(parts) & (set(schedule.primitive.layout) - set(schedule.names))
        if clashes:
            raise ValueError(f"expected parts that are not called as registers, got {clashes}")
        self.place = {bit: place for place, bit in enumerate(schedule.source)}

    def tweakey(self, parts: State) -> Word:
        """From the parts, which may be among other words."""
        joined = concat(*(parts[name] for name in reversed(self.parts)))
        return joined.permute(sorted(range(len(self._order)), key=self._order.__getitem__))

    def registers(self, parts: State) -> State:
        """The registers of the schedule from the parts of the state."""
        return self.schedule.split(self.tweakey(parts).permute(self.schedule.source))

    def of_state(self, state: State) -> State:
        """The state in parts."""
        word, names = self.schedule.join(state), self.schedule.names
        others = {name: value for name, value in state.items() if name not in names}
        return {
            **others,
            **{
                name: word.permute([self.place[bit] for bit in bits])
                for name, bits in self.parts.items()
            },
        }

    def to_state(self, state: State) -> State:
        """The state with the registers of the primitive."""
        return {**state, **self.registers(state)}


def _in_parts(primitive: Primitive, wires: _Wires) -> Primitive:
    """The same primitive with the parts for inputs and registers."""

    def without(names, widths):
        return {name: width for name, width in widths.items() if name not in names}

    def load(inputs: State) -> State:
        return wires.of_state(primitive.load({**inputs, TWEAKEY: wires.tweakey(inputs)}))

    return replace(
        primitive,
        name=f"{primitive.name}-in-parts",
        load=load,
        inputs={**wires.widths, **without((TWEAKEY,), primitive.inputs)},
        layout={**without(wires.schedule.names, primitive.layout), **wires.widths},
        step=lambda state: wires.of_state(primitive.step(wires.to_state(state))),
        result=lambda state: primitive.result(wires.to_state(state)),
        finished=lambda state: primitive.finished(wires.to_state(state)),
    )


class _Moves:
    """What a run makes of a schedule, as matrices. An inverse loads what is not the tweakey."""

    def __init__(self, schedule: Schedule):
        self._schedule, self._found = schedule, {}

    def back(self, steps: int) -> tuple[int, ...]:
        """What undoes so many steps and the load."""
        if steps not in self._found:
            ahead = raised(self._schedule.step_rows, steps)
            self._found[steps] = inverse_matrix(product(ahead, self._schedule.load_rows))
        return self._found[steps]


def sums(word: Word, rows: Sequence[int]) -> Word:
    """A matrix times a word, where rows share what they have in common; no path is longer than in
    `cells.linear`.

    Args:
        word: the vector, bit 0 first.
        rows: for each output bit the mask of the input bits whose sum it is; not 0.
    """
    return concat(*reversed(_built(word, rows)))


def xors(rows: Sequence[int]) -> int:
    """The XORs of a bit that `sums` takes."""
    return sum(len(_gates(group)) for group in _groups(rows))


def _built(word: Word, rows: Sequence[int]) -> list[Word]:
    found = {}
    for group in _groups(rows):
        bits, short = _shortened(group)
        nodes = {number: word[bit] for number, bit in enumerate(bits)}
        # By value, since a row knows only which bits it sums.
        masks = {1 << number: number for number in nodes}
        values = {number: 1 << number for number in nodes}
        for node, (a, b) in _gates(group).items():
            nodes[node], values[node] = nodes[a] ^ nodes[b], values[a] ^ values[b]
            masks[values[node]] = node
        found |= {row: nodes[masks[mask]] for row, mask in zip(group, short)}
    return [found[row] for row in rows]


def _groups(rows: Sequence[int]) -> list[tuple[int, ...]]:
    """The rows that differ, in groups of which no two have a bit in common."""
    groups: list[tuple[int, list[int]]] = []
    # In order: the network must be the same in every run.
    for row in dict.fromkeys(rows):
        joined = [group for group in groups if group[0] & row]
        groups = [group for group in groups if not group[0] & row]
        mask, members = row, [row]
        for other, more in joined:
            mask, members = mask | other, [*more, *members]
        groups.append((mask, members))
    return [tuple(members) for _, members in groups]


def _shortened(group: tuple[int, ...]) -> tuple[list[int], tuple[int, ...]]:
    """The bits that rows have, and the rows over these alone."""
    total = 0
    for row in group:
        total |= row
    bits = [bit for bit in range(total.bit_length()) if total >> bit & 1]
    return bits, tuple(
        sum((row >> bit & 1) << number for number, bit in enumerate(bits)) for row in group
    )


def _gates(group: tuple[int, ...]) -> dict[int, tuple[int, int]]:
    bits, short = _shortened(group)
    return _shared(short, len(bits))


@cache
def _shared(rows: tuple[int, ...], inputs: int) -> dict[int, tuple[int, int]]:
    # As deep as a balanced tree of the longest row: no network of these rows can be less deep.
    depth = (max(row.bit_count() for row in rows) - 1).bit_length()
    # A fixed seed, since the network is part of what is emitted.
    return greedy(list(rows), inputs, depth, Random(0))
