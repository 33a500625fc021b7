# SPDX-License-Identifier: Apache-2.0
"""A mode's primitive in the architecture that a core name asks for: iterated, or folded; in one
direction or both.
"""

from typing import Any

from ...architectures.iterated.bidirectional import Bidirectional
from ...architectures.iterated.bidirectional_folded import BidirectionalFolded
from ...architectures.iterated.folded import Folded
from ...architectures.iterated.iterated import Iterated
from ...primitives.primitive import Primitive
from ..request import Request


def iterated(
    request: Request, primitive: Primitive, *, unrolled: int = 0, **settings: Any
) -> Iterated:
    """As many rounds per clock as the core name says, or a round in so many clocks.

    Args:
        request: what the core name asks for.
        primitive: what is iterated.
        unrolled: rounds per clock, if the core name does not say it.
        settings: what else `Iterated` takes, by name.
    """
    if request.fold:
        return Folded(primitive, request.fold, **settings)
    unrolled = unrolled or _rounds_per_clock(request, primitive)
    return Iterated(primitive, unrolled=unrolled, **settings)


def bidirectional(request: Request, primitive: Primitive) -> Bidirectional:
    """The same of a block cipher and its inverse.

    Args:
        request: what the core name asks for.
        primitive: the cipher; it has an inverse.
    """
    if request.fold:
        return BidirectionalFolded(primitive, request.fold)
    return Bidirectional(primitive, unrolled=_rounds_per_clock(request, primitive))


def _rounds_per_clock(request: Request, primitive: Primitive) -> int:
    """``full`` is all rounds, on one register."""
    return primitive.rounds[0] if request.architecture == "full" else request.factor
