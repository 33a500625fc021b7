# SPDX-License-Identifier: Apache-2.0
"""Folded primitives: a round in several clocks, by smaller hardware that is used several times.

A folding is a primitive whose steps are parts of a round. A register counts them (`PHASE`); what a
step does is chosen by it. So the architectures that iterate steps, and the controllers on top, need
to know nothing of it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial

from ..errors import CallError
from ..words import Word
from .primitive import Primitive, State
from .transformed import counted

PHASE = "phase"
"""The register that tells which part of a round is due: one bit for each, bit 0 for the first."""

Fold = Callable[[Primitive], Primitive]
"""From a primitive, with the round counts that a core needs, to the same function folded."""

Foldings = Mapping[int, Fold]
"""What an algorithm has, by the clocks of a round."""


def folded(
    primitive: Primitive,
    clocks: int,
    part: Callable[[State, list[Word]], State],
    *,
    more: Mapping[str, int] | None = None,
    load: Callable | None = None,
    result: Callable | None = None,
) -> Primitive:
    """The primitive with a part of a round as its step.

    Args:
        primitive: what is folded. If it has ``finished``, that must be 0 in the middle of its last
            round or while any part but the first is due, which is looked at here.
        clocks: parts of a round, at least 2.
        part: from the registers and the bits of the phase, in which exactly one is 1, to the
            registers after the part that is due; without `PHASE`.
        load, result: where they are not those of the primitive.
        more: width in bits of registers that the primitive does not have; 0 at the beginning.
    """
    first, last = load or primitive.load, result or primitive.result

    def load_part(inputs: State) -> State:
        state = first(inputs)
        any_word = next(iter(state.values()))
        return {
            **state,
            # A bit for each part, so that no decoder is in front of what is due.
            PHASE: any_word.constant(1, clocks),
            **{name: any_word.constant(0, width) for name, width in (more or {}).items()},
        }

    def step(state: State) -> State:
        phase = state[PHASE]
        # One place up, and from the last part to the first.
        return {**part(state, [phase[number] for number in range(clocks)]), PHASE: phase.ror(-1)}

    def finished(state: State) -> Word:
        # The first part is due again: a round has ended.
        return state[PHASE][0] & primitive.finished(state)

    return replace(
        primitive,
        rounds=tuple(clocks * count for count in primitive.rounds),
        load=load_part,
        step=step,
        result=last,
        layout={**primitive.layout, **(more or {}), PHASE: clocks},
        last_step=None,
        inverse=None,
        from_last_key=None,
        from_key=None,
        finished=finished if primitive.finished else None,
    )


def whole(primitive: Primitive) -> Primitive:
    """A whole round per clock, behind a clock in which the inputs enter: the primitive as it is,
    or, if its last round differs, with a register that counts the rounds.
    """
    return counted(primitive) if primitive.last_step else primitive


def together(primitive: Primitive, rounds: int) -> Primitive:
    """So many rounds per clock, behind a clock in which the inputs enter: not a folding but its
    opposite, which the same architectures take.

    Raises:
        CallError: one of the primitive's numbers of rounds is no multiple of it.
    """
    one = whole(primitive)
    if any(count % rounds for count in one.rounds):
        raise CallError(
            f"{primitive.name}: unrolled={rounds},loadcycle is refused. The number of "
            f"rounds must be a multiple of it, got "
            f"{' and '.join(map(str, one.rounds))}."
        )
    return replace(
        one,
        rounds=tuple(count // rounds for count in one.rounds),
        step=_repeated(one.step, rounds),
        inverse=one.inverse and together(one.inverse, rounds),
        from_last_key=None,
        from_key=None,
    )


@cache
def _repeated(step: Callable[[State], State], times: int) -> Callable[[State], State]:
    """The step so many times. The same object for the same step, by which it is seen that both
    directions of a cipher share it.
    """

    def steps(state: State) -> State:
        for _ in range(times):
            state = step(state)
        return state

    return steps


def several(rounds: int) -> Fold:
    """What makes `together` of a primitive."""
    return partial(together, rounds=rounds)


WHOLE: Foldings = {1: whole}
"""Of any primitive: it does without smaller hardware."""


def only_if(condition: Word, word: Word) -> Word:
    """The word where the 1-bit ``condition`` is 1, else 0."""
    return word & condition.permute([0] * word.width)


def any_of(conditions: list[Word]) -> Word:
    """1 if one of the conditions, of 1 bit each, is 1."""
    # A tree: a chain would be a longer path.
    half = len(conditions) // 2
    return any_of(conditions[:half]) | any_of(conditions[half:]) if half else conditions[0]
