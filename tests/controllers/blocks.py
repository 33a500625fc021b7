# SPDX-License-Identifier: Apache-2.0
"""Any mode's controller, played block by block in simulation: for tests of `controllers/`.

Use: build the controller, for speed with a cipher of few rounds that the model can compute as well
(`short_cipher`), then

    answer, = run(core, [Sent(phases, decrypt=False)], key, seed=1)

where ``phases`` is ``[(Phase.NONCE, nonce), (Phase.AD, ad), (Phase.MESSAGE, text)]``, for a
decryption followed by ``(Phase.TAG, tag)``: `message_phases`. Where it matters when a block is
taken, or a message is given up, `offer` plays `message_blocks`. How many cycles a controller needs
with all blocks offered at once is `cipherfab.measure.mode_cycles`.
"""

from dataclasses import dataclass
from itertools import accumulate, cycle

from streams import Stream, play, stream

from cipherfab.controllers.ports import Announcement, Phase
from cipherfab.primitives.primitive import Primitive
from cipherfab.words import rol, ror
from cipherfab.words.bits import equals


@dataclass(frozen=True)
class Sent:
    """A message: the bytes of each phase, in order, the direction, and the mark of a ciphertext
    whose mode has one.
    """

    phases: list[tuple[Phase, bytes]]
    decrypt: bool = False
    padded: bool = False


@dataclass(frozen=True)
class Answer:
    """What came of a message: all answered bytes, whether the status is success, and what was
    announced.
    """

    data: bytes
    success: bool
    announced: list[Announcement]


@dataclass(frozen=True)
class Offered:
    """What came of blocks: the answer, the cycle in which each block was taken, and that of the
    status.
    """

    answer: Answer
    taken: list[int]
    end: int


def short_cipher(rounds: int, tweakey: int, block: int = 128) -> Primitive:
    """A tweakable map of few and simple rounds, with the names of SKINNY's inputs and outputs.
    Every bit of the inputs matters.
    """

    def step(s):
        x, t = s["x"], s["tweakey"]
        mixed = x ^ (rol(x, 1) & rol(x, 9)) ^ ror(x, 3)
        for part in t.split(block):
            mixed = rol(mixed, 11) ^ part
        return {"x": mixed, "tweakey": rol(t, 5), "i": s["i"] + 1}

    return Primitive(
        name=f"short-{rounds}",
        rounds=(rounds,),
        inputs={"tweakey": tweakey, "plaintext": block},
        outputs={"ciphertext": block},
        layout={"x": block, "tweakey": tweakey, "i": 4},
        step=step,
        result=lambda s: {"ciphertext": s["x"]},
        load=lambda words: {
            "x": words["plaintext"],
            "tweakey": words["tweakey"],
            "i": words["plaintext"].constant(0, 4),
        },
        finished=lambda s: equals(s["i"], rounds),
    )


def blocks(
    phase: Phase, data: bytes, size: int, sizes: list[int] | None = None
) -> list[dict[str, int]]:
    """The blocks of one phase as values of the block port; an empty phase is one block without
    bytes.

    Args:
        phase: what they belong to.
        data: the bytes.
        size: of the port.
        sizes: of the blocks, in turn; ``[size]`` if not given.
    """
    pieces, lengths = [data[: (sizes or [size])[0]]], cycle(sizes or [size])
    start = next(lengths)
    while start < len(data):
        length = next(lengths)
        pieces.append(data[start : start + length])
        start += length
    return [
        {
            "data": int.from_bytes(piece.ljust(size, b"\0"), "big"),
            "mask": (1 << size) - (1 << size - len(piece)),
            "phase": phase,
            "last": int(number == len(pieces)),
            "full": int(len(piece) == length),
            "held": int.from_bytes(piece.ljust(size, b"\0"), "big"),
        }
        for number, (piece, length) in enumerate(zip(pieces, cycle(sizes or [size])), 1)
    ]


def fields(core) -> tuple[str, ...]:
    """The signals of a controller's block port that `blocks` has values for."""
    return ("data", "mask", "phase", "last", *(("full", "held") if core.answers_ahead else ()))


def message_phases(
    nonce: bytes, ad: bytes, text: bytes, tag: bytes = b""
) -> list[tuple[Phase, bytes]]:
    """The parts of a message; with a tag, of a decryption."""
    return [(Phase.NONCE, nonce), (Phase.AD, ad), (Phase.MESSAGE, text)] + [
        (Phase.TAG, tag)
    ] * bool(tag)


def message_blocks(size: int, *parts: bytes) -> list[dict[str, int]]:
    """The blocks of `message_phases`, none shorter than it must be."""
    return [block for phase, data in message_phases(*parts) for block in blocks(phase, data, size)]


