# SPDX-License-Identifier: Apache-2.0
"""The cores of Xoodyak's AEADs: those of `general`, and on shares those of `on_shares`.

With other gadgets than ``dom`` `on_shares` makes the cores of every mode that fits; with it
`leakage` refuses some, such as Gimli's: see docs/history/masking.md.
"""

from ...modes.cyclist import XoodyakAead
from ..contract import Takes
from ..request import Request
from . import general, on_shares
from .over_permutation import OverPermutation

MODELS = (XoodyakAead,)

TAKES = Takes(masked=on_shares.fits, gadgets=on_shares.WITH_DOM, folds=True, comparator=True)


def make(request: Request) -> OverPermutation:
    """The controller for a core.

    Raises:
        CallError: a masked core of another kind than there is.
    """
    return general.make(request)
