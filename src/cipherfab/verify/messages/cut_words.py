# SPDX-License-Identifier: Apache-2.0
"""Words of PDI and DO of a message that is cut: those that are due at a cut, and those of a text of
another length than its script shows.
"""

from collections.abc import Sequence
from types import SimpleNamespace

from .events import COUNT_BITS, Script, changed
from .graph import Graph

LONG = -1
"""In place of the bytes of a text of which only a bound is known."""


def due_words(graph: Graph, count: int, step: int) -> list:
    """Words of DO that are due at a cut, of any bits; ``step``: bytes of a word."""
    width = 8 * step
    return [
        SimpleNamespace(
            bits=bits, cares=[1] * width, hoped=bits, status=False, comment="an earlier block"
        )
        for number in range(count)
        for bits in [[graph.input(("answer", number, bit)) for bit in range(width)]]
    ]


def tail(script: Script, length: int, shown: int, step: int) -> tuple[list, list]:
    """The words of PDI from the header of the text on, and of DO, for a text of this length.

    Args:
        script: of a text with ``shown`` bytes.
        length: its bytes, or `LONG`.
        step: bytes of a word.
    """
    if length == LONG:
        # Where the end is not known nothing behind the last whole word is looked at.
        return script.pdi[script.header : script.text + shown // step], script.do
    header = [list(word) for word in script.pdi[script.header : script.text]]
    whole, rest = divmod(length, step)
    text = script.pdi[script.text : script.text + whole + bool(rest)]
    if rest:
        keep = 8 * (step - rest)
        # The first byte is in the most significant position, so padding is in the lowest bits,
        # which come first.
        text[-1] = [0] * keep + text[-1][keep:]
    behind = script.pdi[script.text + -(-shown // step) :]
    answer = [word.bits for word in script.do[: script.do_text]]
    answer = [
        SimpleNamespace(
            bits=bits, cares=word.cares, hoped=bits, status=word.status, comment=word.comment
        )
        for word, bits in zip(script.do, _with_length(answer, length))
    ]
    return [*_with_length(header, length), *text, *behind], answer


def _with_length(words: Sequence[Sequence[int]], length: int) -> list[list[int]]:
    """The words of a header with this length."""
    return changed(words, {place: length >> place & 1 for place in range(COUNT_BITS)})
