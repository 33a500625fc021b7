# SPDX-License-Identifier: Apache-2.0
"""A mode's primitive in the architecture that a core name asks for: iterated, or folded."""

from ..architectures.iterated.folded import Folded
from ..architectures.iterated.iterated import Iterated
from ..primitives.primitive import Primitive
from .wanted import Wanted


def iterated(wanted: Wanted, primitive: Primitive, *, unrolled: int, **settings) -> Iterated:
    """So many rounds per clock, or a round in as many clocks as the core name says.

    Args:
        wanted: what the core name asks for.
        primitive: what is iterated.
        unrolled: rounds per clock, unless it is folded.
        settings: what else `Iterated` takes, by name.
    """
    if wanted.fold:
        return Folded(primitive, wanted.fold, **settings)
    return Iterated(primitive, unrolled=unrolled, **settings)
