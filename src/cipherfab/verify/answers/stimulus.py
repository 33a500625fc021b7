"""What a core with the LWC API is tested with: seeded plans, the official known answers, and input that breaks the protocol."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

from ... import catalog
from ...catalog import Kind
from ...design import LwcInterface
from ...lwc.messages import Header, Instruction, Message, Operation, Part, Violation, decryption, encryption, hashing
from ...lwc.protocol import MAX_SEGMENT_BYTES, Opcode, Segment
from . import genkat

LONG_BYTES = 1536
FORGED_FIELDS = ("tag", "data", "ad", "nonce")


def plan(aead: str | None, hash_function: str | None = None, *, seed: int, beyond_segment: bool = False) -> list[Message]:
    """A test plan for a core.

    Every length of associated data and of plaintext from 0 to two blocks and a byte, all pairs of lengths around block
    boundaries, messages in several segments, long ones; each encrypted and decrypted, and many forged in one bit of tag,
    ciphertext, associated data or nonce; keys new or reused at random; hashes in between.

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
    random.shuffle(shapes)
    groups: list[list[Message]] = []
    for shape in shapes:
        reuse = bool(groups) and random.random() < 0.5
        groups.append(_group(aead, random, shape, groups[-1][0].key if reuse else None))
    for message in hashes:
        random.choice(groups).append(message)
    return [message for group in groups for message in group]


def official(algorithm: str) -> list[Message]:
    """The official known answers: of an AEAD each record encrypted with a new key, then decrypted; of a hash each hashed."""
    return [message for record in genkat.records(algorithm) for message in _from_record(algorithm, record)]


def from_kat(algorithm: str, path: Path) -> list[Message]:
    """The records of a file in `genkat` format, as `official`; what is expected is what the file says.

    Raises:
        CallError: the file is missing or malformed.
    """
    return [message for record in genkat.parse(path, algorithm) for message in _from_record(algorithm, record)]


def answerable(interface: LwcInterface, messages: Iterable[Message]) -> list[Message]:
    """The messages without decryptions, if the core only encrypts. Which of them bring a new key stays as it is."""
    return [message for message in messages if interface.decrypts or message.operation != Operation.DECRYPT]


def _from_record(algorithm: str, record: genkat.Record) -> Iterator[Message]:
    fields, note = record.fields, f"Count = {record.count}"
    if catalog.find(algorithm).kind == Kind.HASH:
        yield Message(algorithm=algorithm, operation=Operation.HASH, data=fields["Msg"], result=fields["MD"], note=note)
        return
    length = len(fields["PT"])
    ciphertext, tag = fields["CT"][:length], fields["CT"][length:]
    message = Message(algorithm=algorithm, operation=Operation.ENCRYPT, key=fields["Key"], nonce=fields["Nonce"], ad=fields["AD"],
                      data=fields["PT"], result=ciphertext, tag=tag, note=note)
    yield message
    yield replace(message, operation=Operation.DECRYPT, data=ciphertext, result=fields["PT"], new_key=False)


def _shapes(aead: str, random: Random, beyond_segment: bool) -> Iterator[tuple[int, int, int | None]]:
    """Bytes of associated data, bytes of plaintext, blocks in a segment."""
    model = catalog.find(aead).model
    ad_block, block = model.ad_block_bytes, model.block_bytes
    yield from ((length, random.randrange(2 * block + 2), None) for length in range(2 * ad_block + 2))
    yield from ((random.randrange(2 * ad_block + 2), length, None) for length in range(2 * block + 2))
    yield from ((ad_length, length, None) for ad_length, length in product(_around(ad_block), _around(block)))
    for blocks in (1, 2, 3):
        yield from ((random.randrange(6 * ad_block), random.randrange(6 * block), blocks) for _ in range(8))
        yield 2 * blocks * ad_block, 2 * blocks * block, blocks
    yield from ((0, LONG_BYTES, None), (LONG_BYTES, 0, None), (LONG_BYTES, LONG_BYTES, None))
    if beyond_segment:
        yield 3, MAX_SEGMENT_BYTES + block, None


def _around(block: int) -> list[int]:
    return sorted({0, 1, block - 1, block, block + 1, 2 * block, 2 * block + 1})


