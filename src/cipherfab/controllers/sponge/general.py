# SPDX-License-Identifier: Apache-2.0
"""The cores of every other mode and hash that is described by its events: `over_permutation` around
its permutation.
"""

from amaranth.lib.wiring import Component

from ...architectures.iterated.full import SingleCycle
from ...architectures.iterated.iterated import unchanged
from ...modes.sponge import SpongeAead
from ...modes.sponge_hash import SpongeHash
from ...primitives.primitive import Primitive
from ..parts.iterated import iterated
from ..request import Request, Takes
from . import on_shares
from .over_permutation import OverPermutation, shared_primitive

MODELS = (SpongeAead, SpongeHash)

TAKES = Takes(masked=on_shares.fits, folds=True, comparator=True, wide=True)


def make(request: Request) -> OverPermutation:
    """The controller for a core, on shares if it is asked.

    Raises:
        CallError: a masked core of another kind than there is.
    """
    if request.architecture == "masked":
        return on_shares.make(request)
    return over(request, *shared_primitive(request.aead, request.hash), unrolled=request.factor)


def over(
    request: Request, primitive: Primitive, loadable: frozenset[str], *, unrolled: int
) -> OverPermutation:
    """The controller over a permutation; ``unrolled``: its steps per clock, unless it is in a
    single cycle.
    """
    if request.architecture == "full":
        permutation = SingleCycle(primitive, loadable)
    else:
        # A key that no round changes is read from the key reader, without a register here.
        held = {"key"} & unchanged(primitive)
        permutation = iterated(
            request, primitive, unrolled=unrolled, feedback=("x",), loadable=loadable, held=held
        )
    return around(request, permutation)


def around(request: Request, permutation: Component) -> OverPermutation:
    """The controller of a core around its permutation, in whatever architecture."""
    return OverPermutation(
        request.aead,
        request.hash,
        permutation,
        decrypts=request.decrypts,
        comparator=request.comparator,
        tag_bytes=request.tag_bytes,
        xofs=request.xofs,
    )
