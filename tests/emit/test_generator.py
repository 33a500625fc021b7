# SPDX-License-Identifier: Apache-2.0
"""Random bits from Trivium: the model is the specification's, the Verilog gives what the model
does, and a masked core works behind it.
"""

from dataclasses import replace
from random import Random

import pytest

from cipherfab import catalog
from cipherfab.cli import main
from cipherfab.cores.build import build
from cipherfab.emit.generator import generator, keystream
from cipherfab.errors import CallError
from cipherfab.primitives.primitive import software
from cipherfab.tools.yosys import run_yosys
from cipherfab.verify.gates.gatesim import Drive, GateSimulator, Stimulus
from cipherfab.verify.rtl.check import check_rtl
from cipherfab.verify.rtl.lwc_plays import Level

CORE = "ascon-p-6/masked=1,gadget=dom"
AEAD = "tinyjambu-128-v2/masked=1"
LIBRARY = """
library(test) {
  cell(AND) { pin(A) { direction: input; } pin(B) { direction: input; }
              pin(Y) { direction: output; function: "A & B"; } }
  cell(XOR) { pin(A) { direction: input; } pin(B) { direction: input; }
              pin(Y) { direction: output; function: "A ^ B"; } }
  cell(INV) { pin(A) { direction: input; } pin(Y) { direction: output; function: "!A"; } }
  cell(DFF) { ff(IQ, IQN) { clocked_on: "C"; next_state: "D"; }
              pin(C) { direction: input; clock: true; } pin(D) { direction: input; }
              pin(Q) { direction: output; function: "IQ"; } }
}
"""
MAP = """
module \\$_AND_ (input A, input B, output Y); AND c (.A(A), .B(B), .Y(Y)); endmodule
module \\$_XOR_ (input A, input B, output Y); XOR c (.A(A), .B(B), .Y(Y)); endmodule
module \\$_NOT_ (input A, output Y); INV c (.A(A), .Y(Y)); endmodule
module \\$_DFF_P_ (input C, input D, output Q); DFF c (.C(C), .D(D), .Q(Q)); endmodule
"""


def simulator(texts: dict[str, str], top: str, directory) -> GateSimulator:
    """Of sources, in cells of `LIBRARY` made of Yosys' gates, one for one."""
    for name, text in {**texts, "cells.lib": LIBRARY, "map.v": MAP}.items():
        (directory / name).write_text(text)
    run_yosys(
        "".join(f'read_verilog -sv "{name}"\n' for name in texts)
        + f"synth -flatten -noabc -top {top}\ndffunmap\nsimplemap\n"
        "abc -g AND,XOR\ntechmap -map map.v\nopt_clean\nwrite_verilog -noattr netlist.v\n",
        directory=directory,
        name="synthesis",
        timeout=300,
    )
    return GateSimulator.build(directory / "netlist.v", directory / "cells.lib", top, directory)


def once(cycle: int, value: int = 1) -> Drive:
    """A port with a value in one cycle."""
    return Drive(kind="constant", value=value, cycles=(cycle, cycle + 1))


def outputs(made: GateSimulator, ports: dict[str, Drive], cycle: int, directory) -> dict[str, int]:
    """Of each output its value in a cycle."""
    stimulus = Stimulus(ports=ports, cycles=cycle + 1, capture=cycle)
    found = made.play(stimulus, traces=1, seed=1, directory=directory)["outputs"]
    return {name: values[0] for name, values in found.items()}


def test_the_model_is_that_of_estream():
    """Set 1, vector 0 of eSTREAM's test vectors of Trivium: the key's bytes are given last bit
    first, the stream's bytes first bit lowest.
    """
    key = int.from_bytes(bytes.fromhex("80000000000000000000"), "little")
    reversed_key = int(f"{key:080b}"[::-1], 2)
    stream = keystream(reversed_key, 0, 512).to_bytes(64, "little")
    assert stream.hex().upper() == (
        "38EB86FF730D7A9CAF8DF13A4420540DBB7B651464C87501552041C249F29A64"
        "D2FBF515610921EBE06C8F92CECF7F8098FF20CCCC6A62B97BE8EF7454FC80F9"
    )


@pytest.mark.sample(1)
@pytest.mark.parametrize("clock", [0, 1, 7])
def test_the_verilog_gives_what_the_model_does(tmp_path, clock):
    """64 bits in each clock from the 18th behind the key on."""
    design, random = build(CORE), Random(5)
    key, number = random.getrandbits(80), 3
    text = next(iter(generator(design).values())).replace(
        "parameter [79:0] IV = 80'd0", f"parameter [79:0] IV = 80'd{number}"
    )
    top = f"{design.top}_trivium"
    # One generator alone: the module behind it would need the core.
    made = simulator(
        {"trivium.v": text.partition(f"module {design.top}_with_random")[0]}, top, tmp_path
    )
    ports = {"load": once(1), "key": Drive(kind="constant", value=key)}
    # The key comes in clock 1, and 4 * 288 steps of set-up take 18 clocks of 64.
    cycle = 2 + 18 + clock
    found = outputs(made, ports, cycle, tmp_path)["stream"]
    assert found == keystream(key, number, 64 * (clock + 1)) >> 64 * clock


