# SPDX-License-Identifier: Apache-2.0
"""Clock cycles over a grid of sizes, measured in simulation without stalls.

A message counts from the cycle that accepts its first instruction word (with a new key: the key
activation) to the cycle that gives its last output word (the status), both included. A message and
its key are offered only after the answer to the one before. One compiled simulator serves all grids
and one run each operation.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from random import Random

from .. import catalog
from ..design import Design, LwcInterface
from ..errors import CallError, DesignError
from ..lwc.messages import Message, Operation, decryption, encryption, hashing
from ..lwc.streams import vectors
from ..verify.answers.answerable import answerable
from ..verify.rtl.simulator import Simulator
from .formula import part_of_word

SEED = 1
"""Of keys, nonces and data of the grid; those of the repetition and of the check points come from
the seeds that follow.
"""

SIZES = (16, 64, 1536)
"""Bytes of the messages of the GMU method."""

N, D = 16, 4
"""Long messages have N and N + D blocks; throughput for long messages is that of the D blocks more.

With c calls in flight, c - 1 of them in places that the primitive's steps go through, what blocks
take repeats after c or c - 1 of them, so D is c (c - 1) times as many.
"""

REPEATED = 120
"""Grid points that are repeated with other keys and data."""

CHECKED = 60
"""Points off the grid that are measured to try the formulas on."""

Point = tuple[int, int]
"""Bytes of associated data and of message."""


@dataclass(frozen=True, kw_only=True)
class Grid:
    """Cycles of one operation.

    Attributes:
        operation: ``enc``, ``dec`` or ``hash``.
        new_key: with a key activation before each message. A hash has none.
        ad_block, block: bytes of a block of associated data and of message.
        ad_before: bytes in front of the associated data in its first block.
        word: bytes of a bus word.
        points: (bytes of associated data, bytes of message) to cycles; what formulas are fitted to.
        checks: the same for points off the grid; what formulas are tried on.
        long: blocks of the shorter of two long messages, and how many more the longer one has.
    """

    operation: str
    new_key: bool
    ad_block: int
    block: int
    word: int
    points: Mapping[Point, int]
    checks: Mapping[Point, int]
    long: tuple[int, int] = (N, D)
    ad_before: int = 0

    @property
    def name(self) -> str:
        """``enc``, ``enc/new-key``, …"""
        return self.operation + "/new-key" * self.new_key


@dataclass(frozen=True, kw_only=True)
class Cycles:
    """All grids of a core.

    Attributes:
        grids: by name.
        messages: how many were played.
        dependences: cycles that differ although the sizes are equal, a sentence each; empty as it
            must be.
        compared: how many messages were repeated with other keys and data.
    """

    grids: Mapping[str, Grid]
    messages: int
    dependences: tuple[str, ...]
    compared: int


def lengths(block: int, word: int, blocks: int) -> list[int]:
    """The lengths up to ``blocks`` blocks and a byte between which a core can make a difference.

    That is the first and the last byte of every bus word, and one byte less than whole blocks.
    """
    most = blocks * block + 1
    # The byte behind whole blocks is in it: that length begins another block.
    ends = {
        0,
        *range(1, most + 1, word),
        *range(word, most + 1, word),
        *range(block - 1, most + 1, block),
    }
    return sorted(ends)


def long_blocks(block: int, buffer_bytes: int | None, calls: int = 1) -> tuple[int, int]:
    """`Grid.long` for a core: N and D, or what fits into its buffer: all of it, and half of that.

    Args:
        block: bytes. buffer_bytes, calls: of its `LwcInterface`.
    """
    # With one call the product is 0, and D is enough.
    more = D * max(1, calls * (calls - 1))
    if buffer_bytes is None or (N + more) * block <= buffer_bytes:
        return N, more
    # Both messages have to fit, so the longer one fills the buffer.
    most = buffer_bytes // block
    return most - most // 2, most // 2


def grid_points(
    ad_block: int, block: int, word: int, long: tuple[int, int] = (N, D)
) -> list[Point]:
    """Sizes of associated data and message to measure, sorted.

    All pairs of lengths up to two blocks and a byte; those of up to three blocks and the large
    ones, each with a few short lengths of the other; and the pairs that the throughputs need.
    """
    near = product(lengths(ad_block, word, 2), lengths(block, word, 2))
    blocks = long[0], sum(long)
    large_ad = {*lengths(ad_block, word, 3), *SIZES, *(count * ad_block for count in blocks)}
    large = {*lengths(block, word, 3), *SIZES, *(count * block for count in blocks)}
    far = [
        *product(large_ad, (0, 1, block, block + 1)),
        *product((0, 1, ad_block, ad_block + 1), large),
    ]
    # For the throughputs of associated data and message in equal sizes.
    equal = [
        *((size, size) for size in SIZES),
        *((count * ad_block, count * block) for count in blocks),
    ]
    return sorted({*near, *far, *equal})


def hash_points(block: int, word: int) -> list[Point]:
    """Sizes of a hash message to measure; associated data is always 0."""
    return sorted(
        (0, size) for size in {*lengths(block, word, 4), *SIZES, N * block, (N + D) * block}
    )


def check_points(ad_block: int, block: int, grid: Iterable[Point]) -> list[Point]:
    """Seeded random sizes of up to six blocks that are not on the grid; without associated data if
    ``ad_block`` is 0.
    """
    # A stream of its own, so that the points stay where they are when others are drawn.
    random, known = Random(SEED + 2), set(grid)
    drawn = [
        (random.randrange(6 * ad_block) if ad_block else 0, random.randrange(6 * block))
        # More than are wanted, since some are on the grid.
        for _ in range(4 * CHECKED)
    ]
    return list(dict.fromkeys(point for point in drawn if point not in known))[:CHECKED]


def measure(
    design: Design, directory: Path, *, protocol: bool = True, trace: bool = False
) -> Cycles:
    """Measure all operations of a core.

    Args:
        design: with an `LwcInterface`.
        directory: for the compiled simulator.
        protocol: see `Simulator.play`.
        trace: with the simulator that can write waveforms, if it was compiled already.

    Raises:
        CallError: the design has another interface, or neither AEAD nor hash.
        DesignError: an answer was wrong or did not come.
        ToolError: the design does not compile.
    """
    interface = design.interface
    if not isinstance(interface, LwcInterface) or not (interface.aead or interface.hash):
        raise CallError(
            f"{design.name}: expected a core with the LWC Hardware API and an AEAD or "
            f"a hash, got {interface}"
        )
    # One build for all operations: compiling takes longer than playing.
    simulator = Simulator.build(design, directory, trace=trace)
    runs = [_run(simulator, operation, protocol) for operation in _operations(interface)]
    return Cycles(
        grids={grid.name: grid for grids, _, _ in runs for grid in grids},
        messages=sum(played for _, played, _ in runs),
        dependences=tuple(text for _, _, texts in runs for text in texts),
        compared=REPEATED * len(runs),
    )


def _operations(interface: LwcInterface) -> list[str]:
    return (
        ["enc"] * bool(interface.aead)
        + ["dec"] * bool(interface.aead and interface.decrypts)
        + ["hash"] * bool(interface.hash)
    )


@dataclass(frozen=True)
class _Request:
    point: Point
    new_key: bool
    seed: int
    forged: bool = False


def _run(simulator: Simulator, operation: str, protocol: bool) -> tuple[list[Grid], int, list[str]]:
    """The grids of one operation, from one run; the number of messages; and what depends on
    data."""
    interface = simulator.program.design.interface
    assert isinstance(interface, LwcInterface)
    model = catalog.find(interface.hash if operation == "hash" else interface.aead).model
    ad_block, ad_before = (
        (0, 0) if operation == "hash" else (model.ad_block_bytes, model.ad_before_bytes)
    )
    block, word = model.block_bytes, interface.width // 8
    # A core that keeps messages has a longest one, which may be shorter for decryption.
    limit = interface.most_decrypted if operation == "dec" else interface.buffer_bytes
    long = (N, D) if operation == "hash" else long_blocks(block, limit, interface.calls)
    # Where blocks are no whole bus words, a difference begins at parts of them.
    part = part_of_word(word, ad_block=ad_block, block=block, ad_before=ad_before)
    points = grid_points(ad_block, block, part, long) if ad_block else hash_points(block, word)
    points = [point for point in points if limit is None or point[1] <= limit]
    checks = [
        point
        for point in check_points(ad_block, block, points)
        if limit is None or point[1] <= limit
    ]
    requests = list(_requests(operation, points, checks, forging=limit is None))
    cycles = _play(simulator, operation, requests, protocol)
    # A hash has no key.
    kinds = (False,) if operation == "hash" else (False, True)
    # Keyed by the kind of key too, since a new key costs cycles of its own.
    measured = {
        (request.point, request.new_key): count
        for request, count in zip(requests, cycles)
        # Others are repetitions, which are compared with these.
        if request.seed == SEED
    }
    grids = [
        Grid(
            operation=operation,
            new_key=new_key,
            ad_block=ad_block,
            block=block,
            word=word,
            long=long,
            ad_before=ad_before,
            points={point: measured[point, new_key] for point in points},
            checks={point: measured[point, new_key] for point in checks},
        )
        for new_key in kinds
    ]
    return grids, len(requests), list(_dependences(operation, requests, cycles, measured))


def _requests(
    operation: str, points: list[Point], checks: list[Point], *, forging: bool
) -> Iterator[_Request]:
    """What is played: everything once per kind of key, then a part again, in other order, with
    other keys and data.

    ``forging``: some of that part with wrong tags. A core that keeps a message sends nothing of
    those, so they take less.
    """
    random = Random(SEED + 1)
    # With new keys first: a message without one is under the key before it.
    kinds = (False,) if operation == "hash" else (True, False)
    for new_key in kinds:
        yield from (_Request(point, new_key, SEED) for point in (*points, *checks))
    for number in range(REPEATED):
        point = random.choice([*points, *checks])
        # In another order: what a core keeps of the message before must not change its cycles.
        yield _Request(
            point,
            random.choice(kinds),
            SEED + 3 + number,
            forged=forging and operation == "dec" and bool(number % 2),
        )


def _play(
    simulator: Simulator, operation: str, requests: list[_Request], protocol: bool
) -> list[int]:
    interface = simulator.program.design.interface
    maker = _Maker(interface.hash if operation == "hash" else interface.aead, operation)
    messages = answerable(interface, maker.messages(requests))
    played = vectors(messages, **interface.streamed)
    # Spaced: a message that begins before the end of another one would take from its cycles.
    result = simulator.play(played, stall_seed=None, spaced=True, protocol=protocol)
    if not result.passed:
        raise DesignError(
            f"{simulator.program.design.name}: no cycles are measured of a core "
            f"whose answers are wrong: "
            f"{result.failure.text}"
        )
    return list(result.message_cycles)


class _Maker:
    """Makes the messages of requests: random data from seed and sizes, the key from the seed if it
    is new, else the one in use.
    """

    def __init__(self, algorithm: str, operation: str):
        self.algorithm, self.operation, self.known = algorithm, operation, {}

    def messages(self, requests: list[_Request]) -> list[Message]:
        """One message for each request."""
        if self.operation == "hash":
            return [
                hashing(self.algorithm, message=Random(f"{r.seed} {r.point}").randbytes(r.point[1]))
                for r in requests
            ]
        made, key = [], None
        for request in requests:
            message = self._aead(request, key)
            key = message.key
            made.append(message)
        return made

    def _aead(self, request: _Request, key: bytes | None) -> Message:
        model = catalog.find(self.algorithm).model
        random = Random(f"{request.seed} {request.point}")
        # One key for all messages of a seed, whether it is loaded anew or not.
        own_key = Random(request.seed).randbytes(model.key_bytes)
        key = own_key if request.new_key or key is None else key
        given = (
            key,
            random.randbytes(model.nonce_bytes),
            random.randbytes(request.point[0]),
            random.randbytes(request.point[1]),
        )
        # Each is played with a new key and with the one in use, and computed once.
        good = self.known.get(given) or encryption(
            self.algorithm, key=key, nonce=given[1], ad=given[2], plaintext=given[3]
        )
        self.known[given] = good
        good = replace(good, new_key=request.new_key)
        if self.operation == "enc":
            return good
        back = replace(good, operation=Operation.DECRYPT, data=good.result, result=good.data)
        return _forged(back) if request.forged else back


def _forged(message: Message) -> Message:
    # The first byte: a comparison that stops at a difference would stop soonest there.
    tag = bytes([message.tag[0] ^ 1]) + message.tag[1:]
    return decryption(
        message.algorithm,
        key=message.key,
        nonce=message.nonce,
        ad=message.ad,
        ciphertext=message.data,
        tag=tag,
        new_key=message.new_key,
        note="forged",
    )


def _dependences(
    operation: str, requests: list[_Request], cycles: list[int], measured: Mapping
) -> Iterator[str]:
    for request, count in zip(requests, cycles):
        expected = measured[request.point, request.new_key]
        if count != expected:
            ad, message = request.point
            yield (
                f"{operation}{', new key' * request.new_key}, {ad} bytes of associated data, "
                f"{message} of message: {expected} "
                f"cycles with the keys and data of seed {SEED}, {count} with those of seed "
                f"{request.seed}"
                f"{' and a forged tag' * request.forged}"
            )
