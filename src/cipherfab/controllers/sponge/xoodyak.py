# SPDX-License-Identifier: Apache-2.0
"""The cores of Xoodyak's AEADs: those of `general`, and on shares those of `on_shares`.

`on_shares` makes the cores of other modes too, such as Gimli's, but `leakage` refuses them: see
docs/history/masking.md.
"""

from ...modes.cyclist import XoodyakAead
from ..contract import Takes
from ..request import Request
from . import general, on_shares
from .over_permutation import OverPermutation

MODELS = (XoodyakAead,)

TAKES = Takes(architectures=("masked",), folds=True, comparator=True)


def make(request: Request) -> OverPermutation:
    """The controller for a core.

    Raises:
        CallError: a masked core of another kind than there is.
    """
    return (on_shares if request.architecture == "masked" else general).make(request)
