# SPDX-License-Identifier: Apache-2.0
"""The chain of evidence on a primitive small enough for a library of seven cells: what is right
passes, each fault is found.
"""

import json
import re
from dataclasses import replace

import pytest
from small_cells import CELLS, synthesize

from cipherfab import catalog
from cipherfab.catalog.algorithm import Algorithm, Kind, KnownAnswers
from cipherfab.cores.build import build
from cipherfab.errors import CallError, ToolError
from cipherfab.primitives.primitive import Primitive, software
from cipherfab.verify import chain
from cipherfab.verify.answers import genkat
from cipherfab.verify.finding import Finding, from_json, to_json
from cipherfab.words import concat, ror

FIELDS = {"link", "check", "passed", "detail", "seed", "seconds", "messages"}


def toy() -> Primitive:
    """Three steps on eight bits."""

    def step(state):
        a, b = state["a"], state["b"]
        return {"a": b ^ ror(a, 1) & a, "b": a ^ 3, "n": state["n"] + 1}

    def load(inputs):
        return {"a": inputs["x"][4:], "b": inputs["x"][:4], "n": inputs["x"].constant(0, 2)}

    return Primitive(
        name="toy",
        inputs={"x": 8},
        outputs={"x": 8},
        layout={"a": 4, "b": 4, "n": 2},
        rounds=(3,),
        load=load,
        step=step,
        result=lambda state: {"x": concat(state["a"], state["b"])},
        finished=lambda state: state["n"][0] & state["n"][1],
    )


@pytest.fixture
def toy_design(monkeypatch):
    """The primitive as a core, known to the catalog."""
    entry = Algorithm(
        name="toy",
        kind=Kind.PERMUTATION,
        title="Toy",
        document="this test",
        version="1",
        primitive=toy(),
        known_answers=KnownAnswers(
            sha256="00" * 32, fields=(("In", "x"), ("Out", "x")), records=20
        ),
    )
    monkeypatch.setitem(catalog.ALGORITHMS, "toy", entry)
    build.cache_clear()
    yield build("toy")
    build.cache_clear()


@pytest.fixture
def netlist(toy_design, tmp_path) -> str:
    """The core mapped to the small library; also in ``netlist.v``, beside ``cells.lib``."""
    (text,) = toy_design.sources.values()
    (tmp_path / "cells.lib").write_text(CELLS)
    return synthesize(text, tmp_path, top="toy")


def links(toy_design, folder) -> list[Finding]:
    """Links 3 and 4 of the netlist in ``folder``."""
    given = folder / "netlist.v", folder / "cells.lib", folder
    return [
        *chain.check_equivalence(toy_design, *given),
        *chain.check_gates(toy_design, *given, seed=5),
    ]


def test_findings_are_plain_data_with_their_seed(toy_design, tmp_path):
    """Each finding of a bare core has the documented fields, passes, names the seed, and survives
    JSON.
    """
    findings = chain.check_rtl(toy_design, tmp_path, seed=5)
    assert [(found.link, found.check) for found in findings] == [
        ("rtl", "official known answers"),
        ("rtl", "random calls"),
        ("rtl", "power-up states"),
    ]
    assert all(
        found.passed is True and found.seed == 5 and set(found.to_json()) == FIELDS
        for found in findings
    )
    assert (
        "20 calls, random stalls with seed 5" in findings[0].detail
        and "200 calls" in findings[1].detail
    )
    assert from_json(json.loads(json.dumps(to_json(findings)))) == findings


def test_a_wrong_core_is_found_and_every_check_still_runs(toy_design, tmp_path):
    """With one gate of the RTL changed, all checks fail with expected and got, and the first writes
    the waveform.
    """
    name, text = next(iter(toy_design.sources.items()))
    changed = replace(toy_design, sources={name: text.replace("} & a_in", "} | a_in")})
    assert changed.sources != toy_design.sources
    findings = chain.check_rtl(changed, tmp_path, seed=5, waveform=tmp_path / "wave.vcd")
    assert [found.passed for found in findings] == [False, False, False]
    assert re.search(
        r"first mismatch: output \d+ of 20, cycle \d+: x: expected ..?, got ..?; "
        r"waveform",
        findings[0].detail,
    )
    assert (tmp_path / "wave.vcd").stat().st_size


def test_a_bit_without_a_value_is_found(toy_design, tmp_path):
    """An output changed by a register that nothing ever sets fails with every seed; from one
    power-up state only with some.
    """
    ((name, text),) = toy_design.sources.items()
    port, link = "    output wire [7:0] out_x\n);\n", "assign out_x = "
    assert text.count(port) == text.count(link) == 1
    register = (
        "  wire [7:0] clean;\n  reg doubt;\n  always_ff @(posedge clk)\n    doubt <= doubt;\n"
    )
    doubtful = text.replace(link, "assign clean = ").replace(
        port, f"{port}{register}  assign out_x = clean ^ doubt;\n"
    )
    design = replace(toy_design, sources={name: doubtful})
    passed = [
        [found.passed for found in chain.check_rtl(design, tmp_path, seed=seed)]
        for seed in range(1, 7)
    ]
    assert any(one_state for _, one_state, _ in passed) and not any(
        eight_states for *_, eight_states in passed
    )


