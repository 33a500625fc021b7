# SPDX-License-Identifier: Apache-2.0
"""The hardware controllers of COFB: by its steps (`by_steps`), and with ``serial=4`` over planes
that shift (`cofb_in_planes`).
"""

from dataclasses import replace

from ...errors import CallError
from ...modes.cofb import Cofb
from ..request import Request
from . import by_steps
from .by_steps import StepsCore
from .cofb_in_planes import CofbInPlanes

MODELS = (Cofb,)
TAKES = replace(by_steps.TAKES, architectures=("serial",))


def make(request: Request) -> StepsCore | CofbInPlanes:
    """The controller for a core. Decryption needs no inverse cipher.

    Raises:
        CallError: the options do not go together.
    """
    if request.architecture != "serial":
        return by_steps.make(request)
    width = 4
    if request.factor != width:
        raise CallError(
            f"serial={request.factor} is refused: a column of GIFT-128 has {width} bits: "
            f"serial={width}."
        )
    if request.inplace:
        raise CallError(
            "inplace says nothing new with serial=4: no block is kept beside the state as it is."
        )
    return CofbInPlanes.of(request)
