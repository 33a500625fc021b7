# SPDX-License-Identifier: Apache-2.0
"""`cipherfab faults`: which cores it takes, which cycles get faults, and what it prints."""

import pytest

from cipherfab.commands import faults
from cipherfab.cores.build import build
from cipherfab.cores.names import parse
from cipherfab.errors import CallError
from cipherfab.verify.gates.injection.campaign import OUTCOMES
from cipherfab.verify.gates.injection.places import KINDS

OPTIONS = {"platform": "nangate45", "recipe": "area", "rounds": None}


@pytest.mark.parametrize(
    "core, rounds, cycles",
    [
        ("ascon-p-12/round,redundant=3", 3, 6),
        ("ascon-p-12/round,redundant=3", 4, 7),
        ("ascon-p-12", 3, 3),
        ("ascon-p-12/unrolled=2", 3, 2),
        ("skinny-64-64/round,redundant=3,encdec", 3, 6),
        ("skinny-64-64/round,encdec", 3, 3),
        ("ascon-p-12/masked=1", 3, 6),
        ("ascon-p-12/masked=1,redundant=3", 3, 14),
        ("ascon-p-12/masked=1,redundant=3,gadget=dom", 3, 14),
    ],
)
def test_faults_begin_with_the_first_of_the_last_rounds(core, rounds, cycles):
    """Rounds that are computed twice take twice the cycles; a clock with several rounds takes all
    of them; a masked core takes a cycle for each stage, and two more to enter or to compare.
    """
    assert faults.window(parse(core), rounds) == cycles


@pytest.mark.parametrize(
    "core",
    [
        "ascon-128",
        "ascon-p-12/full",
        "skinny-64-64/inner=2,encdec",
        "forkskinny-128-256/round,encdec",
        "skinny-128-256/serial=8",
    ],
)
def test_other_cores_are_refused_before_anything_is_mapped(core):
    """What has other ports, or no rounds of its own to inject into, is a wrong call."""
    with pytest.raises(
        CallError,
        match="expected a bare primitive that does not fork, in architecture round, "
        "unrolled=k or masked=1",
    ):
        faults.run(core, faults.Tries(), **OPTIONS)


def test_platforms_without_cells_are_refused():
    """The cells of an FPGA have no Liberty functions."""
    with pytest.raises(CallError, match="Liberty"):
        faults.run("ascon-p-12", faults.Tries(), **{**OPTIONS, "platform": "ecp5"})


@pytest.mark.parametrize(
    "core, message",
    [
        ("ascon-p-12/masked=1,redundant=12", "less than the 12 rounds of a run"),
        ("lilliput-tbc-i-128/masked=1,redundant=3,encdec", "expected a primitive in one direction"),
        ("ascon-p-12/unrolled=2,redundant=3", "goes with round, masked=1.*; got unrolled"),
        (
            "lilliput-tbc-i-128/round,redundant=32,encdec",
            "less than the 32 rounds of the shortest run",
        ),
        ("ascon-p-12/round,redundant=12", "less than the 12 rounds of a run"),
        ("ascon-p-12/masked=1,redundant=12,gadget=dom", "less than the 12 rounds of a run"),
    ],
)
def test_redundancy_is_refused_where_it_does_not_fit(core, message):
    """The message says what the option goes with."""
    with pytest.raises(CallError, match=message):
        build(core)


@pytest.mark.sample(2)
@pytest.mark.parametrize("core", ["gift-64", "skinny-64-64", "lilliput-tbc-ii-256", "prince-v2"])
def test_ciphers_with_an_inverse_are_protected_in_both_directions(core):
    """The core has the ports of the one in both directions, and that for faults."""
    protected, control = (
        build(f"{core}/round,{option}encdec").interface for option in ("redundant=3,", "")
    )
    assert protected.fault and not control.fault
    assert (protected.inputs, protected.outputs) == (
        control.inputs,
        control.outputs,
    ) and "decrypt" in protected.inputs


@pytest.mark.slow
@pytest.mark.parametrize(
    "core", ["skinny-64-64/round,redundant=3,encdec", "skinny-64-64/round,encdec"]
)
def test_a_core_in_both_directions_is_mapped_and_tried(core, capsys):
    """SKINNY protected in its last three rounds of either direction misses no fault of a flip-flop;
    the control does, and neither covers the gates of its outputs.
    """
    result = faults.run(core, faults.Tries(), **{**OPTIONS, "rounds": 3})
    faults.show(result)
    text = capsys.readouterr().out
    assert "cycles 29 to " in text and " of an encryption: the last 3 rounds" in text
    missed = sum(
        part["kinds"][kind]["missed"]
        for part in result["directions"].values()
        for kind in KINDS[:3]
    )
    assert bool(missed) == (not result["protected"])
    assert faults.exit_code(result) == 1 and "bits of out_block[…]: flip in" in text


