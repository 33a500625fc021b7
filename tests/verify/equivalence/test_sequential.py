# SPDX-License-Identifier: Apache-2.0
"""Two versions of a small design are proved equal, or told apart, in the states that they reach."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from tiny_cores import bare_core, lwc_core
from tiny_versions import LOAD, versions

from cipherfab.verify.equivalence import sequential
from cipherfab.verify.equivalence.asked import Asked
from cipherfab.verify.equivalence.netlist import read_rtl
from cipherfab.verify.equivalence.sequential import GENERALIZING, _Claims, compare_from_reset

SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    "original, changed, verdict, detail",
    [
        pytest.param(
            LOAD,
            "if (!busy || left == 0) x <= in_x;",
            "proved",
            "all registers in step",
            marks=SLOW,
        ),
        ("count <= 0; left <= 0;", "count <= 0;", "proved", "left apart"),
        # Behind the first reset alone, of one cycle.
        (
            "busy <= 0; count <= 0; left",
            "busy <= left == 9; count <= 0; left",
            "refuted",
            "differs 1 cycles after power-up",
        ),
        (LOAD, "x <= in_x ^ {64{left == 9}};", "proved", "all registers in step"),
        pytest.param("left <= 2;", "left <= 3;", "refuted", "cycles after power-up", marks=SLOW),
        (LOAD, "x <= in_x ^ {left == 0, 62'b0, left == 9};", "refuted", "cycles after power-up"),
        pytest.param(
            LOAD,
            "x <= in_x == 64'h123456789abcdef ? 0 : in_x;",
            "refuted",
            "cycles after power-up",
            marks=SLOW,
        ),
        pytest.param(
            "busy <= 0; count <= 0; left",
            "count <= 0; left",
            "refuted",
            "cycles after power-up",
            marks=SLOW,
        ),
    ],
)
def test_verdicts(original, changed, verdict, detail, tmp_path):
    """Equal with all in step, with a register apart that is loaded before it is used, or because a
    state is never reached; different in time, in one bit of a word, for one word, or after a reset.
    """
    design, one, two = versions(tmp_path, original, changed)
    found = compare_from_reset(one, two, design, tmp_path, timeout=30)
    assert found["verdict"] == verdict and detail in found["detail"]


def test_what_has_no_answer_is_asked_again_with_counters_in_step(tmp_path, monkeypatch):
    """The first claim without an answer is followed by another one, in which only words longer than
    a counter are free, and whose ``pdr`` has options; its proof counts, and so does its refusal.
    """
    claims, verdict = [], Asked.verdict

    def first_undecided(self):
        claims.append((set(self._miter._free), self._options))
        return ("undecided", []) if len(claims) == 1 else verdict(self)

    monkeypatch.setattr(Asked, "verdict", first_undecided)
    monkeypatch.setattr("cipherfab.verify.equivalence.sequential.WORD_BITS", 4)
    for number, (changed, expected) in enumerate(
        (("x <= in_x ^ {64{left == 9}};", "proved"), ("x <= in_x ^ {64{left == 0}};", "refuted"))
    ):
        claims.clear()
        place = tmp_path / str(number)
        place.mkdir()
        design, one, two = versions(place, LOAD, changed)
        assert compare_from_reset(one, two, design, place, timeout=30)["verdict"] == expected
        (first, _), (second, options) = claims[:2]
        assert first >= {"x", "left"} and "left" not in second and "x" in second
        assert options == GENERALIZING


@pytest.mark.parametrize(
    "changed, verdict",
    [("x <= in_x ^ {64{left == 9}};", "proved"), ("x <= in_x ^ {64{left == 0}};", "refuted")],
)
def test_a_core_that_never_says_that_it_is_ready(changed, verdict, tmp_path):
    """Without ``in_ready`` no word has to wait: versions are compared for any inputs."""
    base, sides = bare_core(), []
    ((name, text),) = base.sources.items()
    text = text.replace("output in_ready, ", "").replace("assign in_ready", "wire in_ready")
    for place, load in (("one", LOAD), ("two", changed)):
        (tmp_path / place).mkdir()
        design = replace(base, sources={name: text.replace(LOAD, load)})
        sides.append(read_rtl(design, tmp_path / place))
    assert compare_from_reset(*sides, base, tmp_path, timeout=30)["verdict"] == verdict


def test_what_only_a_reset_leaves_counts(tmp_path):
    """Two registers that a reset loads with opposite values, and that nothing else sets: versions
    that differ where they are equal are proved equal from power-up, step by step and at once.
    """
    base = bare_core()
    ((name, text),) = base.sources.items()
    text = text.replace("reg [7:0] count;", "reg [7:0] count; reg p, q;").replace(
        "left <= 0; end", "left <= 0; p <= in_x[0]; q <= ~in_x[0]; end"
    )
    designs = [
        replace(base, sources={name: text.replace(LOAD, changed)})
        for changed in (LOAD, "x <= in_x ^ {64{p == q}};", "x <= in_x ^ {64{p != q}};")
    ]
    sides = []
    for number, design in enumerate(designs):
        (tmp_path / str(number)).mkdir()
        sides.append(read_rtl(design, tmp_path / str(number)))
    assert compare_from_reset(sides[0], sides[1], base, tmp_path, timeout=30)["verdict"] == "proved"
    assert (
        compare_from_reset(sides[0], sides[2], base, tmp_path, timeout=30)["verdict"] == "refuted"
    )
    for side, verdict in ((sides[1], "proved"), (sides[2], "refuted")):
        claims = _Claims(sides[0], side, base, tmp_path, 30)
        assert claims.at_once()["verdict"] == verdict


def test_of_a_word_one_bit_is_asked_for_and_of_a_flag_all():
    """What may differ: all bits of small registers, of words the first, and those that are watched;
    outputs are named by port and side.
    """
    word = [f"block[{bit}]" for bit in range(sequential.WORD_BITS)]
    small = ["state[0]", "state[1]", "done"]
    miter = SimpleNamespace(differing=[*word, *small, ("do_data", "one")])
    assert sequential._some(miter, {word[5]}) == {word[0], word[5], *small, ("do_data", "one")}


STATUS = """module tiny(input clk, input rst,
  input [31:0] pdi_data, input pdi_valid, output pdi_ready,
  input [31:0] sdi_data, input sdi_valid, output sdi_ready,
  output [31:0] do_data, output do_valid, output do_last, input do_ready, output zeroised);
  reg full; reg [31:0] word;
  assign pdi_ready = !full, sdi_ready = 1, do_valid = full, do_last = 1, do_data = DATA;
  assign zeroised = SAID;
  always @(posedge clk) if (rst) full <= 0;
    else if (full ? do_ready : pdi_valid) begin full <= !full; word <= pdi_data; end
endmodule
"""
"""A word that goes through, and a port that says something of the core at any time."""


@pytest.mark.parametrize(
    "data, said, verdict", [("full ? word : 0", "!full", "proved"), ("word", "0", "refuted")]
)
def test_what_a_core_says_of_itself_is_compared_at_any_time(data, said, verdict, tmp_path):
    """A status that is wrong only while no answer is valid is a difference; what is on ``do_data``
    then is none.
    """
    base, sides = lwc_core(), []
    for place, (shown, status) in (("one", ("word", "!full")), ("two", (data, said))):
        (tmp_path / place).mkdir()
        text = STATUS.replace("DATA", shown).replace("SAID", status)
        sides.append(read_rtl(replace(base, sources={"tiny.v": text}), tmp_path / place))
    assert compare_from_reset(*sides, base, tmp_path, timeout=30)["verdict"] == verdict
