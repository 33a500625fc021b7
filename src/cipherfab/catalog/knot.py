# SPDX-License-Identifier: Apache-2.0
"""KNOT: the permutations, the AEADs and the hashes."""

from ..ciphers.knot import knot
from ..modes.knot import KnotAead, KnotHash
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = (
    "KNOT: Algorithm Specifications and Supporting Document, submission to the NIST LWC competition"
)
VERSION = "round 2 (little-endian rows; round 1 has the reverse byte order)"


def _aead(
    key: int,
    width: int,
    rate: int,
    constant_bits: int,
    rounds: tuple[int, int, int],
    companion: str,
    sha256: str,
) -> Algorithm:
    """Table 2, sizes in bits."""
    return Algorithm(
        name=f"knot-aead-{key}-{width}",
        kind=Kind.AEAD,
        title=f"KNOT-AEAD({key}, {width}, {rate})",
        version=VERSION,
        document=f"{DOCUMENT}, section 4",
        companion=companion,
        model=KnotAead(
            key_bytes=key // 8,
            width=width,
            block_bytes=rate // 8,
            constant_bits=constant_bits,
            rounds=rounds,
            # Two members have 384 bits: one of them is marked (equation 3).
            marked=(width, rate) == (384, 192),
        ),
        known_answers=KnownAnswers(sha256=sha256),
    )


def _hash(
    digest: int, width: int, rate: int, squeezed: int, constant_bits: int, rounds: int, sha256: str
) -> Algorithm:
    """Table 3, sizes in bits."""
    return Algorithm(
        name=f"knot-hash-{digest}-{width}",
        kind=Kind.HASH,
        title=f"KNOT-Hash({digest}, {width}, {rate}, {squeezed})",
        version=VERSION,
        document=f"{DOCUMENT}, section 5",
        model=KnotHash(
            digest_bytes=digest // 8,
            width=width,
            block_bytes=rate // 8,
            squeeze_bytes=squeezed // 8,
            constant_bits=constant_bits,
            rounds=rounds,
            # As of the AEADs, by equation 17.
            marked=(width, rate) == (384, 128),
        ),
        known_answers=KnownAnswers(sha256=sha256),
    )


def _permutation(width: int, constant_bits: int, rounds: int, sha256: str) -> Algorithm:
    primitive = knot(width, constant_bits, rounds)
    return Algorithm(
        name=primitive.name,
        kind=Kind.PERMUTATION,
        title=f"KNOT p{width}[{rounds}], CONST{constant_bits}",
        version=VERSION,
        document=f"{DOCUMENT}, sections 2 and 3",
        primitive=primitive,
        known_answers=KnownAnswers(
            sha256=sha256,
            fields=(("In", "x"), ("Out", "x")),
            records=24,
            header=(
                f"# KNOT-{width} permutation, {rounds} rounds, {constant_bits}-bit round-constant "
                f"LFSR\n"
                "# State bytes little-endian: row i = bytes i*{b//32} .. (round-2 convention; "
                "the round-1 reference code uses the reversed byte order)\n"
            ),
        ),
    )


ALGORITHMS = [
    _aead(128, 256, 64, 6, (52, 28, 32), "knot-hash-256-256",
          "72e2b2d84fe98b0de0f9179389cade8e716ae044c0909822fd6e66f5a99d0282"),
    _aead(128, 384, 192, 7, (76, 28, 32), "knot-hash-256-384",
          "7bfbe1fbcebecff3f5d1fdfb68a73f730677bb310196b45beac07e2da82a64a0"),
    _aead(192, 384, 96, 7, (76, 40, 44), "knot-hash-384-384",
          "0a0b774ff99f8d0c5728fb2e30fef8b4fea90bdf75122e9d28f20ceef13bc77d"),
    _aead(256, 512, 128, 7, (100, 52, 56), "knot-hash-512-512",
          "e724745d38d6d3f63ad91649520d1871bf7fccacba202e13ef2c9cec9d9596eb"),
    _hash(256, 256, 32, 128, 7, 68,
          "1598c7cc2c4908dbc5ad05bb5df859e565e7b5bad0f80e4c3a175d9742e2c3cd"),
    _hash(256, 384, 128, 128, 7, 80,
          "3df15f734429f60577ec919cb70995c1877a795bd5fdcfd22a315198af6c1d7d"),
    _hash(384, 384, 48, 192, 7, 104,
          "3e85a876d64f2e81f348a28edde7f55304c15e37a0071b6ed92010c5a8ee2a16"),
    _hash(512, 512, 64, 256, 8, 140,
          "122cfc0c6882c01ff4b924e43504ca7f2d90928324dbf49f187316ae7b4bbfc9"),
    _permutation(256, 6, 28, "3a710437f9db1368a525f895f7ed78588ecac5af7e63dbd6d3c66a7abbd75d7a"),
    _permutation(256, 6, 32, "99aa45fef15201d66b2145359a1a4fcfa248d06a6e9e5ff3167cb782bbb3bd73"),
    _permutation(256, 6, 52, "c078ab8d831503c5542e45b9c5ab25a0cc1bf84b388477c16df9638e0fb63e2e"),
    _permutation(256, 7, 68, "33bb98063c23621051305a27d48fa52a83aac9908c12bde552f9aceb98cfe63b"),
    _permutation(384, 7, 28, "1d7d0f6b031079d78ccfec4ae5966dfb89221e6f6a879fd9c490abaca69a22f2"),
    _permutation(384, 7, 32, "a7ff6f95e646c1dc12e89f4846bb1778bce632c208387518123e847f9a4fa80f"),
    _permutation(384, 7, 40, "d2de1d713bb2e2972025f23dc26281b8854ab31aac479c88c26934f8c87202bb"),
    _permutation(384, 7, 44, "8f776b6c945a1faf0cc4da74c02322bb037704e61487ee020a17455ff44b8a52"),
    _permutation(384, 7, 76, "c2557c104973d67df90b4f7f783efe7d72da65b952d383d52bf15415bae02bd0"),
    _permutation(384, 7, 80, "0ec37725ac7d6625647ac4eba800154d1861ddb6ffa6d26eb18f2b9d0a0ff5fa"),
    _permutation(384, 7, 104, "90a156da771719dc9fe867c19644d76112bff675d4ed6032aa80945acd4cd76a"),
    _permutation(512, 7, 52, "7f90aff1f616fd3d325a358bd36cedc4c4ca6d4d895a8c5d6120a4493511296a"),
    _permutation(512, 7, 56, "710fd9a71ec86f77027ececef1645080298ca1cfaafd41f820193e91c1c1e2d9"),
    _permutation(512, 7, 100, "d5b12301af6c1346a83b6f0b69938d53b9175e3e800a3fe239dd0a8c38ef29f3"),
    _permutation(512, 8, 140, "740a5af3bf06bbaabafd6245752892e05ba49902f80ad7d937cf7487989787b5"),
]  # fmt: skip
