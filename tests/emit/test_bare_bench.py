# SPDX-License-Identifier: Apache-2.0
"""The test bench of a bare primitive plays the calls that its core takes, and notices a wrong
one."""

import re

import pytest
from benches import KINDS, change_word, compile_bench, play, texts, top, values, words

from cipherfab import catalog
from cipherfab.cores.build import build
from cipherfab.design import BareInterface
from cipherfab.emit.package import write_package
from cipherfab.primitives.primitive import software
from cipherfab.verify.answers import genkat

FORK = "forkskinny-64-192/round,encdec"
SERIAL = "skinny-64-64/serial=4"


def number(cells: list[int], bits: int) -> int:
    """The value whose cells these are, cell 0 first."""
    return sum(cell << bits * place for place, cell in enumerate(reversed(cells)))


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", KINDS)
def test_the_bench_has_room_for_its_words(name):
    """The bench declares as many words as each file has, and its slices cover each word once."""
    bench = texts(name)[f"{top(name)}_tb.v"]
    widths = {
        way: int(width) for width, way in re.findall(r"wire \[(\d+)-1:0\] (in|out)_word", bench)
    }
    counts = {
        "in": re.search(r"IN_WORDS = (\d+)", bench)[1],
        "out": re.search(r"OUT_WORDS = (\d+)", bench)[1],
    }
    for file in {"in.hex", "out.hex", "care.hex"} & texts(name).keys():
        way = "in" if file == "in.hex" else "out"
        lines = words(texts(name)[file])
        assert len(lines) == int(counts[way]) and all(
            int(line, 16) >> widths[way] == 0 for line in lines
        )
        slices = re.findall(rf"{way}_word\[(\d+):(\d+)\]", bench)
        covered = [bit for high, low in slices for bit in range(int(low), int(high) + 1)]
        assert sorted(covered) == list(range(widths[way]))


def test_both_directions_are_played():
    """Of a core that decrypts, half of the calls are encryptions and half decryptions, each with
    the right answer.
    """
    model = software(catalog.find("skinny-64-64").primitive)
    given, taken = (
        values("skinny-64-64/round,encdec", "in"),
        values("skinny-64-64/round,encdec", "out"),
    )
    assert sum(call["decrypt"] for call in given) * 2 == len(given) > 0
    for call, result in zip(given, taken, strict=True):
        plaintext, ciphertext = (result, call) if call["decrypt"] else (call, result)
        assert model(call["tweakey"], plaintext["block"]) == (ciphertext["block"],)


def test_each_setting_of_the_output_switch_is_played():
    """A forkcipher's wanted blocks are compared with the model's, a block that is not wanted is not
    compared.
    """
    model, full, played = (
        software(catalog.find("forkskinny-64-192").primitive),
        (1 << 64) - 1,
        set(),
    )
    for call, result, care in zip(
        *(values(FORK, side) for side in ("in", "out", "care")), strict=True
    ):
        key, tweak = call["tweakey"] >> 64, call["tweakey"] & full
        if call["decrypt"]:
            assert model(key, tweak, result["left"]) == (call["block"], result["right"])
        for bit, name in enumerate(("left", "right")):
            wanted = call["decrypt"] or call["select"] >> bit & 1
            assert care[name] == (full if wanted else 0)
            assert (
                call["decrypt"]
                or not wanted
                or result[name] == model(key, tweak, call["block"])[bit]
            )
        played.add((call["decrypt"], call["select"]))
    # Of a decryption both outputs are always wanted.
    assert played == {(0, 1), (0, 2), (0, 3), (1, 3)}
    assert "CARE = 1;" in texts(FORK)[f"{top(FORK)}_tb.v"]


def test_where_all_outputs_have_a_meaning_all_are_compared():
    """Only a forkcipher with an output switch has a file that says what is compared; the benches of
    the others read none.
    """
    for name in KINDS:
        assert ("care.hex" in texts(name)) == ("select" in build(name).interface.inputs)
        assert ("CARE = 1;" in texts(name)[f"{top(name)}_tb.v"]) == ("care.hex" in texts(name))


