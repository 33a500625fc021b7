# SPDX-License-Identifier: Apache-2.0
"""What is reached is counted, state machines are found in emitted text, exclusions hold for the
text that they were made for.
"""

import re
from dataclasses import replace

import pytest
from tiny_cores import lwc_core, messages

from cipherfab.cores.build import build
from cipherfab.verify.equivalence.netlist import read_rtl
from cipherfab.verify.equivalence.sequential import compare_from_reset
from cipherfab.verify.rtl import coverage
from cipherfab.verify.rtl.played import Played

MACHINE = """module toy_part (
    input wire clk,
    input wire rst,
    input wire go
);
  reg [1:0] key_state;
  always_ff @(posedge clk) begin
    if (rst) key_state <= 2'h0;
    else begin
      case (key_state)
        2'h0: if (go) key_state <= 2'h1;
        2'h1, 2'h2: begin
          case (go)
            1'b1: key_state <= 2'h0;
            default: ;
          endcase
        end
        default: ;
      endcase
    end
  end
endmodule
"""
OTHER = MACHINE.replace("2'h1, 2'h2", "2'h1")


def test_states_and_transitions_are_those_of_the_text():
    """A case with two labels has two transitions, a case over something else none, and a reset is
    none.
    """
    design = replace(lwc_core(), top="toy", sources={"top.sv": MACHINE})
    sources, covers = coverage.instrumented(design)
    assert [title for kind, title in covers.values() if kind == "state"] == [
        f"part: key_state = 2'h{n}" for n in range(3)
    ]
    assert [title for kind, title in covers.values() if kind == "transition"] == [
        f"part: key_state {edge}" for edge in ("2'h0 -> 2'h1", "2'h1 -> 2'h0", "2'h2 -> 2'h0")
    ]
    lines = sources["top.sv"].splitlines()
    assert all("cover property" in lines[line - 1] for _, line in covers) and len(
        covers
    ) == 6 == sources["top.sv"].count("cover ")


def test_a_choice_of_two_states_is_a_machine():
    """Where two states are left, the text has `if` in place of a case; its transitions are found
    too.
    """
    before = MACHINE[: MACHINE.index("      case (key")]
    text = f"{before}      if (key_state == 2'h0) key_state <= 2'h1;\n    end\n  end\nendmodule\n"
    found = coverage.instrumented(replace(lwc_core(), top="toy", sources={"top.sv": text}))[
        1
    ].values()
    assert ("transition", "part: key_state 2'h0 -> 2'h1") in found


def test_our_cores_have_state_machines():
    """The pre-processor's and the key reader's are found in a real core."""
    titles = [title for _, title in coverage.instrumented(build("ascon-128"))[1].values()]
    assert {
        "pre: state_state = STATE_HEADER",
        "keyreader: key_state_state KEY_STATE_HEADER -> KEY_STATE_DATA",
    } <= set(titles)


def test_exclusions_hold_for_one_text(monkeypatch):
    """With the module's hash a point counts as excluded; with another one the exclusion is void and
    the point open.
    """
    design = replace(lwc_core(), top="toy", sources={"top.sv": MACHINE})
    points = {
        ("state", "part: key_state = 2'h0"): 5,
        ("state", "part: key_state = 2'h2"): 0,
        ("line", "part: line 3 if"): 0,
    }
    entry = {
        "core": design.name,
        "module": "part",
        "kind": "state",
        "points": "key_state = 2'h2",
        "reason": "never",
        "sha256": coverage.module_hashes(design)["part"],
    }
    monkeypatch.setattr(coverage, "_exclusions", lambda: [entry])
    found = coverage._summary(design, points)
    assert found["kinds"]["state"] == {"points": 2, "reached": 1, "excluded": 1} and found[
        "exclusions"
    ] == ["never"]
    assert found["open"] == ["line part: line 3 if"] and found["void"] == []
    changed = replace(design, sources={"top.sv": OTHER})
    found = coverage._summary(changed, points)
    assert found["void"] == ["never"] and "state part: key_state = 2'h2" in found["open"]


def test_points_are_told_apart_by_kind_and_place():
    """As Verilator writes them: of a line the number within its module and the branch, of a toggle
    the signal, of a covered state its name; the same point of two entries is added up.
    """

    def entry(page: str, line: int, what: str) -> str:
        facts = {"f": "top.sv", "l": line, "page": page, "o": what}
        return "".join(f"\x01{name}\x02{value}" for name, value in facts.items())

    counts = {
        entry("v_line/core_part", 12, "block"): 2,
        entry("v_branch/core_part", 13, "if"): 0,
        entry("v_toggle/core", 4, "word[3]"): 5,
        entry("v_user/core", 7, "cover"): 1,
        entry("v_user/core", 8, "cover"): 3,
        entry("v_user/core", 9, "other"): 9,
    }
    state = ("state", "core: IDLE")
    found = coverage._points(
        counts, {("top.sv", 7): state, ("top.sv", 8): state}, "core", {"core_part": 11}
    )
    assert found == {
        ("line", "part: line 2 block"): 2,
        ("line", "part: line 3 if"): 0,
        ("toggle", "top: word[3]"): 5,
        state: 4,
    }


@pytest.mark.slow
def test_what_is_played_is_counted(tmp_path, monkeypatch):
    """More messages toggle more bits, of which there are as many."""

    def reached(count: int) -> tuple[int, int]:
        def play(simulator, waveform):
            result = simulator.play(messages(count), stall_seed=1)
            return Played(passed=result.passed, detail="")

        monkeypatch.setattr(coverage, "plays_of", lambda *_: [("all", play)])
        (tmp_path / str(count)).mkdir()
        kinds = coverage.measure(lwc_core(), tmp_path / str(count), seed=1)["kinds"]
        assert kinds["line"]["reached"] > 3
        return kinds["toggle"]["reached"], kinds["toggle"]["points"]

    (few, points), (many, same) = reached(1), reached(6)
    assert few < many <= points == same > 100


@pytest.mark.slow
@pytest.mark.parametrize(
    "state, line, without",
    [
        ("TURN", r"\n *if \(control__abort\)[^\n]*;", ""),
        ("RESTORE", r"if \(in_ready\) begin", "if (1'b1) begin"),
    ],
)
def test_what_is_excluded_by_a_proof_is_proved(state, line, without, tmp_path):
    """The lines of the fork that are excluded because a core without them is equal: it is, from
    power-up and any reset on.
    """
    design = build("paef-forkskinny-64-192")
    ((name, text),) = design.sources.items()
    start = text.index(f"module {design.top}_mode (")
    arms = re.compile(rf"(?<=        PHASE_{state}: begin\n).*?(?=\n        end\n)", re.DOTALL)
    changed, count = arms.subn(lambda arm: re.sub(line, without, arm[0]), text[start:])
    assert count == 7 and changed != text[start:]
    folders = [tmp_path / part for part in ("one", "two", "proof")]
    for folder in folders:
        folder.mkdir()
    without_it = replace(design, sources={name: text[:start] + changed})
    found = compare_from_reset(
        read_rtl(design, folders[0]),
        read_rtl(without_it, folders[1]),
        design,
        folders[2],
        timeout=1200,
    )
    assert found["verdict"] == "proved"
