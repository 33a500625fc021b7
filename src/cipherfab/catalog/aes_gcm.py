# SPDX-License-Identifier: Apache-2.0
"""AES-GCM and AES-CCM with a key of 128 bits."""

from ..modes.ccm import Ccm
from ..modes.gcm import Gcm
from .algorithm import Algorithm, Kind, KnownAnswers

ALGORITHMS = [
    Algorithm(
        name="aes-128-gcm", kind=Kind.AEAD, title="AES-128-GCM", version="SP 800-38D",
        document="NIST SP 800-38D, 2007, section 7", model=Gcm(),
        data_limit="2^32 messages, but for nonces of 96 bits that are never drawn at random "
        "(section 8.3), of 2^36 - 32 bytes of plaintext at most (section 5.2.1.1)",
        known_answers=KnownAnswers(
            sha256="436f0eeab60f8f8fc68cd43924ed2e3c10fe5b05d0a0d74913f2a7b8fe1820a8")),
    Algorithm(
        name="aes-128-ccm", kind=Kind.AEAD, title="AES-128-CCM", version="SP 800-38C",
        document="NIST SP 800-38C, 2004, section 6", model=Ccm(nonce_bytes=12, tag_bytes=16),
        data_limit="2^61 calls of the cipher (section 5)",
        known_answers=KnownAnswers(
            sha256="8e2ba7441d004ad7c845f362e7c89db2d69965abd3686058e04a641dd1101847")),
    Algorithm(
        name="aes-128-ccm-n104-t64", kind=Kind.AEAD,
        title="AES-128-CCM, nonce of 104 bits and tag of 64", version="SP 800-38C",
        document="NIST SP 800-38C, 2004, section 6", model=Ccm(nonce_bytes=13, tag_bytes=8),
        data_limit="2^61 calls of the cipher (section 5)",
        known_answers=KnownAnswers(
            sha256="330b27daf29de1670d32637f368e3e239f81e1e3d29890571a0cb95d11c65687")),
]  # fmt: skip
