# SPDX-License-Identifier: Apache-2.0
"""Every value of so many bits of associated data, text and hash messages, as many as a core is fast
enough for.

The words are made in the bench (`bench/volume.h`), the answers are those of the software model, and
all of them are compared: what follows on DO shows whether a word was taken for another one.
"""

import time
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path

import numpy

from ...design import Design, LwcInterface
from ...lwc.messages import Header, Instruction, Message, Operation
from ...lwc.parts import parts_of
from ...lwc.protocol import Opcode
from ...lwc.streams import vectors
from ...tools.beside import beside
from ..answers import volume
from ..answers.volume import Counted
from ..finding import Finding
from .simulator import Simulator
from .vector_file import numbers_of

CHECK = "volume"

FIRST_BITS = 14
"""Counted through first, to see how fast a core is."""

DECRYPTED = "a decryption's associated data and ciphertext"

MOST_BITS = {"associated data": 24, "text": 24, DECRYPTED: 20, "hash message": 22}
"""Of what a check counts through at most."""

SLOW_MODEL = 6
"""So many bits fewer where the model takes each block by itself: some 10 µs for a word, so that
2¹⁸ words last for seconds. How long it takes here and now is not asked: what is covered must not
depend on the machine.
"""

COST = {"associated data": 1.1e10, "text": 1.1e10, DECRYPTED: 1e9, "hash message": 2e9}
"""Cycles times the size of the simulator's text in kB; 10⁹ of them take about a second."""

SLOWER_SHARE = 4
"""Where the model takes each block by itself, a simulation gets one part of so many of that."""

GIVEN, COUNTED, BEFORE = range(3)
"""Kinds of a part of a message, see `bench/volume.h`."""


@dataclass(frozen=True, kw_only=True)
class Kind:
    """What is counted through.

    Attributes:
        name: as in `MOST_BITS`.
        most: bits.
        quick: the model takes many blocks at once.
        messages: those that count through so many bits.
    """

    name: str
    most: int
    quick: bool
    messages: Callable[[int], Iterator[Counted]]


@dataclass(frozen=True, kw_only=True)
class Through:
    """What came of a `Kind`: every value of so many ``bits`` (0: none) was right; ``failure`` says
    what was not.
    """

    name: str
    bits: int
    messages: int
    cycles: int
    failure: str | None


def check_volume(design: Design, directory: Path, *, seed: int) -> list[Finding]:
    """One finding, with ``bits``: how many were counted through of each type; none of a design
    without the LWC API, or on shares.

    Args:
        design: as `check.check_rtl` has it.
        directory: for the compiled simulator.
        seed: of keys, nonces and short texts.
    """
    interface = design.interface
    if not isinstance(interface, LwcInterface) or interface.masking:
        return []
    start, simulator = time.monotonic(), Simulator.build(design, directory)
    # simulators of one processor each: together they last as long as the longest
    begun = [
        beside(partial(_counted_through, simulator, kind, interface))
        for kind in _kinds(interface, seed)
    ]
    found = [result() for result in begun]
    messages, cycles = sum(one.messages for one in found), sum(one.cycles for one in found)
    if not messages:
        return []
    covered = {one.name: one.bits for one in found if one.bits}
    failure = next((one.failure for one in found if one.failure), None)
    detail = failure or (
        f"{messages} messages, {cycles} cycles, no stalls: every value of "
        + ", ".join(f"{bits} bits of {name}" for name, bits in covered.items())
        + " that follow each other in four bytes"
    )
    return [
        Finding(
            "rtl",
            CHECK,
            failure is None,
            detail,
            time.monotonic() - start,
            seed=seed,
            more={"messages": messages, "bits": covered},
        )
    ]


def _kinds(interface: LwcInterface, seed: int) -> Iterator[Kind]:
    """What a core takes."""
    if interface.aead:
        quick = volume.opens(interface.aead)
        buffer = {"buffer_bytes": interface.most_decrypted}
        front = {"most_ad_bytes": interface.most_ad_bytes}
        makes = {
            "associated data": partial(volume.associated, **front),
            # A mode that opens any ciphertext has its decryptions counted through by themselves.
            "text": partial(volume.texts, decrypts=interface.decrypts and not quick, **buffer),
        }
        if interface.decrypts and quick:
            makes[DECRYPTED] = partial(volume.ciphertexts, **buffer, **front)
        for name, make in makes.items():

            def messages(bits: int, make: Callable = make) -> Iterator[Counted]:
                # By its default value: in the next turn `make` is another one.
                return make(interface.aead, bits=bits, seed=seed)

            yield Kind(
                name=name,
                most=MOST_BITS[name] - (not quick) * SLOW_MODEL,
                quick=quick,
                messages=messages,
            )
    if interface.hash:
        name = "hash message"
        yield Kind(
            name=name,
            most=MOST_BITS[name] - SLOW_MODEL,
            quick=False,
            messages=lambda bits: volume.hashed(interface.hash, bits=bits),
        )


def _counted_through(simulator: Simulator, kind: Kind, interface: LwcInterface) -> Through:
    """The first bits, and then as many as the core is fast enough for."""
    bits, messages, cycles, failure = 0, 0, 0, None
    for wanted, found in _growing(simulator, kind, interface):
        messages, cycles = messages + found["messages"], cycles + found["cycles"]
        if found["failure"]:
            failure = _told(simulator, kind, wanted, found, interface)
            break
        bits = wanted
    return Through(name=kind.name, bits=bits, messages=messages, cycles=cycles, failure=failure)


