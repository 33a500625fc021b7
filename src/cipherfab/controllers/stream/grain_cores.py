# SPDX-License-Identifier: Apache-2.0
"""The cores of Grain-128AEAD: on one share with any number of clocks in a cycle, or on shares."""

from ...modes.grain import Grain
from ..request import Request, Takes
from .grain import GrainCore
from .grain_on_shares import GrainOnShares

MODELS = (Grain,)
TAKES = Takes(architectures=("bits",), masked=lambda model: True)


def make(request: Request) -> GrainCore:
    """The controller for a core."""
    return (GrainOnShares if request.architecture == "masked" else GrainCore).of(request)
