# SPDX-License-Identifier: Apache-2.0
"""How a block cipher describes its rounds for registers that rotate: S-boxes and linear layer on
columns, and between them nothing but other places.

The state is some registers of equal width, and so is the key; a *column* is a bit of each register.
A round takes each column once, computes a column of it and puts it where it came from. Rounds
differ in the places at which the bits of a column are: a layer that permutes the bits of a
register, and its inverse behind the linear layer, are so a matter of where a round looks. In a
clock so many columns are taken, and each register rotates by as many bits towards bit 0; after a
round it is where it was. With all columns in a clock nothing rotates.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..words import Word, concat, mux
from ..words.bits import equals
from .cells import linear, power
from .primitive import Primitive, State

MOVE, PASS = 4, 5
"""What the state does in a clock, `state_after`: below 4 the round of the cycle with this number;
it moves by a word of its block; it turns, as it is or with what is added."""

CODE_BITS = 3


@dataclass(frozen=True, kw_only=True)
class Round:
    """A round of the cycle.

    Attributes:
        places: for each register the place of its bit in each column.
        key_places: of the key that is added before the round: the place in a register of the key
            for each bit of the state's. None: nothing is added.
    """

    places: tuple[tuple[int, ...], ...]
    key_places: tuple[int, ...] | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class RotatingPath:
    """The rounds of a block cipher on columns.

    Attributes:
        primitive: the whole cipher, with inputs ``key`` and ``plaintext``, both of all bits of the
            registers, and perhaps ``domain``; output ``ciphertext``.
        rounds: how many.
        cycle: four rounds, which are repeated; every second one adds a key, the first one too.
            Behind the last round the key of the next one is added.
        order: for each register the place of each of its bits in a block, bit 0 the block's least
            significant.
        mix: S-boxes and linear layer on any number of columns, from and to a piece of each
            register.
        constants: for each constant, by name, the register to which it is added with a key, but
            with the first one; as wide as a register.
        clock: for each of them what it becomes in a clock; ``width`` clocks lead to the next one.
        start: the constants from the domain, a word, or None.
    """

    primitive: Primitive
    rounds: int
    cycle: tuple[Round, Round, Round, Round]
    order: tuple[tuple[int, ...], ...]
    mix: Callable[[list[Word]], list[Word]]
    constants: Mapping[str, int]
    clock: Mapping[str, Callable[[Word], Word]]
    start: Callable[[Word], Mapping[str, Word]]

    @property
    def registers(self) -> int:
        """How many there are in the state; and in the key."""
        return len(self.order)

    @property
    def width(self) -> int:
        """Bits of a register; also the number of columns."""
        return len(self.order[0])

    @property
    def block(self) -> int:
        """Bits of state or key."""
        return self.registers * self.width

    def allowed_columns(self) -> list[int]:
        """How many may be taken in a clock: all clocks of a round look at the same places."""

        def fits(columns: int) -> bool:
            return all(
                places[bit] == (places[bit - columns] + columns) % self.width
                for each in self.cycle
                for places in (*each.places, each.key_places or range(self.width))
                for bit in range(columns, self.width)
            )

        return [
            columns
            for columns in (1 << power for power in range(self.width.bit_length()))
            if fits(columns)
        ]

    def split(self, block: Word) -> list[Word]:
        """The registers that a block consists of."""
        return [block.permute(places) for places in self.order]

    def join(self, registers: Sequence[Word]) -> Word:
        """The block of these registers, the inverse of `split`."""
        places = [place for register in self.order for place in register]
        return concat(*reversed(registers)).permute(
            [places.index(bit) for bit in range(self.block)]
        )


def names(path: RotatingPath, letter: str) -> list[str]:
    """Names for the registers of state or key."""
    return [f"{letter}{number}" for number in range(path.registers)]


def turned(word: Word, columns: int, new: Word | None = None) -> Word:
    """A register that turned; with ``new`` in place of what comes round."""
    # What leaves at bit 0 comes in at the top.
    front = word[:columns] if new is None else new
    return concat(front, word[columns:]) if columns < word.width else front


def sums(path: RotatingPath, columns: int, given: State) -> State:
    """The columns in front, with what is added to them, ``y0`` … .

    Args:
        path, columns: what is computed, and how much of it in a clock.
        given: registers of the state ``s0`` …, of the key ``k0`` …, the constants, and bits:
            ``adds`` the key, ``adds_constants`` the constants, ``other``: that of the third round
            of the cycle.
    """
    # The first columns stand for all: registers turn, so each clock of a round reads the same
    # places.
    first, third = (path.cycle[number].key_places[:columns] for number in (0, 2))
    added = []
    for state, key in zip(names(path, "s"), names(path, "k")):
        part = mux(given["other"], given[key].permute(third), given[key].permute(first))
        added.append(given[state][:columns] ^ mux(given["adds"], part, part.constant(0)))
    for name, register in path.constants.items():
        constant = given[name][:columns]
        added[register] = added[register] ^ mux(
            given["adds_constants"], constant, constant.constant(0)
        )
    return dict(zip(names(path, "y"), added))


def state_after(path: RotatingPath, columns: int, given: State) -> State:
    """The registers of the state after a clock, ``s0`` … .

    Each bit has one of at most four sources, and those with the same choice in the same clocks
    share what chooses.

    Args:
        path, columns: as of `sums`.
        given: the registers ``s0`` …, the `sums`, a ``word``, the code of what the state does,
            `MOVE`, `PASS` (not with all columns) or the number of a round.
    """
    code = given["code"]
    words = [
        _with_front(given[name], given[front])
        for name, front in zip(names(path, "s"), names(path, "y"))
    ]
    looks = [
        _choice(code, [each.places[number][:columns] for each in path.cycle], word.permute)
        for number, word in enumerate(words)
    ]
    sources = {"mixed": path.mix(looks), "turned": words, "moved": _moved(path, given)}
    after = {}
    for number, name in enumerate(names(path, "s")):
        bits = [
            _choice(
                code,
                _ways(path, columns, number, bit),
                lambda way, number=number: sources[way[0]][number][way[1]],
            )
            for bit in range(path.width)
        ]
        after[name] = turned(concat(*reversed(bits)), columns)
    return after


def _with_front(word: Word, front: Word) -> Word:
    return concat(word[front.width :], front) if front.width < word.width else front


def _ways(path: RotatingPath, columns: int, number: int, bit: int) -> list[tuple[str, int]]:
    """Where a bit of a register comes from, by the code, before it turns."""
    looked = [each.places[number][:columns] for each in path.cycle]
    rounds = [
        ("mixed", places.index(bit)) if bit in places else ("turned", bit) for places in looked
    ]
    passes = [("turned", bit)] * (columns < path.width)
    # In the order of the codes: four rounds, `MOVE`, `PASS`.
    return [*rounds, ("moved", (bit - columns) % path.width), *passes]


def _moved(path: RotatingPath, given: State) -> list[Word]:
    """The registers when their block has moved by a word to its more significant end."""
    block = path.join([given[name] for name in names(path, "s")])
    return path.split(concat(block[: -given["word"].width], given["word"]))


def _choice(code: Word, ways: Sequence, source: Callable[[object], Word]) -> Word:
    """What ``source`` makes of one of these, by the code; those that are equal are one."""
    different = list(dict.fromkeys(ways))
    sources = [source(way) for way in different]
    if len(sources) == 1:
        return sources[0]
    numbers = [different.index(way) for way in ways]
    # Codes that do not occur choose the last way, and so need no gate.
    numbers += [numbers[-1]] * ((1 << code.width) - len(numbers))
    return _chosen(code.table(numbers, (len(sources) - 1).bit_length()), sources)


def _chosen(select: Word, sources: Sequence[Word]) -> Word:
    if len(sources) == 1:
        return sources[0]
    half = 1 << select.width - 1
    low = _chosen(select[:-1], sources[:half]) if half > 1 else sources[0]
    if len(sources) <= half:
        return low
    high = _chosen(select[:-1], sources[half:]) if half > 1 else sources[half]
    return mux(select[-1], high, low)


def constants_after(path: RotatingPath, columns: int, given: State) -> State:
    """The constants after a clock: turned, or ``clocked`` as often as there are columns."""
    return {
        name: mux(
            given["clocked"],
            linear(given[name], power(path.clock[name], path.width, columns)),
            turned(given[name], columns),
        )
        for name in path.constants
    }


def in_turns(path: RotatingPath, columns: int) -> Primitive:
    """The cipher with a clock as its step, of fewer than all columns: as software, a check of the
    description.
    """
    clocks, count_bits = path.width // columns, path.rounds.bit_length()
    turn_bits = (clocks - 1).bit_length()
    state_names, key_names = names(path, "s"), names(path, "k")

    def load(inputs: State) -> State:
        key = inputs["key"]
        return {
            **dict(zip(state_names, path.split(inputs["plaintext"]))),
            **dict(zip(key_names, path.split(key))),
            **path.start(inputs.get("domain", key)),
            "turn": key.constant(0, turn_bits),
            "count": key.constant(0, count_bits),
        }

    def step(given: State) -> State:
        count, turn = given["count"], given["turn"]
        # Behind the last round the state only turns, and takes in the last key as it does.
        last, code = equals(count, path.rounds), concat(count.constant(0, 1), count[:2])
        # fmt: off
        given = {**given, "adds": ~count[0], "other": count[1],
                 "adds_constants": ~(count[0] | equals(count, 0)), "clocked": count[0],
                 "code": mux(last, code.constant(PASS), code), "word": count.constant(0, 8)}
        # fmt: on
        given |= sums(path, columns, given)
        ends = mux(equals(turn, clocks - 1), count + 1, count)
        return {
            **state_after(path, columns, given),
            **constants_after(path, columns, given),
            **{name: turned(given[name], columns) for name in key_names},
            "turn": turn + 1,
            "count": ends,
        }

    def result(given: State) -> State:
        return {"ciphertext": path.join([given[name] for name in state_names])}

    widths = dict.fromkeys((*state_names, *key_names, *path.constants), path.width)
    return Primitive(
        name=f"{path.primitive.name}-in-turns",
        # The turn behind the last round adds the last key.
        rounds=(clocks * (path.rounds + 1),),
        inputs=path.primitive.inputs,
        outputs=path.primitive.outputs,
        layout={**widths, "turn": turn_bits, "count": count_bits},
        load=load,
        step=step,
        result=result,
    )