def run(
    core,
    messages: list[Sent],
    key: bytes,
    *,
    ad_sizes: list[int] | None = None,
    data_sizes: list[int] | None = None,
    seed: int | None = None,
    limit: int = 5000,
) -> list[Answer]:
    """Play messages one after the other.

    Args:
        core: the controller.
        messages: what to send.
        key: for all of them.
        ad_sizes, data_sizes: bytes of the blocks of associated data and of the message, in turn,
            where they are not those of the port.
        seed: of the stalls on every port; None for none.
        limit: of cycles.
    """
    size = len(core.block.mask)
    sizes = {Phase.AD: ad_sizes, Phase.MESSAGE: data_sizes}
    offered = [
        block
        for message in messages
        for phase, data in message.phases
        for block in blocks(phase, data, size, sizes.get(phase))
    ]
    given = stream(core.block, fields(core), offered)
    answers, announced, done = sinks(core)
    # As behind the bus: nothing of the next message comes before the status of this one, and
    # meanwhile the port is 0.
    ends = list(
        accumulate(
            sum(len(blocks(phase, data, size, sizes.get(phase))) for phase, data in message.phases)
            for message in messages
        )
    )
    given.holds_back = lambda number: number in ends and len(done.passed) <= ends.index(number)
    given.quiet = True

    def extra(ctx):
        give_key(ctx, core, key, given)
        message = messages[min(len(done.passed), len(messages) - 1)]
        ctx.set(core.control.decrypt, message.decrypt)
        if "padded" in core.control.signature.members:
            ctx.set(core.control.padded, message.padded)

    play(
        core,
        [given],
        [answers, announced, done],
        until=lambda: len(done.passed) == len(messages),
        extra=extra,
        seed=seed,
        limit=limit,
    )
    assert len(given.passed) == len(given.items), (
        "the last status came before all blocks were taken"
    )
    ends = done.cycles

    def during(sink, number):
        return [
            values
            for at, values in sink.passed
            if (number == 0 or at > ends[number - 1]) and at <= ends[number]
        ]

    return [
        _answer(size, during(answers, number), during(announced, number), status)
        for number, status in enumerate(done.values)
    ]


def run_hash(core, message: bytes, sizes: list[int], *, seed: int | None = None) -> Answer:
    """Play one hash message.

    Args:
        core: the controller.
        message: to be hashed.
        sizes: bytes of its blocks, in turn.
        seed: as for `run`.
    """
    offered = blocks(Phase.MESSAGE, message, len(core.block.mask), sizes)
    given, begun = stream(core.block, fields(core), []), False
    given.quiet = True
    answers, announced, done = sinks(core)

    def extra(ctx):
        nonlocal begun
        ctx.set(core.control.hash, 1)
        ctx.set(core.control.hashing, not begun)
        if begun:
            given.items = offered
        begun = True

    play(
        core,
        [given],
        [answers, announced, done],
        until=lambda: bool(done.passed),
        extra=extra,
        seed=seed,
    )
    return _answer(len(core.block.mask), answers.values, announced.values, done.values[0])


def offer(
    core,
    offered: list[dict[str, int]],
    key: bytes,
    *,
    decrypt: bool,
    abort_after: int | None = None,
    delay: int = 0,
    seed: int | None = None,
) -> Offered:
    """Play blocks until the first status.

    Args:
        core: the controller.
        offered: what to send, in one direction.
        key: of all of it.
        decrypt: the direction.
        abort_after: the message is given up when so many blocks are taken.
        delay: cycles from then until it is.
        seed: as for `run`.
    """
    waited, given = 0, stream(core.block, fields(core), offered)
    # As behind a bus, the next message begins after the abort.
    given.holds_back = lambda number: number == abort_after and waited <= delay
    answers, announced, done = sinks(core)

    def extra(ctx):
        nonlocal waited
        give_key(ctx, core, key, given)
        ctx.set(core.control.decrypt, decrypt)
        waited += len(given.passed) == abort_after
        ctx.set(core.control.abort, len(given.passed) == abort_after and waited > delay)

    play(
        core,
        [given],
        [answers, announced, done],
        until=lambda: bool(done.passed),
        extra=extra,
        seed=seed,
    )
    assert len(given.passed) == len(offered), "the status came before all blocks were taken"
    return Offered(
        _answer(len(core.block.mask), answers.values, announced.values, done.values[0]),
        given.cycles,
        done.cycles[0],
    )


def give_key(ctx, core, key: bytes, given: Stream) -> None:
    """The key on its port; a core that keeps it takes it as one word, before its first block, and
    must have it ever after.
    """
    if core.keeps_key:
        ctx.set(core.key_write, not given.passed)
    ctx.set(core.key_word if core.keeps_key else core.key, int.from_bytes(key, "big"))


def sinks(core) -> tuple[Stream, Stream, Stream]:
    """What a controller sends: answers, announcements and statuses."""
    return (stream(core.answer, ("data", "mask")),
            Stream(valid=core.status.announce, ready=core.status.announced,
                   payload={"what": core.status.announcement}),
            Stream(valid=core.status.done, ready=core.status.accepted,
                   payload={"success": core.status.success}))  # fmt: skip


def _answer(size: int, answers: list, announced: list, status: dict) -> Answer:
    return Answer(
        b"".join(
            values["data"].to_bytes(size, "big")[: values["mask"].bit_count()] for values in answers
        ),
        bool(status["success"]),
        [Announcement(values["what"]) for values in announced],
    )
