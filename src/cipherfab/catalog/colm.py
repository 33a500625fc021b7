# SPDX-License-Identifier: Apache-2.0
"""AES-COPA (second round of CAESAR) and its successor COLM (final portfolio)."""

from functools import partial

from ..ciphers.aes import SBOX_STYLES, aes_128
from ..modes.colm import Colm, ColmWithoutTags
from ..modes.copa import Copa
from .algorithm import Algorithm, Kind, KnownAnswers

COPA_DOCUMENT = "AES-COPA v.2, submission to CAESAR, 2015"
COLM_DOCUMENT = "COLM v1, submission to CAESAR, 2016"


def _colm(
    name: str, version: str, model: Colm, sha256: str, first_output: str, **more
) -> Algorithm:
    return Algorithm(
        name=name,
        kind=Kind.AEAD,
        title=f"COLM_{model.gap}",
        version=version,
        document=COLM_DOCUMENT,
        model=model,
        **more,
        known_answers=KnownAnswers(sha256=sha256, first_output=first_output),
    )


def _over(mode: type, sbox: str = "fast") -> Copa | ColmWithoutTags:
    return mode(cipher=aes_128(sbox=sbox))


def _styles(mode: type) -> dict:
    """The same with the other circuits of the S-box."""
    return {style: partial(_over, mode, style) for style in SBOX_STYLES if style != "fast"}


ALGORITHMS = [
    Algorithm(
        name="aes-copa-v2", kind=Kind.AEAD, title="AES-COPA", version="2", document=COPA_DOCUMENT,
        model=_over(Copa), sboxes=_styles(Copa),
        known_answers=KnownAnswers(
            sha256="8c83b888439424bee71ab62f7dc5db4d744deaaabdf758eded1920d375257d04",
            first_output="BD98084281EFC28131CCC8746F48D2CE650EA34DFE419D499DC59CBEB947626801")),
    _colm("colm0", "1", _over(ColmWithoutTags),
          "8b8d4055d382621671d9f68119c9f76a4b87cbc5636ecd20877d80c4bcc518ba",
          "8372D8A4AA9596916576FB7CF30ABCB2", sboxes=_styles(ColmWithoutTags)),
    _colm("colm127", "1 as its reference code implements it (first mask of data 2 * 3 L)",
          Colm(cipher=aes_128(), gap=127, first_data_mask=6),
          "e30bc0512298f5a3e5d8f1fcd0e17a4b68521c6daa6bb7f492d8bca728325061",
          "5C368A1D05321A2240F1524D1A59AB74"),
    _colm("colm127-alt",
          "1 as the designers' AES-NI code implements it (first mask of data 3 L, as in COLM_0)",
          Colm(cipher=aes_128(), gap=127),
          "36939b22cad288f8e4e28eec5b6790c69651d25d193ecf3d85ac5e39648eeb2a",
          "A14071641E28888CEFCBEBDF3BC99C5A"),
]  # fmt: skip
