# SPDX-License-Identifier: Apache-2.0
"""Keccak-f and Keccak-p (FIPS 202)."""

from ..ciphers.keccak import keccak_p
from ..ciphers.keccak_grouped import groupings
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = (
    "NIST FIPS 202, SHA-3 Standard: Permutation-Based Hash and Extendable-Output Functions, 2015, "
    "section 3"
)
FIELDS = (("In", "x"), ("Out", "x"))

IMAGE_OF_ZERO = {
    200: "3C2826841CB35C171EAAE9B811134CEAA3852C69D2C5ABAFEA",
    400: "F509AC40A90FF5149FE8A0ECD15B7078F0EF8FBF3703526075DCC90E76E74652A159815D956D146E3E63EE58FF714C718EB3",  # noqa: E501
    800: (
        "5DD431E5FBC604F499BFA0232F45F8F142D0FF5178F539E5A7800BF0643697AF4CF35ABF24247A22152717888458689F54D0"
        "5CB10EFCF41B91FA66619A599E1A1F0A97A3879665AB688DABAF15104BE7981A0034F3EF1941760E0A937080B28796E9EF11"
    ),
    1600: (
        "E7DDE140798F25F18A47C033F9CCD584EEA95AA61E2698D54D49806F304715BD57D05362054E288BD46F8E7F2DA497FFC447"
        "46A4A0E5FE90762E19D60CDA5B8C9C05191BF7A630AD64FC8FD0B75A933035D617233FA95AEB0321710D26E6A6A95F55CFDB"
        "167CA58126C84703CD31B8439F56A5111A2FF20161AED9215A63E505F270C98CF2FEBE641166C47B95703661CB0ED04F555A"
        "7CB8C832CF1C8AE83E8C14263AAE22790C94E409C5A224F94118C26504E72635F5163BA1307FE944F67549A2EC5C7BFFF1EA"
    ),
}
"""The published result on the zero state, which is the input of the second published record."""


def _full(width: int, sha256: str) -> Algorithm:
    primitive = keccak_p(width)
    zero = "0" * (width // 4)
    return Algorithm(
        name=primitive.name,
        kind=Kind.PERMUTATION,
        title=f"Keccak-f[{width}]",
        version="FIPS 202",
        document=DOCUMENT,
        primitive=primitive,
        groupings=groupings(width),
        known_answers=KnownAnswers(
            sha256=sha256,
            fields=FIELDS,
            records=40,
            published=(("published", (zero,)), ("published", (IMAGE_OF_ZERO[width],))),
            # These lines are a part of the file, and so of its hash: not a character may change.
            header=(
                f"# Keccak-f[{width}] = Keccak-p[{width},{primitive.rounds[0]}]\n"
                f"# State as bytes: lane (x,y) at byte offset {width // 200}*(x+5y), lanes "
                f"little-endian (FIPS 202 convention)\n"
                f"# Counts 1-2: XKCP tests/TestVectors/KeccakF-{width}-IntermediateValues.txt "
                f"(zero state, then chained); "
                "this file contains all intermediate values\n"
            ),
        ),
    )


def _last_rounds(rounds: int, sha256: str) -> Algorithm:
    return Algorithm(
        name=f"keccak-p-400-{rounds}",
        kind=Kind.PERMUTATION,
        title=f"Keccak-p[400,{rounds}]",
        version="FIPS 202",
        document=DOCUMENT,
        primitive=keccak_p(400, rounds),
        groupings=groupings(400, rounds),
        known_answers=KnownAnswers(
            sha256=sha256,
            fields=FIELDS,
            records=20,
            header=(
                f"# Keccak-p[400,{rounds}]: the LAST {rounds} of the 20 rounds of Keccak-f[400] "
                "(used by ISAP-K with 1, 8, 12, 16 and 20 rounds)\n"
                "# Byte order as keccak-f-400.perm.txt\n"
            ),
        ),
    )


ALGORITHMS = [
    _full(200, "2f7352d54fb8c0a75bf77b3c0ef78261d491ac1ef9953e43a618add5c9785138"),
    _full(400, "c486b910f6d78e808dab628c8ae8d3f30cf5089eb00f2e3330073849069618f3"),
    _full(800, "7fda5b9b0ac00abbc4c8f96acab2183f75bc5dcf78af8ab50ac1bb4c77de56a9"),
    _full(1600, "039c7562f990f23c8af798752317a87391437abe87d5b4342350b3b2a92f39f3"),
    _last_rounds(16, "94b18bc9d117b00297684e099f7d21ed9d7da0481023b73714c309a07819c376"),
    _last_rounds(12, "1d9990c2b26bc316999c4da54cb7a9b28d06c29d64c12df8bd61f73bb805b09a"),
    _last_rounds(8, "880b3028eba2f1a6a24f16e1dd64266d5608c004befb501e6ca31f61a20739d9"),
    _last_rounds(1, "ed6170ad1557370313e4e137a20b1ab799402c7ae5604c6a428d686bb5420da3"),
]
