# SPDX-License-Identifier: Apache-2.0
"""Views that CocoAlma may refuse, judged exactly in the circuit that it gets: one S-box of
LILLIPUT-TBC in six stages.
"""

from dataclasses import replace
from random import Random

import pytest
import small_sbox

from cipherfab.architectures.protected.masked import Masked
from cipherfab.cores.verilog import verilog
from cipherfab.primitives.in_stages import without_register
from cipherfab.verify.gates.probing import cocoalma, refusals

CYCLES = 8
FIFTH_STAGE = 6
"""The cycle in which it computes: one for each of the entry's and of those before."""


def written(component, directory):
    """A design of which CocoAlma's files are in the folder."""
    design = replace(small_sbox.DESIGN, sources={"dut.sv": verilog(component, "dut")})
    cocoalma.write(design, directory, cycles=CYCLES, seed=1)
    return design


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The S-box with all its registers: design and folder."""
    directory = tmp_path_factory.mktemp("whole")
    return written(Masked(small_sbox.STAGED), directory), directory


def view(directory, name, bit, cycle):
    """What the register of a name takes in, as CocoAlma names it."""
    circuit = cocoalma.read(directory, "dut")
    return {
        "cell": f"{name}[{bit}]",
        "net": circuit.registers[circuit.names[name][bit]],
        "cycle": cycle,
    }


def test_functions_are_those_of_the_circuit(whole):
    """For random shares every net is in every cycle what a simulation of the circuit gives."""
    design, directory = whole
    circuit, random = cocoalma.read(directory, "dut"), Random(1)
    played = refusals.Played(design, circuit, CYCLES, 1)
    bits = random.getrandbits(24) << 1 | 1
    shares = {
        net: (value & bits).bit_count() & 1
        for name in ("in_x_0", "in_x_1", "in_x_2")
        for net, value in ((net, played.values[0][net]) for net in circuit.names[name])
    }
    given = (
        {**circuit.bits(words), **shares} for words in cocoalma.ports(design, circuit, CYCLES, 1)
    )
    for functions, values in zip(
        played.values, circuit.evaluated(given, cocoalma.EVALUATED), strict=True
    ):
        nets = [net for net in values if not isinstance(net, str)]
        sums = played.expressions.below(functions[net] for net in nets)[1]
        at = {value: (value & bits).bit_count() & 1 for value in sums}
        tables = played.expressions.tables([functions[net] for net in nets], at)
        assert [values[net] for net in nets] == tables


def test_the_fifth_stage_is_independent_of_the_secret(whole):
    """What CocoAlma refuses of the whole cipher: all maskings of all values of the S-box."""
    design, directory = whole
    (found,) = refusals.judged(design, directory, [view(directory, "u_2", 0, FIFTH_STAGE)], seed=1)
    assert found["independent"] and not found["pair"]
    assert (found["masks"], found["secrets"]) == (16, 8) and found["sees"] > 2


def test_without_a_register_it_leaks(tmp_path):
    """The control: two stages at once, and the bit that is told apart has its name."""
    design = written(
        Masked(small_sbox.STAGED, stages=without_register(small_sbox.STAGED, 1)), tmp_path
    )
    (found,) = refusals.judged(design, tmp_path, [view(tmp_path, "s_0", 7, 2)], seed=1)
    assert found["independent"] is False
    assert all(name.startswith("x[") for side in found["pair"] for name in side)


def test_a_transition_is_seen(whole):
    """All three shares in two successive cycles are seen together: of the ports, and what is 0."""
    design, directory = whole
    circuit = cocoalma.read(directory, "dut")
    played = refusals.Played(design, circuit, CYCLES, 1)
    net = circuit.names["taken_0"][3]
    assert [*played.seen(net, 1)] == [0, played.values[0][circuit.names["in_x_0"][3]]]


def test_nothing_refused_is_nothing_to_judge(tmp_path):
    """Not even the files are read."""
    assert refusals.judged(small_sbox.DESIGN, tmp_path, [], seed=1) == []
