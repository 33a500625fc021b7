# SPDX-License-Identifier: Apache-2.0
"""Leakage of netlists: a masked core passes, the same core unmasked and without a register does
not.
"""

from dataclasses import replace
from pathlib import Path

import pytest
import small_sbox
from small_cells import synthesize

from cipherfab.architectures.protected.masked import Masked
from cipherfab.commands import leakage as command
from cipherfab.cores.build import build
from cipherfab.cores.verilog import verilog
from cipherfab.design import BareInterface
from cipherfab.errors import CallError
from cipherfab.implement import platforms
from cipherfab.implement.placement.place import INSTALL, available
from cipherfab.primitives.primitive import software
from cipherfab.verify.gates import leakage
from cipherfab.verify.gates.gatesim import Drive, GateSimulator
from cipherfab.verify.gates.judges.prolead import Prolead
from cipherfab.verify.gates.judges.sets import Sets

OPTIONS = {
    "platform": "nangate45",
    "recipe": "area",
    "seed": 1,
    "glitches": False,
    "each": False,
    "control": None,
}


def run(core: str, traces: int, **changes) -> dict:
    """What the command finds."""
    return command.run(core, traces=traces, **{**OPTIONS, **changes})


@pytest.mark.slow
@pytest.mark.parametrize("core", ["ascon-p-6/masked=1", "lilliput-tbc-ii-128/masked=1"])
def test_a_masked_core_does_not_leak(core):
    """No probe depends on the secrets, exactly; nor does the sum of the toggles in some traces."""
    found = run(core, 3_000)
    assert (
        found["probed"]["passed"]
        and not found["leaks"]
        and found["uniform"]
        and command.exit_code(found) == 0
    )


def test_what_is_printed_names_both_models(capsys):
    """A verdict comes with its models and what they leave out; a view that fails comes with net,
    cycle and registers.
    """
    leak = {
        "net": "u_0[1]",
        "cycle": 5,
        "transition": True,
        "registers": ["s_0[1]"],
        "pair": ({"a": 0}, {"a": 1}),
    }
    probed = {"passed": False, "model": "M", "probes": 1, "cycles": 2,
              "leaking": 1, "seconds": 1.0, "complete": [], "fault": "F",
              "leaks": [leak], "not_covered": ["two probes"]}  # fmt: skip
    found = {"core": "c", "control": 0, "platform": "p", "recipe": "r",
             "area_ge": 1, "gates": 1, "probed": probed,
             "random_bits": 0,
             "random_bits_per_call": 0, "watched": None, "traces": 1,
             "delays": "liberty", "seed": 1, "max_t": 0.0, "cycle": 0,
             "threshold": 4.5, "secrets": 3, "event": None,
             "variance": {"max_t": 7.0, "cycle": 2, "failed_at": 2048}, "failed_at": None,
             "detected_at": 4096, "sequential_threshold": 5.25, "looks": 12,
             "evaluations": 1, "seconds": 1.0, "leaks": False, "uniform": False,
             "parts": [], "whole": {}, "prolead": None, "coco": None, "coco_of_part": None,
             "sets": None}  # fmt: skip
    command.show({**found, **leakage.limits(delays=None)})
    text = capsys.readouterr().out
    assert "second moment (decides nothing): largest |t| = 7.00 in cycle 2" in text
    assert "toggles with glitches, liberty delays" in text
    assert "FAIL  valid and ready are not the same in all traces" in text
    assert "first above 5.25, the threshold for 12 looks, at 4096 traces" in text
    assert (
        "model: first order" in text
        and "over a transition" in text
        and "a = 0 and a = 1" in text
        and "two probes" in text
    )
    assert text.endswith("leaks in these models\n") and command.exit_code(found) == 1


@pytest.mark.parametrize("leaks", [False, True])
def test_the_verdict_of_an_outside_judge_counts(leaks):
    """What PROLEAD found is printed and decides the exit code with the others."""
    outside = {"program": "0" * 64, "leaks": leaks, "log10_p": 7.5 if leaks else 1.5,
               "threshold": 5.0, "simulations": 65536, "probes": "n7 (3)", "sets": 12,
               "above": 0, "asked": 60000, "runs": 1, "seconds": 2.0, "cycles": 9,
               "ones": False}  # fmt: skip
    (line,) = Prolead.lines({"prolead": outside})
    assert ("FAIL  PROLEAD" if leaks else "pass  PROLEAD") in line
    assert (
        command.exit_code(
            {
                "leaks": False,
                "uniform": True,
                "probed": {"passed": True},
                "parts": [],
                "whole": {},
                "prolead": outside,
                "coco": None,
                "coco_of_part": None,
                "sets": None,
            }
        )
        == leaks
    )


