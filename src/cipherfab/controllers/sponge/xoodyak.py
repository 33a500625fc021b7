# SPDX-License-Identifier: Apache-2.0
"""The cores of Xoodyak's AEADs: those of `general`, and on shares those of `on_shares`.

With other gadgets than ``dom`` `on_shares` makes the cores of every mode that fits; with it
`leakage` refuses some, such as Gimli's: see docs/history/masking.md.
"""

from ...modes.cyclist import XoodyakAead
from ..contract import Takes
from . import general, on_shares

MODELS = (XoodyakAead,)

TAKES = Takes(masked=on_shares.fits, domains=True, folds=True, comparator=True, wide=True)
make = general.make
