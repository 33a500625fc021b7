# SPDX-License-Identifier: Apache-2.0
"""AES-OCB (CAESAR final portfolio; the AEAD algorithms of RFC 7253)."""

from functools import partial

from ..ciphers.aes import SBOX_STYLES, aes_128
from ..ciphers.aes_256 import aes_256
from ..modes.ocb import Ocb
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "The OCB Authenticated-Encryption Algorithm, RFC 7253, 2014, sections 3 and 4"

MEMBERS = {
    (128, 128): ("9122ce010a9c86356977600fbe87aa6b30b8abe28e0996c3972b8b0fc6357df3",
                 "197B9C3C441D3C83EAFB2BEF633B9182"),
    (128, 96): ("c1dac5366b2823c98b57b8a3e442b890041c6f8f3940198a82b7c6c87c33a56b",
                "D2E3A7C828C8292A92F3B720"),
    (128, 64): ("4bb875571471b53424a517341608abfdce52381ab5e3ebfa7af6feb780e49b0b",
                "018211166EB8CD19"),
    (256, 128): ("98e6db8e7ebcebf26b6887ac47566015eb34f53d3c99565d3ffc344f0e86424f",
                 "5BE1796471504759B8255F7512BA58E8"),
}  # fmt: skip
"""By bits of key and of tag: check value and first output of the known-answer file."""


def _model(key: int, tag: int, sbox: str = "fast") -> Ocb:
    cipher = aes_128 if key == 128 else aes_256
    return Ocb(cipher=cipher(sbox=sbox), tag_bytes=tag // 8)


def _algorithm(key: int, tag: int) -> Algorithm:
    sha256, first_output = MEMBERS[key, tag]
    return Algorithm(
        name=f"aes-ocb-{key}-tag{tag}",
        kind=Kind.AEAD,
        title=f"AEAD_AES_{key}_OCB_TAGLEN{tag}",
        version="1 (RFC 7253)",
        document=DOCUMENT,
        data_limit="2^48 blocks (2^55 bits), associated data among them (section 5)",
        model=_model(key, tag),
        sboxes={
            style: partial(_model, key, tag, style) for style in SBOX_STYLES if style != "fast"
        },
        known_answers=KnownAnswers(sha256=sha256, first_output=first_output),
    )


ALGORITHMS = [_algorithm(key, tag) for key, tag in MEMBERS]