@pytest.mark.parametrize("decides, leaks", [(True, True), (False, False)])
def test_sets_of_no_more_probes_than_the_order_decide(decides, leaks):
    """A set above the threshold is named; it decides the exit code if the core claims to hide what
    so many probes see.
    """
    named = [{"log10_p": 77.0, "probes": [["next s_0[1]", 4], ["out_y_1[0]", 9]]}]
    found = {"sets": 50, "probes": 2, "apart": True, "places": 900, "traces": 1024, "by_ones": 3,
             "log10_p": 77.0, "threshold": 6.7, "above": 1, "named": named, "seconds": 0.5,
             "decides": decides}  # fmt: skip
    text = "\n".join(Sets.lines({"sets": found}))
    assert "next s_0[1] in cycle 4 and out_y_1[0] in cycle 9" in text
    assert ("FAIL" in text) == leaks and ("decides nothing" in text) != leaks
    assert (
        command.exit_code(
            {
                "leaks": False,
                "uniform": True,
                "probed": {"passed": True},
                "parts": [],
                "whole": {},
                "prolead": None,
                "coco": None,
                "coco_of_part": None,
                "sets": found,
            }
        )
        == leaks
    )


def test_an_unmasked_core_leaks_at_once():
    """The control without masks: a few hundred traces are enough."""
    found = run("ascon-p-6", 2_000)
    assert found["leaks"] and found["failed_at"] <= 1024 and command.exit_code(found) == 1


@pytest.mark.slow
def test_a_missing_register_is_found():
    """The control without the register after a stage: its answers are right, but the exact check
    fails.
    """
    found = run("ascon-p-6/masked=1", 1_000, control=1)
    assert not found["probed"]["passed"] and command.exit_code(found) == 1


def test_stages_on_shares_give_the_right_answer(tmp_path):
    """The netlist of the S-box in six stages: its shares add up to what the S-box gives."""
    synthesize(verilog(Masked(small_sbox.STAGED), "dut"), tmp_path)
    simulator = GateSimulator.build(tmp_path / "netlist.v", tmp_path / "cells.lib", "dut", tmp_path)
    found = simulator.play(
        leakage.stimulus(small_sbox.DESIGN, 8, 1), traces=1, seed=1, directory=tmp_path
    )
    shares = zip(*(found["outputs"][f"out_y_{share}"] for share in range(3)))
    model = software(small_sbox.PRIMITIVE)
    assert [a ^ b ^ c for a, b, c in shares] == [model(x)[0] for x in found["secrets"]["x"]]


def test_a_control_needs_a_masked_core():
    """An unmasked core has no register to leave out."""
    with pytest.raises(CallError, match="this one is not masked"):
        run("ascon-p-6", 2_000, control=1)


def test_platforms_without_cells_are_refused():
    """The cells of an FPGA have no Liberty functions."""
    with pytest.raises(CallError, match="Liberty"):
        run("ascon-p-6/masked=1", 2_000, platform="ecp5")


@pytest.mark.parametrize(
    "values, since", [([5, 6, 7], 1), ([1, 5, 6], 2), ([5, 1, 6], 3), ([5, 6, 1], None), ([], None)]
)
def test_traces_at_which_a_core_fails(values, since):
    """From where on |t| stayed above the threshold, up to the end."""
    assert (
        leakage.failed_at([[number, value, 0] for number, value in enumerate(values, 1)], 1, 4.5)
        == since
    )


def test_traces_at_which_a_core_is_detected():
    """The first look at which |t| is above the threshold counts, whatever comes after it."""
    curve = [[512, 4.9, 0], [1024, 5.3, 1], [2048, 1.0, 0]]
    assert leakage.detected_at(curve, 5.0) == 1024 and leakage.detected_at(curve, 5.4) is None


def test_looking_often_takes_a_higher_threshold(tmp_path, monkeypatch):
    """The threshold of a core that is detected counts the looks at which it could have been, one of
    each entry of the curve, beside cycles, secrets and both moments.
    """
    monkeypatch.setattr(leakage, "_check", lambda *_: None)
    synthesize(verilog(Masked(small_sbox.STAGED), "dut"), tmp_path)
    found = leakage.assess(
        small_sbox.DESIGN,
        tmp_path / "netlist.v",
        tmp_path / "cells.lib",
        tmp_path,
        traces=20_000,
        seed=1,
        secrets=2,
    )
    assert found["looks"] > 10 and found["detected_at"] is None
    count = 2 * 2 * len(found["t"])
    assert found["threshold"] == leakage.threshold(count)
    assert found["sequential_threshold"] == leakage.threshold(count * found["looks"])


