# SPDX-License-Identifier: Apache-2.0
"""Decryptions that must fail: every bit of the tag, of the nonce and of the key, and a bit of every
byte of the rest; but for bits of a key that do not count.
"""

from dataclasses import replace
from random import Random

from ... import catalog
from ...lwc.messages import Message, Operation, encryption
from .stimulus import flipped, forged, with_wrong_tag

LONG_BLOCKS = 2
"""The long message has so many blocks, and a byte, of associated data and of data."""


def wrong_tags(aead: str, *, seed: int) -> list[list[Message]]:
    """Each single bit of the tag flipped, of an empty and of a long message; each list starts with
    the good decryption.
    """
    random, model = Random(seed), catalog.find(aead).model
    lists = []
    for blocks in (0, LONG_BLOCKS):
        good, back = _pair(aead, random, blocks)
        lists.append(
            [good, back, *(with_wrong_tag(back, bit) for bit in range(8 * model.tag_bytes)), back]
        )
    return lists


def wrong_fields(aead: str, *, seed: int) -> list[Message]:
    """Each bit of the nonce and a random bit of each byte of associated data and ciphertext
    flipped, in a message of two blocks and a byte of each; the good decryption comes first and
    last.
    """
    random = Random(seed)
    good, back = _pair(aead, random, 2)
    bits = [("nonce", bit) for bit in range(8 * len(back.nonce))]
    bits += [
        (field, 8 * byte + random.randrange(8))
        for field in ("ad", "data")
        for byte in range(len(getattr(back, field)))
    ]
    return [good, back, *(_wrong(back, field, bit) for field, bit in bits), back]


def wrong_keys(aead: str, *, seed: int) -> list[Message]:
    """Keys that change: each bit of the key flipped, then a decryption, which must fail if the bit
    is one of those that count; keys that are replaced before they are used.

    Each decryption with a wrong key is followed by one with the right key, which was never away
    longer than that.
    """
    random, model = Random(seed), catalog.find(aead).model
    good, back = _pair(aead, random, 1)
    messages = [good, back]
    for bit in range(8 * model.key_bytes):
        # The model is asked: a key may have bits that an algorithm does not look at, such as the
        # two fixed ones of Spook's public tweak.
        changed = forged(back, "key", bit)
        # Twice: with the wrong key as it comes, and with the wrong key in use.
        messages += [
            replace(changed, new_key=True),
            replace(changed, new_key=False, note=f"bit {bit} of key still flipped"),
        ]
        if bit % 16 == 0:
            # The right key again, and then without a new key; others were activated in between and
            # never used.
            others = tuple(random.randbytes(model.key_bytes) for _ in range(random.randrange(3)))
            messages += [replace(back, new_key=True, earlier_keys=others), back]
    first = _pair(aead, random, 1)[0]
    return [
        *messages,
        replace(first, earlier_keys=(flipped(first.key, 0), first.key)),
        replace(good, new_key=True),
        back,
    ]


def few(aead: str, *, seed: int) -> list[Message]:
    """An encryption with a new key, a forgery of it and its decryption, of a block and a byte; and
    an empty message.
    """
    random = Random(seed)
    good, back = _pair(aead, random, 1)
    empty = encryption(aead, key=good.key, nonce=random.randbytes(len(good.nonce)), new_key=False)
    return [good, with_wrong_tag(back, random.randrange(8 * len(back.tag))), back, empty]


def _wrong(message: Message, field: str, bit: int) -> Message:
    """The decryption with one bit of ``field`` flipped. It must fail; that its tag is right by
    chance is left out of account.
    """
    return replace(
        message,
        **{field: flipped(getattr(message, field), bit)},
        result=None,
        note=f"bit {bit} of {field} flipped",
    )


def _pair(aead: str, random: Random, blocks: int) -> tuple[Message, Message]:
    """An encryption with a new key, and its decryption with the key in use; with ``blocks`` blocks
    and a byte, or empty.
    """
    model = catalog.find(aead).model
    sizes = [
        size * blocks + 1 if blocks else 0 for size in (model.ad_block_bytes, model.block_bytes)
    ]
    ad, plaintext = map(random.randbytes, sizes)
    good = encryption(
        aead,
        key=random.randbytes(model.key_bytes),
        nonce=random.randbytes(model.nonce_bytes),
        ad=ad,
        plaintext=plaintext,
    )
    return good, replace(
        good, operation=Operation.DECRYPT, data=good.result, result=good.data, new_key=False
    )
