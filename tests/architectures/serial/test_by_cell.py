# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Cell-serial cores against the software models, with stalls, and their cycles."""

import random
from dataclasses import replace

import pytest
from streams import Stream, play

from cipherfab.architectures.serial.by_cell import CellSerial
from cipherfab.architectures.serial.fork_by_cell import (
    RestartedCellSerial,
    StoredCellSerial,
    branch_before_mix,
)
from cipherfab.catalog import find
from cipherfab.ciphers.forkskinny import forkskinny
from cipherfab.ciphers.skinny import skinny
from cipherfab.primitives.forkcipher_model import decrypt, encrypt
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord

CELLS = 16

Call = tuple[list[dict[str, int]], list[int]]
"""What goes in and what comes out, word by word."""


def cells(value: int, width: int) -> list[int]:
    """A block as cells, cell 0 first."""
    return [value >> width * place & (1 << width) - 1 for place in reversed(range(CELLS))]


def words(path, tweakey: int, block: int, **more: int) -> list[dict[str, int]]:
    """The input words of a call; cells that the last tweakey word does not have are ones."""
    tweakey = (tweakey + 1 << (16 - path.last_cells) * path.cell) - 1
    rows = [
        cells(tweakey >> 16 * path.cell * index, path.cell)
        for index in reversed(range(path.tweakeys))
    ]
    joined = [
        sum(cell << path.cell * place for place, cell in enumerate(reversed(column)))
        for column in zip(*rows)
    ]
    name = "block" if "decrypt" in more else path.plaintext
    return [{"tweakey": tk, name: x, **more} for tk, x in zip(joined, cells(block, path.cell))]


def run(component, items: list[dict], count: int, **options) -> tuple[Stream, Stream]:
    """All words through a component until so many cells have come."""
    given = Stream(
        valid=component.in_valid,
        ready=component.in_ready,
        items=items,
        payload={name: getattr(component, f"in_{name}") for name in items[0]},
    )
    taken = Stream(
        valid=component.out_valid, ready=component.out_ready, payload={"cell": component.result}
    )
    play(
        component,
        [given],
        [taken],
        until=lambda: len(taken.passed) == count,
        limit=20_000,
        **options,
    )
    return given, taken


def values(taken: Stream) -> list[int]:
    """The cells that came."""
    return [word["cell"] for word in taken.values]


def inputs(tweakey: int, block: int, count: int = 2) -> list[tuple[int, int]]:
    """Random calls."""
    generator = random.Random(1)
    return [(generator.getrandbits(tweakey), generator.getrandbits(block)) for _ in range(count)]


def played(component, calls: list[Call], **options) -> tuple[Stream, Stream]:
    """Both streams of calls, which gave what they had to."""
    expected = [cell for _, out in calls for cell in out]
    given, taken = run(
        component, [word for words_in, _ in calls for word in words_in], len(expected), **options
    )
    assert values(taken) == expected
    return given, taken


def cycles(calls: list[Call], given: Stream, taken: Stream) -> list[int]:
    """Of each call, from its first word to the last of its result."""
    lasts = [sum(len(out) for _, out in calls[: number + 1]) - 1 for number in range(len(calls))]
    return [taken.cycles[last] + 1 - given.cycles[16 * number] for number, last in enumerate(lasts)]


def calls_of(primitive, path, *, encdec: bool) -> list[Call]:
    """Encryptions of random blocks; with both directions after the decryption of each."""
    calls, way = [], {"decrypt": 0} if encdec else {}
    for tweakey, block in inputs(primitive.inputs["tweakey"], primitive.inputs["plaintext"]):
        (ciphertext,) = software(primitive)(tweakey, block)
        if encdec:
            calls.append((words(path, tweakey, ciphertext, decrypt=1), cells(block, path.cell)))
        calls.append((words(path, tweakey, block, **way), cells(ciphertext, path.cell)))
    return calls


@pytest.mark.sample(2)
@pytest.mark.parametrize("encdec", [False, True])
@pytest.mark.parametrize("block, tweakeys, rounds", [(64, 1, 6), (64, 3, 3), (128, 3, 2)])
def test_serial_computes(block, tweakeys, rounds, encdec):
    """The model's blocks in each direction, whatever stalls; 24 cycles for a round, twice as many
    in a decryption.
    """
    primitive = replace(skinny(block, tweakeys), rounds=(rounds,))
    path = replace(find(primitive.name).serial, rounds=rounds)
    calls = calls_of(primitive, path, encdec=encdec)
    for seed in (1, None):
        given, taken = played(CellSerial(path, encdec=encdec), calls, seed=seed)
    there, back = 33 + 24 * rounds, 33 + 48 * rounds
    assert cycles(calls, given, taken) == ([back, there] * 2 if encdec else [there] * 2)
    assert given.cycles[16] - given.cycles[0] == (back if encdec else there)


