"""Any mode's controller, played block by block in simulation: for tests of `modes/*_core.py`.

Use: build the controller, for speed with a cipher of few rounds that the model can compute as well (`short_cipher`), then

    answer, = run(core, [Sent(phases, decrypt=False)], key, seed=1)

where ``phases`` is ``[(Phase.NONCE, nonce), (Phase.AD, ad), (Phase.MESSAGE, text)]``, for a decryption followed by
``(Phase.TAG, tag)``. How many cycles a controller needs with all blocks offered at once is `cipherfab.measure.mode_cycles`.
"""

from dataclasses import dataclass
from itertools import cycle

from streams import Stream, play, stream

from cipherfab.ciphers.bits import equals
from cipherfab.ciphers.primitive import Primitive
from cipherfab.modes.ports import Announcement, Phase
from cipherfab.words import rol, ror


@dataclass(frozen=True)
class Sent:
    """A message: the bytes of each phase, in order, and the direction."""

    phases: list[tuple[Phase, bytes]]
    decrypt: bool = False


@dataclass(frozen=True)
class Answer:
    """What came of a message: all answered bytes, whether the status is success, and what was announced."""

    data: bytes
    success: bool
    announced: list[Announcement]


def short_cipher(rounds: int, tweakey: int, block: int = 128) -> Primitive:
    """A tweakable map of few and simple rounds, with the names of SKINNY's inputs and outputs. Every bit of the inputs matters."""
    def step(s):
        x, t = s["x"], s["tweakey"]
        mixed = x ^ (rol(x, 1) & rol(x, 9)) ^ ror(x, 3)
        for part in t.split(block):
            mixed = rol(mixed, 11) ^ part
        return {"x": mixed, "tweakey": rol(t, 5), "i": s["i"] + 1}

    return Primitive(
        name=f"short-{rounds}", rounds=(rounds,), inputs={"tweakey": tweakey, "plaintext": block}, outputs={"ciphertext": block},
        layout={"x": block, "tweakey": tweakey, "i": 4}, step=step, result=lambda s: {"ciphertext": s["x"]},
        load=lambda words: {"x": words["plaintext"], "tweakey": words["tweakey"], "i": words["plaintext"].constant(0, 4)},
        finished=lambda s: equals(s["i"], rounds))


def blocks(phase: Phase, data: bytes, size: int, sizes: list[int] | None = None) -> list[dict[str, int]]:
    """The blocks of one phase as values of the block port; an empty phase is one block without bytes.

    Args:
        phase: what they belong to.
        data: the bytes.
        size: of the port.
        sizes: of the blocks, in turn; ``[size]`` if not given.
    """
    pieces, lengths = [data[:(sizes or [size])[0]]], cycle(sizes or [size])
    start = next(lengths)
    while start < len(data):
        length = next(lengths)
        pieces.append(data[start:start + length])
        start += length
    return [{"data": int.from_bytes(piece.ljust(size, b"\0"), "big"), "mask": (1 << size) - (1 << size - len(piece)),
             "phase": phase, "last": int(number == len(pieces))} for number, piece in enumerate(pieces, 1)]


def run(core, messages: list[Sent], key: bytes, *, ad_sizes: list[int] | None = None, seed: int | None = None) -> list[Answer]:
    """Play messages one after the other.

    Args:
        core: the controller.
        messages: what to send.
        key: for all of them.
        ad_sizes: bytes of the blocks of associated data, in turn, where they are not those of the port.
        seed: of the stalls on every port; None for none.
    """
    size = len(core.block.mask)
    offered = [block for message in messages for phase, data in message.phases
               for block in blocks(phase, data, size, ad_sizes if phase == Phase.AD else None)]
    given = stream(core.block, ("data", "mask", "phase", "last"), offered)
    answers = stream(core.answer, ("data", "mask"))
    announced = Stream(valid=core.status.announce, ready=core.status.announced, payload={"what": core.status.announcement})
    done = Stream(valid=core.status.done, ready=core.status.accepted, payload={"success": core.status.success})

    def extra(ctx):
        ctx.set(core.key, int.from_bytes(key, "big"))
        ctx.set(core.control.decrypt, messages[min(len(done.passed), len(messages) - 1)].decrypt)
    play(core, [given], [answers, announced, done], until=lambda: len(done.passed) == len(messages), extra=extra, seed=seed)
    assert len(given.passed) == len(given.items), "the last status came before all blocks were taken"
    ends = done.cycles

    def during(sink, number):
        return [values for at, values in sink.passed if (number == 0 or at > ends[number - 1]) and at <= ends[number]]
    return [Answer(b"".join(v["data"].to_bytes(size, "big")[:v["mask"].bit_count()] for v in during(answers, number)),
                   bool(status["success"]), [Announcement(v["what"]) for v in during(announced, number)])
            for number, status in enumerate(done.values)]
