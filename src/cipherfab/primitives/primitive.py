# SPDX-License-Identifier: Apache-2.0
"""The protocol between a cipher and the architectures: what is iterated, on which registers, how
often.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from ..words import Word
from ..words.compiled import compile_function
from ..words.native import Quickened, c_function, loaded, size
from ..words.trace import trace

State = dict[str, Word]
"""Words by name: of inputs, of registers, or of outputs."""

SCHEDULE = "schedule"
"""Input of a primitive with several round counts: the index into `Primitive.rounds` (0 is the
first).
"""


@dataclass(frozen=True, kw_only=True, eq=False)
class Primitive:
    """An iterated permutation or cipher. Constants and key schedule are part of the state, so that
    every step looks alike.

    Attributes:
        name: as in the catalog, for messages and module names.
        inputs: width in bits of each input. One with several round counts has an input `SCHEDULE`
            as well.
        layout: width in bits of each register.
        outputs: width in bits of each output.
        rounds: the number of steps, or several to choose from at run time, the largest first.
        load: from the inputs to the registers before the first step.
        step: from the registers to the registers after one step.
        result: from the registers after the last step to the outputs.
        last_step: the last step, where it differs from the others.
        finished: from the registers to one bit, 1 exactly after the last step; None if the
            registers do not tell (an architecture then counts steps itself).
        inverse: the primitive that undoes this one, or None.
        from_last_key: the same for a core with both directions, where the key of the last round is
            dear to compute: its inverse's input ``key`` is that one, and an output ``last_key``
            gives it after a call. None: the inverse serves as it is.
        from_key: the same for a bare core with both directions, where steps are not all alike, or
            the key of the last round is dear to compute: its inverse begins with the key itself,
            and may take more steps. None: the primitive serves as it is.
        returns: from the registers after the last step to the inputs that they still hold, such as
            a key that its schedule has turned around; None if there is none. By wiring alone: a
            controller then needs no register for them.
    """

    name: str
    inputs: Mapping[str, int]
    layout: Mapping[str, int]
    outputs: Mapping[str, int]
    rounds: tuple[int, ...]
    load: Callable[[State], State]
    step: Callable[[State], State]
    result: Callable[[State], State]
    last_step: Callable[[State], State] | None = None
    finished: Callable[[State], Word] | None = None
    inverse: "Primitive | None" = None
    from_last_key: "Primitive | None" = None
    from_key: "Primitive | None" = None
    returns: Callable[[State], State] | None = None

    def __post_init__(self):
        if (
            not self.rounds
            or list(self.rounds) != sorted(set(self.rounds), reverse=True)
            or self.rounds[-1] < 1
        ):
            raise ValueError(
                f"{self.name}: expected round counts from the largest to the "
                f"smallest, got {self.rounds}"
            )
        if (len(self.rounds) > 1) != (SCHEDULE in self.inputs):
            raise ValueError(
                f"{self.name}: an input '{SCHEDULE}' goes with several round counts, "
                f"and only with them"
            )


@cache
def software(primitive: Primitive) -> Callable[..., tuple[int, ...]]:
    """The software model of a primitive: positional integers in the order of ``inputs`` to a tuple
    in the order of ``outputs``. It is compiled by the C++ compiler when it is called often.
    """
    load, step, result = (_compiled(primitive, part) for part in ("load", "step", "result"))
    last_step = _compiled(primitive, "last_step") if primitive.last_step else step
    schedule = list(primitive.inputs).index(SCHEDULE) if SCHEDULE in primitive.inputs else None

    def model(*inputs: int) -> tuple[int, ...]:
        state = load(*inputs)
        rounds = primitive.rounds[0 if schedule is None else inputs[schedule]]
        for _ in range(rounds - 1):
            state = step(*state)
        return result(*last_step(*state))

    return Quickened(model, lambda: _native(primitive))


def _compiled(primitive: Primitive, part: str) -> Callable[..., tuple[int, ...]]:
    """One of the primitive's functions, compiled, with its words in the order of the layout."""
    return compile_function(*_ordered(primitive, part))


def _native(primitive: Primitive) -> Callable[..., tuple[int, ...]]:
    """The same in C++, all steps of it."""
    return loaded(native_text(primitive), primitive.inputs, primitive.outputs)


def native_text(primitive: Primitive) -> str:
    """The software model as C++: a function ``call`` as `words.native.loaded` takes it."""
    parts = ["load", "step", *(["last_step"] if primitive.last_step else []), "result"]
    functions = [c_function(part, trace(*_ordered(primitive, part))) for part in parts]
    registers, before = size(primitive.layout), list(primitive.inputs)
    # Inputs are limbs one behind the other; this is the number of those in front of the schedule.
    chosen = (
        size({name: primitive.inputs[name] for name in before[: before.index(SCHEDULE)]})
        if SCHEDULE in before
        else None
    )
    rounds = "0" if chosen is None else f"i[{chosen}]"
    # Two sets of registers take turns, as limbs in and out must not overlap (`c_function`).
    return (
        "".join(functions)
        + f"""
static const unsigned rounds[] = {{{", ".join(map(str, primitive.rounds))}}};

extern "C" void call(const limb *i, limb *o) {{
    limb a[{registers}], b[{registers}];
    load(i, a);
    for (unsigned left = rounds[{rounds}] - 1; left; left--) {{
        step(a, b);
        __builtin_memcpy(a, b, sizeof a);
    }}
    {parts[-2]}(a, b);
    result(b, o);
}}
"""
    )


def _ordered(primitive: Primitive, part: str) -> tuple[Callable[[State], State], Mapping[str, int]]:
    """One of the primitive's functions, its words in the order of the layout, and the widths of its
    inputs.
    """
    widths = primitive.inputs if part == "load" else primitive.layout
    order = primitive.outputs if part == "result" else primitive.layout
    function = getattr(primitive, part)

    def ordered(words: State) -> State:
        # A description may name its words in any order; limbs and tuples need one.
        given = function(words)
        return {
            name: _checked(primitive, part, name, width, given) for name, width in order.items()
        }

    return ordered, widths


def _checked(primitive: Primitive, part: str, name: str, width: int, words: State) -> Word:
    word = words.get(name)
    if word is None or word.width != width:
        given = "nothing" if word is None else f"{word.width} bits"
        raise ValueError(
            f"{primitive.name}: {part} must return '{name}' with {width} bits, got {given}"
        )
    return word
