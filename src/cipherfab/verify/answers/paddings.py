# SPDX-License-Identifier: Apache-2.0
"""Decryptions whose tag is right and whose padding is not: a mode that checks both must refuse
them. A random forgery never shows a byte of the padding that nobody looks at, since all the others
are wrong too.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from ... import catalog
from ...lwc.messages import Message
from ...modes.model import PaddingChecked
from .forged import pair
from .goals import Core


def wrong_paddings(core: Core, *, seed: int) -> Iterator[Message]:
    """Of each length of a short last block, alone and behind a whole one, the good decryption and
    one for each byte of its padding, of which that one is wrong; none if the mode of the core does
    not compare its padding.
    """
    model = catalog.find(core.aead or "").model
    random = Random(f"{seed} paddings")
    if not isinstance(model, PaddingChecked):
        return
    for before in (0, model.block_bytes):
        for used in range(1, model.block_bytes):
            good, back = pair(core, random, 0, before + used)
            yield from (good, back)
            for place in range(used, model.block_bytes):
                yield _wrong(model, back, good.data, place, random)


def _wrong(
    model: PaddingChecked, back: Message, plaintext: bytes, place: int, random: Random
) -> Message:
    """A decryption whose last block has another byte at ``place`` of its padding."""
    *blocks, (block, last, short) = model.blocks(plaintext)
    changed = bytearray(block)
    # Not 0: the byte must differ.
    changed[place] ^= random.randrange(1, 256)
    blocks.append((bytes(changed), last, short))
    # Sealed again, so that the tag is right for this padding, which alone is wrong.
    sealed = model.seal(back.key, back.nonce, back.ad, blocks, len(plaintext))
    ciphertext, tag, _ = model.taken_apart(sealed, len(plaintext))
    return replace(
        back,
        data=ciphertext,
        tag=tag,
        result=None,
        note=f"byte {place} of the last block, which is padding, is wrong",
    )
