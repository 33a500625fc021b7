# SPDX-License-Identifier: Apache-2.0
"""The SPARKLE permutations, Schwaemm and Esch."""

from ..ciphers.sparkle import STEPS, sparkle
from ..ciphers.sparkle_by_bit import by_bit
from ..ciphers.sparkle_folded import foldings
from ..modes.esch import Esch
from ..modes.schwaemm import Schwaemm
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "Schwaemm and Esch, submission to the NIST LWC competition"
VERSION = "1.2 (same as 1.1)"


def _permutation(width: int, version: str, sha256: str) -> Algorithm:
    return Algorithm(
        name=f"sparkle-{width}-{version}",
        kind=Kind.PERMUTATION,
        title=f"Sparkle{width}, {version}",
        version=VERSION,
        document=f"{DOCUMENT}, section 2.1",
        primitive=sparkle(width, version),
        foldings=foldings(width),
        multiplied=by_bit,
        known_answers=KnownAnswers(
            sha256=sha256,
            fields=(("In", "x"), ("Out", "x")),
            records=40,
            header=(
                f"# SPARKLE{width}, {STEPS[width][version]} steps ({version})\n"
                "# State bytes = x0||y0||x1||y1||..., 32-bit little-endian words\n"
            ),
        ),
    )


def _schwaemm(rate: int, capacity: int, companion: str | None, sha256: str) -> Algorithm:
    return Algorithm(
        name=f"schwaemm{rate}-{capacity}",
        kind=Kind.AEAD,
        title=f"Schwaemm{rate}-{capacity}",
        version=VERSION,
        document=f"{DOCUMENT}, section 2.3",
        companion=companion,
        foldings=foldings(rate + capacity),
        model=Schwaemm(block_bytes=rate // 8, capacity_bytes=capacity // 8),
        known_answers=KnownAnswers(sha256=sha256),
    )


def _esch(width: int, digest: int, sha256: str) -> Algorithm:
    return Algorithm(
        name=f"esch{digest}",
        kind=Kind.HASH,
        title=f"Esch{digest}",
        version=VERSION,
        document=f"{DOCUMENT}, section 2.2",
        foldings=foldings(width),
        model=Esch(width=width, digest_bytes=digest // 8),
        known_answers=KnownAnswers(sha256=sha256),
    )


ALGORITHMS = [
    _schwaemm(
        256, 128, "esch256", "1bfdd3439c0b89441d77149d28e5c13d54ddd8ca5671a5247d2d2923eae23851"
    ),
    _schwaemm(
        192, 192, "esch256", "2816e3eb21b76cd8bab355793e1ba9e804381bb7246d7d3acc4f927dbb4364dc"
    ),
    # No Esch is over Sparkle256, as this one is.
    _schwaemm(128, 128, None, "22c0e94c9f2652e1fc222fb1fde435269473ba6ff9f9c20b75432f4397167ed2"),
    _schwaemm(
        256, 256, "esch384", "486f23a1fd3d53e0e0eac830531db8b3a1249dedb9db5f4c243420edee11b7d8"
    ),
    _esch(384, 256, "db8aba0a6291884313c6cde340faecf49f971198205a663e34e99bbef2cad862"),
    _esch(512, 384, "a3b17d57017a7d1267341dc7e7521fa798f24895aa05b67f25310d35514e6f59"),
    _permutation(256, "slim", "b28d7460adc009b6a33e486da368d9c16772b48892f14e7cd22ad42a37b53ce3"),
    _permutation(256, "big", "497416bd90f915727ea1a10250e8fd57b46be146bbe26648d9f47ef3ea0e5a68"),
    _permutation(384, "slim", "af5b528f46d3c681f6aee0abd2889cda408b93c0b52a20a5fc64a9dcd7e3b73e"),
    _permutation(384, "big", "f08006c1d648683c01ed27bfddfe8902fe9fb3ec83c65a1675d27e74cdddeff0"),
    _permutation(512, "slim", "9ff6c25eac1e25da02169703124b4fdd9eed77cc1f6a5ef67e10a1f7a7ee34c7"),
    _permutation(512, "big", "b19149463fc8fb6563e7587890c91fecca3616d7d9bcb1c3fb8314e560ca9dec"),
]
