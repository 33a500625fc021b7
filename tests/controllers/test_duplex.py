"""The controller with a permutation against the model, block by block, in simulation."""

import random

import pytest

from cipherfab import catalog
from cipherfab.architectures.iterated.full import SingleCycle
from cipherfab.architectures.iterated.iterated import Iterated
from cipherfab.controllers.duplex import DuplexCore, duplex_primitive
from cipherfab.controllers.ports import Announcement
from controllers.blocks import Answer, message_blocks, offer

KEY, NONCE = bytes(range(16)), bytes(range(50, 66))


def answer(name: str, *parts: bytes, decrypt: bool, unrolled: int | None, seed: int | None) -> Answer:
    """What comes of one message, given as associated data, text and, in a decryption, tag; ``unrolled`` None is `full`."""
    model = catalog.find(name).model
    primitive, loadable = duplex_primitive(model, None), {"x3"} if model.block_bytes == 8 else set()
    permutation = (SingleCycle(primitive, loadable) if unrolled is None else
                   Iterated(primitive, unrolled=unrolled, feedback=True, loadable=loadable))
    offered = message_blocks(model.block_bytes, NONCE, *parts)
    return offer(DuplexCore(model, None, permutation), offered, KEY, decrypt=decrypt, seed=seed).answer


CORES = [("ascon-128", 1, 1), ("ascon-128", 6, None), ("ascon-128a", 4, 2), ("ascon-aead128", 1, 3), ("ascon-128", None, 4)]


@pytest.mark.parametrize("name, unrolled, seed", CORES)
def test_controller_computes_what_the_model_computes(name, unrolled, seed):
    """Ciphertext, tag and plaintext are the model's, at lengths around the block, and a forged tag is flagged."""
    model, generator = catalog.find(name).model, random.Random(1)
    for ad_length, length in ((0, 0), (model.block_bytes, 3), (5, 2 * model.block_bytes), (17, 2 * model.block_bytes + 1)):
        ad, message = generator.randbytes(ad_length), generator.randbytes(length)
        sealed = model.encrypt(KEY, NONCE, ad, message)
        encrypted = answer(name, ad, message, decrypt=False, unrolled=unrolled, seed=seed)
        assert encrypted == Answer(sealed, True, [Announcement.TAG])
        forged = bytearray(sealed[length:])
        forged[generator.randrange(16)] ^= 1 << generator.randrange(8)
        for tag, success in ((sealed[length:], True), (bytes(forged), False)):
            decrypted = answer(name, ad, sealed[:length], tag, decrypt=True, unrolled=unrolled, seed=seed)
            assert decrypted == Answer(message, success, [])
