# amaranth: UnusedElaboratable=no
"""Cell-serial cores against the software models, with stalls, and their cycles."""

import random
from dataclasses import replace

import pytest
from streams import Stream, play

from cipherfab.architectures.serial import Serial
from cipherfab.architectures.serial_fork import SerialRestart, SerialStored
from cipherfab.ciphers.forkcipher import encryption
from cipherfab.ciphers.forkskinny import forkskinny
from cipherfab.ciphers.primitive import software
from cipherfab.ciphers.skinny import skinny
from cipherfab.ciphers.skinny_serial import PATHS

CELLS = 16


def cells(value: int, width: int) -> list[int]:
    """A block as cells, cell 0 first."""
    return [value >> width * place & (1 << width) - 1 for place in reversed(range(CELLS))]


def words(path, tweakey: int, block: int, **more: int) -> list[dict[str, int]]:
    """The input words of a call."""
    rows = [cells(tweakey >> 16 * path.cell * index, path.cell) for index in reversed(range(path.tweakeys))]
    joined = [sum(cell << path.cell * place for place, cell in enumerate(reversed(column))) for column in zip(*rows)]
    name = "block" if "decrypt" in more else path.plaintext
    return [{"tweakey": tk, name: x, **more} for tk, x in zip(joined, cells(block, path.cell))]


def run(component, items: list[dict], count: int, **options) -> tuple[Stream, Stream]:
    """All words through a component until so many cells have come."""
    path = component.path
    given = Stream(valid=component.in_valid, ready=component.in_ready, items=items,
                   payload={name: getattr(component, f"in_{name}") for name in items[0]})
    taken = Stream(valid=component.out_valid, ready=component.out_ready,
                   payload={"cell": getattr(component, f"out_{path.ciphertext}")})
    play(component, [given], [taken], until=lambda: len(taken.passed) == count, limit=20_000, **options)
    return given, taken


def values(taken: Stream) -> list[int]:
    """The cells that came."""
    return [word["cell"] for word in taken.values]


def inputs(tweakey: int, block: int, count: int = 2) -> list[tuple[int, int]]:
    """Random calls."""
    generator = random.Random(1)
    return [(generator.getrandbits(tweakey), generator.getrandbits(block)) for _ in range(count)]


@pytest.mark.parametrize("block, tweakeys", [(64, 1), (64, 3), (128, 2)])
def test_serial_computes(block, tweakeys):
    """The model's blocks, whatever stalls; 16 cycles to read, 24 for a round, 16 to write."""
    primitive = replace(skinny(block, tweakeys), rounds=(6,))
    path, calls = replace(PATHS[primitive.name], rounds=6), inputs(block * tweakeys, block)
    items = [word for call in calls for word in words(path, *call)]
    expected = [cell for call in calls for cell in cells(software(primitive)(*call)[0], path.cell)]
    for seed in (1, None):
        given, taken = run(Serial(path), items, len(expected), seed=seed)
        assert values(taken) == expected
    assert [taken.cycles[15] + 1 - given.cycles[0], given.cycles[16] - given.cycles[0]] == [16 + 24 * 6 + 16] * 2


def fork(block: int, tweakey: int, **rounds: int):
    """A member with so few rounds that its simulation is short: the forkcipher and its path."""
    cipher = replace(forkskinny(block, tweakey), **rounds)
    path = PATHS[cipher.name]
    return cipher, replace(path, rounds=cipher.end, fork=replace(path.fork, **rounds))


forks = pytest.mark.parametrize("block, tweakey, rounds", [
    (64, 192, {"before": 2, "right": 3, "left": 1}), (128, 256, {"before": 1, "right": 1, "left": 2})])


@forks
def test_restart_gives_the_block_that_is_asked_for(block, tweakey, rounds):
    """Left and right blocks, each from a call of its own; the left one costs the rounds of the right branch as well."""
    cipher, path = fork(block, tweakey, **rounds)
    calls = inputs(tweakey, block)
    items = [word for call in calls for left in (1, 0) for word in words(path, *call, left=left)]
    expected = [cell for call in calls for side in software(encryption(cipher))(*call) for cell in cells(side, path.cell)]
    for seed in (1, None):
        given, taken = run(SerialRestart(path), items, len(expected), seed=seed)
        assert values(taken) == expected
    costs = [taken.cycles[last] + 1 - given.cycles[last - 15] for last in (15, 31)]
    assert costs == [32 + 24 * cipher.end, 32 + 24 * cipher.middle]


@forks
def test_stored_gives_both_blocks(block, tweakey, rounds):
    """The right block, then the left one; beyond reading, rounds and writing, at most a turn to bring the rings into place."""
    cipher, path = fork(block, tweakey, **rounds)
    calls = inputs(tweakey, block)
    items = [word for call in calls for word in words(path, *call)]
    expected = [cell for call in calls for side in reversed(software(encryption(cipher))(*call)) for cell in cells(side, path.cell)]
    for seed in (1, None):
        given, taken = run(SerialStored(path), items, len(expected), seed=seed)
        assert values(taken) == expected
    assert 0 <= taken.cycles[31] + 1 - given.cycles[0] - (16 + 24 * cipher.end + 32) <= 16
