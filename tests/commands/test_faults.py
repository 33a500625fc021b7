"""`cipherfab faults`: which cores it takes, which cycles get faults, and what it prints."""

import pytest

from cipherfab.commands import faults
from cipherfab.corename import parse
from cipherfab.cores import build
from cipherfab.errors import CallError
from cipherfab.verify.faults import OUTCOMES

OPTIONS = {"platform": "nangate45", "recipe": "area", "rounds": None, "calls": 1, "seed": 1}


@pytest.mark.parametrize("core, rounds, cycles", [
    ("ascon-p-12/round,redundant=3", 3, 6), ("ascon-p-12/round,redundant=3", 4, 7), ("ascon-p-12", 3, 3),
    ("ascon-p-12/unrolled=2", 3, 2)])
def test_faults_begin_with_the_first_of_the_last_rounds(core, rounds, cycles):
    """Rounds that are computed twice take twice the cycles; a clock with several rounds takes all of them."""
    assert faults.window(parse(core), rounds) == cycles


@pytest.mark.parametrize("core", [
    "ascon-128", "ascon-p-12/full", "ascon-p-12/masked=1", "aes-128/round,encdec", "forkskinny-128-256", "skinny-128-256/serial=8"])
def test_other_cores_are_refused_before_anything_is_mapped(core):
    """What has other ports, or no rounds of its own to inject into, is a wrong call."""
    with pytest.raises(CallError, match="expected a bare primitive that does not fork, in architecture round or unrolled=k"):
        faults.run(core, **OPTIONS)


def test_platforms_without_cells_are_refused():
    """The cells of an FPGA have no Liberty functions."""
    with pytest.raises(CallError, match="Liberty"):
        faults.run("ascon-p-12", **{**OPTIONS, "platform": "ecp5"})


@pytest.mark.parametrize("core, message", [
    ("ascon-p-12/masked=1,redundant=3", "architecture round and one direction, not with masked"),
    ("aes-128/round,encdec,redundant=3", "not with encdec"), ("ascon-p-12/unrolled=2,redundant=3", "not with unrolled"),
    ("ascon-p-12/round,redundant=12", "less than the 12 rounds of a run")])
def test_redundancy_is_refused_where_it_does_not_fit(core, message):
    """The message says what the option goes with."""
    with pytest.raises(CallError, match=message):
        build(core)


def found(**changes) -> dict:
    """What a run may find."""
    counts = {**dict.fromkeys(OUTCOMES, 0), "detected": 5, "harmless": 1}
    return {"core": "c", "platform": "nangate45", "recipe": "area", "area_ge": 9.0, "rounds": 3, "calls": 1, "registers": 2,
            "cycles": [3, 5], "faults": 6, "protected": True, "passed": True, "first": {}, "seed": 1, **counts, **changes}


def test_missed_faults_are_named(capsys):
    """Each is printed with its flip-flop and its cycle, and the exit code is 1."""
    entry = {"register": "x[7]", "cycle": 4, "call": 0, "behind": False}
    result = found(missed=2, passed=False, first={"missed": [entry]})
    faults.show(result)
    text = capsys.readouterr().out
    assert "missed: x[7] in cycle 4, …" in text and text.endswith("c: not protected\n") and faults.exit_code(result) == 1


def test_a_protected_core_passes(capsys):
    """Nothing is listed, and the exit code is 0."""
    faults.show(found())
    text = capsys.readouterr().out
    assert "6 faults: 1 random input" in text and text.endswith("every fault is detected or harmless\n")
    assert faults.exit_code(found()) == 0
