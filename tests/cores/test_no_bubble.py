# SPDX-License-Identifier: Apache-2.0
"""With k calls in flight, the calls of a long message follow each other without a gap."""

from dataclasses import replace

import pytest

from cipherfab.catalog import ALGORITHMS, Kind
from cipherfab.controllers import takes
from cipherfab.cores.build import build
from cipherfab.cores.controller import controller
from cipherfab.cores.names import parse
from cipherfab.lwc.messages import Operation, encryption, vectors
from cipherfab.verify.rtl.simulator import Simulator

NAMES = [name for name, entry in ALGORITHMS.items() if entry.kind is Kind.AEAD
         and (said := takes(entry.model)) and "inner" in said.architectures]
BLOCKS = 32


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_block_takes_as_many_cycles_as_its_calls_have_rounds(name, tmp_path):
    """32 blocks more of a message take at most 2 % more than 32 times rounds times calls, in both
    directions.
    """
    core = f"{name}/inner=2"
    mode, simulator = controller(parse(core)), Simulator.build(build(core), tmp_path)
    size = mode.aead.block_bytes
    forwards, backwards = mode.primitive.rounds
    for rounds, operation in ((forwards, Operation.ENCRYPT), (backwards, Operation.DECRYPT)):
        cycles = []
        for blocks in (BLOCKS, 2 * BLOCKS):
            sent = encryption(name, key=bytes(mode.aead.key_bytes),
                              nonce=bytes(mode.aead.nonce_bytes), plaintext=bytes(blocks * size))
            if operation == Operation.DECRYPT:
                sent = replace(sent, operation=operation, data=sent.result, result=sent.data)
            found = simulator.play(vectors([sent], width=32, buffer_bytes=None), stall_seed=None)
            assert found.passed, found.failure
            cycles.append(found.cycles)
        assert cycles[1] - cycles[0] <= 1.02 * BLOCKS * rounds * mode.calls_per_block
