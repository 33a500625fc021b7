# SPDX-License-Identifier: Apache-2.0
"""Values that random bytes never have: words of all 0 and all 1, blocks that are equal, keys and
nonces that are constant, equal to each other, used twice or counted up, ciphertext of all 0 and
all 1.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Literal

from ... import catalog
from ...lwc.messages import Message, encryption, hashing
from .events import ENCRYPTION, HASH, REFUSED, Event
from .forged import backwards, with_tag
from .goals import Core

BYTES = {"all 0": b"\0", "all 1": b"\xff"}
FIELDS = ("key", "nonce", "associated data", "plaintext", "ciphertext")
COUNTED = ("key", "nonce")
ENDS: dict[str, Literal["little", "big"]] = {"first": "little", "last": "big"}
"""Which byte of a counter holds its lowest bits, and how Python calls that."""

FEW, WORD = 16, 4
"""Bytes of a text of one value, at least, beside those of a block; all in whole words."""


def wanted(core: Core) -> list[str]:
    """The goals."""
    found = []
    if core.aead:
        fields = FIELDS if core.decrypts else FIELDS[:-1]
        found += [f"{field} {value}" for field in fields for value in BYTES]
        found += [f"a block of {field} as the one before" for field in FIELDS[2:4]]
        found += ["the same nonce again with other text"]
        found += [
            f"a {field} one more than before, {end} byte" for field in COUNTED for end in ENDS
        ]
        if _zero_ciphertext(core) is not None:
            found.append("a plaintext that is the keystream")
        model = catalog.find(core.aead).model
        if model.key_bytes == model.nonce_bytes:
            found.append("key and nonce equal")
        if core.decrypts:
            found += [f"a refused {field} {value}" for field in FIELDS[4:] for value in BYTES]
    if core.hash:
        found += [f"hash message {value}" for value in BYTES]
        found.append("a block of hash message as the one before")
    return found


def met(events: Sequence[Event], core: Core) -> set[str]:
    """The goals that these messages meet."""
    found: set[str] = set()
    texts: dict[tuple, set[tuple]] = {}
    before: dict[str, bytes] = {}
    for event in events:
        fields = _fields(event)
        # A hash has no key and no nonce: it stands between two messages and not in their place.
        if event.outcome != HASH:
            now = _counters(core, event)
            found |= {
                f"a {field} one more than before, {end} byte"
                for field in before
                for end, order in ENDS.items()
                if now[field] == _next(before[field], order)
            }
            before = now
        for field, words in fields.items():
            for value, byte in BYTES.items():
                if words and _is_only(byte[0], words, event):
                    found.add(f"{field} {value}")
                    if event.outcome == REFUSED:
                        found.add(f"a refused {field} {value}")
            found |= {
                f"a block of {field} as the one before"
                for block in _blocks(core, field)
                if _repeats(_bytes(words, event), block)
            }
        if event.key and event.key == event.nonce:
            found.add("key and nonce equal")
        if event.outcome == ENCRYPTION:
            texts.setdefault((event.key, event.nonce), set()).add(event.text)
            if event.answer and not any(event.answer):
                found.add("a plaintext that is the keystream")
    if any(len(one) > 1 for one in texts.values()):
        found.add("the same nonce again with other text")
    return found


def _fields(event: Event) -> dict[str, tuple[int, ...]]:
    if event.outcome == HASH:
        return {"hash message": event.text}
    text = "plaintext" if event.outcome == ENCRYPTION else "ciphertext"
    return {"key": event.key, "nonce": event.nonce, "associated data": event.ad, text: event.text}


def _counters(core: Core, event: Event) -> dict[str, bytes]:
    model: Any = catalog.find(core.aead or "").model
    return {
        "key": _bytes(event.key, event)[: model.key_bytes],
        "nonce": _bytes(event.nonce, event)[: model.nonce_bytes],
    }


def _next(value: bytes, order: Literal["little", "big"]) -> bytes:
    """One more; of the greatest 0."""
    size = len(value)
    number = int.from_bytes(value, order) + 1
    return (number % (1 << 8 * size)).to_bytes(size, order)


def _bytes(words: tuple[int, ...], event: Event) -> bytes:
    return b"".join(word.to_bytes(event.word_bytes, "big") for word in words)


def _is_only(byte: int, words: tuple[int, ...], event: Event) -> bool:
    """Whether all bytes are this one, but for zeros behind the last in its word."""
    data = _bytes(words, event)
    # The last word may be filled up with zeros: all but the rest of it must be the value, and the
    # rest the value or zeros.
    return set(data[: len(data) - event.word_bytes + 1]) == {byte} and not (
        set(data.rstrip(b"\0") or data) - {byte}
    )


def _repeats(data: bytes, block: int) -> bool:
    """Whether a block that is no repeated byte is the one before."""
    return any(
        data[start : start + block] == data[start + block : start + 2 * block]
        # A type of one value repeats its blocks, too, and shows nothing of where they lie.
        and (block == 1 or len(set(data[start : start + block])) > 1)
        for start in range(0, len(data) - 2 * block + 1, block)
    )


def _blocks(core: Core, field: str) -> list[int]:
    if field == "hash message":
        return [catalog.find(core.hash).model.block_bytes]
    if field in ("associated data", "plaintext"):
        model = catalog.find(core.aead).model
        return [model.ad_block_bytes if field == "associated data" else model.block_bytes]
    return []


def messages(core: Core, *, seed: int) -> list[Message]:
    """All of them."""
    random = Random(f"{seed} values")
    found = list(_hashes(core, random)) if core.hash else []
    if not core.aead:
        return found
    groups = list(_encryptions(core, random))
    for number, good in enumerate(groups):
        found.append(good)
        if core.decrypts:
            back = backwards(good)
            found += [with_tag(back, bytes(byte ^ 0x55 for byte in back.tag), "wrong tag"), back]
            if number == 0:
                found += list(_ciphertexts(core, back, random))
    return found


def _encryptions(core: Core, random: Random) -> Iterator[Message]:
    model = catalog.find(core.aead).model
    sizes = {
        "key": model.key_bytes,
        "nonce": model.nonce_bytes,
        "ad": _words(model.ad_block_bytes),
        "plaintext": _words(model.block_bytes),
    }

    def of(**given: bytes) -> Message:
        return encryption(
            core.aead,
            **{field: given.get(field) or random.randbytes(size) for field, size in sizes.items()},
        )

    yield of()
    for value in BYTES.values():
        yield from (of(**{field: value * size}) for field, size in sizes.items())
        yield of(**{field: value * size for field, size in sizes.items()})
        yield of(key=value * model.key_bytes, nonce=value * model.nonce_bytes)
    most = 3 * model.block_bytes if core.most is None else core.most
    # Two equal blocks and one more behind them, as far as the core keeps so many.
    fitting = min(3, most // model.block_bytes)
    for field, block, times in (
        ("ad", model.ad_block_bytes, 3),
        ("plaintext", model.block_bytes, fitting),
    ):
        yield of(**{field: times * _uneven(block, random)})
    if model.key_bytes == model.nonce_bytes:
        same = random.randbytes(model.key_bytes)
        yield of(key=same, nonce=same)
    counted = of()
    yield counted
    for order in ENDS.values():
        counted = of(key=counted.key, nonce=_next(counted.nonce, order))
        yield counted
    for order in ENDS.values():
        counted = of(key=_next(counted.key, order))
        yield counted
    again = of()
    yield again
    yield encryption(
        core.aead,
        key=again.key,
        nonce=again.nonce,
        ad=again.ad,
        plaintext=random.randbytes(len(again.data)),
    )
    if (zero := _zero_ciphertext(core)) is not None:
        yield zero


def _words(block: int) -> int:
    return -(-(FEW + block) // WORD) * WORD


def _uneven(size: int, random: Random) -> bytes:
    """Random bytes, not all of them the same; of one byte none."""
    return random.randbytes(1) if size == 1 else b"\1\2" + random.randbytes(size - 2)


def _zero_ciphertext(core: Core) -> Message | None:
    """An encryption of a block whose ciphertext is all 0, of a mode where the plaintext is added to
    a keystream.
    """
    model = catalog.find(core.aead).model
    fields = {
        "key": bytes(range(model.key_bytes)),
        "nonce": bytes(range(model.nonce_bytes)),
        "ad": b"ad",
    }
    stream = encryption(core.aead, **fields, plaintext=bytes(model.block_bytes)).result
    found = encryption(core.aead, **fields, plaintext=stream[: model.block_bytes])
    # In a mode that is no stream cipher the text changes the ciphertext otherwise.
    return found if not any(found.result) else None


def _ciphertexts(core: Core, back: Message, random: Random) -> Iterator[Message]:
    """Ciphertexts and tags of one value, which must fail; the model is not asked: a tag of one
    value is right by chance only.
    """
    wrong: Callable[[bytes], Message] = lambda value: with_tag(  # noqa: E731
        replace(back, data=value * len(back.data)),
        random.randbytes(len(back.tag)),
        "ciphertext of one value",
    )
    yield from (wrong(value) for value in BYTES.values())


def _hashes(core: Core, random: Random) -> Iterator[Message]:
    block = catalog.find(core.hash).model.block_bytes
    for text in (*(value * _words(block) for value in BYTES.values()), 3 * _uneven(block, random)):
        yield hashing(core.hash, message=text)