def _group(aead: str, random: Random, shape: tuple[int, int, int | None], key: bytes | None) -> list[Message]:
    """An encryption, perhaps forgeries of its ciphertext, its decryption; with a new key if ``key`` is None."""
    model, (ad_length, length, segment_blocks) = catalog.find(aead).model, shape
    good = encryption(aead, key=key or random.randbytes(model.key_bytes), nonce=random.randbytes(model.nonce_bytes),
                      ad=random.randbytes(ad_length), plaintext=random.randbytes(length), new_key=key is None,
                      segment_blocks=segment_blocks)
    back = replace(good, operation=Operation.DECRYPT, data=good.result, result=good.data, new_key=False)
    forged = [_forge(back, field, random) for field in FORGED_FIELDS if getattr(back, field) and random.random() < 0.3]
    return [good, *forged, back]


def _forge(message: Message, field: str, random: Random) -> Message:
    """The decryption with one bit of ``field`` flipped; the model confirms that it must fail."""
    value = bytearray(getattr(message, field))
    bit = random.randrange(8 * len(value))
    value[bit // 8] ^= 0x80 >> bit % 8
    changed = replace(message, **{field: bytes(value)})
    return decryption(changed.algorithm, key=changed.key, nonce=changed.nonce, ad=changed.ad, ciphertext=changed.data,
                      tag=changed.tag, new_key=False, segment_blocks=changed.segment_blocks, ad_sizes=changed.ad_sizes,
                      data_sizes=changed.data_sizes, note=f"bit {bit} of {field} flipped")


def _hashes(hash_function: str, random: Random) -> Iterator[Message]:
    block = catalog.find(hash_function).model.block_bytes
    for length in (*range(2 * block + 2), LONG_BYTES):
        yield hashing(hash_function, message=random.randbytes(length))
    for blocks in (1, 2, 3):
        yield hashing(hash_function, message=random.randbytes(random.randrange(6 * block)), segment_blocks=blocks)
        yield hashing(hash_function, message=random.randbytes(2 * blocks * block), segment_blocks=blocks)


SPLIT_BLOCKS, SPLIT_SEGMENTS = 3, 4
"""`splits` plays types of at most so many whole blocks in at most so many segments."""


def splits(aead: str | None, hash_function: str | None = None, *, seed: int) -> list[Message]:
    """Every way to split a type of up to three blocks, with or without a byte more, into up to four segments.

    Empty segments are at every place. Splits of associated data and of data go through the same messages, paired at random, each
    encrypted, decrypted, and decrypted with one bit of associated data or ciphertext flipped; the hash message by itself.
    """
    random, messages = Random(seed), []
    if aead is not None:
        model = catalog.find(aead).model
        ads, data = list(_splits(model.ad_step)), list(_splits(model.block_bytes))
        random.shuffle(data)
        for ad_sizes, data_sizes in zip(ads, data, strict=True):
            messages += _split_group(aead, random, ad_sizes, data_sizes)
    if hash_function is not None:
        for sizes in _splits(catalog.find(hash_function).model.block_bytes):
            messages.append(hashing(hash_function, message=random.randbytes(sum(sizes)), data_sizes=sizes))
    return messages


def _splits(block: int) -> Iterator[tuple[int, ...]]:
    """Sizes of segments: all but the last are whole blocks, perhaps none."""
    for blocks, segments in product(range(SPLIT_BLOCKS + 1), range(1, SPLIT_SEGMENTS + 1)):
        for sizes in product(range(blocks + 1), repeat=segments):
            if sum(sizes) == blocks:
                yield from ((*(block * size for size in sizes[:-1]), block * sizes[-1] + rest) for rest in (0, 1))


def _split_group(aead: str, random: Random, ad_sizes: tuple[int, ...], data_sizes: tuple[int, ...]) -> list[Message]:
    model = catalog.find(aead).model
    good = encryption(aead, key=random.randbytes(model.key_bytes), nonce=random.randbytes(model.nonce_bytes),
                      ad=random.randbytes(sum(ad_sizes)), plaintext=random.randbytes(sum(data_sizes)),
                      ad_sizes=ad_sizes, data_sizes=data_sizes)
    back = replace(good, operation=Operation.DECRYPT, data=good.result, result=good.data, new_key=False)
    fields = [field for field in ("ad", "data") if getattr(back, field)]
    return [good, *([_forge(back, random.choice(fields), random)] if fields else []), back]


def violations(aead: str | None, hash_function: str | None = None, *, seed: int,
               decrypts: bool = True) -> list[Message | Violation]:
    """Input that breaks the protocol, each answered by exactly one failure status and followed by a good message that must pass.

    It starts with a message before any key was loaded, so it must be played after a reset. For a core that does not decrypt,
    decryptions that are whole are among them; for one that only hashes (``aead`` None), encryptions too.
    """
    random = Random(seed)
    if aead is None:
        wrong = [*_unknown_opcodes(0x7), *_keyless(random), *_hash_violations(hash_function, random)]
        return [message for violation in wrong for message in (
            violation, hashing(hash_function, message=random.randbytes(random.randrange(40)), note=f"after: {violation.title}"))]
    model = catalog.find(aead).model
    key = random.randbytes(model.key_bytes)
    sequence: list[Message | Violation] = []
    wrong = [*_violations(aead, hash_function, random), *(_decryptions(aead, random) if not decrypts else ())]
    for number, violation in enumerate(wrong):
        # Without a key in use nothing is encrypted: the next message brings one.
        good = encryption(aead, key=key, nonce=random.randbytes(model.nonce_bytes), ad=random.randbytes(random.randrange(20)),
                          plaintext=random.randbytes(random.randrange(40)), new_key=number == 0 or bool(violation.sdi),
                          note=f"after: {violation.title}")
        sequence += [violation, good]
    return sequence


def _violations(aead: str, hash_function: str | None, random: Random) -> Iterator[Violation]:
    model = catalog.find(aead).model
    encrypt, decrypt = Instruction(opcode=Opcode.ENCRYPT), Instruction(opcode=Opcode.DECRYPT)

    def part(kind: Segment, length: int, **flags) -> list[Part]:
        return [Header(type=kind, length=length, **flags), random.randbytes(length)]

    nonce, ad = part(Segment.NONCE, model.nonce_bytes), part(Segment.AD, model.ad_block_bytes + 1)
    plaintext = part(Segment.PLAINTEXT, model.block_bytes + 1, eoi=True, last=True)
    ciphertext, tag = part(Segment.CIPHERTEXT, model.block_bytes + 1, eoi=True), part(Segment.TAG, model.tag_bytes, last=True)
    yield _violation("encryption before any key", encrypt, nonce, ad, plaintext)
    yield from _unknown_opcodes()
    for length in sorted({0, 1, model.nonce_bytes - 1, model.nonce_bytes + 1, 2 * model.nonce_bytes}):
        yield _violation(f"nonce of {length} bytes", encrypt, part(Segment.NONCE, length), ad, plaintext)
    yield _violation("nonce missing", encrypt, ad, plaintext)
    yield _violation("associated data where the nonce belongs, then the nonce", decrypt, ad, nonce, ciphertext, tag)
    yield _violation("ciphertext in an encryption", encrypt, nonce, ad, part(Segment.CIPHERTEXT, 5, eoi=True, last=True))
    yield _violation("plaintext in a decryption", decrypt, nonce, ad, part(Segment.PLAINTEXT, 5, eoi=True), tag)
    yield _violation("hash message in an encryption", encrypt, nonce, ad, part(Segment.HASH_MESSAGE, 5, eoi=True, last=True))
    yield _violation("message ends after the nonce", encrypt, part(Segment.NONCE, model.nonce_bytes, last=True))
    yield _violation("message ends after the associated data", encrypt, nonce, part(Segment.AD, 5, last=True))
    yield _violation("tag missing", decrypt, nonce, ad, part(Segment.CIPHERTEXT, 5, eoi=True, last=True))
    for length in (0, 1, model.tag_bytes - 1, model.tag_bytes + 1):
        yield _violation(f"tag of {length} bytes", decrypt, nonce, ad, ciphertext, part(Segment.TAG, length, last=True))
    if model.ad_step > 1:
        yield _violation("segment of AD that is not the last and not whole blocks", encrypt, nonce,
                         part(Segment.AD, model.ad_block_bytes + 1, eot=False), ad, plaintext)
    yield _violation("segment of plaintext that is not the last and not whole blocks", encrypt, nonce, ad,
                     part(Segment.PLAINTEXT, model.block_bytes + 1, eot=False), plaintext)
    if hash_function:
        yield from _hash_violations(hash_function, random)
    else:
        yield _violation("hash in a core without hash", Instruction(opcode=Opcode.HASH),
                         part(Segment.HASH_MESSAGE, 5, eoi=True, last=True))
    yield from _aborts(aead, random)
    yield from _wrong_keys(aead, random)


def _aborts(aead: str, random: Random) -> Iterator[Violation]:
    """Messages that never say *last*: the instruction of the next message, an encryption with the key in use, ends them."""
    model = catalog.find(aead).model
    sizes = {Segment.NONCE: model.nonce_bytes, Segment.AD: 2 * model.ad_step, Segment.PLAINTEXT: model.block_bytes}
    sent: list[Part] = [Instruction(opcode=Opcode.ENCRYPT)]
    yield Violation(title="another instruction in the place of the nonce", pdi=tuple(sent))
    for kind, size in sizes.items():
        sent += [Header(type=kind, length=size, eot=kind == Segment.NONCE), random.randbytes(size)]
        yield Violation(title=f"another instruction after a segment of {kind.name.lower()}", pdi=tuple(sent))
        if kind == Segment.AD:
            sent += [Header(type=kind, length=1), random.randbytes(1)]


def _wrong_keys(aead: str, random: Random) -> Iterator[Violation]:
    """Keys of another type or length, each with an encryption that has none; words before LOAD_KEY are dropped."""
    model = catalog.find(aead).model
    sizes = {Segment.NONCE: model.nonce_bytes, Segment.AD: 5, Segment.PLAINTEXT: 5}
    message = [part for kind, size in sizes.items()
               for part in (Header(type=kind, length=size, last=kind == Segment.PLAINTEXT), random.randbytes(size))]
    load, size = Instruction(opcode=Opcode.LOAD_KEY), model.key_bytes
    wrong = [(kind, size) for kind in (Segment.NONCE, Segment.AD, Segment.DIGEST)]
    wrong += [(Segment.KEY, length) for length in (0, 1, size - 1, size + 1, 2 * size)]
    for kind, length in wrong:
        sdi = (Instruction(opcode=Opcode.ENCRYPT), Instruction(opcode=0), load,
               Header(type=kind, length=length, eoi=True, last=True), random.randbytes(length))
        yield Violation(title=f"key segment of type {kind.name.lower()} with {length} bytes", sdi=sdi,
                        pdi=(Instruction(opcode=Opcode.ACTIVATE_KEY), Instruction(opcode=Opcode.ENCRYPT), *message))


def _unknown_opcodes(*more: int) -> Iterator[Violation]:
    for opcode in (0x0, 0x1, 0x5, 0x6, *more, 0x9, 0xA, 0xB, 0xC, 0xD, 0xE, 0xF):
        yield _violation(f"unknown opcode {opcode:X}", Instruction(opcode=opcode))


def _hash_violations(hash_function: str, random: Random) -> Iterator[Violation]:
    def part(kind: Segment, **flags) -> list[Part]:
        return [Header(type=kind, length=5, **flags), random.randbytes(5)]
    instruction = Instruction(opcode=Opcode.HASH)
    yield _violation("associated data in a hash", instruction, part(Segment.AD, eoi=True, last=True))
    # Of blocks of one byte every segment has whole ones.
    if catalog.find(hash_function).model.block_bytes > 1:
        yield _violation("segment of a hash message that is not whole blocks", instruction,
                         part(Segment.HASH_MESSAGE, eot=False), part(Segment.HASH_MESSAGE, eoi=True, last=True))


def _keyless(random: Random) -> Iterator[Violation]:
    """Whole messages with a nonce, for a core that only hashes."""
    for length, (opcode, kinds) in product((0, 1, 32), (
            (Opcode.ENCRYPT, (Segment.NONCE, Segment.AD, Segment.PLAINTEXT)),
            (Opcode.DECRYPT, (Segment.NONCE, Segment.AD, Segment.CIPHERTEXT, Segment.TAG)))):
        segments = [[Header(type=kind, length=length, last=kind == kinds[-1]), random.randbytes(length)] for kind in kinds]
        yield _violation(f"{opcode.name.lower()} in a core that only hashes, {length} bytes", Instruction(opcode=opcode), *segments)


def _decryptions(aead: str, random: Random) -> Iterator[Violation]:
    """Whole decryptions, with the key in use, and an encryption that is called a decryption."""
    model = catalog.find(aead).model
    called = {Segment.NONCE: model.nonce_bytes, Segment.AD: 5, Segment.PLAINTEXT: 5}
    segments = [[Header(type=kind, length=size, last=kind == Segment.PLAINTEXT), random.randbytes(size)]
                for kind, size in called.items()]
    yield _violation("encryption called a decryption, without decryption", Instruction(opcode=Opcode.DECRYPT), *segments)
    for length in (0, model.block_bytes, 3 * model.block_bytes + 1):
        sizes = {Segment.NONCE: model.nonce_bytes, Segment.AD: length, Segment.CIPHERTEXT: length, Segment.TAG: model.tag_bytes}
        segments = [[Header(type=kind, length=size, last=kind == Segment.TAG), random.randbytes(size)]
                    for kind, size in sizes.items()]
        yield _violation(f"decryption of {length} bytes, without decryption", Instruction(opcode=Opcode.DECRYPT), *segments)


def _violation(title: str, instruction: Instruction, *segments: Iterable[Part]) -> Violation:
    return Violation(title=title, pdi=(instruction, *(part for segment in segments for part in segment)))