def test_every_bit_of_the_port_has_a_stream_of_its_own(tmp_path):
    """In place of the core one that shows its random bits: those of five instances under one key,
    each with its number as IV, new in each clock.
    """
    design, key = build(CORE), Random(7).getrandbits(80)
    stub = (
        f"module {design.top} (input clk, input rst, input in_valid, output in_ready, "
        f"input [319:0] in_x_0, input [319:0] in_x_1, input [319:0] random, output out_valid, "
        f"input out_ready, output [319:0] out_x_0, output [319:0] out_x_1);\n"
        f"  assign out_x_0 = random;\nendmodule\n"
    )
    made = simulator({"stub.v": stub, **generator(design)}, f"{design.top}_with_random", tmp_path)
    ports = {port: Drive(kind="constant") for port in made.inputs}
    ports |= {"seed_valid": once(1), "seed": Drive(kind="constant", value=key)}
    for clock in (0, 3):
        found = outputs(made, ports, 20 + clock, tmp_path)["out_x_0"]
        assert found == sum(
            (keystream(key, number, 64 * (clock + 1)) >> 64 * clock) << 64 * number
            for number in range(5)
        )


def test_a_seed_comes_on_rdi_once(tmp_path):
    """In place of a masked AEAD one that shows its RDI: three words make the seed, after which no
    more are taken until a reset, and the stream of that seed comes, new in each clock, with nobody
    who takes it.
    """
    design, word = build(AEAD), Random(8).getrandbits(32)
    stub = (
        f"module {design.top} (input clk, input rst, input [63:0] pdi_data, input pdi_valid, "
        f"output pdi_ready, input [63:0] sdi_data, input sdi_valid, output sdi_ready, "
        f"output [63:0] do_data, output do_valid, input do_ready, output do_last, "
        f"input [31:0] rdi_data, input rdi_valid, output rdi_ready);\n"
        f"  assign do_data = rdi_data;\n  assign do_valid = rdi_valid;\nendmodule\n"
    )
    made = simulator({"stub.v": stub, **generator(design)}, f"{design.top}_with_random", tmp_path)
    ports = {port: Drive(kind="constant") for port in made.inputs}
    ports |= {
        design.reset: once(0),
        "rdi_valid": Drive(kind="constant", value=1),
        "rdi_data": Drive(kind="constant", value=word),
    }

    def seen(cycle: int, **others) -> dict[str, int]:
        return outputs(made, {**ports, **others}, cycle, tmp_path)

    assert [seen(cycle)["rdi_ready"] for cycle in (1, 3, 4, 30)] == [1, 1, 0, 0]
    assert seen(30, **{design.reset: once(29)})["rdi_ready"] == 1
    assert [seen(cycle)["do_valid"] for cycle in (22, 23, 30)] == [0, 1, 1]
    # The seed is 80 of the 96 bits of three words.
    stream = keystream((word | word << 32 | word << 64) & (1 << 80) - 1, 0, 64 * 4)
    for clock in (0, 3):
        assert seen(23 + clock)["do_data"] == stream >> 64 * clock & (1 << 32) - 1


@pytest.mark.parametrize(
    "core, level",
    [
        (AEAD, Level.NETLIST),
        pytest.param(AEAD, Level.DEFAULT, marks=pytest.mark.slow),
        pytest.param("ascon-aead128/masked=1", Level.DEFAULT, marks=pytest.mark.slow),
    ],
)
def test_a_masked_aead_works_behind_it(core, level, tmp_path):
    """It gives the official known answers with stalls; the slow ones also play resets, behind each
    of which the seed is taken again, and power-up states.
    """
    design = build(core)
    behind = replace(
        design, top=f"{design.top}_with_random", sources={**design.sources, **generator(design)}
    )
    findings = check_rtl(behind, tmp_path, seed=3, level=level)
    assert findings and all(found.passed for found in findings)


@pytest.mark.slow
def test_a_masked_core_works_behind_it(tmp_path):
    """No call is taken before the generator is ready; one that is offered from the beginning is
    answered rightly, in shares that hang on the seed, which the unseeded shares of an input of
    zeros would not.
    """
    design = build(CORE)
    made = simulator({**design.sources, **generator(design)}, f"{design.top}_with_random", tmp_path)
    value = Random(6).getrandbits(320)
    always = Drive(kind="constant", value=1)

    def seen(cycle: int, seed: int) -> dict[str, int]:
        ports = {
            design.reset: once(0),
            "seed_valid": once(1),
            "seed": Drive(kind="constant", value=seed),
            "in_valid": always,
            "in_x_0": Drive(kind="constant", value=value),
            "in_x_1": Drive(kind="constant"),
            "out_ready": Drive(kind="constant"),
        }
        return outputs(made, ports, cycle, tmp_path)

    assert [seen(cycle, 1)["in_ready"] for cycle in (1, 19, 20)] == [0, 0, 1]
    first, second = (seen(20 + 14, seed) for seed in (1, 2))
    (expected,) = software(catalog.find("ascon-p-6").primitive)(value)
    for found in (first, second):
        assert found["out_valid"] and found["out_x_0"] ^ found["out_x_1"] == expected
    assert first["out_x_0"] != second["out_x_0"]


def test_emit_writes_it_with_its_assumption(tmp_path, capsys):
    """The file says what is assumed, and stands beside the core."""
    with pytest.raises(SystemExit) as end:
        main(["emit", CORE, "-o", str(tmp_path), "--no-cycles", "--generator"])
    assert not end.value.code
    text = (tmp_path / f"{build(CORE).top}_with_random.v").read_text().replace("always @", "")
    # An @ that is left would be that of a name in the template.
    assert "ASSUMPTION" in text and "5 instances" in text and "@" not in text
    assert f"{build(CORE).top}_with_random.v" in capsys.readouterr().out


@pytest.mark.sample(1)
@pytest.mark.parametrize("core", ["ascon-p-6", "ascon-p-6/masked=1,gadget=none", "ascon-aead128"])
def test_cores_without_random_bits_are_refused(core):
    """There is nothing to give bits to."""
    with pytest.raises(CallError, match="--generator makes random bits"):
        generator(build(core))
