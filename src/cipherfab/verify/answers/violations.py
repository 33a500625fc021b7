# SPDX-License-Identifier: Apache-2.0
"""Input that breaks the protocol: what ``docs/reference/lwc.md`` says of it, as messages to play.
Each has the mark of its sentence there.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
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
        wrong = [*_unknown_opcodes(0x7), *keyless(random), *_hash_violations(hash_function, random)]
        return [
            message
            for violation in wrong
            for message in (
                violation,
                hashing(
                    hash_function,
                    message=random.randbytes(random.randrange(40)),
                    note=f"after: {violation.title}",
                ),
            )
        ]
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


def _violations(
    aead: str, hash_function: str | None, random: Random, xofs: Sequence[str]
) -> Iterator[Violation]:
    yield from _first(aead, random)
    yield from _unknown_opcodes(known={Opcode.XOF, Opcode.CXOF} if xofs else set())
    yield from outputs.violations(xofs, random)
    yield from _wrong_sizes(aead, random)
    yield from _wrong_types(aead, random)
    if catalog.find(aead).model.whole_ciphertext:
        yield from _wrong_ciphertexts(aead, random)
    yield from _wrong_ends(aead, random)
    if hash_function:
        yield from _hash_violations(hash_function, random)
    else:
        yield from without_hash(aead, random)
    yield from _aborts(aead, random)
    yield from _wrong_keys(aead, random)


def _first(aead: str, random: Random) -> Iterator[Violation]:
    nonce, ad, plaintext, _, _ = good_parts(aead, random).values()
    yield violating("no-key", "encryption before any key", ENCRYPT, nonce, ad, plaintext)


def _wrong_sizes(aead: str, random: Random) -> Iterator[Violation]:
    model = catalog.find(aead).model
    nonce, ad, plaintext, ciphertext, tag = good_parts(aead, random).values()
    for length in sorted(
        {0, 1, model.nonce_bytes - 1, model.nonce_bytes + 1, 2 * model.nonce_bytes}
    ):
        yield violating(
            "nonce-size",
            f"nonce of {length} bytes",
            ENCRYPT,
            parts(random, Segment.NONCE, length),
            ad,
            plaintext,
        )
    for length in (0, 1, model.tag_bytes - 1, model.tag_bytes + 1, 2 * model.tag_bytes):
        yield violating(
            "tag-size",
            f"tag of {length} bytes",
            DECRYPT,
            nonce,
            ad,
            ciphertext,
            parts(random, Segment.TAG, length, last=True),
        )
    for size in sorted({0, model.nonce_bytes // 2, model.nonce_bytes}):
        yield violating(
            "nonce-split",
            f"nonce in two segments, {size} bytes first",
            ENCRYPT,
            parts(random, Segment.NONCE, size, eot=False),
            parts(random, Segment.NONCE, model.nonce_bytes - size),
            ad,
            plaintext,
        )
    for size in (0, model.tag_bytes // 2, model.tag_bytes):
        yield violating(
            "tag-split",
            f"tag in two segments, {size} bytes first",
            DECRYPT,
            nonce,
            ad,
            ciphertext,
            parts(random, Segment.TAG, size, eot=False),
            parts(random, Segment.TAG, model.tag_bytes - size, last=True),
        )
    if model.ad_step > 1:
        yield violating(
            "whole-blocks",
            "segment of AD that is not the last and not whole blocks",
            ENCRYPT,
            nonce,
            parts(random, Segment.AD, model.ad_block_bytes + 1, eot=False),
            ad,
            plaintext,
        )
    yield violating(
        "whole-blocks",
        "segment of plaintext that is not the last and not whole blocks",
        ENCRYPT,
        nonce,
        ad,
        parts(random, Segment.PLAINTEXT, model.block_bytes + 1, eot=False),
        plaintext,
    )
    yield violating(
        "whole-blocks",
        "segment of ciphertext that is not the last and not whole blocks",
        DECRYPT,
        nonce,
        ad,
        parts(random, Segment.CIPHERTEXT, model.block_bytes - 1, eot=False),
        ciphertext,
        tag,
    )


def _wrong_ciphertexts(aead: str, random: Random) -> Iterator[Violation]:
    """Of a mode whose ciphertext is whole blocks."""
    model = catalog.find(aead).model
    nonce, ad, plaintext, ciphertext, tag = good_parts(aead, random).values()
    for length in (0, 1, model.block_bytes - 1, model.block_bytes + 1):
        yield violating(
            "whole-ciphertext",
            f"ciphertext of {length} bytes",
            DECRYPT,
            nonce,
            ad,
            parts(random, Segment.CIPHERTEXT, length, eoi=True),
            tag,
        )
    before = [(Segment.PLAINTEXT, ENCRYPT, True, []), (Segment.CIPHERTEXT, DECRYPT, False, tag)]
    for kind, instruction, last, after in before:
        yield violating(
            "whole-ciphertext",
            f"an empty segment that ends a {kind.name.lower()}",
            instruction,
            nonce,
            ad,
            parts(random, kind, model.block_bytes, eot=False),
            parts(random, kind, 0, last=last),
            after,
        )


def _wrong_types(aead: str, random: Random) -> Iterator[Violation]:
    nonce, ad, plaintext, ciphertext, tag = good_parts(aead, random).values()
    yield violating("wrong-type", "nonce missing", ENCRYPT, ad, plaintext)
    yield violating(
        "wrong-type",
        "associated data where the nonce belongs, then the nonce",
        DECRYPT,
        ad,
        nonce,
        ciphertext,
        tag,
    )
    yield violating(
        "wrong-type",
        "ciphertext in an encryption",
        ENCRYPT,
        nonce,
        ad,
        parts(random, Segment.CIPHERTEXT, 5, eoi=True, last=True),
    )
    yield violating(
        "wrong-type",
        "plaintext in a decryption",
        DECRYPT,
        nonce,
        ad,
        parts(random, Segment.PLAINTEXT, 5, eoi=True),
        tag,
    )
    yield violating(
        "wrong-type",
        "hash message in an encryption",
        ENCRYPT,
        nonce,
        ad,
        parts(random, Segment.HASH_MESSAGE, 5, eoi=True, last=True),
    )
    yield violating(
        "wrong-type",
        "ciphertext in the place of the tag",
        DECRYPT,
        nonce,
        ad,
        ciphertext,
        parts(random, Segment.CIPHERTEXT, len(tag[1]), last=True),
    )
    yield violating("wrong-type", "no associated data", ENCRYPT, nonce, plaintext)
    # The opcode of *activate key* reads as the type of a hash message.
    activate = Header(type=Segment.HASH_MESSAGE, length=0, eot=False)
    for place in range(1, 4):
        before, after = [nonce, ad, plaintext][: place - 1], [nonce, ad, plaintext][place - 1 :]
        yield violating(
            "wrong-type",
            f"activate key in the place of header {place}",
            ENCRYPT,
            *before,
            [activate],
            *after,
        )


def _wrong_ends(aead: str, random: Random) -> Iterator[Violation]:
    nonce, ad, plaintext, ciphertext, tag = good_parts(aead, random).values()
    model = catalog.find(aead).model
    yield violating(
        "last-early",
        "message ends after the nonce",
        ENCRYPT,
        parts(random, Segment.NONCE, model.nonce_bytes, last=True),
    )
    yield violating(
        "last-early",
        "message ends after the associated data",
        ENCRYPT,
        nonce,
        parts(random, Segment.AD, 5, last=True),
    )
    yield violating(
        "last-early",
        "message ends in the midst of the associated data",
        ENCRYPT,
        nonce,
        parts(random, Segment.AD, 2 * model.ad_step, eot=False, last=True),
    )
    yield violating(
        "last-early",
        "message ends in the midst of the plaintext",
        ENCRYPT,
        nonce,
        ad,
        parts(random, Segment.PLAINTEXT, model.block_bytes, eot=False, last=True),
    )
    yield violating(
        "last-early",
        "tag missing",
        DECRYPT,
        nonce,
        ad,
        parts(random, Segment.CIPHERTEXT, 5, eoi=True, last=True),
    )
    for length in (0, 5, model.block_bytes):
        yield violating(
            "last-missing",
            f"plaintext of {length} bytes without last, then a segment with it",
            ENCRYPT,
            nonce,
            ad,
            parts(random, Segment.PLAINTEXT, length),
            parts(random, Segment.PLAINTEXT, 5, last=True),
        )
    yield violating(
        "last-missing",
        "tag without last, then a segment with it",
        DECRYPT,
        nonce,
        ad,
        ciphertext,
        parts(random, Segment.TAG, model.tag_bytes),
        parts(random, Segment.TAG, model.tag_bytes, last=True),
    )


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
    instruction = Instruction(opcode=Opcode.HASH)
    yield violating(
        "wrong-type",
        "associated data in a hash",
        instruction,
        parts(random, Segment.AD, 5, eoi=True, last=True),
    )
    # Of blocks of one byte every segment has whole ones.
    if catalog.find(hash_function).model.block_bytes > 1:
        yield violating(
            "whole-blocks",
            "segment of a hash message that is not whole blocks",
            instruction,
            parts(random, Segment.HASH_MESSAGE, 5, eot=False),
            parts(random, Segment.HASH_MESSAGE, 5, eoi=True, last=True),
        )
    yield violating(
        "last-missing",
        "hash message without last, then a segment with it",
        instruction,
        parts(random, Segment.HASH_MESSAGE, 5, eoi=True),
        parts(random, Segment.HASH_MESSAGE, 5, last=True),
    )
