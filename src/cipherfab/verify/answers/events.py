# SPDX-License-Identifier: Apache-2.0
"""What is really played on a core with the LWC API, read from the words on its buses: goals of
coverage are measured on it, not on what a generator meant to make.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ...lwc.protocol import Opcode, Segment, header_of
from ...lwc.vectors import Block, Vectors

ENCRYPTION, ACCEPTED, REFUSED, HASH, BROKEN = (
    "encryption",
    "decryption accepted",
    "decryption refused",
    "hash",
    "broken message",
)
OUTCOMES = (ENCRYPTION, ACCEPTED, REFUSED, HASH)

TEXTS = (Segment.PLAINTEXT, Segment.CIPHERTEXT, Segment.HASH_MESSAGE)


@dataclass(frozen=True, kw_only=True)
class Event:
    """A message and its answer.

    Attributes:
        outcome: one of `OUTCOMES`, or `BROKEN`.
        keys: how many keys it activates.
        key: words of the key in use, without header.
        nonce, ad, text: words of these types, all segments.
        ad_sizes, text_sizes: bytes of each segment.
        tag: the one that was given, or answered.
        answer: words of the ciphertext, plaintext or digest that came out.
        word_bytes: of a word.
    """

    outcome: str
    keys: int
    key: tuple[int, ...]
    nonce: tuple[int, ...]
    ad: tuple[int, ...]
    text: tuple[int, ...]
    ad_sizes: tuple[int, ...]
    text_sizes: tuple[int, ...]
    tag: tuple[int, ...]
    answer: tuple[int, ...]
    word_bytes: int

    @property
    def ad_bytes(self) -> int:
        """Bytes of associated data."""
        return sum(self.ad_sizes)

    @property
    def text_bytes(self) -> int:
        """Bytes of plaintext, ciphertext or hash message."""
        return sum(self.text_sizes)

    @property
    def tag_bytes(self) -> bytes:
        """The tag, first byte first."""
        return b"".join(word.to_bytes(self.word_bytes, "big") for word in self.tag)


def events(vectors: Vectors) -> list[Event]:
    """One for each message, in order."""
    return list(_events(vectors))


def _events(vectors: Vectors) -> Iterator[Event]:
    width, keys = vectors.pdi.width, iter(vectors.sdi.blocks)
    key: tuple[int, ...] = ()
    for block, answer in zip(vectors.pdi.blocks, vectors.do.blocks):
        # On every bus an opcode is in the topmost 4 bits of its word.
        opcodes = [item.words[0] >> width - 4 for item in block.items if item.kind == "INS"]
        activated = opcodes.count(Opcode.ACTIVATE_KEY)
        # A message may activate several keys; the last one is in use.
        for _ in range(activated):
            key = _data(next(keys, None))
        given, came = _types(block, width), _types(answer, width)
        text = next((given[kind] for kind in TEXTS if kind in given), ((), ()))
        # A decryption is given its tag, and an encryption answers with it.
        tags = given.get(Segment.TAG) or came.get(Segment.TAG) or ((), ())
        yield Event(
            outcome=_outcome(opcodes, given, answer, width),
            keys=activated,
            key=key,
            nonce=given.get(Segment.NONCE, ((), ()))[1],
            ad_sizes=given.get(Segment.AD, ((), ()))[0],
            ad=given.get(Segment.AD, ((), ()))[1],
            text_sizes=text[0],
            text=text[1],
            tag=tags[1],
            answer=next((came[kind][1] for kind in (*TEXTS, Segment.DIGEST) if kind in came), ()),
            word_bytes=width // 8,
        )


def _data(block: Block | None) -> tuple[int, ...]:
    return tuple(
        word for item in (block.items if block else ()) if item.kind == "DAT" for word in item.words
    )


def _types(block: Block, width: int) -> dict[int, tuple[tuple[int, ...], tuple[int, ...]]]:
    """Of each type the bytes of its segments, and its words."""
    found: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
    kind = 0
    for item in block.items:
        if item.kind == "HDR":
            header = header_of(item.words, width)
            # LWC API: the type is in the topmost 4 bits of a header, the length in the lowest 16.
            kind = header >> 28
            sizes, words = found.get(kind, ((), ()))
            # An empty segment has a header and no data: it counts too.
            found[kind] = ((*sizes, header & 0xFFFF), words)
        elif item.kind == "DAT" and kind in found:
            sizes, words = found[kind]
            found[kind] = (sizes, words + item.words)
    return found


def _outcome(opcodes: list[int], given: dict, answer: Block, width: int) -> str:
    """A failure that is no decryption with a tag is a message that breaks the protocol, or one that
    is too long for a core that keeps it.
    """
    # The status is the last word of an answer.
    failed = answer.items[-1].words[0] >> width - 4 == Opcode.FAILURE
    # Instructions to activate keys come before that of the operation.
    operation = opcodes[-1] if opcodes else None
    if failed:
        return (
            REFUSED
            if operation == Opcode.DECRYPT
            and Segment.TAG in given
            and answer.headers_before is None
            else BROKEN
        )
    return {Opcode.ENCRYPT: ENCRYPTION, Opcode.DECRYPT: ACCEPTED, Opcode.HASH: HASH}.get(
        operation, BROKEN
    )