def fork(block: int, tweakey: int, **rounds: int):
    """A member with so few rounds that its simulation is short: the forkcipher and its path."""
    cipher = replace(forkskinny(block, tweakey), **rounds)
    path = find(cipher.name).serial
    return cipher, replace(path, rounds=cipher.end, fork=replace(path.fork, **rounds))


forks = pytest.mark.parametrize(
    "block, tweakey, rounds",
    [
        (64, 192, {"before": 2, "right": 3, "left": 1}),
        pytest.param(64, 192, {"before": 1, "right": 2, "left": 2}, marks=pytest.mark.slow),
        (128, 256, {"before": 1, "right": 1, "left": 2}),
        (128, 192, {"before": 1, "right": 2, "left": 1}),
        pytest.param(128, 288, {"before": 2, "right": 1, "left": 1}, marks=pytest.mark.slow),
    ],
)


@pytest.mark.sample(2)
@pytest.mark.parametrize("encdec", [False, True])
@forks
def test_restart_gives_the_block_that_is_asked_for(block, tweakey, rounds, encdec):
    """Left and right blocks, each from a call of its own; a left block gives the plaintext,
    whatever ``in_left`` is.
    """
    cipher, path = fork(block, tweakey, **rounds)
    calls, way = [], {"decrypt": 0} if encdec else {}
    for tk, plaintext in inputs(tweakey, block):
        left, right = encrypt(cipher, tk, plaintext)
        if encdec:
            calls.append(
                (
                    words(path, tk, left, left=len(calls) // 3, decrypt=1),
                    cells(plaintext, path.cell),
                )
            )
        calls += [
            (words(path, tk, plaintext, left=1, **way), cells(left, path.cell)),
            (words(path, tk, plaintext, left=0, **way), cells(right, path.cell)),
        ]
    for seed in (1, None):
        given, taken = played(RestartedCellSerial(path, encdec=encdec), calls, seed=seed)
    back = [cipher.end + cipher.left + cipher.right + cipher.before] if encdec else []
    assert (
        cycles(calls, given, taken)
        == [33 + 24 * count for count in (*back, cipher.end, cipher.middle)] * 2
    )


@pytest.mark.sample(2)
@pytest.mark.parametrize("encdec", [False, True])
@forks
def test_stored_gives_both_blocks(block, tweakey, rounds, encdec):
    """A plaintext gives the right and the left block, a left block the plaintext and the right
    block.
    """
    cipher, path = fork(block, tweakey, **rounds)
    calls, way = [], {"decrypt": 0} if encdec else {}
    for tk, plaintext in inputs(tweakey, block):
        left, right = encrypt(cipher, tk, plaintext)
        if encdec:
            assert decrypt(cipher, tk, left) == (plaintext, right)
            calls.append(
                (
                    words(path, tk, left, decrypt=1),
                    cells(plaintext, path.cell) + cells(right, path.cell),
                )
            )
        calls.append(
            (words(path, tk, plaintext, **way), cells(right, path.cell) + cells(left, path.cell))
        )
    for seed in (1, None):
        given, taken = played(StoredCellSerial(path, encdec=encdec), calls, seed=seed)
    back = (
        [cipher.end + cipher.left + cipher.right + 2 * cipher.before + cipher.right]
        if encdec
        else []
    )
    assert cycles(calls, given, taken) == [49 + 24 * count for count in (*back, cipher.end)] * 2


@pytest.mark.parametrize("name", ["forkskinny-64-192", "forkskinny-128-256"])
def test_the_branch_constant_before_the_linear_layer(name):
    """Rows rotated and columns mixed, it is the branch constant."""
    path = find(name).serial
    before = [SoftwareWord(path.cell, cell) for cell in branch_before_mix(path)]
    rotated = [
        before[4 * row + (place - path.rotations[row]) % 4]
        for row in range(4)
        for place in range(4)
    ]
    columns = [path.mix(rotated[column::4]) for column in range(4)]
    assert [int(columns[place][row]) for row in range(4) for place in range(4)] == list(
        path.fork.constant
    )


@pytest.mark.parametrize("part", ["row_swaps", "tweakey_swaps"])
def test_a_missing_exchange_is_noticed(part):
    """The control: with a slot less of one exchange of cells a decryption is wrong and an
    encryption is not.
    """
    primitive = replace(skinny(64, 2), rounds=(4,))
    path = replace(find(primitive.name).serial, rounds=4)
    *others, last = getattr(path, part)
    wrong = replace(path, **{part: (*others, replace(last, back=last.back[:-1]))})
    (decryption, plaintext), (encryption, ciphertext), *_ = calls_of(primitive, path, encdec=True)
    _, taken = run(CellSerial(wrong, encdec=True), encryption + decryption, 32)
    assert values(taken)[:16] == ciphertext and values(taken)[16:] != plaintext
