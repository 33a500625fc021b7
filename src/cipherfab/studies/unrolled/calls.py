# SPDX-License-Identifier: Apache-2.0
"""Calls of a block: what goes in, and what must come out."""

import random
from collections.abc import Mapping, Sequence

from ...primitives.primitive import Primitive, software

Values = Mapping[str, int]
Calls = tuple[Sequence[Values], Sequence[Values]]
"""A value for each input, and for each output, by name: one mapping for each call."""

RANDOM_CALLS = 200
"""Random inputs of a block, beyond its known answers."""


def random_calls(primitive: Primitive, seed: int, count: int = RANDOM_CALLS) -> Calls:
    """Random inputs with the outputs of the software model."""
    dice = random.Random(seed)
    inputs = [
        {name: dice.getrandbits(width) for name, width in primitive.inputs.items()}
        for _ in range(count)
    ]
    model = software(primitive)
    return inputs, [dict(zip(primitive.outputs, model(*call.values()))) for call in inputs]
