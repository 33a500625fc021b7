# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Every architecture works for any forkcipher: shown with tiny ones, against the software model."""

from random import Random

import pytest
from streams import Stream, play

from cipherfab.architectures.forked.duplicated import ForkDuplicated
from cipherfab.architectures.forked.full import ForkFull, ForkPipelined
from cipherfab.architectures.forked.parallel import ForkParallel
from cipherfab.architectures.forked.round import ForkIterated, threefold
from cipherfab.errors import CallError
from cipherfab.measure.component_runs import simulate
from cipherfab.primitives.forkcipher import BOTH, LEFT, RIGHT, Forkcipher
from cipherfab.primitives.forkcipher_model import decrypt, encrypt

from .tiny_fork import tiny_fork

CALLS = 12
CIPHERS = {
    "2-3-4": tiny_fork(2, 3, 4),
    "4-3-2 from the right": tiny_fork(4, 3, 2, RIGHT),
    "1-1-1": tiny_fork(1, 1, 1),
    "3-4-4": tiny_fork(3, 4, 4),
}
ciphers = pytest.mark.parametrize("cipher", CIPHERS.values(), ids=CIPHERS)
directions = pytest.mark.parametrize("encdec", [False, True], ids=["enc", "encdec"])


def calls(cipher: Forkcipher, encdec: bool, count: int = CALLS, **fixed) -> list[dict[str, int]]:
    """Random inputs, with all settings of the output switch and both directions."""
    random = Random(1)
    drawn = [
        {
            "tweakey": random.getrandbits(cipher.tweakey),
            "block": random.getrandbits(cipher.block),
            "select": random.choice((LEFT, RIGHT, BOTH)),
            **({"decrypt": random.getrandbits(1)} if encdec else {}),
        }
        for _ in range(count)
    ]
    return [{**call, **fixed} for call in drawn]


def expected(cipher: Forkcipher, call: dict[str, int]) -> dict[str, int]:
    """The wanted blocks by the software model, by output."""
    if call.get("decrypt"):
        plaintext, other = decrypt(cipher, call["tweakey"], call["block"])
        return dict(
            zip(
                ("left", "right") if cipher.given == LEFT else ("right", "left"), (plaintext, other)
            )
        )
    blocks = dict(
        zip(("left", "right"), encrypt(cipher, call["tweakey"], call["block"], call["select"]))
    )
    return {name: block for name, block in blocks.items() if block is not None}


def run(component, inputs: list[dict[str, int]], **options) -> tuple[Stream, Stream]:
    """All calls through a component; its input and its output."""
    given = Stream(
        valid=component.in_valid,
        ready=component.in_ready,
        items=inputs,
        payload={name: getattr(component, f"in_{name}") for name in inputs[0]},
    )
    taken = Stream(
        valid=component.out_valid,
        ready=component.out_ready,
        payload={"left": component.out_left, "right": component.out_right},
    )
    play(component, [given], [taken], until=lambda: len(taken.passed) == len(inputs), **options)
    return given, taken


STALLS = ({}, {"seed": 1}, {"seed": 2, "patient": True})


def assert_computes(make, cipher: Forkcipher, encdec: bool, stalls=STALLS[:2]) -> None:
    """The component gives the wanted blocks in order, whatever stalls."""
    inputs = calls(cipher, encdec)
    for options in stalls:
        _, taken = run(make(), inputs, **options)
        for call, values in zip(inputs, taken.values, strict=True):
            wanted = expected(cipher, call)
            assert {name: values[name] for name in wanted} == wanted, (call, options)


def cycles(component, **fixed) -> set[int]:
    """Cycles between inputs of equal calls without stalls, which is also how long each takes."""
    given, taken = run(component, calls(component.cipher, component.encdec, 5, **fixed))
    between = {after - before for before, after in zip(given.cycles, given.cycles[1:])}
    assert between == {after - before for before, after in zip(given.cycles, taken.cycles)}
    return between


@pytest.mark.sample(3)
@directions
@ciphers
def test_iterated_computes_with_every_k(cipher, encdec):
    """One register and a stored fork give the model's blocks, for any number of rounds per
    clock."""
    for k in {1, 2, threefold(cipher)} & set(range(1, threefold(cipher) + 1)):
        assert_computes(
            lambda k=k: ForkIterated(cipher, unrolled=k, encdec=encdec),
            cipher,
            encdec,
            STALLS[k == 1 :],
        )


