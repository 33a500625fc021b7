# SPDX-License-Identifier: Apache-2.0
"""PRINCE (ASIACRYPT 2012) and PRINCEv2 (SAC 2020)."""

from ..ciphers.prince import prince
from ..ciphers.prince_v2 import prince_v2
from .algorithm import Algorithm, Kind, KnownAnswers

FIELDS = (("Key", "key"), ("PT", "plaintext"), ("CT", "ciphertext"))
ZEROS, ONES = "0" * 16, "F" * 16
COUNTING, FALLING = "0123456789ABCDEF", "FEDCBA9876543210"


def _published(*records: tuple[str, str]) -> tuple[tuple[str, tuple[str, str]], ...]:
    return tuple(("published", record) for record in records)


ALGORITHMS = [
    Algorithm(
        name="prince", kind=Kind.BLOCK_CIPHER, title="PRINCE",
        version="ASIACRYPT 2012", primitive=prince(),
        document="PRINCE - A Low-Latency Block Cipher for Pervasive Computing Applications, "
                 "ASIACRYPT 2012 (IACR ePrint 2012/529)",
        known_answers=KnownAnswers(
            sha256="bc53438ab0e813be48c892aabd1e509ee1d5247cae6d8aa69f62f4f022c34e0b",
            fields=FIELDS,
            header="# PRINCE (ASIACRYPT 2012), encryption; Key = k0 || k1, all values big-endian "
                   "64-bit words\n"
                   "# Counts 1-5: vectors of the PRINCE paper; counts 6-7: additional vectors of "
                   "secworks/prince "
                   "src/tb/tb_prince_core.v\n",
            published=_published(
                (ZEROS + ZEROS, ZEROS), (ZEROS + ZEROS, ONES),
                (ONES + ZEROS, ZEROS), (ZEROS + ONES, ZEROS),
                (ZEROS + FALLING, COUNTING), ("00112233445566778899AABBCCDDEEFF", COUNTING),
                ("0112233445566778899AABBCCDDEEFF0", COUNTING)))),
    Algorithm(
        name="prince-v2", kind=Kind.BLOCK_CIPHER, title="PRINCEv2",
        version="SAC 2020", primitive=prince_v2(),
        document="PRINCEv2: More Security for (Almost) No Overhead, SAC 2020 (IACR ePrint "
                 "2020/1269)",
        known_answers=KnownAnswers(
            sha256="09012094534ab2bc16b69c7b2ed683d331ee0ab913f654f5c5ebb427e528b022",
            fields=FIELDS,
            header="# PRINCEv2 (SAC 2020), encryption; Key = k0 || k1, all values big-endian "
                   "64-bit words\n"
                   "# Counts 1-5: the fixed test vectors printed by code/princev2test.c of "
                   "rub-hgi/princev2 "
                   "(the vectors of the paper)\n",
            published=_published(
                (ZEROS + ZEROS, ZEROS), (ONES + ZEROS, ZEROS),
                (ZEROS + ONES, ZEROS), (ZEROS + ZEROS, ONES),
                (COUNTING + FALLING, COUNTING)))),
]  # fmt: skip
