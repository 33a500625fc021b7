# SPDX-License-Identifier: Apache-2.0
"""TinyJAMBU: versions 1 (round 2) and 2 (final round), and the keyed permutations."""

from ..ciphers.tinyjambu import tinyjambu_p
from ..modes.tinyjambu import TinyJambu
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = (
    "TinyJAMBU: A Family of Lightweight Authenticated Encryption Algorithms, submission to the "
    "NIST LWC competition"
)

LONG_ROUNDS = {128: 1024, 192: 1152, 256: 1280}
"""The rounds of the longer permutation, by the length of the key in bits."""

VERSIONS = {"": ("1 (round 2)", 384), "-v2": ("2 (final round)", 640)}
"""By the end of the name: the version and the rounds of its shorter permutation."""


def _aead(size: int, suffix: str, sha256: str) -> Algorithm:
    version, short_rounds = VERSIONS[suffix]
    return Algorithm(
        name=f"tinyjambu-{size}{suffix}",
        kind=Kind.AEAD,
        title=f"TinyJAMBU-{size}{suffix and ' version 2'}",
        version=version,
        document=f"{DOCUMENT}, sections 3.3 to 3.5",
        model=TinyJambu(
            key_bytes=size // 8, long_rounds=LONG_ROUNDS[size], short_rounds=short_rounds
        ),
        known_answers=KnownAnswers(sha256=sha256),
    )


def _permutation(size: int, rounds: int, sha256: str) -> Algorithm:
    return Algorithm(
        name=f"tinyjambu-{size}-p{rounds}",
        kind=Kind.PERMUTATION,
        title=f"TinyJAMBU-{size} P{rounds}",
        version="1 and 2",
        document=f"{DOCUMENT}, section 3.2.3",
        primitive=tinyjambu_p(size, rounds),
        known_answers=KnownAnswers(
            sha256=sha256,
            fields=(("Key", "key"), ("In", "x"), ("Out", "x")),
            records=24,
            header=(
                f"# TinyJAMBU keyed permutation P_{rounds} with {size}-bit key ({rounds} steps)\n"
                "# State and key bytes: bit i = bit (i mod 8) of byte i/8; the key bit index "
                "restarts at 0\n"
            ),
        ),
    )


ALGORITHMS = [
    _aead(128, "", "8c95e1e9c2f8e4a8ad7f2abec894dacac13551b1891b45be92b4bc31dd8f95db"),
    _aead(192, "", "12cf9bb6158004bdebc76e13a974dd46f53923b3db7760c3cac9b32e994ebae0"),
    _aead(256, "", "90659e360f8ba2382d97205c93e070e04f23e11072a7a519f32df3cd500cc158"),
    _aead(128, "-v2", "1d138e366e0896716f3570323f781d06cba63ccd5ed87ad3f04d370c8965a742"),
    _aead(192, "-v2", "99258e7d27ca7e963219e7b07c9525aee3217909ac9d0f53036290ea5bd3eecd"),
    _aead(256, "-v2", "566117f0218f4c1eb8d23db7aec8488b926eaf849a9374036b9646e38ce7caff"),
    _permutation(128, 1024, "bff2c32425b0bb2681e27888ec0ffa73c6625e932c2c92705c5edea4f8fdfcbc"),
    _permutation(128, 640, "940e3cadaaaae40f5e52ccadcac86e8346c5d9b293fdb185acb996d102d3765d"),
    _permutation(128, 384, "5c705b254649b0687983f5bf05f121d09cf7aa70ec57222867922f86c19aee72"),
    _permutation(192, 1152, "489d40dfaacf94f919da9b171315497ab20f38cdd97d67470fee15cf09c2c251"),
    _permutation(192, 640, "18830ff9896ff6bff01323619dde0efff27370d7fc3f2c5e4e3b7f156b9acf4e"),
    _permutation(192, 384, "82cd06859f170e729e1291b7cb3c85082fac38a976e1be179fa1c235ede1d378"),
    _permutation(256, 1280, "e531dfd70d3e326210e36b61470da37bebf68dce4aa43436b1d504bc8d9651be"),
    _permutation(256, 640, "1fcddfc1d53ae5bc083355b9493ee479b1deaf5074f1746fe3db2ecb66a679da"),
    _permutation(256, 384, "ac637fdfbbe6d8a699ac7b75cbc34d483269b6b991423301ca411c1216c3603d"),
]
