# SPDX-License-Identifier: Apache-2.0
"""Each bit of the tag wrong in each class of message: associated data and text that are empty, part
of a block, and whole. A comparison may leave out a bit in one of these only.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from ... import catalog
from ...lwc.messages import Message
from .events import REFUSED, Event
from .forged import pair, right_ones, what_makes_a_tag
from .goals import Core, Part
from .stimulus import with_wrong_tag

EMPTY, PARTIAL, WHOLE = "empty", "part of a block", "whole"

Class = tuple[str, str]
"""Of associated data, and of ciphertext."""


def classes(core: Core) -> list[Class]:
    """Those that a decryption of the algorithm may have."""
    model = catalog.find(core.aead).model
    # A block of one byte has no part.
    ads = [EMPTY, *([PARTIAL] if model.ad_block_bytes > 1 else []), WHOLE]
    texts = (
        [WHOLE]
        if model.whole_ciphertext
        else [EMPTY, *([PARTIAL] if model.block_bytes > 1 else []), WHOLE]
    )
    return list(product(ads, texts))


def wanted(core: Core) -> list[str]:
    """A goal for each class."""
    return [_goal(one) for one in classes(core)]


def _goal(one: Class) -> str:
    return f"each bit of the tag: associated data {one[0]}, text {one[1]}"


def met(events: Sequence[Event], core: Core) -> set[str]:
    """The goals that these messages meet."""
    model = catalog.find(core.aead).model
    right: dict[tuple, Event] = right_ones(events)
    bits: dict[Class, set[int]] = {}
    for event in events:
        good = right.get(what_makes_a_tag(event, event.text))
        if event.outcome == REFUSED and good is not None:
            one = (
                _class(event.ad_bytes, model.ad_block_bytes),
                _class(event.text_bytes, model.block_bytes),
            )
            difference = [a ^ b for a, b in zip(good.tag_bytes, event.tag_bytes)]
            bits.setdefault(one, set()).add(int.from_bytes(bytes(difference), "big"))
    every = {1 << bit for bit in range(8 * model.tag_bytes)}
    # Differences of more bits are among those found, and count for nothing.
    return {_goal(one) for one, found in bits.items() if every <= found}


def _class(size: int, block: int) -> str:
    return (PARTIAL if size % block else WHOLE) if size else EMPTY


def parts(core: Core, *, seed: int) -> Iterator[Part]:
    """A class in each, short messages first."""
    random, model = Random(f"{seed} tag bits"), catalog.find(core.aead).model
    order = [EMPTY, PARTIAL, WHOLE]
    for one in sorted(classes(core), key=lambda one: sum(map(order.index, one))):
        sizes = [
            # No part of a one-byte block is asked for, but the range must not be empty.
            {EMPTY: 0, PARTIAL: random.randrange(1, max(2, block)), WHOLE: block}[kind]
            for kind, block in zip(one, (model.ad_block_bytes, model.block_bytes))
        ]
        # The encryption, a forgery for each bit, and the good decryption twice.
        count = 8 * model.tag_bytes + 3
        yield Part(
            goals=(_goal(one),),
            messages=count,
            data_bytes=count * sum(sizes),
            # As a default value: the loop has gone on when a part is made.
            make=lambda sizes=sizes: _each_bit(core, random, *sizes),
        )


def _each_bit(core: Core, random: Random, ad: int, text: int) -> list[Message]:
    """The decryption that must pass is behind its forgeries and in the midst of them."""
    good, back = pair(core, random, ad, text)
    wrong = [with_wrong_tag(back, bit) for bit in range(8 * len(back.tag))]
    half = len(wrong) // 2
    return [good, *wrong[:half], back, *wrong[half:], back]
