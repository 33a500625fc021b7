# SPDX-License-Identifier: Apache-2.0
"""Input that breaks the protocol: what ``docs/reference/lwc.md`` says of it, as messages to play.
Each has the mark of its sentence there.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from ... import catalog
from ...lwc.messages import (
    Header,
    Instruction,
    Message,
    Operation,
    Part,
    Violation,
    encryption,
    hashing,
)
from ...lwc.protocol import Opcode, Segment
from . import outputs
from .segments import DECRYPT, ENCRYPT, good_parts, parts, violating
from .unsupported import decryptions, keyless, without_hash
from .wrong_segments import wrong_ciphertexts, wrong_ends, wrong_sizes, wrong_types

ABORTED_BY_DECRYPTION = "abort-decrypt"
"""Mark of what must be followed by a decryption."""


def violations(
    aead: str | None,
    hash_function: str | None = None,
    *,
    seed: int,
    decrypts: bool = True,
    xofs: Sequence[str] = (),
) -> list[Message | Violation]:
    """Input that breaks the protocol, each answered by exactly one failure status and followed by a
    good message that must pass.

    It starts with a message before any key was loaded, so it must be played after a reset. For a
    core that does not decrypt, decryptions that are whole are among them; for one that only hashes
    (``aead`` None), encryptions too.

    Args:
        aead, hash_function, xofs: catalog names of what the core computes.
        seed: of bytes and lengths.
        decrypts: it decrypts.
    """
    random = Random(seed)
    if aead is None:
        return _of_hash_alone(hash_function, random)
    model = catalog.find(aead).model
    key = random.randbytes(model.key_bytes)
    sequence: list[Message | Violation] = []
    wrong = [
        *_violations(aead, hash_function, random, xofs),
        *(decryptions(aead, random) if not decrypts else ()),
    ]
    for number, violation in enumerate(wrong):
        violation = replace(violation, mirrored=not model.whole_ciphertext)
        # Without a key in use nothing is encrypted: the next message brings one.
        good = encryption(
            aead,
            key=key,
            nonce=random.randbytes(model.nonce_bytes),
            ad=random.randbytes(random.randrange(20)),
            plaintext=random.randbytes(random.randrange(40)),
            new_key=number == 0 or bool(violation.sdi),
            note=f"after: {violation.title}",
        )
        if violation.promise == ABORTED_BY_DECRYPTION and decrypts:
            good = replace(good, operation=Operation.DECRYPT, data=good.result, result=good.data)
        sequence += [violation, good]
    return sequence


def _of_hash_alone(hash_function: str, random: Random) -> list[Message | Violation]:
    """Those of a core that only hashes, each with a hash behind it."""
    found: list[Message | Violation] = []
    # A core that only hashes knows no *activate key* (7).
    wrong = [*_unknown_opcodes(0x7), *keyless(random), *_hash_violations(hash_function, random)]
    for violation in wrong:
        text, note = random.randbytes(random.randrange(40)), f"after: {violation.title}"
        found += [violation, hashing(hash_function, message=text, note=note)]
    return found


def _violations(
    aead: str, hash_function: str | None, random: Random, xofs: Sequence[str]
) -> Iterator[Violation]:
    # Before all others, since none of them may have brought a key.
    yield from _first(aead, random)
    yield from _unknown_opcodes(known={Opcode.XOF, Opcode.CXOF} if xofs else set())
    yield from outputs.violations(xofs, random)
    yield from wrong_sizes(aead, random)
    yield from wrong_types(aead, random)
    if catalog.find(aead).model.whole_ciphertext:
        yield from wrong_ciphertexts(aead, random)
    yield from wrong_ends(aead, random)
    if hash_function:
        yield from _hash_violations(hash_function, random)
    else:
        yield from without_hash(aead, random)
    yield from _aborts(aead, random)
    yield from _wrong_keys(aead, random)


def _first(aead: str, random: Random) -> Iterator[Violation]:
    nonce, ad, plaintext, _, _ = good_parts(aead, random).values()
    yield violating("no-key", "encryption before any key", ENCRYPT, nonce, ad, plaintext)


def _aborts(aead: str, random: Random) -> Iterator[Violation]:
    """Messages that never say *last*: the instruction of the next message, with the key in use,
    ends them.
    """
    model = catalog.find(aead).model
    sizes = {
        Segment.NONCE: model.nonce_bytes,
        Segment.AD: 2 * model.ad_step,
        Segment.PLAINTEXT: model.block_bytes,
    }
    for mark, name in (("abort-encrypt", "an encryption"), (ABORTED_BY_DECRYPTION, "a decryption")):
        sent: list[Part] = [ENCRYPT]
        yield Violation(title=f"{name} in the place of the nonce", pdi=tuple(sent), promise=mark)
        for kind, size in sizes.items():
            sent += parts(random, kind, size, eot=kind == Segment.NONCE)
            yield Violation(
                title=f"{name} after a segment of {kind.name.lower()}",
                pdi=tuple(sent),
                promise=mark,
            )
            if kind == Segment.AD:
                # The associated data ends, or no plaintext may follow.
                sent += parts(random, kind, 1)


def _wrong_keys(aead: str, random: Random) -> Iterator[Violation]:
    """Keys of another type or length, each with messages that have none; words before LOAD_KEY are
    dropped.
    """
    model = catalog.find(aead).model
    nonce, ad, plaintext, _, _ = good_parts(aead, random).values()
    load, size = Instruction(opcode=Opcode.LOAD_KEY), model.key_bytes
    wrong = [(kind, size) for kind in (Segment.NONCE, Segment.AD, Segment.DIGEST)]
    wrong += [(Segment.KEY, length) for length in (0, 1, size - 1, size + 1, 2 * size)]
    for kind, length in wrong:
        sdi = (
            ENCRYPT,
            Instruction(opcode=0),
            load,
            *parts(random, kind, length, eoi=True, last=True),
        )
        yield Violation(
            title=f"key segment of type {kind.name.lower()} with {length} bytes",
            sdi=sdi,
            promise="key-wrong",
            pdi=(Instruction(opcode=Opcode.ACTIVATE_KEY), ENCRYPT, *nonce, *ad, *plaintext),
        )
    # The tag is right for the bytes that came where a key belongs.
    key, text = random.randbytes(size), random.randbytes(5)
    # A segment is its header and its bytes, so `nonce[1]` is the nonce itself.
    sealed, tag, padded = model.taken_apart(model.encrypt(key, nonce[1], b"", text), len(text))
    pdi = (Instruction(opcode=Opcode.ACTIVATE_KEY), DECRYPT,
           *nonce, Header(type=Segment.AD, length=0),
           Header(type=Segment.CIPHERTEXT, length=len(sealed), eoi=True, partial=padded), sealed,
           Header(type=Segment.TAG, length=model.tag_bytes, last=True), tag)  # fmt: skip
    yield Violation(
        title="key in a nonce segment, and a decryption that is right with it",
        promise="key-wrong",
        pdi=pdi,
        sdi=(load, Header(type=Segment.NONCE, length=size, eoi=True, last=True), key),
    )


def _unknown_opcodes(*more: int, known: Collection[int] = ()) -> Iterator[Violation]:
    # Without those of the LWC API: 2 ENC, 3 DEC, 4 LDKEY, 7 ACTKEY and 8 HASH.
    for opcode in (0x0, 0x1, 0x5, 0x6, *more, 0x9, 0xA, 0xB, 0xC, 0xD, 0xE, 0xF):
        if opcode in known:
            continue
        yield violating("unknown-opcode", f"unknown opcode {opcode:X}", Instruction(opcode=opcode))


def _hash_violations(hash_function: str, random: Random) -> Iterator[Violation]:
    instruction, part = Instruction(opcode=Opcode.HASH), partial(parts, random, length=5)
    title, wrong = "associated data in a hash", part(Segment.AD, eoi=True, last=True)
    yield violating("wrong-type", title, instruction, wrong)
    # Of blocks of one byte every segment has whole ones.
    if catalog.find(hash_function).model.block_bytes > 1:
        title = "segment of a hash message that is not whole blocks"
        cut = [
            *part(Segment.HASH_MESSAGE, eot=False),
            *part(Segment.HASH_MESSAGE, eoi=True, last=True),
        ]
        yield violating("whole-blocks", title, instruction, cut)
    title = "hash message without last, then a segment with it"
    twice = [*part(Segment.HASH_MESSAGE, eoi=True), *part(Segment.HASH_MESSAGE, last=True)]
    yield violating("last-missing", title, instruction, twice)
