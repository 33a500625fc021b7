# SPDX-License-Identifier: Apache-2.0
"""The cores of modes over a register that shifts bit by bit, TinyJAMBU: `over_permutation` with any
number of bits per clock.
"""

from ..modes.tinyjambu import TinyJambu
from . import sponge
from .contract import Takes
from .over_permutation import OverPermutation
from .wanted import Wanted

MODELS = (TinyJambu,)

TAKES = Takes(architectures=("bits",), folds=True, comparator=True)


def make(wanted: Wanted) -> OverPermutation:
    """The controller for a core."""
    if wanted.architecture != "bits":
        return sponge.make(wanted)
    return sponge.over(
        wanted, wanted.aead.permutation_by(wanted.factor), wanted.aead.loadable, unrolled=1
    )
