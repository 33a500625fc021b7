# SPDX-License-Identifier: Apache-2.0
"""Registers start at random, and no answer depends on it."""

import re
from dataclasses import replace

from tiny_cores import lwc_core, messages

from cipherfab.design import Design
from cipherfab.origin import ThirdParty
from cipherfab.verify.rtl.simulator import Simulator


def test_registers_start_at_random_whatever_their_declaration_says(builds):
    """A value at power-up is no reset: a core that counts on it fails for some seed, one of others
    keeps it.
    """
    text = (
        lwc_core()
        .sources["tiny.v"]
        .replace("reg [2:0] state;", "reg [2:0] state = 3'h0;\n  reg late = 1'h0;")
    )
    sources = {
        "tiny.v": text.replace(
            "state == 5 ? 32'hE0000000", "state == 5 ? (late ? 0 : 32'hE0000000)"
        )
    }
    design = replace(lwc_core(), sources=sources)
    seeds = range(8)
    assert not all(
        Simulator.build(design, builds).play(messages(), stall_seed=1, power=seed).passed
        for seed in seeds
    )
    foreign = replace(design, third_party=ThirdParty())
    assert all(
        Simulator.build(foreign, builds).play(messages(), stall_seed=1, power=seed).passed
        for seed in seeds
    )


def test_a_first_reset_of_one_cycle_is_played(builds):
    """A core that needs a reset of two cycles passes after the usual one; after one of a cycle it
    fails for some power-up state.
    """
    text = (
        lwc_core()
        .sources["tiny.v"]
        .replace("if (rst) begin", "held <= rst;\n    if (rst && held) begin")
    )
    design = replace(
        lwc_core(),
        sources={"tiny.v": text.replace("reg [2:0] state;", "reg [2:0] state; reg held;")},
    )
    simulator, right = Simulator.build(design, builds), Simulator.build(lwc_core(), builds)

    def passes(played: Simulator, cycles: int | None) -> list[bool]:
        return [
            played.play(
                messages(), stall_seed=1, power=seed, first_reset=cycles, max_idle=500
            ).passed
            for seed in range(8)
        ]

    assert all(passes(simulator, None)) and all(passes(right, 1)) and not all(passes(simulator, 1))


def with_a_wide_register(changes: dict[str, str]) -> Design:
    """The XOR hash core with a register of 6 bits that no reset sets, and changes."""
    text = lwc_core().sources["tiny.v"]
    for before, after in {
        "reg [2:0] state;": "reg [2:0] state; reg [5:0] never;",
        **changes,
    }.items():
        assert before in text
        text = text.replace(before, after)
    return replace(lwc_core(), sources={"tiny.v": text})


def test_a_fault_of_few_power_up_states_is_found(builds):
    """A core that is wrong from one state in 64 fails in one of 256, whose number is told, and the
    run of that state alone fails too.
    """
    simulator = Simulator.build(
        with_a_wide_register(
            {"state == 5 ? 32'hE0000000": "state == 5 ? (never == 9 ? 0 : 32'hE0000000)"}
        ),
        builds,
    )
    failure = simulator.play(messages(), stall_seed=1, power=3, powers=256).failure
    number = int(re.match(r"power-up state (\d+): ", failure.text)[1])
    # every two states have the same stalls
    alone = simulator.play(messages(), stall_seed=1 + (number - 1) // 2, power=3 + number - 1)
    assert not alone.passed and alone.failure.word == failure.word


def test_the_waveform_is_that_of_the_power_up_state_that_fails(builds, tmp_path):
    """A fault of one state in 64 is in the waveform: the register that never is set has there the
    one value with which the core is wrong.
    """
    simulator = Simulator.build(
        with_a_wide_register(
            {"state == 5 ? 32'hE0000000": "state == 5 ? (never == 9 ? 0 : 32'hE0000000)"}
        ),
        builds,
        trace=True,
    )
    result = simulator.play(
        messages(), stall_seed=1, power=3, powers=256, waveform=tmp_path / "failure.vcd"
    )
    identifier = re.search(r"\$var wire +6 (\S+) never", result.waveform.read_text())[1]
    assert f"b001001 {identifier}\n" in result.waveform.read_text()


def test_answers_come_in_the_same_cycles_from_every_power_up_state(builds):
    """A core whose time depends on what was in a register at power-up fails where the same cycles
    are asked for, and only there; the right one passes with resets of both lengths.
    """
    simulator = Simulator.build(
        with_a_wide_register(
            {
                "assign pdi_ready = state < 3;": "always @(posedge clk) never <= {never[4:0], "
                "1'b1};\n"
                "  assign pdi_ready = state < 3 && &never;",
                "else case": "else if (&never) case",
            }
        ),
        builds,
    )
    played = {"stall_seed": 1, "power": 3, "powers": 64, "first_reset": 1}
    assert simulator.play(messages(), **played).passed
    failure = simulator.play(messages(), **played, same_cycles=True).failure
    assert failure.kind == "late" and "power-up state before" in failure.text
    right = Simulator.build(lwc_core(), builds)
    assert right.play(messages(), **played, same_cycles=True).passed
