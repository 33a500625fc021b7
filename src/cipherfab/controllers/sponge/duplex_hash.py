# SPDX-License-Identifier: Apache-2.0
"""The cores of Ascon's hashes alone: those of `duplex`, but on shares."""

from ...modes.duplex import DuplexHash
from ..contract import Takes
from .duplex import make

MODELS = (DuplexHash,)

TAKES = Takes(architectures=("serial",), folds=True, wide=True, bits=True)

__all__ = ["make"]
