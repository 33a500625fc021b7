# SPDX-License-Identifier: Apache-2.0
"""AES-128, tweaked by XEX, with the circuits for its S-box; also without its key schedule, the
eleven round keys being inputs.
"""

from collections.abc import Mapping
from functools import partial

from ....ciphers.aes import SBOX_STYLES, aes_128, aes_128_round_keys, expand_key
from ....modes.xex import xex
from ....primitives.primitive import Primitive
from ....words.software import SoftwareWord

KEY_BITS = 128
ROUND_KEYS = "aes-128-round-keys-xex"


def _tweaked(make, sbox: str) -> Primitive:
    return xex(make(sbox=sbox))


CIRCUITS = {
    f"{name}/sbox={style}": partial(_tweaked, make, style)
    for name, make in (("aes-128-xex", aes_128), (ROUND_KEYS, aes_128_round_keys))
    for style in SBOX_STYLES
}


def on_ports(block: str, call: Mapping[str, int]) -> dict[str, int]:
    """The inputs of a known answer of AES-128 as those of the block."""
    if not block.startswith(ROUND_KEYS):
        return dict(call)
    return {"round_keys": _round_keys(call["key"]), "plaintext": call["plaintext"]}


def _round_keys(key: int) -> int:
    packed = 0
    for word in expand_key(SoftwareWord(KEY_BITS, key)):
        packed = packed << KEY_BITS | word.value
    return packed
