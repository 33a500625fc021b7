# SPDX-License-Identifier: Apache-2.0
"""Long waits: each port pauses at each kind of place, and two of them at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from ... import catalog
from ...lwc.messages import Message, hashing
from ...lwc.protocol import Opcode, Segment
from ...lwc.vectors import Block, Vectors
from ..answers.forged import pair
from ..answers.goals import Core
from ..answers.stimulus import with_wrong_tag
from .simulator import Wait
from .vector_file import activations

SHORT, LONG = (300, 1100), 5000
"""Cycles: a wait of each at each place, and the last one at those of `MAIN` only."""

# fmt: off
PLACES = {
    "pdi": ("before an instruction", "before a header", "in the nonce", "in associated data",
            "in text", "before the tag", "in the tag"),
    "sdi": ("before a key", "in a key"),
    "do": ("before a header", "in text", "before the tag", "in the tag", "before the status")}
# fmt: on

BOTH = (
    ("pdi", "do", "between messages"),
    ("pdi", "do", "in text"),
    ("pdi", "sdi", "at a key"),
    ("sdi", "do", "behind a key"),
)

MAIN = (
    ("pdi", "before an instruction"),
    ("pdi", "in text"),
    ("sdi", "before a key"),
    ("do", "before a header"),
    ("do", "before the status"),
)

TEXTS = (Segment.PLAINTEXT, Segment.CIPHERTEXT, Segment.HASH_MESSAGE, Segment.DIGEST)
NAMES = {
    Segment.NONCE: "in the nonce",
    Segment.AD: "in associated data",
    Segment.TAG: "in the tag",
    Segment.KEY: "in a key",
    **dict.fromkeys(TEXTS, "in text"),
}


def name(ports: Sequence[str], place: str, cycles: int) -> str:
    """Of a goal."""
    return f"{' and '.join(port.upper() for port in ports)} {place}, {cycles:,} cycles"


def wanted(core: Core) -> list[str]:
    """The goals."""
    found = [
        name((port,), place, cycles)
        for port, places in PLACES.items()
        for place in places
        for cycles in (*SHORT, *([LONG] if (port, place) in MAIN else []))
        if _applies(core, port, place)
    ]
    return found + [
        name(ports, place, SHORT[-1]) for *ports, place in BOTH if core.aead or "sdi" not in ports
    ]


def _applies(core: Core, port: str, place: str) -> bool:
    if core.aead:
        # A tag comes on PDI for a decryption only.
        return core.decrypts or port != "pdi" or "tag" not in place
    return (
        port != "sdi" and "tag" not in place and place not in ("in the nonce", "in associated data")
    )


def messages(core: Core, *, seed: int) -> list[Message]:
    """A round: each operation, with several new keys."""
    random = Random(f"{seed} waits")
    found: list[Message] = []
    # Four: `_double` waits at the third key and at the fourth.
    for _ in range(4 if core.aead else 0):
        model = catalog.find(core.aead).model
        good, back = pair(core, random, model.ad_step + 5, model.block_bytes + 9)
        found += [good, back, with_wrong_tag(back, 5)] if core.decrypts else [good]
    for _ in range(4 if core.hash else 0):
        found.append(
            hashing(
                core.hash, message=random.randbytes(catalog.find(core.hash).model.block_bytes + 9)
            )
        )
    return found


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A wait of a plan, or several for two ports.

    Attributes:
        goal: what it meets.
        wait: in the bench; the first of several decides.
    """

    goal: str
    wait: Wait


def plan(vectors: Vectors, core: Core) -> tuple[list[Asked], int]:
    """Waits in a run of several rounds, of which ``vectors`` is one, and how many rounds: one for
    each number of cycles.
    """
    words = {
        "pdi": len(vectors.pdi.words),
        "sdi": len(vectors.sdi.words),
        "do": len(vectors.do.words),
    }
    found, goals = [], set(wanted(core))
    for number, cycles in enumerate((*SHORT, LONG)):
        for asked in (*_single(vectors, cycles), *_double(vectors, core, cycles)):
            if asked.goal in goals or not asked.goal:
                wait = asked.wait
                found.append(
                    Asked(
                        goal=asked.goal,
                        wait=Wait(
                            port=wait.port,
                            ports=wait.ports,
                            cycles=wait.cycles,
                            # Each number of cycles is tried in a round of its own, behind the words
                            # of the rounds before.
                            position=wait.position + number * words[wait.port],
                        ),
                    )
                )
    # The bench takes the waits of a port in the order of its words.
    order = {port: place for place, port in enumerate(words)}
    return sorted(found, key=lambda one: (order[one.wait.port], one.wait.position)), len(SHORT) + 1


def met(asked: Sequence[Asked], waited: Sequence[int]) -> set[str]:
    """The goals whose waits took place, by the bench's count."""
    return {
        one.goal
        for one, cycles in zip(asked, waited, strict=True)
        if one.goal and cycles >= one.wait.cycles
    }


