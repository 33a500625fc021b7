# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Architectures that give one block of a forkcipher per call, against the software model."""

from random import Random

from streams import Stream, play

from cipherfab.architectures.forked.single import ForkRestart, ForkRewind
from cipherfab.primitives.forkcipher import LEFT, Forkcipher
from cipherfab.primitives.forkcipher_model import decrypt, encrypt

from .test_forked import STALLS, calls, ciphers, directions
from .tiny_fork import tiny_fork


def single(component, inputs: list[dict[str, int]], **options) -> tuple[list[int], list[int]]:
    """All calls through a component with one block per call; the blocks, and the cycles from each
    input to its block.
    """
    names = [
        name.removeprefix("in_") for name in component.signature.members if name.startswith("in_")
    ]
    given = Stream(
        valid=component.in_valid,
        ready=component.in_ready,
        items=inputs,
        payload={
            name: getattr(component, f"in_{name}")
            for name in names
            if name not in ("valid", "ready")
        },
    )
    taken = Stream(
        valid=component.out_valid, ready=component.out_ready, payload={"block": component.out_block}
    )
    play(component, [given], [taken], until=lambda: len(taken.passed) == len(inputs), **options)
    return [values["block"] for values in taken.values], [
        after - before for before, after in zip(given.cycles, taken.cycles)
    ]


def one(cipher: Forkcipher, call: dict[str, int]) -> int:
    """What a call with a single block gives."""
    if call.get("decrypt"):
        return decrypt(cipher, call["tweakey"], call["block"])[0]
    return encrypt(cipher, call["tweakey"], call["block"])[not call["left"]]


def single_calls(cipher: Forkcipher, encdec: bool) -> list[dict[str, int]]:
    """Random inputs, each block, both directions."""
    return [
        {
            "tweakey": call["tweakey"],
            "block": call["block"],
            "left": call["select"] & 1,
            **({"decrypt": call["decrypt"]} if encdec else {}),
        }
        for call in calls(cipher, encdec)
    ]


@directions
@ciphers
def test_restart_computes(cipher, encdec):
    """Each call gives the block that it asks for, from its own inputs."""
    inputs = single_calls(cipher, encdec)
    for options in STALLS:
        blocks, _ = single(ForkRestart(cipher, encdec=encdec), inputs, **options)
        assert blocks == [one(cipher, call) for call in inputs]


@directions
@ciphers
def test_rewind_computes(cipher, encdec):
    """A call without inputs gives the other block of the call before, whichever that was, as often
    as it is asked.
    """
    inputs, expected_blocks, random = [], [], Random(3)
    for call in single_calls(cipher, encdec):
        inputs.append({**call, "again": 0})
        left, right = encrypt(cipher, call["tweakey"], call["block"])
        if call.get("decrypt"):
            plaintext, other = decrypt(cipher, call["tweakey"], call["block"])
            expected_blocks.append(plaintext)
            pair, last = (
                ((call["block"], other), 0) if cipher.given == LEFT else ((other, call["block"]), 1)
            )
        else:
            expected_blocks.append((right, left)[call["left"]])
            pair, last = (left, right), not call["left"]
        for number in range(random.randrange(3)):
            last = not last if number or not call.get("decrypt") else (cipher.given == LEFT)
            inputs.append({name: random.getrandbits(1) for name in inputs[-1]} | {"again": 1})
            expected_blocks.append(pair[last])
    for options in STALLS:
        blocks, _ = single(ForkRewind(cipher, encdec=encdec), inputs, **options)
        assert blocks == expected_blocks


def test_single_blocks_take_their_rounds():
    """The block stands still in the rounds of the branch that it does not take."""
    cipher, call = tiny_fork(4, 5, 6), {"tweakey": 77, "block": 5}
    assert single(ForkRestart(cipher), [{**call, "left": 0}, {**call, "left": 1}])[1] == [9, 15]
    assert single(ForkRestart(cipher, encdec=True), [{**call, "left": 0, "decrypt": 1}])[1] == [15]
    again = [
        {**call, "left": 0, "again": 0},
        {**call, "left": 0, "again": 1},
        {**call, "left": 0, "again": 1},
    ]
    assert single(ForkRewind(cipher), again)[1] == [9, 5 + 5 + 6, 6 + 5 + 5]