def _growing(
    simulator: Simulator, kind: Kind, interface: LwcInterface
) -> Iterator[tuple[int, dict]]:
    """The first bits, and then as many as the core is fast enough for, each with what the bench
    says.
    """
    entries = list(_entries(interface, kind.messages(FIRST_BITS)))
    if not entries:
        return
    found = _played(simulator, entries, FIRST_BITS)
    yield FIRST_BITS, found
    cost = found["cycles"] * _kilobytes(simulator)
    limit = COST[kind.name] / (1 if kind.quick else SLOWER_SHARE)
    bits = max(
        (
            bits
            # Even numbers alone, as `volume.word` takes them.
            for bits in range(FIRST_BITS, kind.most + 1, 2)
            # Two bits more are four times as many words, and cycles grow with them.
            if cost << bits - FIRST_BITS <= limit
        ),
        default=FIRST_BITS,
    )
    if bits > FIRST_BITS:
        yield bits, _played(simulator, list(_entries(interface, kind.messages(bits))), bits)


def _kilobytes(simulator: Simulator) -> int:
    """The size of what is run in each cycle."""
    texts = simulator.program.path.parent.glob("obj/*.cpp")
    # Verilator puts what runs only once into files with "Slow" in their names.
    return max(1, sum(text.stat().st_size for text in texts if "Slow" not in text.name) // 1000)


def _played(simulator: Simulator, entries: list[tuple[list[int], array]], bits: int) -> dict:
    """What the bench says of messages that are counted through in so many bits."""
    keys = [word for words, _ in entries for word in words]
    width = simulator.program.design.interface.width
    head = [len(keys), *numbers_of(keys, width), bits, len(entries)]
    return simulator.program.run(
        [array("I", head), *(one for _, one in entries)], {"volume": 1, "width": width}
    )


def _entries(
    interface: LwcInterface, messages: Iterator[Counted]
) -> Iterator[tuple[list[int], array]]:
    """Of each message its words on SDI and its numbers in the file."""
    for one in messages:
        message = one.message
        if not interface.key_reuse and message.operation != Operation.HASH:
            message = replace(message, new_key=True)
        yield _keys(interface, message), _entry(interface, one, message)


def _keys(interface: LwcInterface, message: Message) -> list[int]:
    if message.operation == Operation.HASH or not message.new_key:
        return []
    # Of an empty message, since its words on SDI alone are wanted.
    empty = replace(message, operation=Operation.ENCRYPT, data=b"", result=b"", ad=b"")
    return vectors([empty], **interface.streamed).sdi.words


def _entry(interface: LwcInterface, one: Counted, message: Message) -> array:
    sent = parts_of(message, interface.segment_order)
    # Of an empty segment there is the header alone.
    parts = [_part(interface, one, part) for part in sent if part != b""]
    expected = message.result + (message.tag if message.operation == Operation.ENCRYPT else b"")
    numbers = array("I", [len(parts)])
    for part in parts:
        numbers.extend(part)
    numbers.append(len(expected))
    numbers.extend(_packed(expected))
    numbers.append(Opcode.SUCCESS)
    return numbers


def _part(interface: LwcInterface, one: Counted, part: Instruction | Header | bytes) -> array:
    """A part of a message as the bench has it."""
    message = one.message
    if isinstance(part, Instruction):
        part = bytes([part.opcode << 4]).ljust(interface.width // 8, b"\0")
    elif isinstance(part, Header):
        part = part.encode().to_bytes(4, "big")
    elif part is getattr(message, one.field) or part == getattr(message, one.field):
        return array("I", [COUNTED, len(part), one.first])
    # The ciphertext is the answer to the message before, and the bench has that.
    elif message.operation == Operation.DECRYPT and part == message.data:
        return array("I", [BEFORE, len(part)])
    return array("I", [GIVEN, len(part)]) + _packed(part)


def _packed(data: bytes) -> array:
    """Bytes as numbers of 32 bits, the first one on top."""
    # The first byte is on top, whatever the machine's own order is.
    whole = data + bytes(-len(data) % 4)
    return array("I", numpy.frombuffer(whole, dtype=">u4").astype("=u4").tobytes())


def _told(simulator: Simulator, kind: Kind, bits: int, found: dict, interface: LwcInterface) -> str:
    """What went wrong, if it does so again by itself as the checker of all messages sees it."""
    number = found["messages"]
    # The bench counts the message that failed, too.
    one = next(islice(kind.messages(bits), number - 1, None))
    alone = replace(
        one.message,
        # Alone it has no message before it whose key it could use.
        new_key=one.message.operation != Operation.HASH,
        note=f"counted through in {bits} bits from number {one.first} on",
    )
    result = simulator.play(vectors([alone], **interface.streamed), stall_seed=None)
    if not result.passed:
        return f"first mismatch: {result.failure.text}"
    what = {
        "hung": "no word moves any more",
        "status": "the status is wrong",
        "data": f"byte {found['byte'] + 1} of its answer is wrong",
    }[found["failure"]]
    return f"first mismatch: message {number} of its kind ({alone.title}), {what}"
