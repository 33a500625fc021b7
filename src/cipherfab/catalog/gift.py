# SPDX-License-Identifier: Apache-2.0
"""GIFT (CHES 2017) and GIFT-COFB."""

from ..ciphers.gift import gift
from ..ciphers.gift_grouped import groupings
from ..modes.cofb import Cofb
from ..primitives.folded import WHOLE
from .algorithm import Algorithm, Kind, KnownAnswers

GIFT_DOCUMENT = "GIFT: A Small Present, CHES 2017 (full version: IACR ePrint 2017/622)"
COFB_DOCUMENT = "GIFT-COFB v1.1, submission to the NIST LWC competition, 2021"
FIELDS = (("Key", "key"), ("PT", "plaintext"), ("CT", "ciphertext"))
ZERO_KEY = "0" * 32
COUNTING = "000102030405060708090A0B0C0D0E0F"
FALLING_KEY = "FEDCBA9876543210FEDCBA9876543210"


def _paper(block: int, sha256: str, published: tuple[tuple[str, str], ...]) -> Algorithm:
    primitive = gift(block)
    rounds = primitive.rounds[0]
    return Algorithm(
        name=f"gift-{block}",
        kind=Kind.BLOCK_CIPHER,
        title=f"GIFT-{block}-128",
        version="CHES 2017",
        primitive=primitive,
        document=f"{GIFT_DOCUMENT}, section 2",
        groupings=groupings(bitsliced=False) if block == 128 else {},
        foldings=WHOLE,
        known_answers=KnownAnswers(
            sha256=sha256,
            fields=FIELDS,
            published=tuple(("published", record) for record in published),
            header=(
                f"# GIFT-{block}-128, encryption ({rounds} rounds)\n"
                "# Byte strings are written most significant nibble first as in the GIFT paper and "
                "giftcipher/gift test vectors "
                "(first byte = most significant byte)\n"
                "# TweGIFT/GIFT nibble implementations of NIST LWC submissions use the REVERSED "
                "byte order; GIFT-COFB uses the "
                "bitsliced GIFTb-128 representation, see gift-128-bitsliced.bc.txt\n"
                "# Counts 1-3: giftcipher/gift implementations/test vectors (full traces there)\n"
            ),
        ),
    )


ALGORITHMS = [
    Algorithm(
        name="gift-cofb", kind=Kind.AEAD, title="GIFT-COFB", version="1.1 (same vectors as 1.0)",
        document=f"{COFB_DOCUMENT}, section 2.4",
        model=Cofb(cipher=gift(128, bitsliced=True)),
        known_answers=KnownAnswers(
            sha256="934e102dd868bf6094cce35c5cb1051f05c7a2adbce1d4488abc47408b7fb386")),
    _paper(64, "598871465f99cb6d80f1c697dc064ae4d0e9584adc7e00bd5bcd5dc9ed3dd465", (
        (ZERO_KEY, "0" * 16), (FALLING_KEY, "FEDCBA9876543210"),
        ("BD91731EB6BC2713A1F9F6FFC75044E7", "C450C7727A9B8A7D"))),
    _paper(128, "5cd7310858fc492f462716b24971466ac5a1574b79c279b08dcef7dc98079259", (
        (ZERO_KEY, "0" * 32), (FALLING_KEY, FALLING_KEY),
        ("D0F5C59A7700D3E799028FA9F90AD837", "E39C141FA57DBA43F08A85B6A91F86C1"))),
    Algorithm(
        name="gift-128-bitsliced", kind=Kind.BLOCK_CIPHER, title="GIFTb-128",
        version="1.1", primitive=gift(128, bitsliced=True),
        document=f"{COFB_DOCUMENT}, section 2.3", groupings=groupings(bitsliced=True),
        foldings=WHOLE,
        known_answers=KnownAnswers(
            sha256="e367ef29707251078034fcfb2556a4d9c3f2b3f0f05fd46f2f870f5c7d246ebf",
            fields=FIELDS,
            published=(("published", (COUNTING, COUNTING)),
                       ("published",
                        ("E0841F8FB90783136AA8B7F192F5C474", "E491C665522031CF033BF71B9989ECB3"))),
            header=(
                '# GIFT-128 in the bitsliced data representation of GIFT-COFB ("GIFTb-128"): block '
                '= S0||S1||S2||S3, 32-bit '
                "big-endian words; key = W0..W7 16-bit big-endian words\n"
                "# Counts 1-2: test vectors of the GIFT-COFB specification\n"))),
]  # fmt: skip
