# SPDX-License-Identifier: Apache-2.0
"""A mode's primitive in the architecture that a core name asks for: iterated, or folded; in one
direction or both.
"""

from ...architectures.iterated.bidirectional import Bidirectional
from ...architectures.iterated.bidirectional_folded import BidirectionalFolded
from ...architectures.iterated.folded import Folded
from ...architectures.iterated.iterated import Iterated
from ...primitives.primitive import Primitive
from ..request import Request


def iterated(request: Request, primitive: Primitive, *, unrolled: int, **settings) -> Iterated:
    """So many rounds per clock, or a round in as many clocks as the core name says.

    Args:
        request: what the core name asks for.
        primitive: what is iterated.
        unrolled: rounds per clock, unless it is folded.
        settings: what else `Iterated` takes, by name.
    """
    if request.fold:
        return Folded(primitive, request.fold, **settings)
    return Iterated(primitive, unrolled=unrolled, **settings)


def bidirectional(request: Request, primitive: Primitive, *, unrolled: int) -> Bidirectional:
    """The same of a block cipher and its inverse.

    Args:
        request: what the core name asks for.
        primitive: the cipher; it has an inverse.
        unrolled: rounds per clock, unless it is folded.
    """
    if request.fold:
        return BidirectionalFolded(primitive, request.fold)
    return Bidirectional(primitive, unrolled=unrolled)
