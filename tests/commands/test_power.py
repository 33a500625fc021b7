# SPDX-License-Identifier: Apache-2.0
"""``cipherfab power``: messages at gate level, energy, and the check against OpenSTA."""

import pytest

from cipherfab.commands import demo, power
from cipherfab.commands.mapping import mapped
from cipherfab.cores.build import build
from cipherfab.energy import opensta
from cipherfab.energy.estimate import Netlist
from cipherfab.errors import CallError, DesignError
from cipherfab.implement import liberty, platforms
from cipherfab.implement.placement.place import INSTALL, available
from cipherfab.verify.gates import activity
from cipherfab.verify.gates.gatesim import GateSimulator

OPTIONS = {
    "platform": "nangate45",
    "recipes": ["area"],
    "period_ps": 10_000,
    "traces": 512,
    "seed": 1,
}


def test_power_of_a_block_cipher(capsys):
    """Energy comes with what agrees with OpenSTA within 2 %; idle takes less than work; glitches
    cost something.
    """
    found = power.run(["skinny-64-64"], **OPTIONS)
    (core,) = found["cores"]
    assert all(abs(value - 1) < 0.02 for value in core["opensta"].values())
    call, idle = core["tasks"]["call"], core["tasks"]["idle"]
    assert idle["cycle_pj"] < call["cycle_pj"] and 0 < call["glitch_pj"] < call["cycle_pj"]
    assert 8 * call["energy_pj"] == pytest.approx(
        call["cycles"] * (call["cycle_pj"] + call["leakage_uw"] / 10)
    )
    assert core["toggled"] > 0.99 and 0.9 < core["worst"]["call"]["ratio"] < 1.1
    power.show(found)
    shown = capsys.readouterr().out
    assert "pJ/bit" in shown and "worst of the patterns, call" in shown


@pytest.mark.slow
@pytest.mark.skipif(not available(), reason=f"no placer: {INSTALL}")
def test_power_with_placed_wires():
    """Without wires a netlist takes least and is fastest; with those of a placement OpenSTA, which
    reads them from the same file, agrees, and the model says that they do not couple.
    """
    none, library, placed = (
        power.run(["skinny-64-64"], **OPTIONS, wires=wires)
        for wires in ("none", "library", "placed")
    )
    energy, fmax = (
        [found["cores"][0]["tasks"]["call"]["cycle_pj"] for found in (none, library, placed)],
        [found["cores"][0]["fmax_mhz"] for found in (none, library, placed)],
    )
    assert energy[0] < min(energy[1:]) and fmax[0] > max(fmax[1:])
    assert energy[1] != energy[2] and fmax[1] != fmax[2]
    assert all(abs(value - 1) < 0.002 for value in placed["cores"][0]["opensta"].values())
    assert "placed wires, none of which couples" in placed["model"] and placed["wires"] == "placed"


@pytest.mark.slow
@pytest.mark.parametrize(
    "core, cycles",
    [
        pytest.param("forkskinny-64-192", 40 + 23, marks=pytest.mark.slow),
        ("gift-64/round,encdec", 28),
    ],
)
def test_calls_of_a_core_that_does_more_than_one_thing_are_encryptions(core, cycles):
    """Ports that choose what is computed are not drawn: all calls take as long as an encryption."""
    (found,) = power.run([core], **OPTIONS)["cores"]
    assert found["tasks"]["call"]["cycles"] == 8 * cycles + 1  # the last answer leaves


@pytest.mark.slow
def test_a_cell_serial_core_is_measured():
    """A call of 16 words of a cell; it takes more cycles than a round in a clock."""
    (core,) = power.run(["skinny-64-64/serial=4"], **OPTIONS)["cores"]
    call = core["tasks"]["call"]
    assert call["bits"] == 8 * 64 and call["cycles"] > 8 * 16 * 32


@pytest.mark.slow
def test_the_net_of_the_clock_is_an_estimate_that_can_be_added():
    """With it every figure grows by what is printed for a cycle."""
    (without,), (added,) = (
        power.run(["skinny-64-64"], **OPTIONS, clock_network=on)["cores"] for on in (False, True)
    )
    assert added["tasks"]["idle"]["cycle_pj"] == pytest.approx(
        without["tasks"]["idle"]["cycle_pj"] + without["clock_network_pj"]
    )


@pytest.mark.slow
@pytest.mark.parametrize("core", demo.RUNS[0][0])
def test_both_computations_agree_on_the_cores_of_the_demo(core, tmp_path):
    """Charging, leakage and the energy of clock pins are within 2 % of OpenSTA's."""
    design = build(core)
    _, library = mapped(design, "nangate45", "area", tmp_path)
    simulator = GateSimulator.build(tmp_path / "netlist.v", library, design.top, tmp_path)
    read = liberty.read(library)
    found = opensta.compare(design, Netlist(simulator, read), read, tmp_path)
    assert all(abs(value - 1) < 0.02 for value in vars(found).values()), found


@pytest.mark.slow
def test_a_thousand_messages_of_a_core_of_12_kge_take_under_ten_seconds():
    """1,024 messages of each kind with the toggles of each net, in processor time of one core."""
    (core,) = power.run(["ascon-128/unrolled=3"], **{**OPTIONS, "traces": 1000})["cores"]
    assert core["area_ge"] > 12_000 and core["traces"] == 1024
    assert core["cpu_seconds"] / (len(core["tasks"]) - 1) < 10


@pytest.mark.slow
def test_messages_of_a_core_with_hash():
    """Every operation is measured at every size; the cycles of a long message are those of its
    blocks.
    """
    (core,) = power.run(["ascon-aead128/round,hash"], **OPTIONS)["cores"]
    sizes = [*map(str, activity.SIZES), "long"]
    assert set(core["tasks"]) == {
        f"{name}/{size}" for name in ("enc/pt", "dec/pt", "hash/msg") for size in sizes
    } | {"idle"}
    assert core["tasks"]["enc/pt/long"]["cycles"] == 8 * 768 // 16
    assert all(abs(value - 1) < 0.02 for value in core["opensta"].values())


@pytest.mark.slow
def test_a_netlist_with_a_wrong_answer_is_not_measured(monkeypatch):
    """Toggles of a core that answers wrongly count for nothing."""
    mapped = power.mapped

    def damaged(design, platform, recipe, directory, **options):
        made, library = mapped(design, platform, recipe, directory, **options)
        text = (directory / "netlist.v").read_text()
        (directory / "netlist.v").write_text(
            text.replace("XOR2_X1", "XNOR2_X1", 1).replace(".Z(", ".ZN(", 1)
        )
        return made, library

    monkeypatch.setattr(power, "mapped", damaged)
    with pytest.raises(DesignError):
        power.run(["ascon-aead128"], **OPTIONS)


@pytest.mark.parametrize(
    "core, options, message",
    [
        ("ascon-p-6/masked=1", {}, "masked cores are not measured"),
        ("skinny-64-64", {"platform": "ecp5"}, "Liberty"),
        (
            "skinny-64-64",
            {"platform": "liberty:cells.lib", "wires": "placed"},
            "whose cells have a geometry",
        ),
    ],
)
def test_what_cannot_be_measured_is_refused(core, options, message, tmp_path, monkeypatch):
    """Masked cores, and platforms whose cells have no power or no LEF, are refused in words."""
    (tmp_path / "cells.lib").write_text(liberty.read(platforms.find("nangate45").path()).text)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CallError, match=message):
        power.run([core], **{**OPTIONS, **options})
