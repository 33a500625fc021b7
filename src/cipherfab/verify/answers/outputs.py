# SPDX-License-Identifier: Apache-2.0
"""Messages with an output of any length for a core that has such functions beside an AEAD and its
hash (the option ``xof``), and those that break the rules; see ``docs/reference/lwc.md``.
"""

from collections.abc import Iterator, Sequence
from random import Random

from ... import catalog
from ...design import LwcInterface
from ...lwc.messages import Header, Instruction, Message, Part, Violation, output
from ...lwc.protocol import Opcode, Segment
from ...modes.model import XofModel
from . import stimulus
from .segments import parts, violating

REFUSED = "xof-refused"
"""Mark of what is wrong in such a message."""

LONG_BYTES, LONG_OUTPUT = 400, 700


def customizations(model: XofModel) -> tuple[int, ...]:
    """Lengths of customization strings: around blocks, and the longest."""
    most, block = model.most_customization_bytes, model.block_bytes
    if not most:
        return (0,)
    return (0, 1, block - 1, block, block + 1, 2 * block, most - 1, most)


def plan(interface: LwcInterface, *, seed: int) -> list[Message]:
    """Messages, customizations and outputs of every length around blocks, long ones, outputs that
    are asked for in parts, and splits of the message; between them encryptions, decryptions and
    hashes of the other plan, since one core computes them all in turn.
    """
    random = Random(seed)
    found = [one for name in interface.xofs for one in _of_one(name, random)]
    random.shuffle(found)
    others = stimulus.plan(interface.aead, interface.hash, seed=seed)
    for number, message in enumerate(found):
        # The first is in front of all others, so that one function answers behind a reset, before
        # any key.
        others.insert(random.randrange(len(others) + 1) if number else 0, message)
    return others


def few(interface: LwcInterface, *, seed: int) -> list[Message]:
    """One message of each function, with an output in two parts."""
    random = Random(seed)
    return [_asked(name, random, 9, (8, 3), _model(name).block_bytes) for name in interface.xofs]


def _model(name: str) -> XofModel:
    model = catalog.find(name).model
    assert isinstance(model, XofModel)
    return model


def _asked(name: str, random: Random, size: int, outputs: Sequence[int], custom: int) -> Message:
    """A message of ``size`` bytes whose output is asked for in these parts."""
    most = _model(name).most_customization_bytes
    return output(
        name,
        message=random.randbytes(size),
        size=sum(outputs),
        customization=random.randbytes(min(custom, most)),
        output_sizes=tuple(outputs),
    )


def _of_one(name: str, random: Random) -> Iterator[Message]:
    model = _model(name)
    block, customs = model.block_bytes, customizations(model)
    for size in (*range(2 * block + 2), LONG_BYTES):
        for custom in customs:
            yield _asked(name, random, size, (random.randrange(4 * block),), custom)
    for size in (*range(3 * block + 2), LONG_OUTPUT):
        yield _asked(name, random, random.randrange(20), (size,), random.choice(customs))
    for _ in range(8 * block):
        # Only the last part of an output may end within a block.
        parts_of = [block * random.randrange(4) for _ in range(random.randrange(1, 4))]
        outputs = (*parts_of, random.randrange(2 * block))
        yield _asked(name, random, random.randrange(20), outputs, random.choice(customs))
    for sizes in ((0, 0), (block, 0), (0, block, 3), (block, 2 * block, 0, 5)):
        yield output(
            name,
            message=random.randbytes(sum(sizes)),
            size=2 * block + 1,
            customization=random.randbytes(customs[-2] if len(customs) > 1 else 0),
            data_sizes=sizes,
        )


def violations(xofs: Sequence[str], random: Random) -> Iterator[Violation]:
    """Of each function what breaks its rules."""
    for name in xofs:
        yield from _violations(name, random)


def _violations(name: str, random: Random) -> Iterator[Violation]:
    model = _model(name)
    block, most = model.block_bytes, model.most_customization_bytes
    instruction = Instruction(opcode=Opcode.CXOF if most else Opcode.XOF)
    message = parts(random, Segment.HASH_MESSAGE, block + 1)
    custom = parts(random, Segment.AD, 5) if most else []
    wrong = {
        "output that is not whole blocks, and more of it": [
            custom, message, _ask(block - 3, eot=False), _ask(5)],
        "output without last": [custom, message, _ask(5, last=False), _ask(2 * block)],
        "output that is not the end, with last": [
            custom, message, _ask(block, eot=False, last=True)],
        # The header that asks for the last of the output has this flag, and no other.
        "message with last": [custom, parts(random, Segment.HASH_MESSAGE, 5, last=True)],
        "output in place of the message": [custom, _ask(3 * block)],
        "a tag in place of the output": [
            custom, message, parts(random, Segment.TAG, 16, last=True)],
        "a nonce before the message": [
            parts(random, Segment.NONCE, 16), custom, message, _ask(block)],
        "a broken message, and output asked for in parts": [
            custom, parts(random, Segment.HASH_MESSAGE, 5, eot=False), message,
            _ask(block, eot=False), _ask(3)],
    }  # fmt: skip
    if most:
        wrong |= {
            "customization that is too long": [
                parts(random, Segment.AD, most + 1), message, _ask(block)],
            "customization in two segments": [
                parts(random, Segment.AD, block, eot=False), custom, message, _ask(block)],
            "no customization": [message, _ask(block)],
        }  # fmt: skip
    else:
        wrong["a customization where there is none"] = [
            parts(random, Segment.AD, 5), message, _ask(block)]  # fmt: skip
    for title, segments in wrong.items():
        yield violating(REFUSED, f"{name}: {title}", instruction, *segments)


def _ask(size: int, *, eot: bool = True, last: bool | None = None) -> list[Part]:
    """A header that asks for output."""
    return [Header(type=Segment.LENGTH, length=size, eot=eot, last=eot if last is None else last)]
