"""The Ascon family: version 1.2 (submission to NIST) and NIST SP 800-232."""

from ..ciphers.ascon import ascon_p
from ..modes.duplex import SP800_232, V12, DuplexAead, DuplexHash
from .algorithm import Algorithm, Kind, KnownAnswers

V12_DOCUMENT = "Ascon v1.2, submission to the NIST LWC competition, 2021"
SP_DOCUMENT = "NIST SP 800-232, Ascon-Based Lightweight Cryptography Standards, 2025"


def _permutation(rounds: int, sha256: str) -> Algorithm:
    return Algorithm(
        name=f"ascon-p-{rounds}", kind=Kind.PERMUTATION, title=f"Ascon-p[{rounds}]", version="1.2",
        document=f"{V12_DOCUMENT}, section 2.6", primitive=ascon_p(rounds),
        known_answers=KnownAnswers(sha256=sha256, fields=(("In", "x"), ("Out", "x")), header=(
            f"# Ascon-p[{rounds}]: the last {rounds} of 12 rounds\n"
            "# In/Out = x0||x1||x2||x3||x4, each 64-bit word printed as a hexadecimal NUMBER (most significant digit first)\n"
            "# This is the byte order of Ascon v1.2; in SP 800-232 byte strings are loaded little-endian into the same words "
            "(the permutation on the words is identical)\n")))


ALGORITHMS = [
    Algorithm(
        name="ascon-128", kind=Kind.AEAD, title="Ascon-128", version="1.2", document=f"{V12_DOCUMENT}, section 2.4",
        companion="ascon-hash",
        model=DuplexAead(iv=0x80400C0600000000, block_bytes=8, rounds=(12, 6), order=V12),
        known_answers=KnownAnswers(sha256="6d616b2ab817f391030ab3ba15dff37fad20433f7a7ac925aadcba550b12e3b0")),
    Algorithm(
        name="ascon-128a", kind=Kind.AEAD, title="Ascon-128a", version="1.2", document=f"{V12_DOCUMENT}, section 2.4",
        companion="ascon-hasha",
        model=DuplexAead(iv=0x80800C0800000000, block_bytes=16, rounds=(12, 8), order=V12),
        known_answers=KnownAnswers(sha256="d453a54fd663316a6223734013dcd2d732e2b1dee0c85391cf6f818000322fd9")),
    Algorithm(
        name="ascon-aead128", kind=Kind.AEAD, title="Ascon-AEAD128", version="SP 800-232", document=f"{SP_DOCUMENT}, section 4",
        companion="ascon-hash256",
        model=DuplexAead(iv=0x00001000808C0001, block_bytes=16, rounds=(12, 8), order=SP800_232),
        known_answers=KnownAnswers(sha256="bbbc34692fe05e5fda0a3b025585622ab3e3747495e5e3655b29aae8c2a4bd33",
                                   starts=(("Nonce", 0x10), ("PT", 0x20), ("AD", 0x30)))),
    Algorithm(
        name="ascon-hash", kind=Kind.HASH, title="Ascon-Hash", version="1.2", document=f"{V12_DOCUMENT}, section 2.5",
        model=DuplexHash(iv=0x00400C0000000100, rounds=(12, 12), order=V12),
        known_answers=KnownAnswers(sha256="d2bcd84caf152a643eb6e7615bd39b7f18a3d2465d5936d1b76aef7a173975ca")),
    Algorithm(
        name="ascon-hasha", kind=Kind.HASH, title="Ascon-Hasha", version="1.2", document=f"{V12_DOCUMENT}, section 2.5",
        model=DuplexHash(iv=0x00400C0400000100, rounds=(12, 8), order=V12),
        known_answers=KnownAnswers(sha256="e6171afe21eb844f552ab95a62ad7659ba5ff7180741e861c7b17d80e8e37ea2")),
    Algorithm(
        name="ascon-hash256", kind=Kind.HASH, title="Ascon-Hash256", version="SP 800-232", document=f"{SP_DOCUMENT}, section 5.1",
        model=DuplexHash(iv=0x0000080100CC0002, rounds=(12, 12), order=SP800_232),
        known_answers=KnownAnswers(sha256="b7d6fbc51362f0d62bc7e57b21f3e83242983434a7c92320a4956d915749df17")),
    _permutation(12, "178ebf333370711917fb1df922827d43b66f7d81cce37ae5b49b0d3a50d3f046"),
    _permutation(8, "af00f47eb9532f71379902595b4ad5d319983ee2571076fd11544d64a4ef7311"),
    _permutation(6, "f9a227fa3aad269efcc432a793b009418a5b051a40f120160c5c1d9fdcacf8c2"),
]
