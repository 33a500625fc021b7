"""Leakage of netlists: a masked core passes, the same core unmasked and without a register does not."""

from dataclasses import replace
from pathlib import Path

import pytest
import small_sbox
from small_cells import synthesize

from cipherfab.architectures.protected.masked import Masked
from cipherfab.commands import leakage as command
from cipherfab.cores.verilog import verilog
from cipherfab.errors import CallError
from cipherfab.primitives.primitive import software
from cipherfab.verify.gates import leakage
from cipherfab.verify.gates.gatesim import GateSimulator

OPTIONS = {"platform": "nangate45", "recipe": "area", "seed": 1, "glitches": False, "each": False, "control": 0}


def run(core: str, traces: int, **changes) -> dict:
    """What the command finds."""
    return command.run(core, traces=traces, **{**OPTIONS, **changes})


def test_a_masked_core_does_not_leak():
    """Neither the sum of the toggles nor any single change of a net, glitches included, tells fixed from random secrets."""
    found = run("ascon-p-6/masked=1", 30_000, glitches=True, each=True)
    assert not found["leaks"] and found["uniform"] and found["failed_at"] is None and found["event"]["failed_at"] is None
    assert found["random_bits_per_call"] == 6 * 256 and all(item["passed"] for item in found["stages"])
    assert command.exit_code(found) == 0


@pytest.mark.parametrize("core, name", [("ascon-p-6", "Ascon"), ("lilliput-tbc-ii-128", "LILLIPUT-TBC")])
def test_what_is_printed_names_the_model_and_what_fails_elsewhere(core, name, capsys):
    """A verdict comes with its model, what it leaves out, and how such masked cores are known to leak elsewhere."""
    found = {"core": core, "control": 0, "platform": "p", "recipe": "r", "area_ge": 1, "gates": 1, "stages": [], "random_bits": 0,
             "random_bits_per_call": 0, "watched": None, "traces": 1, "glitches": False, "seed": 1, "max_t": 0.0, "cycle": 0,
             "threshold": 4.5, "event": None, "failed_at": None, "evaluations": 1, "seconds": 1.0, "leaks": False}
    command.show({**found, **leakage.limits(core, glitches=False, masked=True)})
    text = capsys.readouterr().out
    assert "model: first order" in text and "random tied to 0" in text and f"known to leak in another model: {name}" in text
    assert text.endswith("no leakage found in this model\n")
    assert not leakage.limits(core, glitches=False, masked=False)["known_to_leak"]


def test_an_unmasked_core_leaks_at_once():
    """The control without masks: a few hundred traces are enough."""
    found = run("ascon-p-6", 2_000)
    assert found["leaks"] and found["failed_at"] <= 1024 and command.exit_code(found) == 1


def test_a_missing_register_is_found():
    """The control without the register after a stage: its answers are right, but single nets see all shares on their way."""
    found = run("ascon-p-6/masked=1", 20_000, recipe="balanced", glitches=True, each=True, control=1)
    assert found["leaks"] and found["event"]["failed_at"] < 20_000


@pytest.mark.parametrize("without, leaks", [(0, False), (4, True)])
def test_the_register_between_two_products_is_needed(without, leaks, tmp_path):
    """One S-box, glitches included: with all registers no net tells the secret; without the one after stage 4, some do.

    Only the cycles before the result: what the next call overwrites it with is another share of the same secret.
    """
    synthesize(verilog(Masked(small_sbox.STAGED, without=without), "dut"), tmp_path)
    simulator = GateSimulator.build(tmp_path / "netlist.v", tmp_path / "cells.lib", "dut", tmp_path)
    latency = leakage._latency(small_sbox.DESIGN, simulator, tmp_path, 1)
    stimulus = replace(leakage._stimulus(small_sbox.DESIGN, latency, 1), cycles=leakage.START + latency)
    found = simulator.play(stimulus, traces=60_000, seed=1, directory=tmp_path, glitches=True, each=True)
    event = leakage._event(found)
    assert latency == (6 if without else 7)
    assert (event["max_t"] > event["threshold"]) == leaks and (not leaks or event["failed_at"] <= 50_000)


def test_stages_on_shares_give_the_right_answer(tmp_path):
    """The netlist of the S-box in six stages: its shares add up to what the S-box gives."""
    synthesize(verilog(Masked(small_sbox.STAGED), "dut"), tmp_path)
    simulator = GateSimulator.build(tmp_path / "netlist.v", tmp_path / "cells.lib", "dut", tmp_path)
    found = simulator.play(leakage._stimulus(small_sbox.DESIGN, 7, 1), traces=1, seed=1, directory=tmp_path)
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


@pytest.mark.parametrize("values, since", [([5, 6, 7], 1), ([1, 5, 6], 2), ([5, 1, 6], 3), ([5, 6, 1], None), ([], None)])
def test_traces_at_which_a_core_fails(values, since):
    """From where on |t| stayed above the threshold, up to the end."""
    assert leakage.failed_at([[number, value, 0] for number, value in enumerate(values, 1)], 1, 4.5) == since


def test_the_bench_is_part_of_the_package():
    """The program's source lies beside the other benches."""
    assert (Path(leakage.__file__).parent / "bench" / "lanes.cpp").is_file()
