# SPDX-License-Identifier: Apache-2.0
"""The LWC bench accepts what is right, and finds, names and dates what is wrong."""

import time
from dataclasses import replace

import pytest
import tiny_cores
from tiny_cores import lwc_core, messages

from cipherfab.design import Design
from cipherfab.errors import CallError, ToolError
from cipherfab.lwc import vectors
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
