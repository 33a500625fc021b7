# SPDX-License-Identifier: Apache-2.0
"""PRINCEv2, tweaked by XEX, with the circuits for its S-box."""

from functools import partial

from ....ciphers.prince import SBOX_STYLES
from ....ciphers.prince_v2 import prince_v2
from ....modes.xex import xex
from ....primitives.primitive import Primitive


def _tweaked(sbox: str) -> Primitive:
    return xex(prince_v2(sbox=sbox))


CIRCUITS = {f"prince-v2-xex/sbox={style}": partial(_tweaked, style) for style in SBOX_STYLES}
