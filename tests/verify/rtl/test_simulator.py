# SPDX-License-Identifier: Apache-2.0
"""The LWC bench accepts what is right, and finds, names and dates what is wrong."""

import re
import time
from dataclasses import replace

import pytest
import tiny_cores
from tiny_cores import lwc_core, messages

from cipherfab.design import Design
from cipherfab.errors import CallError, ToolError
from cipherfab.lwc import vectors
from cipherfab.origin import ThirdParty
from cipherfab.tools import verilator
from cipherfab.verify.rtl.simulator import Resets, Simulator


@pytest.mark.parametrize("seed", [None, 1, 2, 3])
def test_a_right_core_passes(builds, seed):
    """All messages are answered, with and without stalls."""
    result = Simulator.build(lwc_core(), builds).play(messages(), stall_seed=seed)
    assert result.passed and result.completed == result.messages == 6 and result.stall_seed == seed


def test_stalls_are_reproducible_and_slow_the_core_down(builds):
    """The same seed gives the same cycles, another seed others, and none the fewest."""
    simulator = Simulator.build(lwc_core(), builds)
    cycles = {seed: simulator.play(messages(40), stall_seed=seed).cycles for seed in (None, 1, 2)}
    assert cycles[1] == simulator.play(messages(40), stall_seed=1).cycles
    assert cycles[None] < cycles[1] != cycles[2] > cycles[None]


def test_steps_called_by_themselves_do_what_all_of_them_do(builds, tmp_path, monkeypatch):
    """Each word comes in the cycle in which `eval()` alone would give it."""
    direct = Simulator.build(lwc_core(), builds).play(messages(40), stall_seed=1)
    monkeypatch.setattr(verilator, "direct_steps", lambda *_: [])
    assert Simulator.build(lwc_core(), tmp_path).play(messages(40), stall_seed=1) == direct


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "fault, seed, kind, text",
    [
        (
            "wrong",
            None,
            "word",
            "message 3 of 6 (message of 2 words), output word 2 (DAT), cycle 16: expected "
            "00010607, got "
            "00010707",
        ),
        ("missing", None, "word", "expected 00010607, got E0000000"),
        ("extra", None, "word", "expected 93000004, got DEADBEEF"),
        (
            "stuck",
            None,
            "hung",
            "the core is stuck: no word on any port for 3000 cycles; PDI at word 9 of 27",
        ),
        ("last", None, "last", "expected do_last = 1, got 0"),
        (
            "unstable",
            1,
            "unstable",
            "do_data, do_last or do_valid changed while do_ready was 0: 00010607 became 00010606",
        ),
        ("vanish", 1, "unstable", "00010607 became E0000000"),
    ],
)
def test_faults_are_found_in_the_third_message(builds, fault, seed, kind, text):
    """Each fault is reported as what it is, with message, word and cycle."""
    result = Simulator.build(lwc_core(fault), builds).play(
        messages(), stall_seed=seed, max_idle=3000
    )
    assert not result.passed and result.failure.kind == kind and text in result.failure.text
    assert result.failure.message == (3 if fault == "extra" else 2) and result.hung == (
        kind == "hung"
    )


def test_words_after_the_last_answer_are_a_failure(builds):
    """The bench watches for what comes when nothing should."""
    result = Simulator.build(lwc_core("extra"), builds).play(messages(3), stall_seed=None)
    assert (
        result.failure.kind == "extra"
        and "after the answers to all 3 messages" in result.failure.text
    )
    assert "DEADBEEF" in result.failure.text


def test_protocol_checks_can_be_left_out(builds):
    """A core that never learned about do_last is judged by its words."""
    assert (
        Simulator.build(lwc_core("last"), builds)
        .play(messages(), stall_seed=1, protocol=False)
        .passed
    )


