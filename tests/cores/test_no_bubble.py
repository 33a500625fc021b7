# SPDX-License-Identifier: Apache-2.0
"""With k calls in flight, the calls of a long message follow each other without a gap."""

from dataclasses import replace

import pytest

from cipherfab.catalog import ALGORITHMS, Kind
from cipherfab.controllers import takes
from cipherfab.cores.build import build
from cipherfab.cores.controller import controller
from cipherfab.cores.names import parse
from cipherfab.lwc.messages import Operation, encryption
from cipherfab.lwc.streams import vectors
from cipherfab.verify.rtl.simulator import Simulator

NAMES = [
    name
    for name, entry in ALGORITHMS.items()
    if entry.kind is Kind.AEAD and (said := takes(entry.model)) and "inner" in said.architectures
]
SLOWER = {"paeq-128": 24, "aes-poet-aes4": 11, "aes-poet-aes10": 23.5, "aez-v5": 65 / 3}
"""Cycles of a block where it takes longer than its calls: PAEQ's 46 bytes pass the bus in words of
16 bits, POET has its chains beside the calls, and the first pass of AEZ, with 8 cycles of calls for
32 bytes, waits a cycle for these.
"""

BLOCKS = 36
"""A multiple of 2 and 3: what calls take repeats after as many as are in flight, with k = 2 three
in a ring.
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if name not in SLOWER])
def test_a_block_takes_as_many_cycles_as_its_calls_have_rounds(name, tmp_path):
    """So many blocks more take at most 2 % more than as many times rounds times calls, in both
    directions; of a mode of two passes in an encryption: a decryption moves all words before and
    after its calls.
    """
    model = ALGORITHMS[name].model
    core = _core(name)
    mode, simulator = controller(parse(core)), Simulator.build(build(core), tmp_path)
    forwards, backwards = mode.primitive.rounds
    directions = [(forwards, Operation.ENCRYPT), (backwards, Operation.DECRYPT)]
    for rounds, operation in directions[: 1 if takes(model).buffer else 2]:
        taken = _cycles_of_a_block(name, mode, simulator, operation)
        assert taken <= 1.02 * rounds * mode.calls_per_block


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SLOWER))
def test_a_mode_with_another_limit_takes_these_cycles(name, tmp_path):
    """A block takes the cycles of `SLOWER`, in both directions; of a mode of two passes in an
    encryption.
    """
    core = _core(name)
    mode, simulator = controller(parse(core)), Simulator.build(build(core), tmp_path)
    passes = takes(mode.aead).buffer
    for operation in (Operation.ENCRYPT, Operation.DECRYPT)[: 1 if passes else 2]:
        assert _cycles_of_a_block(name, mode, simulator, operation) == SLOWER[name]


def _core(name: str) -> str:
    """With two calls in a ring, and with a buffer for the longest message if it has one."""
    model = ALGORITHMS[name].model
    longest = 2 * BLOCKS * model.block_bytes
    buffer = f",buffer={1 << (longest - 1).bit_length()}" if takes(model).buffer else ""
    return f"{name}/inner=2{buffer}"


def _cycles_of_a_block(name, mode, simulator, operation) -> float:
    """Cycles that a block of a long message costs."""
    cycles = []
    for blocks in (BLOCKS, 2 * BLOCKS):
        sent = encryption(
            name,
            key=bytes(mode.aead.key_bytes),
            nonce=bytes(mode.aead.nonce_bytes),
            plaintext=bytes(blocks * mode.aead.block_bytes),
        )
        if operation == Operation.DECRYPT:
            sent = replace(sent, operation=operation, data=sent.result, result=sent.data)
        found = simulator.play(
            vectors([sent], width=32, buffer_bytes=mode.buffer_bytes), stall_seed=None
        )
        assert found.passed, found.failure
        cycles.append(found.cycles)
    return (cycles[1] - cycles[0]) / BLOCKS
