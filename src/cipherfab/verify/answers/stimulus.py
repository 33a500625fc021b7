# SPDX-License-Identifier: Apache-2.0
"""What a core with the LWC API is tested with: seeded plans, the official known answers, every
split into segments.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from ... import catalog
from ...catalog import XOFS, Kind
from ...lwc.messages import Message, Operation, decryption, encryption, hashing
from ...lwc.protocol import MAX_SEGMENT_BYTES
from . import kat_fields, kat_file, kat_records, tags, wycheproof

# The longest message of a fixed size in the LWC benchmarking flow.
LONG_BYTES = 1536
FORGED_FIELDS = ("tag", "data", "ad", "nonce")


def plan(
    aead: str | None, hash_function: str | None = None, *, seed: int, beyond_segment: bool = False
) -> list[Message]:
    """A test plan for a core.

    Every length of associated data and of plaintext from 0 to two blocks and a byte, all pairs of
    lengths around block boundaries, messages in several segments, long ones; each encrypted and
    decrypted, and many forged in one bit of tag, ciphertext, associated data or nonce; keys new or
    reused at random; hashes in between.

    Args:
        aead: catalog name, or None.
        hash_function: catalog name, or None.
        seed: of keys, nonces, data and choices.
        beyond_segment: with a message that does not fit into one segment (slow in the model).
    """
    random = Random(seed)
    hashes = list(_hashes(hash_function, random)) if hash_function else []
    if aead is None:
        return hashes
    shapes = list(_shapes(aead, random, beyond_segment))
    # So that short messages come behind long ones, and whole blocks behind parts.
    random.shuffle(shapes)
    groups: list[list[Message]] = []
    for shape in shapes:
        reuse = bool(groups) and random.random() < 0.5
        groups.append(_group(aead, random, shape, groups[-1][0].key if reuse else None))
    for message in hashes:
        random.choice(groups).append(message)
    return [message for group in groups for message in group]


FORGED_RECORDS = 4
"""Of one in so many records of an official file a forgery is played too."""


def official(algorithm: str, *, seed: int | None = None, every: bool = False) -> list[Message]:
    """The official known answers: of an AEAD each record encrypted with a new key, then decrypted;
    of a hash each hashed, of a XOF each output.

    With a ``seed`` one record in `FORGED_RECORDS`, or ``every`` one, is decrypted once more, with
    one bit of its tag flipped, or two that cancel, or another tag altogether.
    """
    random, messages = Random(seed), []
    for record in kat_records.records(algorithm):
        found = list(_from_record(algorithm, record))
        if (
            # Of a hash there is nothing to forge.
            seed is not None
            and found[-1].operation == Operation.DECRYPT
            and (every or random.random() < 1 / FORGED_RECORDS)
        ):
            # Before or behind the right decryption, which it must not touch.
            found.insert(random.choice((1, 2)), _of_some_class(found[-1], random))
        messages += found
    return messages


def _of_some_class(message: Message, random: Random) -> Message:
    """The decryption with a wrong tag of one of `tags.CLASSES`."""
    kind = random.choice(tags.CLASSES)
    return replace(
        message,
        result=None,
        note=f"{message.note}, tag: {kind}",
        tag=tags.of_class(kind, message.tag, random.randrange(64), random),
    )


def with_wrong_tag(message: Message, bit: int) -> Message:
    """The decryption with one bit of its tag flipped, counted from the first; it must fail.

    In a mode whose data depends on the tag another one may be right by chance, once in 2^(its
    bits); that is left out of account.
    """
    return replace(
        message, tag=flipped(message.tag, bit), result=None, note=f"bit {bit} of tag flipped"
    )


def flipped(data: bytes, bit: int) -> bytes:
    """``data`` with one bit flipped; bit 0 is the most significant one of the first byte."""
    changed = bytearray(data)
    changed[bit // 8] ^= 0x80 >> bit % 8
    return bytes(changed)


def from_kat(algorithm: str, path: Path) -> list[Message]:
    """The records of a file in `genkat` format, as `official`, or the tests of one of Wycheproof;
    what is expected is what the file says.

    Raises:
        CallError: the file is missing or malformed.
    """
    if wycheproof.is_one(path):
        return wycheproof.messages(path, algorithm)
    return [
        message
        for record in kat_file.parse(path, algorithm)
        for message in _from_record(algorithm, record)
    ]


def _from_record(algorithm: str, record: kat_fields.Record) -> Iterator[Message]:
    fields, note = record.fields, f"Count = {record.count}"
    if catalog.find(algorithm).kind == Kind.HASH:
        yield Message(
            algorithm=algorithm,
            operation=Operation.HASH,
            data=fields["Msg"],
            result=fields["MD"],
            note=note,
        )
        return
    if catalog.find(algorithm).kind in XOFS:
        yield Message(
            algorithm=algorithm,
            operation=Operation.OUTPUT,
            data=fields["Msg"],
            ad=fields.get("Z", b""),
            result=fields["MD"],
            note=note,
        )
        return
    model = catalog.find(algorithm).model
    # A file has ciphertext and tag in one string; on the bus they are segments of their own.
    ciphertext, tag, padded = model.taken_apart(fields["CT"], len(record.message))
    message = Message(
        algorithm=algorithm,
        operation=Operation.ENCRYPT,
        key=fields["Key"],
        nonce=fields["Nonce"],
        ad=fields["AD"],
        data=record.message,
        result=ciphertext,
        tag=tag,
        padded=padded,
        note=note,
    )
    yield message
    yield replace(
        message, operation=Operation.DECRYPT, data=ciphertext, result=record.message, new_key=False
    )


def _shapes(
    aead: str, random: Random, beyond_segment: bool
) -> Iterator[tuple[int, int, int | None]]:
    """Bytes of associated data, bytes of plaintext, blocks in a segment."""
    model = catalog.find(aead).model
    ad_block, block = model.ad_block_bytes, model.block_bytes
    yield from (
        (length, random.randrange(2 * block + 2), None) for length in range(2 * ad_block + 2)
    )
    yield from (
        (random.randrange(2 * ad_block + 2), length, None) for length in range(2 * block + 2)
    )
    yield from (
        (ad_length, length, None)
        for ad_length, length in product(_around(ad_block), _around(block))
    )
    for blocks in (1, 2, 3):
        yield from (
            (random.randrange(6 * ad_block), random.randrange(6 * block), blocks) for _ in range(8)
        )
        yield 2 * blocks * ad_block, 2 * blocks * block, blocks
    yield from ((0, LONG_BYTES, None), (LONG_BYTES, 0, None), (LONG_BYTES, LONG_BYTES, None))
    if beyond_segment:
        # Longer than a segment may be, so the text comes in two.
        yield 3, MAX_SEGMENT_BYTES + block, None


def _around(block: int) -> list[int]:
    # A set: of blocks of one byte some of these are the same.
    return sorted({0, 1, block - 1, block, block + 1, 2 * block, 2 * block + 1})


def _group(
    aead: str, random: Random, shape: tuple[int, int, int | None], key: bytes | None
) -> list[Message]:
    """An encryption, perhaps forgeries of its ciphertext, its decryption; with a new key if ``key``
    is None.
    """
    model, (ad_length, length, segment_blocks) = catalog.find(aead).model, shape
    good = encryption(
        aead,
        key=key or random.randbytes(model.key_bytes),
        nonce=random.randbytes(model.nonce_bytes),
        ad=random.randbytes(ad_length),
        plaintext=random.randbytes(length),
        new_key=key is None,
        segment_blocks=segment_blocks,
    )
    back = replace(
        good, operation=Operation.DECRYPT, data=good.result, result=good.data, new_key=False
    )
    forgeries = [
        _forge(back, field, random)
        for field in FORGED_FIELDS
        # An empty field has no bit to flip.
        if getattr(back, field) and random.random() < 0.3
    ]
    return [good, *forgeries, back]


def _forge(message: Message, field: str, random: Random) -> Message:
    """The decryption with one bit of ``field`` flipped, see `forged`."""
    return forged(message, field, random.randrange(8 * len(getattr(message, field))))


def forged(message: Message, field: str, bit: int) -> Message:
    """The decryption with one bit of ``field`` flipped; the model says whether it must fail."""
    changed = replace(message, **{field: flipped(getattr(message, field), bit)})
    return decryption(
        changed.algorithm,
        key=changed.key,
        nonce=changed.nonce,
        ad=changed.ad,
        ciphertext=changed.data,
        tag=changed.tag,
        padded=changed.padded,
        new_key=False,
        segment_blocks=changed.segment_blocks,
        ad_sizes=changed.ad_sizes,
        data_sizes=changed.data_sizes,
        note=f"bit {bit} of {field} flipped",
    )


def _hashes(hash_function: str, random: Random) -> Iterator[Message]:
    block = catalog.find(hash_function).model.block_bytes
    for length in (*range(2 * block + 2), LONG_BYTES):
        yield hashing(hash_function, message=random.randbytes(length))
    for blocks in (1, 2, 3):
        yield hashing(
            hash_function,
            message=random.randbytes(random.randrange(6 * block)),
            segment_blocks=blocks,
        )
        yield hashing(
            hash_function, message=random.randbytes(2 * blocks * block), segment_blocks=blocks
        )


SPLIT_BLOCKS, SPLIT_SEGMENTS = 3, 4
"""`splits` plays types of at most so many whole blocks in at most so many segments."""


def splits(aead: str | None, hash_function: str | None = None, *, seed: int) -> list[Message]:
    """Every way to split a type of up to three blocks, with or without a byte more, into up to four
    segments.

    Empty segments are at every place. Splits of associated data and of data go through the same
    messages, paired at random, each encrypted, decrypted, and decrypted with one bit of associated
    data or ciphertext flipped; some of each type also beside the other one empty; the hash message
    by itself.
    """
    random, messages = Random(seed), []
    if aead is not None:
        model: Any = catalog.find(aead).model
        ads, data = list(_splits(model.ad_step)), list(_splits(model.block_bytes))
        random.shuffle(data)
        # Equally many: ways to split depend on the number of blocks, not on their bytes.
        for ad_sizes, data_sizes in zip(ads, data, strict=True):
            messages += _split_group(aead, random, ad_sizes, data_sizes)
        for ad_sizes in _beside_nothing(model.ad_step):
            messages += _split_group(aead, random, ad_sizes, (0,))
        for data_sizes in _beside_nothing(model.block_bytes):
            messages += _split_group(aead, random, (0,), data_sizes)
    if hash_function is not None:
        for sizes in _splits(catalog.find(hash_function).model.block_bytes):
            messages.append(
                hashing(hash_function, message=random.randbytes(sum(sizes)), data_sizes=sizes)
            )
    return messages


def _beside_nothing(block: int) -> tuple[tuple[int, ...], ...]:
    """Splits of one type that are played while the other one is empty."""
    return (block, 0), (0, block), (block, block, 0), (block, 0, 1), (block, block)


def ended_by_nothing(
    aead: str | None, hash_function: str | None = None, *, seed: int
) -> list[Message]:
    """Of each algorithm a message whose types are a whole block and then an empty last segment,
    with a new key.
    """
    messages, random = [], Random(seed)
    if aead is not None:
        model = catalog.find(aead).model
        messages += _split_group(aead, random, (model.ad_step, 0), (model.block_bytes, 0))[:1]
    if hash_function is not None:
        sizes = (catalog.find(hash_function).model.block_bytes, 0)
        messages.append(
            hashing(hash_function, message=random.randbytes(sum(sizes)), data_sizes=sizes)
        )
    return messages


def _splits(block: int) -> Iterator[tuple[int, ...]]:
    """Sizes of segments: all but the last are whole blocks, perhaps none."""
    for blocks, segments in product(range(SPLIT_BLOCKS + 1), range(1, SPLIT_SEGMENTS + 1)):
        for sizes in product(range(blocks + 1), repeat=segments):
            if sum(sizes) == blocks:
                yield from (
                    (*(block * size for size in sizes[:-1]), block * sizes[-1] + rest)
                    for rest in (0, 1)
                )


def _split_group(
    aead: str, random: Random, ad_sizes: tuple[int, ...], data_sizes: tuple[int, ...]
) -> list[Message]:
    model = catalog.find(aead).model
    if model.whole_ciphertext:
        data_sizes = _ending_full(data_sizes)
    good = encryption(
        aead,
        key=random.randbytes(model.key_bytes),
        nonce=random.randbytes(model.nonce_bytes),
        ad=random.randbytes(sum(ad_sizes)),
        plaintext=random.randbytes(sum(data_sizes)),
        ad_sizes=ad_sizes,
        data_sizes=data_sizes,
    )
    # A ciphertext of whole blocks is longer: its last segment takes the rest.
    longer = len(good.result) - len(good.data)
    back = replace(
        good,
        operation=Operation.DECRYPT,
        data=good.result,
        result=good.data,
        new_key=False,
        data_sizes=(*data_sizes[:-1], data_sizes[-1] + longer),
    )
    fields = [field for field in ("ad", "data") if getattr(back, field)]
    return [good, *([_forge(back, random.choice(fields), random)] if fields else []), back]


def _ending_full(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """The same sizes in an order whose last one is not 0, unless all are: of a mode whose
    ciphertext is whole blocks an empty segment may not come last.
    """
    while any(sizes) and not sizes[-1]:
        sizes = (sizes[-1], *sizes[:-1])
    return sizes
