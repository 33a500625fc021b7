# SPDX-License-Identifier: Apache-2.0
"""The controller of COFB against the model, block by block, and its cycles, with a cipher of few
rounds; then the whole core.
"""

import random
from dataclasses import replace

import pytest
from verified import assert_verified

from cipherfab import catalog
from cipherfab.architectures.iterated.iterated import Iterated
from cipherfab.controllers.block.cofb import CofbCore
from cipherfab.controllers.ports import Announcement, Phase
from cipherfab.measure.mode_cycles import mode_cycles
from controllers.blocks import Answer, Sent, run, short_cipher

KEY, ROUNDS = bytes(range(16)), 3
LENGTHS = [(0, 0), (0, 16), (16, 0), (16, 16), (3, 15), (17, 33), (28, 1), (32, 5), (61, 32)]


def short_core(**options) -> CofbCore:
    """The controller of GIFT-COFB, its cipher replaced."""
    short = short_cipher(ROUNDS, 128)
    cipher = replace(
        short,
        inputs={"key": 128, "plaintext": 128},
        load=lambda words: short.load({"tweakey": words["key"], "plaintext": words["plaintext"]}),
    )
    model = replace(catalog.find("gift-cofb").model, cipher=cipher)
    return CofbCore(model, Iterated(cipher, feedback=("plaintext",), loadable={"x"}), **options)


@pytest.mark.parametrize("seed", [None, 1])
def test_controller_computes_what_the_model_computes(seed):
    """Ciphertext, tag and plaintext are the model's, for full, partial and empty blocks; a forged
    tag is flagged.
    """
    core, generator, messages, expected = short_core(), random.Random(1), [], []
    for ad_length, length in LENGTHS:
        nonce, ad, text = (generator.randbytes(size) for size in (16, ad_length, length))
        sealed = core.aead.encrypt(KEY, nonce, ad, text)
        forged = bytearray(sealed[length:])
        forged[generator.randrange(16)] ^= 1 << generator.randrange(8)
        start = [(Phase.NONCE, nonce), (Phase.AD, ad)]
        back = [*start, (Phase.MESSAGE, sealed[:length])]
        messages += [
            Sent([*start, (Phase.MESSAGE, text)]),
            Sent([*back, (Phase.TAG, sealed[length:])], decrypt=True),
            Sent([*back, (Phase.TAG, bytes(forged))], decrypt=True),
        ]
        expected += [
            Answer(sealed, True, [Announcement.TAG]),
            Answer(text, True, []),
            Answer(text, False, []),
        ]
    assert run(core, messages, KEY, seed=seed) == expected


def test_encryption_only_computes_the_same():
    """Without decryption the answers to encryptions stay."""
    core, nonce, text = short_core(decrypts=False), bytes(range(16)), bytes(range(100, 121))
    message = Sent([(Phase.NONCE, nonce), (Phase.AD, b"abc"), (Phase.MESSAGE, text)])
    assert run(core, [message], KEY) == [
        Answer(core.aead.encrypt(KEY, nonce, b"abc", text), True, [Announcement.TAG])
    ]


@pytest.mark.parametrize("ad, message", [(1, 1), (2, 1), (1, 3), (4, 2), (0, 1)])
def test_a_block_takes_a_call(ad, message):
    """A call for the nonce and for each block, at least one of associated data; two cycles more,
    for mask and last block.
    """
    assert (
        mode_cycles(short_core(), 16 * ad, 16 * message) == ROUNDS * (1 + max(1, ad) + message) + 2
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["gift-cofb", "gift-cofb/unrolled=2,bus=8", "gift-cofb/round,bus=16,enconly"]
)
def test_core_is_verified(name, tmp_path):
    """Official known answers, the test plan and protocol violations pass under random stalls."""
    assert_verified(name, tmp_path, seed=7)
