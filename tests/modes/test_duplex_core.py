"""The controller with a permutation against the model, block by block, in simulation."""

import random

import pytest
from streams import Stream, play, stream

from cipherfab import catalog
from cipherfab.architectures.full import SingleCycle
from cipherfab.architectures.iterated import Iterated
from cipherfab.modes.duplex_core import DuplexCore, duplex_primitive
from cipherfab.modes.ports import Announcement, Phase

KEY, NONCE = bytes(range(16)), bytes(range(50, 66))


def blocks(phase: Phase, data: bytes, size: int) -> list[dict[str, int]]:
    """The blocks of one phase; an empty one is a single block without bytes."""
    pieces = [data[start:start + size] for start in range(0, len(data), size)] or [b""]
    return [{"data": int.from_bytes(piece.ljust(size, b"\0"), "big"), "mask": (1 << size) - (1 << size - len(piece)),
             "phase": phase, "last": int(number == len(pieces))} for number, piece in enumerate(pieces, 1)]


def run(name: str, phases: list, *, decrypt: bool, unrolled: int | None = 1, seed: int | None) -> tuple[bytes, bool, list[int]]:
    """All answered bytes, whether the status is success, and the announcements, of one message."""
    model = catalog.find(name).model
    primitive, loadable = duplex_primitive(model, None), {"x3"} if model.block_bytes == 8 else set()
    permutation = (SingleCycle(primitive, loadable) if unrolled is None else
                   Iterated(primitive, unrolled=unrolled, feedback=True, loadable=loadable))
    core = DuplexCore(model, None, permutation)
    size = model.block_bytes
    offered = [block for phase, data in phases for block in blocks(phase, data, size)]
    given = stream(core.block, ("data", "mask", "phase", "last"), offered)
    answers = stream(core.answer, ("data", "mask"))
    announced = Stream(valid=core.status.announce, ready=core.status.announced, payload={"what": core.status.announcement})
    done = Stream(valid=core.status.done, ready=core.status.accepted, payload={"success": core.status.success})

    def extra(ctx):
        ctx.set(core.key, int.from_bytes(KEY, "big"))
        ctx.set(core.control.decrypt, decrypt)
    play(core, [given], [answers, announced, done], until=lambda: bool(done.passed), extra=extra, seed=seed)
    data = b"".join(values["data"].to_bytes(size, "big")[:values["mask"].bit_count()] for values in answers.values)
    assert len(given.passed) == len(given.items)
    return data, bool(done.values[0]["success"]), [values["what"] for values in announced.values]


CORES = [("ascon-128", 1, 1), ("ascon-128", 6, None), ("ascon-128a", 4, 2), ("ascon-aead128", 1, 3), ("ascon-128", None, 4)]


@pytest.mark.parametrize("name, unrolled, seed", CORES)
def test_controller_computes_what_the_model_computes(name, unrolled, seed):
    """Ciphertext, tag and plaintext are the model's, at lengths around the block, and a forged tag is flagged."""
    model, generator = catalog.find(name).model, random.Random(1)
    for ad_length, length in ((0, 0), (model.block_bytes, 3), (5, 2 * model.block_bytes), (17, 2 * model.block_bytes + 1)):
        ad, message = generator.randbytes(ad_length), generator.randbytes(length)
        sealed = model.encrypt(KEY, NONCE, ad, message)
        start = [(Phase.NONCE, NONCE), (Phase.AD, ad)]
        encrypted = run(name, [*start, (Phase.MESSAGE, message)], decrypt=False, unrolled=unrolled, seed=seed)
        assert encrypted == (sealed, True, [Announcement.TAG])
        back = [*start, (Phase.MESSAGE, sealed[:length])]
        assert run(name, [*back, (Phase.TAG, sealed[length:])], decrypt=True, unrolled=unrolled, seed=seed) == (message, True, [])
        forged = bytearray(sealed[length:])
        forged[generator.randrange(16)] ^= 1 << generator.randrange(8)
        assert run(name, [*back, (Phase.TAG, bytes(forged))], decrypt=True, unrolled=unrolled, seed=seed) == (message, False, [])