def found(**changes) -> dict:
    """What a run may find."""
    counts = {**dict.fromkeys(OUTCOMES, 0), "detected": 5, "ineffective": 1}
    return {"core": "c", "platform": "nangate45", "recipe": "area", "area_ge": 9.0, "rounds": 3,
            "calls": 1, "registers": 2, "gates": 7, "clock_gates": 0, "cycles": [3, 5], "faults": 6,
            "protected": True, "passed": True, "places": {}, "seed": 1, "pairs": None,
            "statistical": None, "simulated": 6000, "seconds": 2.0,
            "kinds": {"gate: flip": {"injected": 6, **counts}}, **counts, **changes}  # fmt: skip


def test_missed_faults_are_named(capsys):
    """Each is printed with its place, its kind and its cycles, bits of a word together, and the
    exit code is 1.
    """
    places = [{"place": f"x[{bit}]", "kind": "flip-flop: flip", "cycles": [4, 5]} for bit in (7, 8)]
    places.append({"place": "g12 (INV_X1)", "kind": "gate: 0", "cycles": [3, 5]})
    result = found(missed=2, passed=False, places={"missed": places})
    faults.show(result)
    text = capsys.readouterr().out
    assert "missed, 3 places: 2 bits of x[…]: flip in 4 to 5; g12 (INV_X1): 0 in 3, 5\n" in text
    assert text.endswith("c: some single faults gave wrong answers that were not detected\n")
    assert faults.exit_code(result) == 1


def test_a_protected_core_passes(capsys):
    """A row for each kind and one for all, the speed, and the exit code is 0."""
    faults.show(found())
    text = capsys.readouterr().out
    assert "2 flip-flops, 7 gates, with a port fault" in text
    assert "in each of the cycles 3 to 5 of a call: the last 3 rounds" in text
    rows = [line.split() for line in text.splitlines() if line.startswith(("gate", "all"))]
    assert [row[-8:] for row in rows] == [["6", "5", "1", "0", "0", "0", "0", "0"]] * 2
    assert text.endswith("no single fault gave a wrong answer that was not detected\n")
    assert faults.exit_code(found()) == 0


def test_clock_gates_are_said_to_get_no_faults(capsys):
    """A core that passes was tried with faults in all else alone."""
    faults.show(found(clock_gates=3))
    assert "7 gates, 3 clock gates (which get no faults), with a port" in capsys.readouterr().out


def test_faults_in_both_directions_are_told_apart(capsys):
    """Each direction has its cycles, its counts and its places."""
    place = {"place": "x[7]", "kind": "flip-flop: 1", "cycles": [8]}
    result = found(missed=1, passed=False)
    encryption = {
        name: result.pop(name) for name in ("cycles", "places", "kinds", "pairs", "statistical")
    }
    decryption = {**encryption, "cycles": [7, 9], "places": {"missed": [place]}}
    faults.show({**result, "directions": {"encryption": encryption, "decryption": decryption}})
    text = capsys.readouterr().out
    before, _, after = text.partition("each of the cycles 7 to 9 of a decryption")
    assert "each of the cycles 3 to 5 of an encryption" in before and "x[7]" not in before
    assert "missed, 1 places: x[7]: 1 in 8" in after


def test_pairs_and_ineffective_faults_are_named_and_do_not_decide(capsys):
    """Pairs that do harm, and faults whose having no effect depends on data, do not change the exit
    code.
    """
    counts = {outcome: 0 for outcome in OUTCOMES}
    pairs = {
        "injected": 4,
        **counts,
        "missed": 1,
        "sites": ["a", "b"],
        "wrong": [[["a", "gate: 1", 3], ["b", "gate: 0", 4]]],
    }
    verdicts = {"injected": 9, "never": 3, "always": 1, "few": 1, "independent": 2, "show": 2}
    statistical = {"inputs": 512, "secrets": 8, "threshold": 5.5, "kinds": {"gate: 0": verdicts},
                   "places": [{"place": "g1 (INV_X1)", "kind": "gate: 0", "cycles": [3, 4],
                               "z": 22.4, "with": "x[1]", "ineffective": 0.25}]}  # fmt: skip
    result = found(pairs=pairs, statistical=statistical)
    faults.show(result)
    text = capsys.readouterr().out
    assert "missed or exposed: a 1 in cycle 3 with b 0 in cycle 4" in text
    assert "g1 (INV_X1) 0 in 2 cycles: no effect with 25.0% of the inputs" in text
    assert "|z| = 22 with x[1]" in text
    assert faults.exit_code(result) == 0
