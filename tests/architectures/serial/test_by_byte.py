# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Byte-serial cores of generalized Feistel ciphers against the software models, with stalls, and
their cycles.
"""

import random
from dataclasses import replace

import pytest
from streams import Stream, play

from cipherfab.architectures.serial.by_byte import ByteSerial
from cipherfab.ciphers.lilliput import MEMBERS, lilliput_tbc
from cipherfab.ciphers.lilliput_by_byte import lilliput_path
from cipherfab.primitives.primitive import software

ROUNDS = 2
WORDS = 16

members = pytest.mark.parametrize("member", MEMBERS, ids=lambda member: member.name)


def words(order, value: int, generator: random.Random) -> list[int]:
    """The words of a value; noise for bytes that are not used."""
    parts = value.to_bytes(1 + max(byte for word in order for byte in word if byte is not None))
    return [
        int.from_bytes(generator.randbytes(1)[0] if byte is None else parts[byte] for byte in word)
        for word in order
    ]


def call_words(
    component, member, generator: random.Random, decrypt: int
) -> tuple[list[dict], list[int]]:
    """What goes in and what comes out for a random call."""
    primitive = replace(lilliput_tbc(member.mode, member.key), rounds=(ROUNDS,))
    key, tweak, plaintext = (generator.getrandbits(width) for width in primitive.inputs.values())
    (ciphertext,) = software(primitive)(key, tweak, plaintext)
    given, taken = (ciphertext, plaintext) if decrypt else (plaintext, ciphertext)
    order = component.decrypt_order if decrypt else component.order
    values = {
        "in_key": key,
        "in_tweak": tweak,
        **dict.fromkeys(("in_block", "in_plaintext"), given),
        **dict.fromkeys(("out_block", "out_ciphertext"), taken),
    }
    ports = {name: words(port, values[name], generator) for name, port in order.items()}
    *inputs, output = ports
    more = {"in_decrypt": decrypt} if component.encdec else {}
    return [
        {**dict(zip(inputs, word)), **more} for word in zip(*(ports[name] for name in inputs))
    ], ports[output]


def play_calls(
    component, member, seed: int | None, decrypts: list[int]
) -> tuple[Stream, Stream, list[int]]:
    """Random calls with few rounds: both streams, and what must come."""
    generator = random.Random(1)
    calls = [call_words(component, member, generator, decrypt) for decrypt in decrypts]
    items, expected = ([word for call in calls for word in call[side]] for side in (0, 1))
    given = Stream(
        valid=component.in_valid,
        ready=component.in_ready,
        items=items,
        payload={name: getattr(component, name) for name in items[0]},
    )
    taken = Stream(
        valid=component.out_valid, ready=component.out_ready, payload={"byte": component.result}
    )
    play(
        component,
        [given],
        [taken],
        until=lambda: len(taken.passed) == len(expected),
        limit=5_000,
        seed=seed,
    )
    return given, taken, expected


def core(member, **options) -> ByteSerial:
    """A core with few rounds."""
    return ByteSerial(replace(lilliput_path(member), rounds=ROUNDS), **options)


@members
def test_computes(member):
    """The model's block."""
    _, taken, expected = play_calls(core(member), member, None, [0])
    assert [word["byte"] for word in taken.values] == expected


@members
def test_computes_in_both_directions(member):
    """Encryption and decryption, in any order, in one core."""
    _, taken, expected = play_calls(core(member, encdec=True), member, None, [1, 0, 1])
    assert [word["byte"] for word in taken.values] == expected


@pytest.mark.slow
@pytest.mark.parametrize("encdec", [False, True])
def test_computes_whatever_stalls(encdec):
    """The model's blocks if words and answers are late: each waits for its place."""
    _, taken, expected = play_calls(
        core(MEMBERS[3], encdec=encdec), MEMBERS[3], 1, [0, int(encdec)]
    )
    assert [word["byte"] for word in taken.values] == expected


def test_cycles():
    """16 cycles to read, 8 for a round, 16 to write, then a cycle to the next call; a decryption
    takes 8 more for a round.
    """
    given, taken, _ = play_calls(core(MEMBERS[3], encdec=True), MEMBERS[3], None, [0, 1, 0])
    assert [taken.cycles[last] - given.cycles[last - 15] for last in (15, 31)] == [
        32 + 8 * ROUNDS,
        32 + 16 * ROUNDS,
    ]
    assert [given.cycles[first] - given.cycles[first - 16] for first in (16, 32)] == [
        33 + 8 * ROUNDS,
        33 + 16 * ROUNDS,
    ]


def test_a_wrong_sum_is_noticed():
    """The control: without one of the sums of a lane the results are wrong."""
    path = lilliput_path(MEMBERS[3])
    lanes = (*path.lanes[:3], replace(path.lanes[3], sums=path.lanes[3].sums[:-1]))
    _, taken, expected = play_calls(
        ByteSerial(replace(path, rounds=ROUNDS, lanes=lanes)), MEMBERS[3], None, [0]
    )
    assert [word["byte"] for word in taken.values] != expected
