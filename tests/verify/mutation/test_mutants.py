# SPDX-License-Identifier: Apache-2.0
"""Mutants are made as they say, alone and together, and simulation and proof tell them apart."""

from dataclasses import replace

import pytest
from tiny_cores import LWC, lwc_core, messages

from cipherfab.errors import CallError, DesignError, ToolError
from cipherfab.verify.mutation import proved
from cipherfab.verify.mutation.mutants import KINDS, draw, mutated, schemata
from cipherfab.verify.mutation.played import FIRST, LONG, STOPPED, MutantProgram, _ordered
from cipherfab.verify.rtl.simulator import Simulator

SOURCE = """module top(clk, rst, in_valid, x, y, out_valid);
  input clk;
  input rst;
  input in_valid;
  input [3:0] x;
  output [3:0] y;
  reg [3:0] y;
  output out_valid;
  wire out_valid;
  wire [3:0] sum;
  wire more;
  reg [3:0] next;
  localparam [3:0] THREE = 4'h3;
  assign more = x == 4'h3;
  assign sum = more ? x + 4'h1 : x ^ {x[2:0], 1'h0};
  assign out_valid = ~ in_valid;
  always_ff @(posedge clk)
    y <= next;
  always_comb begin
    next = y;
    if (in_valid) begin
      next = sum;
    end
    if (rst) begin
      next = 4'h0;
    end
  end
endmodule
"""


def changes() -> set[tuple[str, str, str]]:
    """Every mutant of the source: kind, original, changed."""
    return {
        (mutant.kind, mutant.original, mutant.changed)
        for mutant in draw({"top.v": SOURCE}, 1000, 1)
    }


def test_every_kind_of_change_is_made():
    """An example of each, as slang's tree gives it."""
    found = changes()
    assert {kind for kind, _, _ in found} == set(KINDS)
    assert {
        ("operator", "x == 4'h3", "x != 4'h3"),
        ("operator", "x + 4'h1", "x - 4'h1"),
        ("operator", "~ in_valid", "in_valid"),
        ("constant", "4'h3", "4'hb"),
        ("bit", "x[2:0]", "x[3:1]"),
        ("condition", "in_valid", "1'b1"),
        ("handshake", "~ in_valid", "1'b0"),
        ("statement", "next = sum;", ";"),
        ("reset", "rst", "1'b0"),
    } <= found
    assert not any(original.strip() == changed.strip() for _, original, changed in found)


def test_parameters_stay_as_they_are():
    """They must be constants in the model of all mutants."""
    line = SOURCE[: SOURCE.index("localparam")].count("\n") + 1
    assert all(mutant.line != line for mutant in draw({"top.v": SOURCE}, 1000, 1))


def test_a_draw_is_its_seed_and_the_beginning_of_a_larger_one():
    """The kinds take turns; numbers count from 1; another seed gives others."""
    ten, all_of_them = draw({"top.v": SOURCE}, 10, 1), draw({"top.v": SOURCE}, 1000, 1)
    assert ten == all_of_them[:10] != draw({"top.v": SOURCE}, 10, 2) and [
        mutant.number for mutant in ten
    ] == list(range(1, 11))
    assert {mutant.kind for mutant in ten} == set(KINDS)
    for mutant in all_of_them:
        assert (
            SOURCE[mutant.start : mutant.end] == mutant.original
            and SOURCE.splitlines()[mutant.line - 1].count(mutant.original.splitlines()[0]) >= 1
        )


def test_comments_with_other_characters_move_nothing():
    """Places are counted in characters, whatever stands in a comment before them."""
    text = SOURCE.replace("always_ff", "// states: idle … done, ≥ 1 word\n  always_ff")
    drawn = draw({"top.v": text}, 1000, 1)
    assert {(each.kind, each.original, each.changed) for each in drawn} == changes()
    assert all(text[each.start : each.end] == each.original for each in drawn)


def test_nothing_to_change_is_refused():
    """No mutants of no statements, and not fewer than one."""
    with pytest.raises(DesignError, match="nothing to change"):
        draw({"top.v": "module top(input a); endmodule"}, 5, 1)
    with pytest.raises(CallError, match="at least 1"):
        draw({"top.v": SOURCE}, 0, 1)


def test_a_program_that_always_stops_kills_nothing(monkeypatch):
    """A mutant counts as stopped only if the original does not stop in its place."""

    def run(self, numbers, options):
        if options.get("mutants") in stopping:
            raise ToolError("stopped")
        return {"failures": {"0": ""}, "last": {}}

    monkeypatch.setattr("cipherfab.verify.mutation.played.Program.run", run)
    program = MutantProgram(design=lwc_core(), path=None, alive=[7])
    stopping = {"7", "0"}
    with pytest.raises(ToolError):
        program.run([[1]], {})
    stopping = {"7"}
    program.run([[1]], {})
    assert program.failures == {7: STOPPED}


