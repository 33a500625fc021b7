# SPDX-License-Identifier: Apache-2.0
"""AES-128 (FIPS 197)."""

from functools import partial

from ..ciphers.aes import SBOX_STYLES
from ..ciphers.aes_both_directions import aes_128_with_both
from ..ciphers.aes_folded import foldings, whole_round
from .algorithm import Algorithm, Kind, KnownAnswers

ALGORITHMS = [
    Algorithm(
        name="aes-128", kind=Kind.BLOCK_CIPHER, title="AES-128",
        version="FIPS 197", primitive=aes_128_with_both(sbox="small"),
        foldings={1: partial(whole_round, sbox="fast"), **foldings("small")},
        sboxes={style: partial(aes_128_with_both, sbox=style)
                for style in SBOX_STYLES if style != "small"},
        document="NIST FIPS 197, Advanced Encryption Standard (AES), 2001, sections 4 and 5",
        known_answers=KnownAnswers(
            sha256="c088b480c939a288617e62d242e887940d2a642ea1e0b6607c8717a7e3642ac0",
            fields=(("Key", "key"), ("PT", "plaintext"), ("CT", "ciphertext")),
            header="# AES-128 (FIPS 197), encryption\n# Counts 1-2: FIPS 197 appendix C.1 and "
                   "appendix B\n",
            published=(("published",
                        ("000102030405060708090A0B0C0D0E0F", "00112233445566778899AABBCCDDEEFF")),
                       ("published", ("2B7E151628AED2A6ABF7158809CF4F3C",
                                      "3243F6A8885A308D313198A2E0370734"))))),
]  # fmt: skip
