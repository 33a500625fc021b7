# SPDX-License-Identifier: Apache-2.0
"""Deoxys-I: what goes into the tweak of Deoxys-BC for ΘCB3.

Source: J. Jean, I. Nikolić, T. Peyrin, Y. Seurin, "Deoxys v1.43"; read in the reference code of
version 1.41. The tweak, 128 bits, is

    associated data:    0 p 1 0 || 0^64 || index of the block, 60 bits
    message and tag:    0 p 0 t || nonce, 64 bits || index of the block, 60 bits

as in `lilliput`, which took it from here. Deoxys-II is `sct2.Sct2` as it stands.
"""

from functools import partial

from .lilliput import following, tweakey
from .thetacb import Tweaks

DEOXYS_TWEAKS = Tweaks(
    counter_bits=60, first=0, following=following, tweakey=partial(tweakey, tweak=128)
)
"""For both sizes of key."""