def test_a_mutant_that_does_not_settle_kills_no_run(monkeypatch):
    """A loop of logic is the mutant's fault: `Program.run` calls it an error of the design, and the
    other mutants are played all the same.
    """

    def run(self, numbers, options):
        if "7" in options.get("mutants", "").split(","):
            raise DesignError("its logic does not settle")
        return {"failures": dict.fromkeys(options.get("mutants", "0").split(","), "")}

    monkeypatch.setattr("cipherfab.verify.mutation.played.Program.run", run)
    program = MutantProgram(design=lwc_core(), path=None, alive=[6, 7, 8])
    program.run([[1]], {})
    assert program.alive == [6, 8] and program.failures == {7: STOPPED}


def test_nothing_is_said_of_mutants_where_the_original_fails(monkeypatch):
    """A run that the original fails, such as a first try of what the API leaves open, says nothing
    of the mutants, who are not played then.
    """
    failures = iter(["word", ""])
    monkeypatch.setattr(
        "cipherfab.verify.mutation.played.Program.run",
        lambda self, numbers, options: (
            {"failures": {"7": "word"}} if "mutants" in options else {"failure": next(failures)}
        ),
    )
    program = MutantProgram(design=lwc_core(), path=None, alive=[7])
    program.run([[1]], {})
    assert program.alive == [7]
    program.run([[1]], {})
    assert program.failures == {7: "word"}


@pytest.mark.slow
def test_together_and_alone_they_fail_alike(builds):
    """The model of all mutants is the original with number 0, and with each other number what the
    mutant is alone.
    """
    design = lwc_core()
    mutants = draw(design.sources, 12, 3)
    together = Simulator.build(
        replace(design, sources=schemata(design.sources, mutants)), builds
    ).program
    program = MutantProgram(
        design=design, path=together.path, alive=[mutant.number for mutant in mutants]
    )
    assert Simulator(program=program).play(messages(), stall_seed=1, max_idle=3000).passed
    assert program.failures and sorted([*program.alive, *program.failures]) == [
        mutant.number for mutant in mutants
    ]
    for mutant in (mutants[0], mutants[1], mutants[-1]):
        alone = Simulator.build(replace(design, sources=mutated(design.sources, mutant)), builds)
        result = alone.play(messages(), stall_seed=1, max_idle=20_000)
        assert result.passed == (mutant.number in program.alive)


def test_proofs_tell_equal_from_different(tmp_path):
    """A change that does nothing is proved equal, also one that only unreachable states show;
    others, of states or data, differ.
    """
    design = lwc_core()
    text, base = LWC.replace("{fault}", "0"), draw(design.sources, 1, 1)[0]

    def change(number: int, original: str, changed: str):
        start = text.index(original)
        return replace(
            base,
            number=number,
            file="tiny.v",
            start=start,
            end=start + len(original),
            original=original,
            changed=changed,
        )

    found = proved.prove(
        design,
        [
            change(1, "state < 3", "!(state >= 3)"),
            change(2, "state < 3", "state < 3 || state == 7"),
            change(3, "state < 3", "state < 2"),
            change(4, "sum ^ pdi_data", "sum | pdi_data"),
        ],
        tmp_path,
    )
    assert [each["verdict"] for each in found] == ["proved"] * 2 + ["different"] * 2
    ways = ["in step"] * 2 + ["cycles after power-up"] * 2
    assert all(way in each["detail"] for way, each in zip(ways, found, strict=True))


def test_a_constant_has_one_bit_changed():
    """Whatever its base, and one bit of its own size."""
    source = (
        "module m(output [7:0] a, b, c);\n  assign a = 8'ha5;\n  assign b = 8'b1010_0101;\n"
        "  assign c = 8'd165;\nendmodule\n"
    )
    found = [mutant for mutant in draw({"top.v": source}, 1000, 1) if mutant.kind == "constant"]
    assert {mutant.original for mutant in found} == {"8'ha5", "8'b1010_0101", "8'd165"}
    for mutant in found:
        assert (int(mutant.changed.removeprefix("8'h"), 16) ^ 0xA5).bit_count() == 1


def test_long_checks_are_apart_and_quick_killers_first():
    """Every check is played once, in one of the two halves."""
    names = ["test plan", LONG[1], FIRST[1], f"{LONG[0]} of x", FIRST[0], "values"]
    plays = [(name, None) for name in names]
    short, long = ([name for name, _ in _ordered(plays, which)] for which in (False, True))
    assert long == [LONG[1], f"{LONG[0]} of x"]
    assert short == [FIRST[1], FIRST[0], "test plan", "values"]