def test_words_of_a_serial_core_are_the_known_answers():
    """Sixteen words of a cell-serial core, cell 0 first, are a call of the known-answer file."""
    given, taken = values(SERIAL, "in"), values(SERIAL, "out")
    inputs, outputs = genkat.calls("skinny-64-64")
    assert len(given) == len(taken) == 16 * len(inputs)
    for call, (known, answer) in enumerate(zip(inputs, outputs)):
        place = slice(16 * call, 16 * call + 16)
        assert {name: number([word[name] for word in given[place]], 4) for name in known} == known
        assert {name: number([word[name] for word in taken[place]], 4) for name in answer} == answer


def test_a_masked_core_is_played_in_its_wrapper():
    """The bench instantiates the wrapper and gives new masks in each call; the wrapper is no part
    of the core.
    """
    name = "ascon-p-6/masked=1"
    files, design = texts(name), build(name)
    assert (
        "  unmasked dut (" in files[f"{design.top}_tb.v"]
        and f"  {design.top} core (" in files["unmasked.sv"]
    )
    assert len({call["mask_x"] for call in values(name, "in")}) == len(values(name, "in"))
    rtl, _, bench = files[f"{design.top}.core"].partition("  tb:")
    assert "unmasked.sv" in bench and "unmasked.sv" not in rtl and "unmasked" not in design.sources
    assert files["unmasked.sv"].splitlines()[1].startswith("// Only for the test bench")


def test_only_a_core_with_the_port_is_asked_for_faults():
    """The bench of a core with the port ``fault`` watches it; others have no such port."""
    for name in KINDS:
        bench = texts(name)[f"{top(name)}_tb.v"]
        assert (".fault(fault)" in bench and "if (fault)" in bench) == build(name).interface.fault
        assert "fault" in bench or not build(name).interface.fault


@pytest.mark.parametrize("name", KINDS)
def test_no_template_name_is_left(name):
    """Every name of the template has got a value."""
    assert not re.findall(r"@[A-Z_]+@", texts(name)[f"{top(name)}_tb.v"])
    assert isinstance(build(name).interface, BareInterface)


@pytest.fixture(scope="module")
def runtime(tmp_path_factory):
    """Folder for what all compiled benches share."""
    return tmp_path_factory.mktemp("runtime")


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_the_bench_passes_and_can_fail(name, tmp_path, runtime):
    """Compiled with Verilator the bench passes with two seeds and without stalls, and fails on one
    bit of an expected word.
    """
    write_package(build(name), tmp_path)
    program = compile_bench(tmp_path, top(name), runtime)
    for arguments in ((), ("+seed=7",), ("+stall=0",)):
        assert play(program, tmp_path, *arguments).startswith("PASS")
    right = (tmp_path / "out.hex").read_text()
    for line in (0, len(words(right)) - 1):
        change_word(tmp_path / "out.hex", line)
        assert play(program, tmp_path).startswith(f"FAIL: output {line}:")
        (tmp_path / "out.hex").write_text(right)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, old, new, found",
    [
        (
            "skinny-64-64/round,redundant=3",
            "assign fault = ",
            "assign fault = 1'b1 | ",
            "FAIL: fault",
        ),
        ("ascon-p-6/masked=1", " ^ ", " & ", "FAIL: output"),
        (SERIAL, "assign out_valid = ", "assign out_valid = 1'b0 & ", "FAIL: stuck"),
        (
            "skinny-64-64/round,freerunning",
            "x <= in_valid ?",
            "x <= in_valid && !(busy && !out_valid) ?"
            " x_out : x_in;\n  reg busy = 0;\n  always_ff @(posedge clk) busy <= in_valid ? 1'b1 : "
            "out_valid ? 1'b0 : busy; //",
            "FAIL: output",
        ),
    ],
)
def test_the_bench_finds_wrong_hardware(name, old, new, found, tmp_path, runtime):
    """A fault that is always reported, a gate of another kind, results that never come, and a core
    that takes nothing in the middle of a call although it may be started at any time, are found.
    """
    write_package(build(name), tmp_path)
    source = next(
        path for path in sorted(tmp_path.glob(f"{top(name)}*.sv")) if old in path.read_text()
    )
    text = source.read_text()
    source.write_text(text.replace(old, new, 1))
    assert play(compile_bench(tmp_path, top(name), runtime), tmp_path).startswith(found)
