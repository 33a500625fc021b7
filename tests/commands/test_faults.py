# SPDX-License-Identifier: Apache-2.0
"""`cipherfab faults`: which cores it takes, which cycles get faults, and what it prints."""

import pytest

from cipherfab.commands import faults
from cipherfab.cores.build import build
from cipherfab.cores.names import parse
from cipherfab.errors import CallError
from cipherfab.verify.gates.faults import OUTCOMES

OPTIONS = {"platform": "nangate45", "recipe": "area", "rounds": None, "calls": 1, "seed": 1}


@pytest.mark.parametrize("core, rounds, cycles", [
    ("ascon-p-12/round,redundant=3", 3, 6), ("ascon-p-12/round,redundant=3", 4, 7),
    ("ascon-p-12", 3, 3),
    ("ascon-p-12/unrolled=2", 3, 2), ("skinny-64-64/round,redundant=3,encdec", 3, 6),
    ("skinny-64-64/round,encdec", 3, 3)])
def test_faults_begin_with_the_first_of_the_last_rounds(core, rounds, cycles):
    """Rounds that are computed twice take twice the cycles; a clock with several rounds takes all
    of them.
    """
    assert faults.window(parse(core), rounds) == cycles


@pytest.mark.parametrize("core", [
    "ascon-128", "ascon-p-12/full", "ascon-p-12/masked=1", "skinny-64-64/inner=2,encdec",
    "forkskinny-128-256/round,encdec",
    "skinny-128-256/serial=8"])
def test_other_cores_are_refused_before_anything_is_mapped(core):
    """What has other ports, or no rounds of its own to inject into, is a wrong call."""
    with pytest.raises(CallError,
                       match="expected a bare primitive that does not fork, in architecture round "
                             "or unrolled=k"):
        faults.run(core, **OPTIONS)


def test_platforms_without_cells_are_refused():
    """The cells of an FPGA have no Liberty functions."""
    with pytest.raises(CallError, match="Liberty"):
        faults.run("ascon-p-12", **{**OPTIONS, "platform": "ecp5"})


@pytest.mark.parametrize("core, message", [
    ("ascon-p-12/masked=1,redundant=3",
     "redundant=k goes with architecture round, not with masked"),
    ("aes-128/round,encdec,redundant=3", "in steps that are all alike"),
    ("ascon-p-12/unrolled=2,redundant=3", "not with unrolled"),
    ("lilliput-tbc-i-128/round,redundant=32,encdec", "less than the 32 rounds of the shortest run"),
    ("ascon-p-12/round,redundant=12", "less than the 12 rounds of a run")])
def test_redundancy_is_refused_where_it_does_not_fit(core, message):
    """The message says what the option goes with."""
    with pytest.raises(CallError, match=message):
        build(core)


@pytest.mark.parametrize("core", ["gift-64", "skinny-64-64", "lilliput-tbc-ii-256", "prince-v2"])
def test_ciphers_with_an_inverse_are_protected_in_both_directions(core):
    """The core has the ports of the one in both directions, and that for faults."""
    protected, control = (build(f"{core}/round,{option}encdec").interface
                          for option in ("redundant=3,", ""))
    assert protected.fault and not control.fault
    assert (protected.inputs, protected.outputs) == (control.inputs,
                                                     control.outputs) and "decrypt" in protected.inputs  # noqa: E501


@pytest.mark.slow
@pytest.mark.parametrize("core, passed",
                         [("skinny-64-64/round,redundant=3,encdec", True),
                          ("skinny-64-64/round,encdec", False)])
def test_a_core_in_both_directions_is_mapped_and_tried(core, passed, capsys):
    """SKINNY protected in its last three rounds of either direction passes; the control does not.
    """
    result = faults.run(core, **{**OPTIONS, "rounds": 3})
    faults.show(result)
    text = capsys.readouterr().out
    assert "cycles 29 to " in text and " of an encryption and 29 to " in text
    assert faults.exit_code(result) == int(not passed) and passed == result[
        "passed"] == (not result["missed"])


def found(**changes) -> dict:
    """What a run may find."""
    counts = {**dict.fromkeys(OUTCOMES, 0), "detected": 5, "harmless": 1}
    return {"core": "c", "platform": "nangate45", "recipe": "area",
            "area_ge": 9.0, "rounds": 3, "calls": 1, "registers": 2,
            "cycles": [3, 5], "faults": 6, "protected": True,
            "passed": True, "first": {}, "seed": 1, **counts, **changes}


def test_missed_faults_are_named(capsys):
    """Each is printed with its flip-flop and its cycle, and the exit code is 1."""
    entry = {"register": "x[7]", "cycle": 4, "call": 0, "behind": False}
    result = found(missed=2, passed=False, first={"missed": [entry]})
    faults.show(result)
    text = capsys.readouterr().out
    assert "missed: x[7] in cycle 4, …" in text and text.endswith(
        "c: not protected\n") and faults.exit_code(result) == 1


def test_a_protected_core_passes(capsys):
    """Nothing is listed, and the exit code is 0."""
    faults.show(found())
    text = capsys.readouterr().out
    assert "6 faults: 1 random input" in text and text.endswith("every fault is detected or "
                                                                "harmless\n")
    assert faults.exit_code(found()) == 0


def test_faults_in_both_directions_are_told_apart(capsys):
    """Each direction has its cycles, its counts and its flip-flops."""
    entry = {"register": "x[7]", "cycle": 8, "call": 0, "behind": False, "next": "encryption"}
    result = found(missed=1, passed=False)
    encryption = {**{name: result.pop(name) for name in ("cycles", "first")},
                  "faults": 6, **dict.fromkeys(OUTCOMES, 0)}
    decryption = {**encryption, "cycles": [7, 9], "missed": 1, "first": {"missed": [entry]}}
    faults.show({**result, "directions": {"encryption": encryption, "decryption": decryption}})
    text = capsys.readouterr().out
    assert "each of the cycles 3 to 5 of an encryption and 7 to 9 of a decryption: the last 3 rounds" in text  # noqa: E501
    assert "far off and right behind, all pairs of directions, seed 1: 5 detected" in text
    before, _, after = text.partition("a decryption first, 6 faults: ")
    assert "an encryption first, 6 faults: 0 detected" in before and "x[7]" not in before
    assert after.startswith(
        "0 detected, 0 harmless, 1 missed") and "\n    missed: x[7] in cycle 8\n" in after


def test_a_core_in_one_direction_is_printed_as_ever(capsys):
    """A line for the core, for what is flipped, for the counts, and the verdict."""
    faults.show(found())
    counts = ", ".join(f"{number} {name}" for name, number in found().items() if name in OUTCOMES)
    assert capsys.readouterr().out.splitlines() == [
        "c on nangate45, recipe area: 9 GE, with a port fault",
        "  2 flip-flops, each flipped in each of the cycles 3 to 5 of a call: the last 3 rounds, "
        "and while the result waits",
        f"  6 faults: 1 random input, the next call far off and right behind, seed 1: {counts}",
        "c: every fault is detected or harmless"]
