# SPDX-License-Identifier: Apache-2.0
"""Shapes of messages: all that is known of them but keys, nonces, data and tags."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ... import catalog
from ...design import LwcInterface
from ...lwc.messages import KEYLESS, Operation

STALLS = 1
"""Seed of the stalls of those of the chosen shapes that have some."""

MOST_BYTES = 32
"""Of associated data and of text in the official files."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """One message of a shape.

    Attributes:
        algorithm: catalog name.
        operation: what is asked for.
        ad, text: bytes of associated data, and of plaintext, ciphertext or message to hash; ``ad``
            of a function with a customization is that.
        output: bytes of output that are asked for, of a function with an output of any length.
        new_key: a key comes with it.
        ad_sizes, text_sizes: bytes of each segment; None: one.
    """

    algorithm: str
    operation: Operation
    ad: int = 0
    text: int = 0
    output: int = 0
    new_key: bool = True
    ad_sizes: tuple[int, ...] | None = None
    text_sizes: tuple[int, ...] | None = None

    @property
    def name(self) -> str:
        """In a line, such as ``encryption 5 + 16 bytes``."""
        text = "+".join(map(str, self.text_sizes or (self.text,)))
        if self.operation == Operation.HASH:
            return f"hash {text} bytes"
        if self.operation == Operation.OUTPUT:
            custom = f"customization {self.ad}, " if self.ad else ""
            return f"{self.algorithm} {custom}message {text}, output {self.output} bytes"
        ad = "+".join(map(str, self.ad_sizes or (self.ad,)))
        key = "" if self.new_key else ", same key"
        return f"{self.operation} AD {ad}, text {text} bytes{key}"


@dataclass(frozen=True, kw_only=True)
class Shape:
    """Messages one behind the other.

    Attributes:
        stalls: seed of the cycles in which a port waits; None: none does.
    """

    parts: tuple[Part, ...]
    stalls: int | None = None

    @property
    def name(self) -> str:
        """In a line."""
        stalled = "" if self.stalls is None else f", stalls {self.stalls}"
        return "; then ".join(part.name for part in self.parts) + stalled

    @property
    def has_key(self) -> bool:
        """Its first message has a key."""
        return self.parts[0].operation not in KEYLESS

    @property
    def single(self) -> bool:
        """It is one message, for which no stalls are asked."""
        return len(self.parts) == 1 and self.stalls is None


def chosen(interface: LwcInterface) -> list[Shape]:
    """About twenty shapes around the lengths where control changes, and messages behind others."""
    shapes = [Shape(parts=(part,)) for part in _singles(interface)]
    stalled = [replace(shape, stalls=STALLS) for shape in shapes if _is_long(shape.parts[0])]
    # Some come twice, where a word is as long as a block.
    return list(dict.fromkeys([*shapes, *stalled, *_behind_others(interface)]))


def _is_long(part: Part) -> bool:
    """Data of more than a block, and not whole blocks."""
    model = catalog.find(part.algorithm).model
    return part.text == model.block_bytes + 1 and part.text_sizes is None


def every(interface: LwcInterface) -> list[Shape]:
    """The shapes of the official known-answer files, encrypted and decrypted; of a hash as long
    as its file.
    """
    lengths = range(MOST_BYTES + 1)
    shapes = [
        Shape(parts=(Part(algorithm=interface.aead, operation=operation, ad=ad, text=text),))
        for operation in ways(interface)
        for ad in lengths
        for text in lengths
    ]
    hashes = (
        [
            Shape(parts=(Part(algorithm=interface.hash, operation=Operation.HASH, text=text),))
            for text in lengths
        ]
        if interface.hash
        else []
    )
    outputs = [
        Shape(parts=(_output(name, ad, text),))
        for name in interface.xofs
        for ad in (lengths if _customized(name) else (0,))
        for text in lengths
    ]
    return [*shapes, *hashes, *outputs]


def _customized(algorithm: str) -> int:
    """Bytes of the longest customization of a function."""
    model: Any = catalog.find(algorithm).model
    return model.most_customization_bytes


def _output(algorithm: str, ad: int, text: int, output: int = MOST_BYTES) -> Part:
    return Part(algorithm=algorithm, operation=Operation.OUTPUT, ad=ad, text=text, output=output)


def ways(interface: LwcInterface) -> list[Operation]:
    """The directions of an AEAD that a core has."""
    if not interface.aead:
        return []
    return [Operation.ENCRYPT, *([Operation.DECRYPT] if interface.decrypts else [])]


def _singles(interface: LwcInterface) -> Iterator[Part]:
    for operation in ways(interface):
        model, name = catalog.find(interface.aead).model, interface.aead
        block, other, word = model.block_bytes, model.ad_block_bytes, interface.width // 8
        # Control changes at nothing, at a part of a word, and around one and two blocks of each
        # kind.
        lengths = dict.fromkeys(((0, 0), (0, 1), (1, 0), (word + 1, word - 1 or 1),
                                 (other - 1, block + 1), (other, block), (other + 1, block - 1),
                                 (2 * other, 2 * block)))  # fmt: skip
        for ad, text in lengths:
            if text <= _most(interface) and ad <= _limit(model.most_ad_bytes):
                yield Part(algorithm=name, operation=operation, ad=ad, text=text)
        step = model.ad_step
        # A ciphertext of whole blocks has other segments than its text.
        if block + 1 <= _most(interface) and not model.whole_ciphertext:
            yield Part(
                algorithm=name,
                operation=operation,
                ad=step + 1,
                text=block + 1,
                ad_sizes=(step, 1),
                text_sizes=(block, 1),
            )
    if interface.hash:
        for text in _around_blocks(catalog.find(interface.hash).model.block_bytes):
            yield Part(algorithm=interface.hash, operation=Operation.HASH, text=text)
    for name in interface.xofs:
        yield from _outputs(name)


def _around_blocks(block: int) -> Iterable[int]:
    """Lengths around none, one and two blocks, each once."""
    return dict.fromkeys((0, 1, block - 1, block, block + 1, 2 * block))


def _outputs(algorithm: str) -> Iterator[Part]:
    """Messages, outputs and customizations around the lengths of a word and of a block."""
    model: Any = catalog.find(algorithm).model
    block = model.block_bytes
    for text in _around_blocks(block):
        yield _output(algorithm, 0, text)
    for output in (1, block - 1, block, block + 1):
        yield _output(algorithm, 0, 1, output)
    if _customized(algorithm):
        for ad, text in ((1, 0), (block - 1, block), (block, 1), (block + 1, block + 1)):
            yield _output(algorithm, ad, text)


def _most(interface: LwcInterface) -> int:
    model: Any = catalog.find(interface.aead).model
    return min(_limit(model.most_message_bytes), _limit(interface.buffer_bytes))


def _limit(given: int | None) -> int:
    # Longer than every shape here.
    return 1 << 16 if given is None else given


def _behind_others(interface: LwcInterface) -> Iterator[Shape]:
    """Each way behind each other, with a new key and with the key in use."""
    found = ways(interface)
    first = {way: Part(algorithm=interface.aead, operation=way, ad=1, text=1) for way in found}
    keys = (True, False) if interface.key_reuse else (True,)
    for way in found:
        for other in found:
            for new_key in keys:
                yield Shape(
                    parts=(
                        first[way],
                        Part(
                            algorithm=interface.aead, operation=other, ad=2, text=2, new_key=new_key
                        ),
                    )
                )
    if interface.hash:
        hashed = Part(algorithm=interface.hash, operation=Operation.HASH, text=1)
        for way in found[:1]:
            yield Shape(parts=(hashed, first[way]))
            yield Shape(parts=(first[way], hashed))
    for name in interface.xofs:
        asked = _output(name, int(bool(_customized(name))), 1)
        yield Shape(parts=(asked, asked))
        for way in found[:1]:
            yield Shape(parts=(asked, first[way]))
            yield Shape(parts=(first[way], asked))