def walked(cipher, k: int) -> int:
    """Cycles in which only the schedule of a decryption moves: to the other branch, and from its
    end back to the fork.
    """
    ways = (
        (cipher.right, cipher.right)
        if cipher.given == LEFT
        else (cipher.right, cipher.right + cipher.left)
    )
    return sum(-(-rounds // k) for rounds in ways)


@ciphers
def test_iterated_takes_the_rounds_of_each_part_over_k(cipher):
    """The right block needs its rounds alone, both blocks all, a decryption also the schedule's
    ways; each part rounded up.
    """
    for k in {1, 2, threefold(cipher)} & set(range(1, threefold(cipher) + 1)):
        before, right, left = (
            -(-rounds // k) for rounds in (cipher.before, cipher.right, cipher.left)
        )
        for fixed, rounds in (
            ({"select": RIGHT}, before + right),
            ({"select": BOTH}, before + right + left),
            ({"decrypt": 1}, before + right + left + walked(cipher, k)),
        ):
            component = ForkIterated(cipher, unrolled=k, encdec="decrypt" in fixed)
            assert cycles(component, **fixed) == {rounds}


@pytest.mark.sample(2)
@directions
@pytest.mark.parametrize("given", [LEFT, RIGHT], ids=["from the left", "from the right"])
def test_parallel_computes_with_every_k(given, encdec):
    """Two branches at once give the model's blocks, for any number of rounds per clock and whatever
    block is given.
    """
    cipher = tiny_fork(4, 5, 5, given)
    for k in (1, 2, 5):
        assert_computes(lambda k=k: ForkParallel(cipher, unrolled=k, encdec=encdec), cipher, encdec)


def test_parallel_takes_as_long_as_one_branch():
    """Any encryption takes the initial rounds and one branch; a decryption takes all parts, and
    twice the way between them.
    """
    cipher = tiny_fork(4, 5, 5)
    assert all(cycles(ForkParallel(cipher), select=select) == {9} for select in (LEFT, RIGHT, BOTH))
    assert cycles(ForkParallel(cipher, encdec=True), decrypt=1) == {5 + 5 + 4 + 4 + 5}


def test_blocks_stay_until_they_are_loaded():
    """A result keeps its values when it has left; a load puts a block in the left one's place and
    clears the right one.
    """
    cipher = tiny_fork(4, 5, 5)
    for component in (
        make(cipher, encdec=encdec, loads=True)
        for make in (ForkIterated, ForkParallel)
        for encdec in (False, True)
    ):
        call, seen = {"tweakey": 0x123, "block": 0xA5, "select": BOTH}, []
        given = Stream(
            valid=component.in_valid,
            ready=component.in_ready,
            items=[call],
            payload={name: getattr(component, f"in_{name}") for name in call},
        )
        taken = Stream(valid=component.out_valid, ready=component.out_ready, payload={})

        def extra(ctx, component=component, taken=taken, seen=seen):
            if taken.passed:
                seen.append((ctx.get(component.out_left), ctx.get(component.out_right)))
            ctx.set(component.in_load, len(seen) == 3)
            ctx.set(component.in_loaded, 0x3C)

        play(component, [given], [taken], until=lambda seen=seen: len(seen) == 5, extra=extra)
        assert seen == 3 * [encrypt(cipher, 0x123, 0xA5)] + 2 * [(0x3C, 0)]


@directions
@pytest.mark.parametrize("make", [ForkIterated, ForkParallel])
def test_words_move_both_blocks_and_a_call_works_on_them(make, encdec):
    """Two words of 4 bits are the block of a call; behind its result others enter both blocks, and
    with ``encdec`` one takes the place of a last word. Else blocks stay.
    """
    cipher = tiny_fork(4, 5, 5)
    component, seen = make(cipher, encdec=encdec, shifts=4), []
    moves = {0: (0xA, 0), 1: (0x5, 0), 30: (0xC, 0x3)}

    async def bench(ctx):
        for cycle in range(34):
            word, other = moves.get(cycle, (0x9, 0x6))
            inputs = {"shift": cycle in moves, "word": word, "other": other, "valid": cycle == 2,
                      "tweakey": 0x123, "select": BOTH,
                      **({"patch": cycle == 32} if encdec else {})}  # fmt: skip
            for name, value in inputs.items():
                ctx.set(getattr(component, f"in_{name}"), value)
            ctx.set(component.out_ready, 1)
            seen.append((ctx.get(component.out_left), ctx.get(component.out_right)))
            await ctx.tick()

    simulate(component, bench)
    left, right = encrypt(cipher, 0x123, 0xA5)
    assert seen[29:31] == 2 * [(left, right)]
    words = (0x3, 0xC) if component.enters_right else (0xC, 0x3)
    moved = tuple((block << 4 | word) & 0xFF for block, word in zip((left, right), words))
    assert seen[31:33] == 2 * [moved]
    patched = [
        block & 0xF0 | 0x9 if encdec and number == component.enters_right else block
        for number, block in enumerate(moved)
    ]
    assert seen[33] == tuple(patched)


@pytest.mark.parametrize("k", [1, 3])
def test_left_block_is_zero_where_nobody_wants_it(k):
    """Of an encryption to the right block alone, and after a drop."""
    cipher, call = tiny_fork(4, 5, 5), {"tweakey": 0x123, "block": 0xA5}
    left, right = encrypt(cipher, 0x123, 0xA5)
    calls = [{**call, "select": BOTH}, {**call, "select": RIGHT}, {**call, "select": BOTH}]
    for component in (
        make(cipher, unrolled=k, encdec=encdec, keeps=True)
        for make in (ForkIterated, ForkParallel)
        for encdec in (False, True)
    ):
        given = Stream(
            valid=component.in_valid,
            ready=component.in_ready,
            items=calls,
            payload={name: getattr(component, f"in_{name}") for name in call | calls[0]},
        )
        taken, seen = (
            Stream(
                valid=component.out_valid,
                ready=component.out_ready,
                payload={"left": component.out_left, "right": component.out_right},
            ),
            [],
        )

        def extra(ctx, component=component, taken=taken, seen=seen):
            if len(taken.passed) == len(calls):
                seen.append((ctx.get(component.out_left), ctx.get(component.out_right)))
            ctx.set(component.in_drop, len(seen) == 2)

        play(component, [given], [taken], until=lambda seen=seen: len(seen) == 5, extra=extra)
        assert [(values["left"], values["right"]) for values in taken.values] == [
            (left, right),
            (0, right),
            (left, right),
        ]
        assert seen == 2 * [(left, right)] + 3 * [(0, right)]


@pytest.mark.sample(2)
@pytest.mark.parametrize("given", [LEFT, RIGHT], ids=["from the left", "from the right"])
@pytest.mark.parametrize("before, branch", [(4, 5), (5, 3), (1, 1)])
def test_duplicated_computes(before, branch, given):
    """Two schedules give the model's blocks, whichever of the ways from the fork is the longer
    one."""
    cipher = tiny_fork(before, branch, branch, given)
    assert_computes(lambda: ForkDuplicated(cipher), cipher, encdec=True)
    assert cycles(ForkDuplicated(cipher), decrypt=0) == {before + branch}
    assert cycles(ForkDuplicated(cipher), decrypt=1) == {branch + max(before, branch)}


@pytest.mark.sample(2)
@directions
@pytest.mark.parametrize(
    "cipher",
    [tiny_fork(1, 2, 1), tiny_fork(2, 1, 1, RIGHT)],
    ids=["from the left", "from the right"],
)
def test_full_and_pipelined_compute(cipher, encdec):
    """Everything in a cycle, and stages of some rounds, give the model's blocks, one call per
    cycle.
    """
    for make in (
        lambda: ForkFull(cipher, encdec=encdec),
        lambda: ForkPipelined(cipher, stage=2, encdec=encdec),
    ):
        assert_computes(make, cipher, encdec)
        given, _ = run(make(), calls(cipher, encdec))
        assert given.cycles == list(range(CALLS))


def test_what_does_not_fit_is_refused():
    """A refused k is named together with those that fit."""
    with pytest.raises(
        CallError, match="tiny-2-3-4: unrolled=5 is refused.* 1 to 4 rounds per clock fit"
    ):
        ForkIterated(tiny_fork(2, 3, 4), unrolled=5)
    with pytest.raises(
        CallError,
        match="tiny-2-3-4: parallel is refused.* left one has 4 rounds and its right one 3",
    ):
        ForkParallel(tiny_fork(2, 3, 4))
    with pytest.raises(CallError, match="parallel is refused"):
        ForkDuplicated(tiny_fork(2, 3, 4))
