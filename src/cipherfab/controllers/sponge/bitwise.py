# SPDX-License-Identifier: Apache-2.0
"""The cores of modes over a register that shifts bit by bit, TinyJAMBU: `over_permutation` with any
number of bits per clock.
"""

from ...modes.tinyjambu import TinyJambu
from ..contract import Takes
from ..request import Request
from . import general, on_shares
from .over_permutation import OverPermutation

MODELS = (TinyJambu,)

TAKES = Takes(
    architectures=("bits",), masked=on_shares.fits, folds=True, comparator=True, wide=True
)


def make(request: Request) -> OverPermutation:
    """The controller for a core."""
    if request.architecture != "bits":
        return general.make(request)
    # A step of this permutation is so many bits already.
    return general.over(
        request, request.aead.permutation_by(request.factor), request.aead.loadable, unrolled=1
    )
