# SPDX-License-Identifier: Apache-2.0
"""AES-OTR, version 3.1 (third round of CAESAR)."""

from functools import partial

from ..ciphers.aes import SBOX_STYLES, aes_128
from ..ciphers.aes_256 import aes_256
from ..modes.otr import Otr
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "AES-OTR v3.1, submission to CAESAR, 2016"

MEMBERS = {
    ("p", 128): ("f118cd46f723fd7775ac6b0cc129b9c0d82dbceda6d696392f84d9d5d6dcd2a0",
                 "F780C1B3403B81E4A8BF86F3FD9DBACC"),
    ("p", 256): ("0c9db538998d143b68c9e2d1df077bb29e17a8ee58dd328f1c027e5382c7e63b",
                 "13DA78B27DE46EEA86F56C6BB0836D92"),
    ("s", 128): ("9af6df36b1e34ebe004cc9927dc0e11a94f8d146f8d0b70e366b05f0a377288b",
                 "30F794389E664EC2638B86CE9FB7861E"),
    ("s", 256): ("8bb15041cabb1bb7b48ae6265495627c085f50626a93833163287f5297f05a6b",
                 "CDFDC51529F6174D0C9A05E9D817F577"),
}  # fmt: skip
"""By kind of associated data (parallel, serial) and bits of key: check value and first output of
the known-answer file."""


def _model(kind: str, key: int, sbox: str = "fast") -> Otr:
    cipher = aes_128 if key == 128 else aes_256
    return Otr(cipher=cipher(sbox=sbox), serial=kind == "s")


def _algorithm(kind: str, key: int) -> Algorithm:
    sha256, first_output = MEMBERS[kind, key]
    return Algorithm(
        name=f"aes-otr-{kind}-{key}",
        kind=Kind.AEAD,
        title=f"AES{key}-OTR, ADP = {kind}",
        version="3.1",
        document=DOCUMENT,
        model=_model(kind, key),
        sboxes={
            style: partial(_model, kind, key, style) for style in SBOX_STYLES if style != "fast"
        },
        known_answers=KnownAnswers(sha256=sha256, first_output=first_output),
    )


ALGORITHMS = [_algorithm(kind, key) for kind, key in MEMBERS]
