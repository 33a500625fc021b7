# SPDX-License-Identifier: Apache-2.0
"""Which foldings (``folded=k``) there are for an algorithm."""

from ..catalog import Algorithm
from ..controllers import takes
from ..primitives.folded import WHOLE, Foldings


def foldings(algorithm: Algorithm) -> Foldings:
    """What may be asked for by ``folded=k``: what the catalog has, and a whole round in a clock
    wherever the primitive does not fork and the controller of a mode takes a folded one.
    """
    said = takes(algorithm.model)
    forks = algorithm.forkcipher is not None
    every = said.folds if said else algorithm.primitive is not None and not forks
    return {**(WHOLE if every else {}), **algorithm.foldings}
