# SPDX-License-Identifier: Apache-2.0
"""Deoxys-BC and Deoxys: version 1.43, and version 1.41 as its code has it (CAESAR final
portfolio)."""

from functools import partial
from typing import Any

from ..ciphers.aes import SBOX_STYLES
from ..ciphers.deoxys_bc import ROUNDS, deoxys_bc
from ..ciphers.lilliput import with_tweakey
from ..modes.deoxys import DEOXYS_TWEAKS
from ..modes.sct2 import Sct2
from ..modes.thetacb import ThetaCb3
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "Deoxys v1.43 (CAESAR final portfolio)"
V141_DOCUMENT = "Deoxys v1.41, submission to CAESAR, 2016, as its reference code implements it"

CIPHERS = {
    (256, "1.43"): "3e06487c42a56ddbee8f2bd2051cc092c2cbd2a3362dce383b14150466d53111",
    (384, "1.43"): "decba1e28eacb48c4c9d21a51a7f85401668ae5c3bc83c31fd5658043377f8bf",
    (256, "1.41"): "98cbb6b47d7202322c5b12a8bbe5fc96bc5da80f43833ac3279bbf0e9971cafa",
    (384, "1.41"): "e029bdf8b4ebc5307a9612a144d4154bbd7d93366e3dbda6abde8981263f3b46",
}
"""By bits of key and tweak and by version: check value of the known-answer file."""

AEADS = {
    (1, 128, "1.43"): ("30f932cc1f99b33bdb8f841a6febb078ab5e5f954155c694fd312289ad50f2d6",
                       "5CF7EA8161A1A9F578FE467C898D483F"),
    (1, 256, "1.43"): ("537ac68c079ac8f9b091b82efd4de52508ba9bc9959dad20b8c52b237be55054",
                       "3BB7B79DE245B077A5D13E246C832446"),
    (2, 128, "1.43"): ("03c1a24dc0df932d293327aa0b61686ad4e351dd3b02e00b045b71cefea50e5f",
                       "A817664FE5AC8457BC49A565C482A91C"),
    (2, 256, "1.43"): ("fdbe0f6579359527bab099cc1f1985d57ba24f9724f0c14b105d6b90cf9b25dd",
                       "DCC129C2117DD2FF98613E72FF9D3801"),
    (1, 128, "1.41"): ("f2b4092e0847cd5cd4c9f581be8a9370d84d554cf2eaa5a413f6fa0b7475ed90",
                       "E27B336F750F5C34A8B5C36A8D9D0283"),
    (1, 256, "1.41"): ("684a61b3eac6cc318696df9c170c97b5a6be87b4c35b1724c58cf7dd35f66287",
                       "AC21429708D4EEB7F63DEC6644B1F378"),
    (2, 128, "1.41"): ("b6b362ec3656534a87ac6c618642c8d8e03592abfb9815bd55a1c837a216d250",
                       "DB1D8CB164273BF7281292EDE4FE3BAE"),
    (2, 256, "1.41"): ("5eea1b5869e9aadb228c4348603b98d033d4952dd0ddf84064def71fa4cd510f",
                       "06B1055B7FD88A78F054E5C9BA528AE0"),
}  # fmt: skip
"""By mode, bits of key and version: check value and first output of the known-answer file."""

HEADERS = {
    "1.43": (
        "# Deoxys-BC-{size}, Deoxys v1.43 (CAESAR final portfolio): "
        "tweakey = Key || Tweak, {rounds} rounds\n"
    ),
    "1.41": (
        "# Deoxys-BC-{size} as implemented by the Deoxys v1.41 reference code "
        "(tweakey byte permutation h "
        "applied in the INVERSE direction compared with v1.43)\n"
    ),
}


def _stated(version: str) -> dict[str, Any]:
    """Version and document; what is particular to version 1.41 is said in its version."""
    if version == "1.43":
        return {"version": version, "document": DOCUMENT}
    return {"version": "1.41 (h in the direction of its code)", "document": V141_DOCUMENT}


def _suffix(version: str) -> str:
    return "" if version == "1.43" else "-v141"


def _cipher(size: int, version: str) -> Algorithm:
    return Algorithm(
        name=f"deoxys-bc-{size}{_suffix(version)}",
        kind=Kind.TWEAKABLE_BLOCK_CIPHER,
        title=f"Deoxys-BC-{size}{_suffix(version)}",
        primitive=deoxys_bc(size, version),
        **_stated(version),
        known_answers=KnownAnswers(
            sha256=CIPHERS[size, version],
            records=64 if version == "1.43" else 40,
            fields=(("Key", "key"), ("Tweak", "tweak"), ("PT", "plaintext"), ("CT", "ciphertext")),
            header=HEADERS[version].format(size=size, rounds=ROUNDS[size]),
        ),
    )


def _model(mode: int, key: int, version: str, sbox: str = "fast") -> ThetaCb3 | Sct2:
    cipher = deoxys_bc(key + 128, version, sbox=sbox)
    if mode == 2:
        return Sct2(cipher=cipher)
    return ThetaCb3(
        cipher=with_tweakey(cipher), tweaks=DEOXYS_TWEAKS, key_bytes=key // 8, nonce_bytes=8
    )


def _aead(mode: int, key: int, version: str) -> Algorithm:
    numeral = "I" * mode
    sha256, first_output = AEADS[mode, key, version]
    return Algorithm(
        name=f"deoxys-{numeral.lower()}-{key}{_suffix(version)}",
        kind=Kind.AEAD,
        model=_model(mode, key, version),
        sboxes={
            style: partial(_model, mode, key, version, style)
            for style in SBOX_STYLES
            if style != "fast"
        },
        title=f"Deoxys-{numeral}-{key}-128{_suffix(version)}",
        **_stated(version),
        known_answers=KnownAnswers(sha256=sha256, first_output=first_output),
    )


ALGORITHMS = [*(_aead(*member) for member in AEADS), *(_cipher(*member) for member in CIPHERS)]
