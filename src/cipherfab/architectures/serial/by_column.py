# SPDX-License-Identifier: Apache-2.0
"""Column-serial (`serial=w`): w columns through w S-boxes per clock, words that shift by w bits,
the linear layer at a round's end.

```
               every clock                                        the last of a round
   word:  ┌──────────────────────────────┐
          │  w new bits │ shifted by w   │ ── y ──> y  ^  (what the linear layer adds, of all words' y) ──> word
          └──────────────────────────────┘
             ^                         │
             └── S-box <── ^ <── the w lowest bits of each word
                           constant
```

A word of n bits has n / w slots in a round, and after them its bits are where they were. The linear
layer takes no clock of its own: it is computed from what the last slot shifts in. So a round takes
n / w cycles, and what a slot does is a step like any other: `sliced` makes a primitive of it, which
`Iterated` iterates, with all that the modes' controllers rely on.

The flip-flops, their enable and the linear layer (an XOR of three bits in front of each) stay; what
gets smaller is the S-box, from n columns to w.
"""  # noqa: E501

from collections.abc import Collection
from dataclasses import replace
from functools import reduce
from operator import and_, or_

from ...errors import CallError
from ...primitives.by_column import ColumnPath
from ...primitives.primitive import Primitive, State
from ...words import Word, concat, mux
from ..iterated.iterated import Iterated

SLOT = "slot"
"""The register that counts the slots of a round."""


def allowed_columns(path: ColumnPath) -> list[int]:
    """The w of ``serial=w`` that fit: less than a word, and whole slots. A word's width is a power
    of two.
    """
    return [1 << power for power in range(path.width.bit_length() - 1)]


class ColumnSerial(Iterated):
    """w columns per clock.

    Args:
        path: what is computed.
        columns: w.
        feedback, loadable: see `Iterated`.

    Attributes:
        primitive: as its users see it: ``rounds`` are those of the permutation, each taking several
            steps.

    Raises:
        CallError: w does not fit.
    """

    def __init__(self, path: ColumnPath, columns: int, *, feedback: bool = False,
                 loadable: Collection[str] = ()):
        if columns not in allowed_columns(path):
            raise CallError(f"{path.primitive.name}: serial={columns} is refused. A word has "
                            f"{path.width} bits, of which a clock "
                            f"takes {', '.join(map(str, allowed_columns(path)))}.")
        # `Iterated` needs no step count: `finished` tells the end.
        super().__init__(replace(sliced(path, columns), rounds=path.primitive.rounds),
                         feedback=feedback, loadable=loadable)


def sliced(path: ColumnPath, columns: int) -> Primitive:
    """The permutation with a slot of a round, ``columns`` columns, as its step."""
    whole, slots = path.primitive, path.width // columns

    def load(inputs: State) -> State:
        state = whole.load(inputs)
        return {**state,
                SLOT: next(iter(state.values())).constant(0, width=(slots - 1).bit_length())}

    return replace(whole, rounds=tuple(slots * count for count in whole.rounds),
                   load=load, step=_step(path, columns),
                   layout={**whole.layout, SLOT: (slots - 1).bit_length()}, inverse=None)


def _step(path: ColumnPath, columns: int):
    others = [name for name in path.primitive.layout if name not in path.words]

    def step(state: State) -> State:
        registers, slot = {name: state[name] for name in others}, state[SLOT]
        fronts = {name: state[name][:columns] for name in path.words}
        for name, constant in path.constants(registers).items():
            fronts[name] = fronts[name] ^ _piece(constant, slot, columns)
        shifted = [concat(new, state[name][columns:])
                   for name, new in zip(path.words, path.substitute(list(fronts.values())))]
        last = _is(slot, path.width // columns - 1)
        added = path.diffuse(shifted)
        words = [word ^ mux(last, more, more.constant(0)) for word, more in zip(shifted, added)]
        counted = path.count(registers)
        return {**dict(zip(path.words, words)),
                **{name: mux(last, counted[name], registers[name]) for name in others},
                SLOT: slot + 1}
    return step


def _is(slot: Word, number: int) -> Word:
    """1 in this slot."""
    bits = [slot[bit] if number >> bit & 1 else ~slot[bit] for bit in range(slot.width)]
    return reduce(and_, bits)


def _piece(constant: Word, slot: Word, columns: int) -> Word:
    """The bits of a constant that a slot adds, as many as there are columns, 0 where the constant
    ends.
    """
    pieces = []
    for number, low in enumerate(range(0, constant.width, columns)):
        piece = constant[low:min(low + columns, constant.width)]
        piece = (
            piece if piece.width == columns
            else concat(piece.constant(0, columns - piece.width), piece))
        pieces.append(mux(_is(slot, number), piece, piece.constant(0)))
    return reduce(or_, pieces)
