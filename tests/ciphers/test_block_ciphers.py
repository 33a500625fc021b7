# SPDX-License-Identifier: Apache-2.0
"""What holds for every block cipher: inverses, the flag that ends it, and the two software
readings.
"""

import random

import pytest

from cipherfab.ciphers.aes import MIX_STYLES, SBOX_STYLES, aes_128, aes_128_round_keys
from cipherfab.ciphers.aes_256 import aes_256
from cipherfab.ciphers.cham import cham
from cipherfab.ciphers.deoxys_bc import VERSIONS, deoxys_bc
from cipherfab.ciphers.gift import gift
from cipherfab.ciphers.prince import SBOX_STYLES as PRINCE_STYLES
from cipherfab.ciphers.prince import prince
from cipherfab.ciphers.prince_v2 import prince_v2
from cipherfab.ciphers.pyjamask import pyjamask
from cipherfab.ciphers.saturnin import saturnin
from cipherfab.ciphers.scream import scream
from cipherfab.ciphers.skinny import MEMBERS, skinny
from cipherfab.ciphers.speck import speck_64_128
from cipherfab.ciphers.tweaes import tweaes_128
from cipherfab.ciphers.twegift import twegift
from cipherfab.modes.xex import xex
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord

CIPHERS = [
    gift(64), gift(128), gift(128, bitsliced=True),
    *(skinny(member.block, member.tweakeys, member.suffix) for member in MEMBERS),
    *(aes_128(sbox=sbox, mix=mix) for sbox in SBOX_STYLES for mix in MIX_STYLES),
    aes_128_round_keys(), aes_256(),
    pyjamask(96), pyjamask(128), twegift(64), twegift(128), saturnin(10, 6), saturnin(16, 7),
    scream(10), scream(12),
    *(deoxys_bc(size, version) for size in (256, 384) for version in VERSIONS),
    *(prince(sbox=style) for style in PRINCE_STYLES),
    *(prince_v2(sbox=style) for style in PRINCE_STYLES),
    xex(aes_128()), xex(prince()),
]  # fmt: skip
ONE_WAY = [
    cham(64),
    cham(128),
    speck_64_128(),
    speck_64_128(losing_carries=True),
    tweaes_128(),
    tweaes_128(6),
    tweaes_128(6, skip_keys=True),
]
"""Those without an inverse."""

PRIMITIVES = ONE_WAY + [primitive for cipher in CIPHERS for primitive in (cipher, cipher.inverse)]


def _random_inputs(primitive, seed):
    generator = random.Random(seed)
    return {name: generator.getrandbits(width) for name, width in primitive.inputs.items()}


@pytest.mark.parametrize("cipher", CIPHERS, ids=lambda cipher: cipher.name)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_inverse_undoes_the_cipher(cipher, seed):
    """Decrypting what was encrypted with the same other inputs gives the plaintext."""
    inputs = _random_inputs(cipher, seed)
    (ciphertext,) = software(cipher)(*inputs.values())
    back = {**inputs, "ciphertext": ciphertext}
    assert software(cipher.inverse)(*(back[name] for name in cipher.inverse.inputs)) == (
        inputs["plaintext"],
    )


@pytest.mark.parametrize("primitive", PRIMITIVES, ids=lambda primitive: primitive.name)
def test_words_and_compiled_model_agree_and_finished_comes_with_the_last_step(primitive):
    """Software words, one by one, give what the compiled model gives; `finished` is 1 after the
    last step and never before.
    """
    inputs = _random_inputs(primitive, 4)
    state = primitive.load(
        {name: SoftwareWord(primitive.inputs[name], value) for name, value in inputs.items()}
    )
    for number in range(1, primitive.rounds[0] + 1):
        assert primitive.finished is None or int(primitive.finished(state)) == 0
        last = number == primitive.rounds[0] and primitive.last_step is not None
        state = (primitive.last_step if last else primitive.step)(state)
    assert primitive.finished is None or int(primitive.finished(state)) == 1
    assert tuple(int(word) for word in primitive.result(state).values()) == software(primitive)(
        *inputs.values()
    )


@pytest.mark.parametrize("primitive", PRIMITIVES, ids=lambda primitive: primitive.name)
def test_state_stays_within_its_layout(primitive):
    """Load and step return exactly the registers of the layout, with their widths."""
    words = {name: SoftwareWord(width, 0) for name, width in primitive.inputs.items()}
    state = primitive.load(words)
    for _ in range(2):
        assert {name: word.width for name, word in state.items()} == dict(primitive.layout)
        state = primitive.step(state)
