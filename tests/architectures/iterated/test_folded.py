# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Folded primitives of the catalog in hardware, against the software model of the whole primitive."""

import pytest

from cipherfab.architectures.iterated.folded import Folded
from cipherfab.catalog import ALGORITHMS
from cipherfab.primitives.folded import WHOLE, folded
from cipherfab.primitives.primitive import software

from ..test_architectures import FedBack, run, timing
from .test_iterated import OUTPUTS

SMALLEST = {}
for _name, _entry in ALGORITHMS.items():
    if _entry.primitive:
        for _clocks, _fold in _entry.foldings.items():
            SMALLEST.setdefault((_fold.func if hasattr(_fold, "func") else _fold, _clocks), _name)
"""A bare primitive of the catalog for each folding."""