def test_digits_that_do_not_matter_are_not_compared(builds):
    """An X in the expected output matches the wrong digit, and only that."""
    right = messages()
    text = vectors.format_stream(right.do)
    masked = [
        vectors.parse(text.replace("DAT = 00010607", f"DAT = {pattern}"), "do", 32)
        for pattern in ("00010X07", "000X0607")
    ]
    simulator = Simulator.build(lwc_core("wrong"), builds)
    results = [
        simulator.play(vectors.Vectors(pdi=right.pdi, sdi=right.sdi, do=do), stall_seed=None)
        for do in masked
    ]
    assert results[0].passed and results[1].failure.expected == "000X0607"


def test_anything_may_come_before_the_status_of_broken_input(builds):
    """Words before the status are skipped, the status itself is compared."""
    right = messages(3)
    for status, passes in ((0xE0000000, True), (0xF0000000, False)):
        only = vectors.Block(
            title="broken",
            items=(vectors.Item(kind="STT", words=(status,)),),
            anything_before_status=True,
        )
        do = vectors.Stream(
            port="do", width=32, blocks=(right.do.blocks[0], only, right.do.blocks[2])
        )
        result = Simulator.build(lwc_core(), builds).play(
            vectors.Vectors(pdi=right.pdi, sdi=right.sdi, do=do), stall_seed=5
        )
        assert result.passed == passes


def test_cycles_are_counted_per_message(builds):
    """A message of n words takes n + 5 cycles: instruction, header, data, and three words out."""
    result = Simulator.build(lwc_core(), builds).play(messages(), stall_seed=None, spaced=True)
    assert result.message_cycles == (5, 6, 7, 8, 9, 10)
    assert all(last < first for last, first in zip(result.last_cycles, result.first_cycles[1:]))


def test_a_build_is_made_once(builds):
    """The second build of the same content is the same program, at once; other content is another
    program.
    """
    first = Simulator.build(lwc_core(), builds)
    start = time.monotonic()
    assert Simulator.build(lwc_core(), builds) == first and time.monotonic() - start < 0.5
    assert Simulator.build(lwc_core("wrong"), builds).program.path != first.program.path


def test_the_failing_message_is_drawn(builds, tmp_path):
    """A waveform holds the failing message and not the whole run."""
    simulator = Simulator.build(lwc_core("wrong"), builds, trace=True)
    result = simulator.play(messages(), stall_seed=None, waveform=tmp_path / "fail.vcd")
    times = [
        int(line[1:]) for line in result.waveform.read_text().splitlines() if line.startswith("#")
    ]
    assert "do_data" in result.waveform.read_text()
    assert times[-1] >= 10 * result.failure.cycle and times[1] >= 10 * (result.first_cycles[2] - 4)
    assert (
        simulator.play(messages(2), stall_seed=None, waveform=tmp_path / "none.vcd").waveform
        is None
    )


def test_wrong_calls_are_refused(builds, tmp_path):
    """Widths that do not fit, interfaces of another kind, and waveforms without trace."""
    simulator = Simulator.build(lwc_core(), builds)
    narrow = vectors.Vectors(**{port: vectors.parse("", port, 8) for port in ("pdi", "sdi", "do")})
    with pytest.raises(CallError, match="pdi has 32 bits, the vectors have 8"):
        simulator.play(narrow, stall_seed=None)
    with pytest.raises(CallError, match="trace=True"):
        simulator.play(messages(), stall_seed=None, waveform=tmp_path / "x.vcd")
    with pytest.raises(CallError, match="LWC Hardware API"):
        Simulator.build(tiny_cores.bare_core(), builds)


def test_broken_verilog_is_a_tool_error_with_its_log(builds):
    """What Verilator says reaches the user."""
    good = lwc_core()
    with pytest.raises(ToolError, match="syntax error"):
        Simulator.build(
            Design(
                name="bad", top="tiny", sources={"bad.v": "module tiny(;"}, interface=good.interface
            ),
            builds,
        )


