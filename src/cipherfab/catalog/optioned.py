# SPDX-License-Identifier: Apache-2.0
"""Algorithms with the options that their document gives them, made when they are asked for.

SP 800-232, section 4.2, gives Ascon-AEAD128 shorter tags and nonce masking. Such an algorithm is
called ``ascon-aead128+tag=8+noncemasking``: a core's name says it by options of its own, and this
name is what its interface has.
"""

from dataclasses import replace

from ..errors import CallError
from ..modes.model import AeadModel
from .algorithm import Algorithm

MARK, TAG, MASKED_NONCE = "+", "tag=", "noncemasking"

LEAST_TAG_BYTES = 4
"""Of SP 800-232, section 4.2.1."""


def takes_options(algorithm: Algorithm) -> bool:
    """Whether its document gives it shorter tags and nonce masking."""
    return algorithm.with_options is not None


def tag_sizes(algorithm: Algorithm) -> tuple[int, ...]:
    """Bytes of the tags that it may have, the whole one last."""
    assert isinstance(algorithm.model, AeadModel)
    return tuple(range(LEAST_TAG_BYTES, algorithm.model.tag_bytes + 1))


def name_of(base: Algorithm, *, tag_bytes: int, masks_nonce: bool) -> str:
    """The name of an algorithm with options; that of ``base`` if they say nothing.

    Args:
        tag_bytes: of its tag; 0 for the whole one.
    """
    parts = [base.name]
    if tag_bytes:
        parts.append(f"{TAG}{tag_bytes}")
    if masks_nonce:
        parts.append(MASKED_NONCE)
    return MARK.join(parts)


def optioned(base: Algorithm, name: str) -> Algorithm:
    """The algorithm of this name, which begins with that of ``base``.

    Its known answers are those of ``base``; `verify.answers.genkat` says how they are read.

    Raises:
        CallError: it is no such name.
    """
    model, _, *parts = base.model, *name.split(MARK)
    sizes = [part.removeprefix(TAG) for part in parts if part.startswith(TAG)]
    masks = MASKED_NONCE in parts
    # Other digits than those of ASCII are digits to `isdigit`, and `int` may refuse them.
    size = int(sizes[0]) if sizes and sizes[0].isascii() and sizes[0].isdigit() else 0
    # Made anew and compared, so that each choice has one spelling.
    wanted = name_of(base, tag_bytes=size, masks_nonce=masks)
    if base.with_options is None or name != wanted:
        raise CallError(f"unknown algorithm '{name}': {base.name} has no such options.")
    assert isinstance(model, AeadModel)
    bits = 8 * (size or model.tag_bytes)
    said = [*([f"tags of {bits} bits"] if size else []), *(["nonce masking"] if masks else [])]
    return replace(
        base,
        name=name,
        title=f"{base.title} with {' and '.join(said)}",
        model=base.with_options(tag_bits=bits, masks_nonce=masks),
        base=base.name,
    )
