# SPDX-License-Identifier: Apache-2.0
"""What a shape of messages asks and what must be answered: the words of PDI, SDI and DO with free
bits, as the software description gives them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from ...design import LwcInterface
from ...lwc import messages as bus
from ...lwc.messages import Message, Operation
from ...lwc.streams import vectors
from ...lwc.vectors import Block, Item, Vectors
from ..equivalence.aig import TRUE
from .bits import NotSymbolic, bits_of, paths
from .graph import PATTERNS, Graph
from .likely import RIGHT, likely
from .shapes import Part, Shape
from .specification import concrete, free, over

AGREED = (0, PATTERNS, PATTERNS + RIGHT)
"""Assignments in which the answers are compared with the model's own: a random one, one with the
right tag, one with a wrong bit in it.
"""


class Stopped(Exception):
    """A shape cannot be proved; the text says why."""


@dataclass(frozen=True, kw_only=True)
class Expected:
    """A word of DO.

    Attributes:
        bits: literals.
        cares: literals: the bits that must match.
        hoped: literals that are ``bits`` wherever they must match, and perhaps simpler.
        status: whether it is a status.
        comment: what it is.
    """

    bits: list[int]
    cares: list[int]
    hoped: list[int]
    status: bool
    comment: str


@dataclass(frozen=True, kw_only=True)
class Answered:
    """A message with free bits: the words of PDI and SDI, of DO, and the byte strings by name."""

    pdi: list[list[int]]
    sdi: list[list[int]]
    do: list[Expected]
    part: Part
    strings: dict[str, object]


@dataclass(frozen=True, kw_only=True)
class Case:
    """The messages of a shape where it is known how long each answer is.

    Attributes:
        conditions: of each message the literal that is 1 if its answer is so long.
        answered: the messages.
    """

    conditions: list[int]
    answered: list[Answered]

    @property
    def assumed(self) -> list[int]:
        """Literals that are 1 in this case."""
        return [condition for condition in self.conditions if condition != TRUE]

    def words(self) -> list[tuple[Expected, list[int]]]:
        """The words of all answers, each with what is assumed of its message and of those before
        it: no answer hangs on a later message.
        """
        return [
            (word, [one for one in self.conditions[: place + 1] if one != TRUE])
            for place, answered in enumerate(self.answered)
            for word in answered.do
        ]


def specified(graph: Graph, interface: LwcInterface, shape: Shape) -> list[Case]:
    """The messages of a shape with free bits, and their answers: all cases that there are.

    Raises:
        NotSymbolic: the description cannot be run so.
    """
    found, key = [], b""
    try:
        with over(graph):
            for place, part in enumerate(shape.parts):
                strings = _strings(graph, shape, place, key)
                key = strings.get("key", key)
                found.append(_answers(graph, interface, part, strings))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # A description is any Python: what it does with a number may need a plain one.
        raise NotSymbolic(
            f"the description of {part.algorithm} does not run over bits: {error}"
        ) from None
    return [
        Case(
            conditions=[condition for condition, _ in case],
            answered=[answered for _, answered in case],
        )
        for case in product(*found)
    ]


def _strings(graph: Graph, shape: Shape, place: int, key) -> dict[str, object]:
    part, before = shape.parts[place], shape.parts[:place]
    model = bus.catalog.find(part.algorithm).model
    if part.operation == Operation.HASH:
        return {"message": free(graph, f"message{place}", part.text)}
    if part.operation == Operation.OUTPUT:
        lengths = {"message": part.text, "customization": part.ad}
        return {name: free(graph, f"{name}{place}", length) for name, length in lengths.items()}
    # A message with the key in use that comes first has one all the same: it was loaded before.
    fresh = part.new_key or not len(key)
    strings = {"key": free(graph, f"key{place}", model.key_bytes) if fresh else key}
    if part.operation == Operation.DECRYPT:
        second = any(one.operation == Operation.DECRYPT for one in before)
        # Before the inputs are made: an input takes its values when it is new.
        graph.likely |= likely(graph, part, place, strings["key"], second=second)
    lengths = {"nonce": model.nonce_bytes, "ad": part.ad}
    if part.operation == Operation.ENCRYPT:
        lengths["plaintext"] = part.text
    else:
        lengths |= {"ciphertext": model.ciphertext_bytes(part.text), "tag": model.tag_bytes}
    return {
        **strings,
        **{name: free(graph, f"{name}{place}", length) for name, length in lengths.items()},
    }


def message_of(part: Part, strings: dict[str, object]) -> Message:
    """The message of a part with these byte strings."""
    if part.operation == Operation.HASH:
        return bus.hashing(part.algorithm, **strings, data_sizes=part.text_sizes)
    if part.operation == Operation.OUTPUT:
        return bus.output(part.algorithm, **strings, size=part.output)
    sizes = {"ad_sizes": part.ad_sizes, "data_sizes": part.text_sizes}
    if part.operation == Operation.ENCRYPT:
        return bus.encryption(part.algorithm, **strings, new_key=part.new_key, **sizes)
    return bus.decryption(
        part.algorithm,
        **strings,
        new_key=part.new_key,
        **sizes,
        padded=_is_padded(part.algorithm, part.text),
    )


@cache
def _is_padded(algorithm: str, text: int) -> bool:
    """The mark of padding of a message of this length, in a mode that has one."""
    model = bus.catalog.find(algorithm).model
    if not model.marks_padding:
        return False
    sealed = model.encrypt(bytes(model.key_bytes), bytes(model.nonce_bytes), b"", bytes(text))
    return model.taken_apart(sealed, text)[2]


def _answers(
    graph: Graph, interface: LwcInterface, part: Part, strings: dict[str, object]
) -> list[tuple[int, Answered]]:
    """A message for each length of its answer, with the literal that is 1 if it is so long."""
    streams = paths(graph, lambda: vectors([message_of(part, strings)], **interface.streamed))
    _, first = streams[0]
    pdi = [bits_of(word, interface.width) for word in first.pdi.words]
    sdi = [bits_of(word, interface.sdi_width) for word in first.sdi.words]
    lengths: dict[int, list] = {}
    # An answer whose length is free comes last, when the length of the right one is known.
    for condition, one in sorted(streams, key=lambda stream: _anything(stream[1])):
        words = [word for block in one.do.blocks for word in _words(block.items, interface.width)]
        if _anything(one):
            words = _behind_anything(words, lengths)
        lengths.setdefault(len(words), []).append((condition, words))
    found = []
    for given in lengths.values():
        do = [
            _merged(graph, column)
            for column in zip(
                *([(condition, *word) for word in words] for condition, words in given)
            )
        ]
        some = graph.all(condition ^ 1 for condition, _ in given) ^ 1
        found.append(
            (
                # With one length the conditions of all paths together are always true.
                some if len(lengths) > 1 else TRUE,
                Answered(pdi=pdi, sdi=sdi, do=do, part=part, strings=strings),
            )
        )
    return found


def _anything(vectors: Vectors) -> bool:
    """Whether any words may come before the status."""
    return any(block.anything_before_status for block in vectors.do.blocks)


def _behind_anything(words: list[tuple], lengths: Mapping[int, list]) -> list[tuple]:
    """The words of an answer before whose status any words may come: as many as of the right
    answer, each with any bits. A core that gives another number of them is not proved.
    """
    if len(lengths) != 1:
        raise NotSymbolic("how long the answer is depends on the padding, that is on data")
    ((_, right),) = next(iter(lengths.values()))
    return [
        *(
            (bits, [0] * len(bits), status, comment)
            for bits, _, status, comment in right[: -len(words)]
        ),
        *words,
    ]


def _words(items: Sequence[Item], width: int):
    """Bits, bits that must match, whether it is a status, and a comment, of each word."""
    for item in items:
        cares = item.cares or [(1 << width) - 1] * len(item.words)
        for word, care in zip(item.words, cares, strict=True):
            yield (
                bits_of(word, width),
                bits_of(care, width),
                item.kind == "STT",
                item.comment or item.kind,
            )


def _merged(graph: Graph, column: Sequence[tuple]) -> Expected:
    """A word whose bits hang on which of several conditions holds."""
    _, bits, cares, status, comment = column[0]
    for condition, other, others_cares, other_status, _ in column[1:]:
        if other_status != status:
            raise NotSymbolic("the status comes in another place where the tag is wrong")
        bits = [graph.mux(condition, one, zero) for one, zero in zip(other, bits)]
        cares = [graph.mux(condition, one, zero) for one, zero in zip(others_cares, cares)]
    hoped = list(bits)
    for place in range(len(bits)):
        # Where a failure need not match, the plaintext of a right tag alone is hoped for: no
        # multiplexer by the tag is left to prove.
        wanted = {one[1][place] for one in column if one[2][place]}
        if len(wanted) == 1:
            (hoped[place],) = wanted
    return Expected(bits=bits, cares=cares, hoped=hoped, status=status, comment=comment)


def agree(graph: Graph, interface: LwcInterface, case: Case) -> None:
    """Compare the answers with those that the software model gives by itself, in every assignment
    that stands for others.

    Raises:
        Stopped: they differ: `specification` reads a description wrongly.
    """
    held = graph.value(graph.all(case.assumed))
    for pattern in AGREED:
        # An assignment of another case has an answer of another length.
        if pattern >= graph.patterns or not held >> pattern & 1:
            continue
        given = [
            message_of(
                one.part,
                {name: concrete(graph, value, pattern) for name, value in one.strings.items()},
            )
            for one in case.answered
        ]
        streams = vectors(given, **interface.streamed)
        same = {
            port: _numbers(graph, case, port, pattern) == getattr(streams, port).words
            for port in ("pdi", "sdi")
        }
        same["do"] = all(
            _answers_agree(graph, one.do, block, pattern)
            for one, block in zip(case.answered, streams.do.blocks, strict=True)
        )
        for port in same:
            if not same[port]:
                raise Stopped(
                    f"{case.answered[0].part.name}: the description over bits and the "
                    f"model give different words on {port}"
                )


def _numbers(graph: Graph, case: Case, port: str, pattern: int) -> list[int]:
    return [_number(graph, word, pattern) for one in case.answered for word in getattr(one, port)]


def _answers_agree(graph: Graph, words: Sequence[Expected], block: Block, pattern: int) -> bool:
    """Whether the words of DO are those of the model, where they must match."""
    cares = [care for item in block.items for care in item.cares or [-1] * len(item.words)]
    if block.anything_before_status:
        # The words before the status are any, as many as of the right answer; the model gives the
        # rest alone.
        words = words[-len(block.words) :]
    return len(words) == len(block.words) and all(
        _number(graph, word.bits, pattern) & care == plain & care
        for word, plain, care in zip(words, block.words, cares)
    )


def _number(graph: Graph, bits: Sequence[int], pattern: int) -> int:
    return sum((graph.value(bit) >> pattern & 1) << place for place, bit in enumerate(bits))
