# SPDX-License-Identifier: Apache-2.0
"""What `test_every_model.py` checks of a model."""

import hashlib
import random

from cipherfab import catalog
from cipherfab.modes.model import AeadModel


def lengths(block: int, most: int | None = None) -> list[int]:
    """Empty, around one and two blocks, and several blocks; of these what is at most ``most``, and
    ``most``.
    """
    wanted = [0, 1, block - 1, block, block + 1, 2 * block, 4 * block + 3]
    return wanted if most is None else [length for length in wanted if length < most] + [most]


def messages(model: AeadModel, seed: int):
    """Key, nonce, associated data and message of all `lengths`, with random bytes."""
    generator = random.Random(seed)
    for ad_length in lengths(model.ad_block_bytes, model.most_ad_bytes):
        for length in lengths(model.block_bytes, model.most_message_bytes):
            yield tuple(
                map(generator.randbytes, (model.key_bytes, model.nonce_bytes, ad_length, length))
            )


def assert_decryption_inverts(name: str) -> None:
    """Decryption gives the message back, at all lengths around block boundaries."""
    model = catalog.find(name).model
    for key, nonce, ad, message in messages(model, 1):
        sealed = model.encrypt(key, nonce, ad, message)
        assert (
            len(sealed) == model.sealed_bytes(len(message))
            and model.decrypt(key, nonce, ad, sealed) == message
        )


def assert_forgeries_are_rejected(name: str) -> None:
    """A changed bit of tag, ciphertext, associated data, nonce or key, a zero appended, or a tag
    cut short gives None.
    """
    model = catalog.find(name).model
    generator = random.Random(2)
    for key, nonce, ad, message in messages(model, 3):
        whole = model.encrypt(key, nonce, ad, message)
        assert (
            model.decrypt(
                key,
                nonce,
                ad,
                _flip(whole[-model.tag_bytes :], generator, whole[: -model.tag_bytes]),
            )
            is None
        )
        assert model.decrypt(key, nonce, ad, _flip(whole, generator)) is None
        assert not nonce or model.decrypt(key, _flip(nonce, generator), ad, whole) is None
        assert model.decrypt(_flip(key, generator), nonce, ad, whole) is None
        assert not ad or model.decrypt(key, nonce, _flip(ad, generator), whole) is None
        assert model.decrypt(key, nonce, ad + b"\0", whole) is None
    assert model.decrypt(key, nonce, ad, whole[: model.tag_bytes - 1]) is None


def _flip(data: bytes, generator: random.Random, before: bytes = b"") -> bytes:
    number = int.from_bytes(data, "big") ^ 1 << generator.randrange(8 * len(data))
    return before + number.to_bytes(len(data), "big")


def assert_last_official_record(name: str, last: str) -> None:
    """The official file's last record, with 32 bytes of message and associated data, has the answer
    ``last``.
    """
    model, whole = catalog.find(name).model, bytes(range(64))
    assert (
        model.encrypt(whole[: model.key_bytes], whole[: model.nonce_bytes], whole[:32], whole[:32])
        .hex()
        .upper()
        == last
    )


def assert_pieces_do_not_matter(name: str) -> None:
    """A message absorbed in pieces, with digests taken in between, has the digest of the whole."""
    model = catalog.find(name).model
    message = random.Random(4).randbytes(5 * model.block_bytes + 3)
    for sizes in ([1], [3, 7], [model.block_bytes], [2 * model.block_bytes, 1]):
        state, taken = model.start(), 0
        while taken < len(message):
            for size in sizes:
                piece = message[taken : taken + size]
                state.update(piece)
                taken += len(piece)
                digest = state.digest()
                assert digest == model.digest(message[:taken]) and len(digest) == model.digest_bytes


def assert_long_inputs(name: str, expected: str) -> None:
    """The SHA-256 over the outputs for inputs of many blocks, which no official file has, is the
    expected one.
    """
    model, outputs = catalog.find(name).model, hashlib.sha256()
    generator = random.Random(5)
    for _ in range(8):
        if isinstance(model, AeadModel):
            sizes = (
                model.key_bytes,
                model.nonce_bytes,
                generator.randrange(400),
                generator.randrange(400),
            )
            outputs.update(model.encrypt(*map(generator.randbytes, sizes)))
        else:
            outputs.update(model.digest(generator.randbytes(generator.randrange(4000))))
    assert outputs.hexdigest() == expected