@pytest.mark.slow
def test_an_unmasked_core_leaks_with_the_delays_of_its_library():
    """With the delays of Nangate45 a gate toggles more often than with settled values, and a core
    without masks is detected at the first look.
    """
    settled, timed = (
        run("ascon-p-6", 1_024, secrets=1, delays=delays) for delays in (None, "liberty")
    )
    assert timed["leaks"] and timed["detected_at"] == 512 and "10 ps" in timed["model"]
    assert sum(timed["mean_toggles"]) > 1.2 * sum(settled["mean_toggles"])


@pytest.mark.slow
@pytest.mark.skipif(not available(), reason=f"no placer: {INSTALL}")
def test_delays_of_placed_wires_are_others_than_those_of_the_library():
    """With placed wires nets toggle at other times, so in all another number of times; a core
    without masks is detected at the first look.
    """
    table, placed = (
        run("ascon-p-6", 1_024, secrets=1, delays=delays) for delays in ("liberty", "placed")
    )
    assert placed["leaks"] and placed["detected_at"] == 512 and "a placement" in placed["model"]
    assert placed["mean_toggles"] != table["mean_toggles"]


def test_placed_delays_want_cells_with_a_geometry(monkeypatch):
    """A platform that cannot be placed is refused before anything is mapped."""
    plain = replace(platforms.find("nangate45"), geometry=None)
    monkeypatch.setitem(platforms.PLATFORMS, "nangate45", plain)
    with pytest.raises(CallError, match="whose cells have a geometry"):
        run("ascon-p-6/masked=1", 1_024, platform="nangate45", delays="placed")


def test_the_bench_is_part_of_the_package():
    """The program's source lies beside the other benches."""
    assert (Path(leakage.__file__).parent / "bench" / "lanes.cpp").is_file()


def test_the_threshold_grows_with_what_is_compared():
    """One comparison is above it with a chance of 1 in 100,000, and so is the largest of many."""
    assert leakage.threshold(1) == pytest.approx(4.417, abs=0.001)
    assert leakage.threshold(1) < leakage.threshold(100) < leakage.threshold(10_000) < 6.5


def test_every_fixed_secret_counts(tmp_path, monkeypatch):
    """Of several secrets the one that is told apart best decides, and each has all the traces."""
    monkeypatch.setattr(leakage, "_check", lambda *_: None)  # the S-box is not in the catalog
    synthesize(verilog(Masked(small_sbox.STAGED), "dut"), tmp_path)
    found = leakage.assess(
        small_sbox.DESIGN,
        tmp_path / "netlist.v",
        tmp_path / "cells.lib",
        tmp_path,
        traces=4096,
        seed=1,
        secrets=3,
    )
    alone = [
        leakage.assess(
            small_sbox.DESIGN,
            tmp_path / "netlist.v",
            tmp_path / "cells.lib",
            tmp_path,
            traces=4096,
            seed=seed,
        )
        for seed in (1, 2, 3)
    ]
    assert found["max_t"] == max(one["max_t"] for one in alone) and found["traces"] == 4096
    assert found["evaluations"] == sum(one["evaluations"] for one in alone)


def test_words_of_shares_are_fed_and_their_toggles_tested(monkeypatch, tmp_path):
    """A bit-serial core, which gets a column of each share in a cycle, does not leak in its first
    two turns; with one share 0, so that the other is the secret, it does.
    """
    design = build("ascon-p-6/masked=1,bitserial")
    synthesize(next(iter(design.sources.values())), tmp_path, top=design.top)
    options = {"traces": 4096, "seed": 1, "cycles": 132}
    netlist = tmp_path / "netlist.v", tmp_path / "cells.lib", tmp_path
    assert not leakage.assess(design, *netlist, **options)["leaks"]
    whole = leakage.stimulus

    def without_mask(*args):
        found = whole(*args)
        return replace(found, ports={**found.ports, "in_x_0": Drive(kind="constant")})

    monkeypatch.setattr(leakage, "stimulus", without_mask)
    assert leakage.assess(design, *netlist, **options)["leaks"]


def test_what_a_core_without_shares_computes_is_no_secret():
    """A direction that was drawn for each trace would tell the classes apart, and the model gives
    one direction alone.
    """
    inputs = {"key": 8, "block": 8, "decrypt": 1}
    interface = BareInterface(algorithm="", inputs=inputs, outputs={"block": 8})
    found = leakage.stimulus(replace(small_sbox.DESIGN, interface=interface), 8, 1)
    assert set(found.fixed) == {"key", "block"}
    assert (found.ports["in_decrypt"].kind, found.ports["in_decrypt"].value) == ("constant", 0)
