# SPDX-License-Identifier: Apache-2.0
"""Messages of many lengths: around every power of two, and random ones without end."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random

from ... import catalog
from ...errors import CallError
from ...lwc.messages import Header, Instruction, Message, Operation, Violation, encryption, hashing
from ...lwc.protocol import MAX_SEGMENT_BYTES, Opcode, Segment
from .stimulus import FORGED_FIELDS, forged, with_wrong_tag

LEAST_BYTES = 32
"""Shorter types are in the test plan, every length of them."""

DEFAULT_BYTES = 2048
"""The longest type in a default run but for one byte, of cores that are too slow for more."""

LONGEST_BYTES = 1 << 16
"""The largest 2^k around which lengths are played; no type is longer than one segment can be."""


def around_powers(
    aead: str | None,
    hash_function: str | None,
    *,
    seed: int,
    least: int = LEAST_BYTES,
    most: int = DEFAULT_BYTES,
) -> Iterator[Message]:
    """Types of 2^k - 1, 2^k and 2^k + 1 bytes from 2^k = ``least`` to ``most``, and at most one
    segment.

    Associated data with an empty message, and a message without associated data, each encrypted,
    decrypted, and decrypted with a wrong tag; a hash message. Where ``least`` is beyond
    `DEFAULT_BYTES`, 2^k is left out of the former and 2^k - 1 of the latter, each is encrypted, and
    not all of them are decrypted. What is longer than the algorithm takes is left out.
    """
    # A run from another length has bytes of its own, and does not repeat the default ones.
    random = Random(seed if least == LEAST_BYTES else f"{seed} from {least}")
    every = lengths(most, least)
    once = least > DEFAULT_BYTES
    for number, length in enumerate(every):
        three = once and len(every) > 1
        if aead is not None and not (three and number % 3 == 1):
            # The algorithm says by this error that it takes no message of this length.
            with suppress(CallError):
                # Long messages are slow: by turns only the encryption, the forgery too, or all
                # three.
                yield from _both(aead, random, length, 0)[: 1 + (number + 2) % 3 if once else 3]
        if aead is not None and not (three and number % 3 == 0):
            with suppress(CallError):
                yield from _both(aead, random, 0, length)[: 1 + number % 3 if once else 3]
        if hash_function is not None:
            yield hashing(hash_function, message=random.randbytes(length))


def lengths(most: int, least: int = LEAST_BYTES) -> list[int]:
    """2^k - 1, 2^k and 2^k + 1, for 2^k from ``least`` to ``most``, if the length fits into a
    segment.
    """
    powers = [
        1 << k
        for k in range(least.bit_length() - 1, MAX_SEGMENT_BYTES.bit_length() + 1)
        if 1 << k <= most
    ]
    return sorted(
        {
            length
            for power in powers
            for length in (power - 1, power, power + 1)
            if length <= MAX_SEGMENT_BYTES
        }
    )


def _both(aead: str, random: Random, ad_length: int, length: int) -> list[Message]:
    """An encryption with a new key, a forgery of it, and its decryption."""
    model = catalog.find(aead).model
    good = encryption(
        aead,
        key=random.randbytes(model.key_bytes),
        nonce=random.randbytes(model.nonce_bytes),
        ad=random.randbytes(ad_length),
        plaintext=random.randbytes(length),
    )
    back = replace(
        good, operation=Operation.DECRYPT, data=good.result, result=good.data, new_key=False
    )
    return [good, with_wrong_tag(back, random.randrange(8 * len(back.tag))), back]


RANDOM_BLOCKS = 4
"""Random messages have fewer than so many blocks of associated data and of data; one in 64 has up
to sixteen times as many.
"""


def at_random(
    aead: str | None, hash_function: str | None, *, seed: int, count: int
) -> list[Message]:
    """``count`` or up to two more random messages: encryptions, forgeries, decryptions and hashes.

    They are in random segments, with new keys and old ones.
    """
    random, messages = Random(seed), []
    key = None
    while len(messages) < count:
        if aead is None or (hash_function is not None and random.random() < 0.2):
            model = catalog.find(hash_function).model
            messages.append(
                hashing(
                    hash_function,
                    message=random.randbytes(_length(random, model.block_bytes)),
                    segment_blocks=_segments(random),
                )
            )
            continue
        found = _random_group(aead, random, key if random.random() < 0.7 else None)
        # The next group may use this key again.
        key = found[0].key
        messages += found
    return messages


def _random_group(aead: str, random: Random, key: bytes | None) -> list[Message]:
    model = catalog.find(aead).model
    good = encryption(
        aead,
        key=key or random.randbytes(model.key_bytes),
        nonce=random.randbytes(model.nonce_bytes),
        ad=random.randbytes(_length(random, model.ad_block_bytes)),
        plaintext=random.randbytes(_length(random, model.block_bytes)),
        new_key=key is None,
        segment_blocks=_segments(random),
    )
    back = replace(
        good, operation=Operation.DECRYPT, data=good.result, result=good.data, new_key=False
    )
    if random.random() < 0.1:
        # An empty field has no bit to flip.
        field = random.choice([field for field in FORGED_FIELDS if getattr(back, field)])
        return [good, forged(back, field, random.randrange(8 * len(getattr(back, field)))), back]
    return [good, with_wrong_tag(back, random.randrange(8 * len(back.tag))), back]


def _length(random: Random, block: int) -> int:
    return random.randrange(RANDOM_BLOCKS * block * (16 if random.random() < 1 / 64 else 1))


def _segments(random: Random) -> int | None:
    return random.choice((None, None, None, 1, 2, 3))


MOST_COUNTER_BITS = 16
"""A mode that counts blocks with more bits is never given too many."""


def too_long(aead: str | None, *, seed: int) -> list[Message | Violation]:
    """Associated data, and a message, of one block more than the mode counts, each followed by a
    good message; or nothing.
    """
    model = catalog.find(aead).model if aead else None
    bits = getattr(model, "counter_bits", None)
    if bits is None or bits > MOST_COUNTER_BITS:
        return []
    random, block = Random(seed), model.block_bytes
    key, sequence = random.randbytes(model.key_bytes), []
    good = encryption(
        aead, key=key, nonce=random.randbytes(model.nonce_bytes), ad=b"ad", plaintext=b"text"
    )
    for kind in (Segment.AD, Segment.PLAINTEXT):
        parts = [Instruction(opcode=Opcode.ENCRYPT)]
        for part in (Segment.NONCE, Segment.AD, Segment.PLAINTEXT):
            size = (
                # A counter of so many bits ends at 2^bits - 1, so 2^bits blocks are one too many.
                model.nonce_bytes if part == Segment.NONCE else block << bits if part == kind else 1
            )
            parts += _segments_of(part, size, block, random)
        sequence += [
            good if not sequence else replace(good, new_key=False),
            Violation(
                title=f"{1 << bits} blocks of {kind.name.lower()}",
                pdi=tuple(parts),
                promise="paef-limit",
            ),
        ]
    return [*sequence, replace(good, new_key=False)]


def _segments_of(kind: Segment, size: int, block: int, random: Random) -> Iterator[Header | bytes]:
    """A type of ``size`` bytes in as few segments of whole blocks as possible; a plaintext ends the
    message.
    """
    most = MAX_SEGMENT_BYTES // block * block
    for start in range(0, size, most):
        length, end = min(most, size - start), start + most >= size
        yield Header(type=kind, length=length, eot=end, last=end and kind == Segment.PLAINTEXT)
        yield random.randbytes(length)
