# SPDX-License-Identifier: Apache-2.0
"""The software model of forkciphers: in C++ it is what it is in Python."""

from itertools import product
from random import Random

import pytest

from cipherfab.ciphers.forkskinny import MEMBERS, forkskinny
from cipherfab.primitives.forkcipher import BOTH, LEFT, RIGHT
from cipherfab.primitives.forkcipher_model import BACKWARDS, _model, _native

CIPHERS = [forkskinny(member.block, member.tweakey) for member in MEMBERS[:2]]


@pytest.mark.parametrize("cipher", CIPHERS, ids=lambda cipher: cipher.name)
def test_the_model_in_c_is_the_same(cipher):
    """Encryptions to one block, the other, both; decryptions from either."""
    native, plain, draw = _native(cipher), _model(cipher)._plain, Random(1)
    for _, asked in product(range(4), (LEFT, RIGHT, BOTH, BACKWARDS | LEFT, BACKWARDS | RIGHT)):
        words = draw.getrandbits(cipher.tweakey), draw.getrandbits(cipher.block), asked
        assert native(*words) == plain(*words)
