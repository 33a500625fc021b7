# amaranth: UnusedElaboratable=no
"""Byte-serial cores of generalized Feistel ciphers against the software models, with stalls, and their cycles."""

import random
from dataclasses import replace

import pytest
from streams import Stream, play

from cipherfab.architectures.serial_feistel import SerialFeistel
from cipherfab.ciphers.lilliput import MEMBERS, lilliput_tbc
from cipherfab.ciphers.lilliput_serial import PATHS
from cipherfab.ciphers.primitive import software

ROUNDS = 2
WORDS = 16

members = pytest.mark.parametrize("member", MEMBERS, ids=lambda member: member.name)


def words(order, value: int, width: int, generator: random.Random) -> list[int]:
    """The words of a value; noise for bytes that are not used."""
    parts = value.to_bytes(width // 8)
    return [int.from_bytes(generator.randbytes(1)[0] if byte is None else parts[byte] for byte in word) for word in order]


def play_calls(member, seed: int | None, count: int = 2, path=None) -> tuple[Stream, Stream, list[int]]:
    """Random calls with few rounds: both streams, and what must come."""
    generator = random.Random(1)
    primitive = replace(lilliput_tbc(member.mode, member.key), rounds=(ROUNDS,))
    component = SerialFeistel(replace(path or PATHS[member.name], rounds=ROUNDS))
    items, expected = [], []
    for _ in range(count):
        call = {name: generator.getrandbits(width) for name, width in primitive.inputs.items()}
        ports = [words(component.order[name], call[name], width, generator) for name, width in primitive.inputs.items()]
        items += [dict(zip(call, word)) for word in zip(*ports)]
        expected += words(component.order["ciphertext"], software(primitive)(*call.values())[0], 128, generator)
    given = Stream(valid=component.in_valid, ready=component.in_ready, items=items,
                   payload={name: getattr(component, f"in_{name}") for name in primitive.inputs})
    taken = Stream(valid=component.out_valid, ready=component.out_ready, payload={"byte": component.out_ciphertext})
    play(component, [given], [taken], until=lambda: len(taken.passed) == len(expected), limit=5_000, seed=seed)
    return given, taken, expected


@members
def test_computes(member):
    """The model's block."""
    _, taken, expected = play_calls(member, seed=None, count=1)
    assert [word["byte"] for word in taken.values] == expected


@pytest.mark.slow
def test_computes_whatever_stalls():
    """The model's blocks if words and answers are late: each waits for its place."""
    _, taken, expected = play_calls(MEMBERS[3], seed=1)
    assert [word["byte"] for word in taken.values] == expected


def test_cycles():
    """16 cycles to read, 8 for a round, 16 to write; the next call begins a cycle after the last byte."""
    given, taken, expected = play_calls(MEMBERS[3], seed=None)
    assert [word["byte"] for word in taken.values] == expected
    assert taken.cycles[WORDS - 1] - given.cycles[0] == 2 * WORDS + 8 * ROUNDS
    assert given.cycles[WORDS] - given.cycles[0] == 2 * WORDS + 8 * ROUNDS + 1


def test_a_wrong_sum_is_noticed():
    """The control: without the correction of a lane the results are wrong."""
    path = PATHS[MEMBERS[3].name]
    lanes = tuple(replace(lane, correction=None) for lane in path.lanes)
    _, taken, expected = play_calls(MEMBERS[3], None, 1, path=replace(path, lanes=lanes))
    assert [word["byte"] for word in taken.values] != expected