def test_nothing_played_is_refused(builds):
    """A run without a message, or without a bit to compare, has no verdict."""
    simulator = Simulator.build(lwc_core(), builds)
    empty = {port: vectors.parse("", port, 32) for port in ("pdi", "sdi", "do")}
    with pytest.raises(CallError, match="nothing played is nothing verified"):
        simulator.play(vectors.Vectors(**empty), stall_seed=None)
    blank = vectors.parse("DAT = XXXXXXXX\nSTT = XXXXXXXX\n", "do", 32)
    with pytest.raises(CallError, match="an answer to compare"):
        simulator.play(
            vectors.Vectors(pdi=messages(1).pdi, sdi=messages(1).sdi, do=blank), stall_seed=None
        )


def test_a_reset_in_every_cycle_leaves_nothing_behind(builds):
    """The core passes; one whose reset forgets a register does not, and the cycle is named."""
    resets = Resets(at=range(1, 30), cycles=1)
    right = lwc_core()
    assert Simulator.build(right, builds).play(messages(), stall_seed=None, resets=resets).passed
    text = right.sources["tiny.v"]
    changed = text.replace(
        "if (rst) begin state <= 0;", "if (rst) begin if (state == 3) state <= 0;"
    )
    forgets = replace(right, sources={"tiny.v": changed})
    assert changed != text
    failure = (
        Simulator.build(forgets, builds)
        .play(messages(), stall_seed=None, resets=resets, max_idle=500)
        .failure
    )
    assert "reset in cycle" in failure.text


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


def test_headers_of_broken_messages_wait(builds):
    """They wait the cycles that are asked for, one more in each further run; those of others never
    do.
    """
    blocks = [
        replace(block, items=block.items[-1:], anything_before_status=True)
        for block in messages().do.blocks
    ]
    broken = replace(messages(), do=replace(messages().do, blocks=tuple(blocks)))
    simulator = Simulator.build(lwc_core(), builds)

    def cycles(played: vectors.Vectors, **options) -> int:
        result = simulator.play(played, stall_seed=None, **options)
        assert result.passed
        return result.cycles

    assert cycles(broken, hold=5) == cycles(broken) + 5 * len(blocks)
    assert cycles(broken, hold=2, powers=4) == cycles(broken, hold=5)
    assert cycles(messages(), hold=5) == cycles(messages())


def test_what_comes_before_a_failure_is_whole_segments(builds):
    """Of broken input nobody compares the answer, but a status in the midst of a segment is a
    failure.
    """
    right, missing = (Simulator.build(lwc_core(fault), builds) for fault in ("none", "missing"))
    blocks = [
        replace(block, items=block.items[-1:], anything_before_status=True)
        for block in messages().do.blocks
    ]
    played = replace(messages(), do=replace(messages().do, blocks=tuple(blocks)))
    assert right.play(played, stall_seed=1).passed
    assert missing.play(played, stall_seed=1).failure.kind == "filler"


@pytest.mark.parametrize(
    "allowed, expected",
    [
        (None, None),
        ((0x93000004,), None),
        ((0x93000004, 0x93000004), None),
        ((), "XXXXXXXX"),
        ((0x93000008,), "93000008"),
        ((0x13000004, 0x93000004), "13000004"),
    ],
)
def test_headers_before_a_failure_are_those_of_the_message(allowed, expected, builds):
    """Where they are known, what comes before the status has them in their order, and no others."""
    blocks = [
        replace(block, items=block.items[-1:], anything_before_status=True, headers_before=allowed)
        for block in messages(3).do.blocks
    ]
    played = replace(messages(3), do=replace(messages(3).do, blocks=tuple(blocks)))
    failure = Simulator.build(lwc_core(), builds).play(played, stall_seed=1).failure
    if expected is None:
        assert failure is None
    else:
        assert (failure.kind, failure.expected, failure.got) == ("header", expected, "93000004")
