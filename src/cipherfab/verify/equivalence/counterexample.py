# SPDX-License-Identifier: Apache-2.0
"""A difference that was found, in the designer's words and with few ones; and whether it is there
whatever the RTL leaves undefined.
"""

import functools
import random
from operator import and_, or_

from .comparison import UNDEFINED, Comparison, Example, compare
from .netlist import Netlist, bit_names

PATTERNS = 1024
"""Assignments that are looked at at once."""

SHRINKING = 40
"""Attempts to clear ones of a counterexample."""

SEED = 1
"""Of all random patterns: the same netlists give the same result."""


def whatever_is_undefined(comparison: Comparison, example: Example) -> bool:
    """Whether an example shows a difference for each of `PATTERNS` choices of what is undefined."""
    if not comparison.undefined:
        return True
    free = compare(*comparison.made_of, any_undefined=True)
    ones, dice = (1 << PATTERNS) - 1, random.Random(SEED)
    values = {key: ones * value for key, value in _one_difference(comparison, example).items()}
    for key in free.graph.inputs:
        if not isinstance(key, tuple) or key[0] != UNDEFINED:
            continue
        # all 0 and all 1 are among the choices
        values[key] = dice.getrandbits(PATTERNS) & ~1 | 2
    return ones in free.differing(Example(values, PATTERNS)).values()


def _one_difference(comparison: Comparison, example: Example) -> dict:
    """The first assignment of an example that shows a difference."""
    difference = functools.reduce(or_, comparison.differing(example).values())
    # The lowest bit that is 1 is the first such assignment.
    return example.pattern((difference & -difference).bit_length() - 1)


def _smallest(comparison: Comparison, example: Example) -> dict:
    """One assignment that still shows a difference, with few ones: random subsets of the ones are
    cleared while that goes on.
    """
    points = list(comparison.differing(example))
    dice, values = random.Random(SEED), _one_difference(comparison, example)
    for attempt in range(SHRINKING):
        # Few are cleared in one attempt and many in another: how many may be cleared at once is not
        # known.
        density = 1 + attempt % 6
        tried = Example(
            {key: _sparse(dice, density) if value else 0 for key, value in values.items()}, PATTERNS
        )
        found = comparison.differing(tried, points)
        hits = functools.reduce(or_, found.values(), 0)
        candidates = [tried.pattern(index) for index in range(PATTERNS) if hits >> index & 1]
        values = min([values, *candidates[:64]], key=lambda one: sum(one.values()))
    return values


def _sparse(dice: random.Random, density: int) -> int:
    """Random patterns whose bits are 1 with probability ``1 - 2**-density``."""
    zeros = functools.reduce(and_, (dice.getrandbits(PATTERNS) for _ in range(density)))
    return zeros ^ (1 << PATTERNS) - 1


def counterexample(comparison: Comparison, rtl: Netlist, example: Example) -> dict:
    """In the designer's words: ports in hexadecimal, registers by name."""
    values = _smallest(comparison, example)
    inputs = {
        name: f"{sum(values.get(label, 0) << i for i, label in enumerate(bit_names(name, len(bits)))):0{-(-len(bits) // 4)}x}"  # noqa: E501
        for name, bits in rtl.inputs.items()
    }
    state = sorted(key[-1] for key, value in values.items() if isinstance(key, tuple) and value)
    one = Example(values, 1)
    simulation = comparison.graph.simulate(values, 1)
    differs = {
        label: [simulation[literal] for literal in comparison.pairs[label]]
        for label in comparison.differing(one)
    }
    return {"inputs": inputs, "registers": state, "differs": differs}
