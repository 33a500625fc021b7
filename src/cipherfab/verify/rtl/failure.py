# SPDX-License-Identifier: Apache-2.0
"""The first thing that went wrong when vectors were played, and where in which message."""

from dataclasses import dataclass

from ...lwc.vectors import Vectors

GOT = ("word", "unstable", "header", "extra", "shares")
"""Failures that a word shows; to all but the last another one was expected."""


@dataclass(frozen=True, kw_only=True)
class Failure:
    """The first thing that went wrong.

    Attributes:
        kind: ``word`` (differs), ``last`` (do_last is wrong), ``unstable`` (DO changed while it
            waited), ``extra`` (a word too many), ``filler`` (before the status of a broken message
            is a segment that is not whole), ``header`` (or one that the input does not have),
            ``late`` (in another cycle than from another power-up state), ``shares`` (another share
            than share 0 of a header or a status word is not 0) or ``hung``.
        message: index of the message, from 0.
        title: of the message.
        word: index of the word in the message's output, from 0.
        expected, got: in hexadecimal, ``X`` for digits that are not compared; empty where there is
            nothing to compare.
        cycle: clock cycle after reset, from 0.
        text: all of this in a sentence or two.
    """

    kind: str
    message: int
    title: str
    word: int
    expected: str
    got: str
    cycle: int
    text: str


def failure_of(vectors: Vectors, found: dict, ends: list[int], max_idle: int) -> Failure:
    """The bench's finding in the words of the message that it concerns.

    Args:
        vectors: what was played.
        found: the bench's JSON object.
        ends: of each message, the number of output words up to its end.
        max_idle: cycles after which the bench called the core stuck.
    """
    position, kind = found["do"], found["failure"]
    # The bench has the cycles of a word in place of its value, where these differ.
    cycle = found["got"] if kind == "late" else found["cycle"]
    message = next(
        (number for number, end in enumerate(ends) if position < end), max(0, len(ends) - 1)
    )
    block = vectors.do.blocks[message] if ends else None
    word = position - (ends[message - 1] if message else 0)
    title = block.title if block else ""
    # A header has 32 bits on every bus.
    digits = 8 if kind == "header" else vectors.do.width // 4
    got = f"{found['got']:0{digits}X}" if kind in GOT else ""
    # Of a word too many, or of other shares, no word was expected.
    expected = _pattern(found["expected"], found["care"], digits) if kind in GOT[:3] else ""
    what = _what(found, expected, got)
    if kind == "hung":
        what = (
            f"the core is stuck: no word on any port for {max_idle} cycles; "
            f"{_waiting(vectors, found)}"
        )
    place = f"message {message + 1} of {len(ends)} ({title}), output word {word + 1}"
    place += _item_comment(block, word)
    # Behind the last answer there is no message to name.
    place = place if position < sum(ends[-1:]) else f"after the answers to all {len(ends)} messages"
    return Failure(
        kind=kind,
        message=message,
        title=title,
        word=word,
        expected=expected,
        got=got,
        cycle=cycle,
        text=f"{_in_run(found, place)}, cycle {cycle}: {what}",
    )


def _what(found: dict, expected: str, got: str) -> str:
    """What the bench saw, of every kind but ``hung``."""
    return {
        "word": f"expected {expected}, got {got}",
        "last": f"expected do_last = {found['expected']}, got {found['got']}",
        "unstable": f"do_data, do_last or do_valid changed while do_ready was 0: {expected} became "
        f"{got}",
        "extra": f"a word too many: {got}",
        "shares": f"it is a header or a status word, {got} in share 0, and another share is not 0",
        "header": f"a header in front of the status is not one of the input: "
        f"expected {expected}, got {got}",
        "filler": "the status came in the midst of a segment",
        "late": f"it came in this cycle, but in cycle {found['expected']} from the power-up state "
        f"before, with the same stalls",
        "zeroise": f"not zeroised within {found['expected']} cycles, or a word on DO",
    }.get(found["failure"], "")


def _in_run(found: dict, place: str) -> str:
    """A place in the run where it is: around which reset, in which repetition, from which power-up
    state.
    """
    if found["reset"]:
        place = f"messages around a reset in cycle {found['reset']}: {place}"
    if found.get("repeats"):
        place = f"{place}, with {found['repeats']} repetitions left"
    return f"power-up state {found['run'] + 1}: {place}" if found["run"] else place


def _pattern(word: int, care: int, digits: int) -> str:
    cares = f"{care & (1 << 4 * digits) - 1:0{digits}X}"
    # A digit of which some bits are not compared is shown as not compared at all.
    return "".join(
        digit if full == "F" else "X" for digit, full in zip(f"{word:0{digits}X}", cares)
    )


def _item_comment(block, word: int) -> str:
    for item in block.items if block else ():
        if word < len(item.words):
            return f" ({item.comment})" if item.comment else f" ({item.kind})"
        word -= len(item.words)
    return ""


def _waiting(vectors: Vectors, found: dict) -> str:
    """Which words each port still waits for."""
    counts = {stream.port: len(stream.words) for stream in (vectors.pdi, vectors.sdi, vectors.do)}
    signals = {
        "pdi": f"pdi_ready = {found['pdi_ready']}",
        "sdi": f"sdi_ready = {found['sdi_ready']}",
        "do": f"do_valid = {found['do_valid']}",
    }
    return ", ".join(
        f"{port.upper()} at word {found[port]} of {counts[port]} ({signals[port]})"
        for port in counts
    )
