# SPDX-License-Identifier: Apache-2.0
"""The cores of every other mode and hash that is described by its events: `over_permutation` around
its permutation.
"""

from ..architectures.iterated.full import SingleCycle
from ..modes.sponge import SpongeAead
from ..modes.sponge_hash import SpongeHash
from ..primitives.primitive import Primitive
from .iterated import iterated
from .over_permutation import OverPermutation, shared_primitive
from .wanted import Takes, Wanted

MODELS = (SpongeAead, SpongeHash)

TAKES = Takes(folds=True, comparator=True)


def make(wanted: Wanted) -> OverPermutation:
    """The controller for a core."""
    return over(wanted, *shared_primitive(wanted.aead, wanted.hash), unrolled=wanted.factor)


def over(
    wanted: Wanted, primitive: Primitive, loadable: frozenset[str], *, unrolled: int
) -> OverPermutation:
    """The controller over a permutation; ``unrolled``: its steps per clock, unless it is in a
    single cycle.
    """
    if wanted.architecture == "full":
        permutation = SingleCycle(primitive, loadable)
    else:
        held = {"key"} & primitive.inputs.keys()
        permutation = iterated(
            wanted, primitive, unrolled=unrolled, feedback=("x",), loadable=loadable, held=held
        )
    return OverPermutation(
        wanted.aead,
        wanted.hash,
        permutation,
        decrypts=wanted.decrypts,
        comparator=wanted.comparator,
    )