def _single(vectors: Vectors, cycles: int) -> Iterator[Asked]:
    streams = {"pdi": vectors.pdi.blocks, "sdi": vectors.sdi.blocks, "do": vectors.do.blocks}
    for port, places in PLACES.items():
        blocks = streams[port]
        for number, place in enumerate(places):
            # each in another message, as far as there are enough
            position = _find(blocks, vectors.pdi.width, place, 1 + number if port != "sdi" else 1)
            if position is not None:
                yield Asked(
                    goal=name((port,), place, cycles),
                    wait=Wait(port=port, position=position, ports=(port,), cycles=cycles),
                )


def _double(vectors: Vectors, core: Core, cycles: int) -> Iterator[Asked]:
    """Both at once: of PDI and DO behind the last word of a message, whose answer waits, and in the
    midst of its text; of PDI and SDI behind the activation of a key, whose words wait, too.
    """
    # Two ports at once are tried with one length alone, as the goals ask.
    if cycles != SHORT[-1]:
        return
    blocks, width = vectors.pdi.blocks, vectors.pdi.width
    last = starts(blocks)[len(blocks) - 1]
    yield Asked(
        goal=name(BOTH[0][:2], BOTH[0][2], cycles),
        wait=Wait(port="pdi", position=last, ports=("pdi", "do"), cycles=cycles),
    )
    yield from _in_text(vectors, core, cycles)
    active = [number for number, block in enumerate(blocks) if activations(block, width)]
    # Each of the waits below is at another key.
    if len(active) < 4:
        return
    keys = starts(vectors.sdi.blocks)
    yield Asked(
        goal=name(BOTH[2][:2], BOTH[2][2], cycles),
        wait=Wait(
            port="pdi", position=starts(blocks)[active[2]] + 1, ports=("pdi", "sdi"), cycles=cycles
        ),
    )
    # No goal of its own: it lets the words of the key wait as long as PDI does.
    yield Asked(goal="", wait=Wait(port="sdi", position=keys[2], ports=("sdi",), cycles=cycles))
    yield Asked(
        goal=name(BOTH[3][:2], BOTH[3][2], cycles),
        wait=Wait(port="sdi", position=keys[3], ports=("sdi", "do"), cycles=cycles),
    )


def _in_text(vectors: Vectors, core: Core, cycles: int) -> Iterator[Asked]:
    """DO waits at its first word of text or digest, and PDI behind the first word of the text, or
    behind its first block: which of them lets both wait at once depends on when a core answers.
    """
    model = catalog.find(core.aead or core.hash).model
    begins = starts(vectors.pdi.blocks), starts(vectors.do.blocks)
    for number, offset in ((0, 1), (1, model.block_bytes * 8 // vectors.pdi.width)):
        texts = [
            text_start(blocks[number], vectors.pdi.width)
            for blocks in (vectors.pdi.blocks, vectors.do.blocks)
        ]
        yield Asked(
            goal=name(BOTH[1][:2], BOTH[1][2], cycles) if number == 0 else "",
            wait=Wait(
                port="do", position=begins[1][number] + texts[1], ports=("do",), cycles=cycles
            ),
        )
        yield Asked(
            goal="",
            wait=Wait(
                port="pdi",
                position=begins[0][number] + texts[0] + offset,
                ports=("pdi",),
                cycles=cycles,
            ),
        )


def text_start(block: Block, width: int) -> int:
    """Number of the first word of a text on a bus of so many bits, from 0 in its block."""
    kind, offset = None, 0
    for item in block.items:
        kind = item.words[0] >> width - 4 if item.kind == "HDR" else kind
        if item.kind == "DAT" and kind in TEXTS:
            return offset
        offset += len(item.words)
    return 0


def starts(blocks: Sequence[Block]) -> list[int]:
    """Number of the first word of each block, from 0."""
    found, place = [], 0
    for block in blocks:
        found.append(place)
        place += len(block.words)
    return found


def _find(blocks: Sequence[Block], width: int, place: str, first: int) -> int | None:
    """The word of a place in the first block that has it, from one of that number on, else from
    the first on; None if there is none.
    """
    begins = starts(blocks)
    order = [*range(min(first, len(blocks)), len(blocks)), *range(min(first, len(blocks)))]
    for number in order:
        for at, offset in _places(blocks[number], width):
            if at == place:
                return begins[number] + offset
    return None


def _places(block: Block, width: int) -> Iterator[tuple[str, int]]:
    """Names of places, and numbers of words."""
    kind, offset = None, 0
    for item in block.items:
        if item.kind == "HDR":
            kind = item.words[0] >> width - 4
            yield ("before the tag" if kind == Segment.TAG else "before a header"), offset
        elif item.kind == "DAT" and kind in NAMES:
            yield NAMES[kind], offset + len(item.words) // 2
        elif item.kind == "STT":
            yield "before the status", offset
        elif item.kind == "INS":
            loads = item.words[0] >> width - 4 == Opcode.LOAD_KEY
            yield ("before a key" if loads else "before an instruction"), offset
        offset += len(item.words)
