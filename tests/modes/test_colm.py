# SPDX-License-Identifier: Apache-2.0
"""COLM_127: messages so long that tags stand between."""

import hashlib
import random

from cipherfab.catalog import find

LENGTHS = ((0, 2032), (20, 2033), (16, 2048), (5, 4064), (33, 4081), (0, 6101))
"""Associated data and message, around one, two and three times 127 blocks."""


def test_tags_between_are_those_of_the_reference_code():
    """The SHA-256 over all ciphertexts is that of the designers' C (SUPERCOP, ``colm127v1/ref``),
    and each is decrypted.
    """
    model, generator, outputs = find("colm127").model, random.Random(6), hashlib.sha256()
    for sizes in LENGTHS:
        key, nonce, data, message = map(generator.randbytes, (16, 8, *sizes))
        sealed = model.encrypt(key, nonce, data, message)
        # A tag stands behind each 127 blocks that are followed by more.
        assert len(sealed) == sizes[1] + 16 + (sizes[1] - 1) // 2032 * 16
        assert model.decrypt(key, nonce, data, sealed) == message
        outputs.update(sealed)
    assert outputs.hexdigest() == (
        "8041ae3a361b9f666131bd19437cafb0c361f845a3e0f2db3804c2a676f9493c"
    )