def test_a_broken_source_is_a_failed_tool(toy_design, tmp_path):
    """Verilog that does not compile is reported as such, with the tool's words."""
    broken = replace(toy_design, sources={"toy.sv": "module toy(input clk; endmodule"})
    with pytest.raises(ToolError, match="syntax error"):
        chain.check_rtl(broken, tmp_path, seed=1)


def test_a_file_of_ones_own_is_played(toy_design, tmp_path):
    """The records of a given file are played too; a wrong one is found as an output, and a
    malformed one by its line.
    """
    values, model = (1, 0x80, 0xFF), software(catalog.find("toy").primitive)
    answers = [model(x)[0] for x in values]
    records = [
        f"Count = {n}\nSource = own\nIn = {x:02X}\nOut = {y:02X}\n\n"
        for n, x, y in zip((1, 2, 3), values, answers)
    ]
    (tmp_path / "good.txt").write_text("".join(records))
    (tmp_path / "wrong.txt").write_text(
        "".join(records).replace(f"Out = {answers[2]:02X}", f"Out = {answers[2] ^ 1:02X}")
    )
    (tmp_path / "bad.txt").write_text("".join(records).replace("Out", "Ouch", 1))
    good = chain.check_rtl(toy_design, tmp_path, seed=1, kat=tmp_path / "good.txt")[-1]
    assert good.passed and good.check == "known answers of good.txt" and "3 calls" in good.detail
    wrong = chain.check_rtl(toy_design, tmp_path, seed=1, kat=tmp_path / "wrong.txt")[-1]
    assert not wrong.passed and "output 3 of 3" in wrong.detail
    with pytest.raises(CallError, match="bad.txt, line 4: expected 'Out = '"):
        chain.check_rtl(toy_design, tmp_path, seed=1, kat=tmp_path / "bad.txt")


def test_a_right_netlist_passes_both_links(toy_design, netlist, tmp_path):
    """The mapped core is proved equal to its RTL, and gives the known answers at gate level."""
    findings = links(toy_design, tmp_path)
    assert [found.link for found in findings] == ["equivalence", "gate", "gate", "gate"]
    assert all(found.passed for found in findings), findings


def test_a_changed_cell_is_found_by_both_links(toy_design, netlist, tmp_path):
    """With one XOR cell made a NOR, the proof fails with a difference and the gates give wrong
    answers.
    """
    (tmp_path / "netlist.v").write_text(re.sub(r"\bXOR ", "NOR ", netlist, count=1))
    proof, *played = links(toy_design, tmp_path)
    assert proof.passed is not True and "first difference" in proof.detail
    assert not all(found.passed for found in played) and any(
        "first mismatch" in found.detail for found in played
    )


def test_the_model_is_checked_against_files_of_other_lengths(tmp_path):
    """A file with lengths, keys and nonces of its own passes; one changed digit is named with
    count, line and both values.
    """
    model = catalog.find("ascon-128a").model
    key, nonce, plaintext, ad = bytes(range(60, 76)), bytes(16), bytes(range(77)), bytes(range(41))
    record = {
        "Key": key,
        "Nonce": nonce,
        "PT": plaintext,
        "AD": ad,
        "CT": model.encrypt(key, nonce, ad, plaintext),
    }
    text = "Count = 1\n" + "".join(
        f"{name} = {data.hex().upper()}\n" for name, data in record.items()
    )
    (tmp_path / "good.txt").write_text(text)
    (tmp_path / "wrong.txt").write_text(text.replace("Nonce = 00", "Nonce = 01"))
    official, own = chain.check_model("ascon-128a", tmp_path / "good.txt")
    assert (
        official.passed
        and own.passed
        and "1 records of" in own.detail
        and own.more["algorithm"] == "ascon-128a"
    )
    own = chain.check_model("ascon-128a", tmp_path / "wrong.txt")[1]
    assert not own.passed and "wrong.txt, line 1, Count = 1, CT: the file has" in own.detail


def test_a_malformed_file_is_refused_before_anything_is_computed(tmp_path, monkeypatch):
    """The whole official file is not regenerated first."""
    (tmp_path / "bad.txt").write_text("Count = one\n")
    monkeypatch.setattr(genkat, "check", lambda name: pytest.fail("computed"))
    with pytest.raises(CallError, match="bad.txt"):
        chain.check_model("ascon-128a", tmp_path / "bad.txt")


def test_a_wrong_check_value_fails_the_model(toy_design):
    """A model whose file has another SHA-256 than the catalog says fails, with both in the
    finding."""
    (found,) = chain.check_model("toy")
    assert (
        not found.passed
        and genkat.check("toy")["sha256"][:16] in found.detail
        and "instead of 0000" in found.detail
    )
