# SPDX-License-Identifier: Apache-2.0
"""What is written for CocoAlma, and how its verdict is read."""

import json
import re
import stat

import pytest

from cipherfab.ciphers.ascon import SLICE
from cipherfab.commands import leakage
from cipherfab.commands.gadgets import primitives, small_design
from cipherfab.cores.build import build
from cipherfab.cores.names import parse
from cipherfab.errors import CallError, ToolError
from cipherfab.primitives.primitive import software
from cipherfab.verify.gates.judges import Common, Mapped
from cipherfab.verify.gates.judges.coco import Coco
from cipherfab.verify.gates.probing import cocoalma
from cipherfab.verify.gates.probing.cocoalma import Circuit

DESIGN = small_design(SLICE, 1, "dom")
"""The S-box of Ascon-p."""

CYCLES = 8


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The folder with the three files."""
    directory = tmp_path_factory.mktemp("cocoalma")
    cocoalma.write(DESIGN, directory, cycles=CYCLES, seed=1)
    return directory


def circuit(directory) -> Circuit:
    """The circuit that was written."""
    return Circuit.of(json.loads((directory / cocoalma.CIRCUIT).read_text())["modules"]["part"])


def test_the_circuit_computes_the_call(written):
    """Played on each column in random shares it gives the S-box's result; all its gates are
    known."""
    gates = circuit(written)
    for value in range(32):
        ports = [
            {"rst": 1},
            *[
                {
                    "in_x_0": 13,
                    "in_x_1": 13 ^ value,
                    "in_valid": int(cycle == 0),
                    "random": 7 * cycle & 31,
                }
                for cycle in range(CYCLES)
            ],
        ]
        *_, last = gates.simulated(iter(ports))
        shares = [
            sum(last[net] << place for place, net in enumerate(gates.names[f"out_x_{share}"]))
            for share in range(2)
        ]
        assert last[gates.names["out_valid"][0]]
        assert shares[0] ^ shares[1] == software(SLICE)(value)[0]


def test_labels_name_every_share_and_the_random_bits(written):
    """Shares of a bit have one number; nothing else is a secret or random."""
    lines = (written / cocoalma.LABELS).read_text().splitlines()
    assert lines == [
        "in_x_0 [4:0] = secret 4:0",
        "in_x_1 [4:0] = secret 4:0",
        "random [4:0] = volatile_random",
    ]


def test_the_trace_has_every_net_in_every_cycle(written):
    """Two points in time for each cycle, with those of the reset; values are those of a run. No
    name has a backslash, which CocoAlma takes out of the names of one of the two files.
    """
    text, gates = (written / cocoalma.TRACE).read_text(), circuit(written)
    codes = dict(re.findall(r"\$var wire \d+ (\w+) (.+) \$end", text))
    assert sorted(codes.values()) == sorted(gates.names)
    assert not any("\\" in name for name in gates.names)
    assert text.count("#") == 2 * (CYCLES + cocoalma.RESET_CYCLES)
    ports = cocoalma.ports(DESIGN, gates, CYCLES, 1)
    *_, last = gates.simulated(ports)
    held = {}
    for line in text.partition("$dumpvars\n")[2].splitlines():
        value, _, code = line.partition(" ") if line[0] == "b" else (line[0], "", line[1:])
        if line[0] != "#":
            held[codes[code]] = int(value.removeprefix("b"), 2)
    assert held == {
        name: sum(last.get(net, 0) << place for place, net in enumerate(nets))
        for name, nets in gates.names.items()
    }


def home(directory, body):
    """A folder in the place of CocoAlma's, whose program does this."""
    (directory / "dev" / "bin").mkdir(parents=True)
    (directory / "verify.py").write_text("")
    python = directory / "dev" / "bin" / "python"
    python.write_text(f"#!/bin/sh\n{body}\n")
    python.chmod(python.stat().st_mode | stat.S_IXUSR)
    return str(directory)


def test_a_secure_verdict_is_read(written, tmp_path):
    """It is what the program prints."""
    found = cocoalma.judge(
        written, DESIGN, cycles=CYCLES, home=home(tmp_path, "echo The execution is secure")
    )
    assert not found["leaks"] and found["leak"] == "" and found["cycles"] == CYCLES


REFUSES = """
echo 'The execution is not secure, here are some leaks:'
echo 'leak 0: (cycle: 6, cell: or n2[0], id: 2) '
for number in 0 1; do
    echo '7 [label="dff n7[0]"; shape=oval]' > dbg-circuit-$number.dot
    echo "2$number [label=\\"or n2[$number]\\"; shape=oval, style=filled, fillcolor=red]" \\
        >> dbg-circuit-$number.dot
    printf 's0:0 = a[0]\\n   5 stable  x: s0:0\\n   6 trans   or n2[%s]: s0:0\\n' $number \\
        > dbg-label-trace-$number.txt
done
exit 255"""


def test_an_insecure_verdict_is_read_although_its_exit_code_is_not_0(written, tmp_path):
    """The first leak that it names is told, and of each one cell, net and cycle."""
    (written / "dbg-circuit-2.dot").write_text("of an earlier run")
    found = cocoalma.judge(written, DESIGN, cycles=CYCLES, home=home(tmp_path, REFUSES))
    assert found["leaks"] and found["leak"] == "(cycle: 6, cell: or n2[0], id: 2)"
    assert found["refused"] == [
        {"cell": f"or n2[{number}]", "net": 20 + number, "cycle": 6} for number in range(2)
    ]


def test_it_names_as_many_as_it_is_asked_for(written, tmp_path):
    """The program is told how many views it may name, and no more are read."""
    asks = home(tmp_path, f'{REFUSES.replace("exit 255", "")}\necho "$@" > asked; exit 255')
    found = cocoalma.judge(written, DESIGN, cycles=CYCLES, home=asks, named=1)
    assert found["named"] == len(found["refused"]) == 1
    assert "--num-leaks 1" in (written / "asked").read_text()


@pytest.mark.parametrize(
    "body",
    [
        "echo The execution is not secure",
        "echo The execution is not secure; touch dbg-circuit-0.dot dbg-label-trace-0.txt",
        # Of the second view one file, or none beside those of a third.
        REFUSES.replace("exit 255", "rm dbg-label-trace-1.txt"),
        REFUSES.replace("exit 255", "mv dbg-circuit-1.dot dbg-circuit-2.dot; rm dbg-label*-1.txt"),
    ],
)
def test_a_refusal_of_nothing_is_no_verdict(body, written, tmp_path):
    """What cannot be judged is not passed over."""
    with pytest.raises(ToolError, match="names? n"):
        cocoalma.judge(written, DESIGN, cycles=CYCLES, home=home(tmp_path, body))


@pytest.mark.parametrize("body", ["exit 1", "echo Finished"])
def test_no_verdict_is_no_pass(body, written, tmp_path):
    """A program that fails or says nothing has not judged."""
    with pytest.raises(ToolError):
        cocoalma.judge(written, DESIGN, cycles=CYCLES, home=home(tmp_path, body))


def test_without_the_program_the_files_are_there(written, monkeypatch):
    """The message says what was expected, and where the files are."""
    monkeypatch.delenv(cocoalma.HOME, raising=False)
    with pytest.raises(CallError, match=f"expected {cocoalma.HOME}.*{written}"):
        cocoalma.judge(written, DESIGN, cycles=CYCLES)


def test_an_unmasked_core_is_refused(tmp_path):
    """There are no shares to judge."""
    with pytest.raises(CallError, match="has none"):
        cocoalma.write(build("ascon-p-6"), tmp_path, cycles=2, seed=1)


def refused(*verdicts):
    """Views with these exact verdicts."""
    pair = [{"x[0]": 0}, {"x[0]": 1}]
    return [
        {
            "cell": "or n2[0]",
            "net": 2,
            "cycle": 6,
            "independent": verdict,
            "masks": 16,
            "secrets": 8,
            "sees": 5,
            "pair": pair if verdict is False else [],
        }
        for verdict in verdicts
    ]


@pytest.mark.parametrize(
    "views, fails, words",
    [
        # Of a core of any order: it is asked for the first one.
        ([], False, ["pass  CocoAlma, one probe", ": secure"]),
        (
            refused(True, True),
            False,
            [
                "pass  CocoAlma",
                "not shown to be secure: (cycle: 1) and 1 more",
                "2 independent of the secrets (up to 2^16 maskings of each of 2^8",
            ],
        ),
        (
            refused(True, False),
            True,
            [
                "FAIL  CocoAlma",
                "1 independent",
                "1 leak",
                "cycle 6, or n2[0]: tells apart x[0] = 0 and x[0] = 1",
            ],
        ),
        (refused(None), True, ["open  CocoAlma", "1 not decided"]),
        (
            refused(*[True] * cocoalma.NAMED),
            True,
            ["open  CocoAlma", "not asked for more than 100"],
        ),
    ],
)
def test_both_verdicts_count(views, fails, words):
    """They are printed, and what both refuse, or what was not judged, decides the exit code."""
    second = {
        "leaks": bool(views),
        "cycles": 3,
        "seconds": 1.0,
        "leak": "(cycle: 1)" if views else "",
        "refused": views,
        "named": cocoalma.NAMED,
    }
    both = {"coco": second, "coco_of_part": {**second, "part": "S-box"}}
    text, of_part = "\n".join(Coco.lines(both)).split("S-box, by itself: ")
    assert all(word in text for word in words) and ": secure" in of_part or views
    assert (
        leakage.exit_code(
            {
                "leaks": False,
                "uniform": True,
                "probed": {"passed": True},
                "parts": [],
                "whole": {},
                "prolead": None,
                "coco": second,
                "coco_of_part": None,
                "sets": None,
            }
        )
        == fails
    )


def said_of(core, output):
    """What the judge says of a bit-serial core in the parts that it is made of; None: of one that
    it is not asked of.
    """
    name = parse(core or "ascon-p-6/masked=1,bitserial")
    asked = leakage.Asked("nangate45", "area", 1, Common(), name)
    on = Mapped(
        name=str(name),
        design=None,
        directory=output,
        liberty=None,
        area_ge=0.0,
        seed=1,
        common=Common(),
        timed=None,
        placed=None,
        bitserial=True,
        by_gadgets=True,
        parts=tuple(primitives(name)),
        mapped=asked.part,
    )
    return Coco(coco=output if core else None).assess(on)


def test_of_a_core_by_gadgets_the_sbox_is_judged_too(tmp_path, monkeypatch):
    """Of a bit-serial core, whose shares come in many words, it is the S-box by the same gadgets, a
    whole call of it, with its files in a folder of their own; of stages there is none.
    """
    judged = []
    monkeypatch.setattr(
        cocoalma,
        "judge",
        lambda directory, design, *, cycles, named: (
            judged.append((directory, design.name, cycles)) or {"leaks": False, "refused": []}
        ),
    )
    found = said_of("ascon-p-6/masked=1,bitserial", tmp_path)
    assert found["coco_of_part"] == {"part": "S-box of Ascon-p", "leaks": False, "refused": []}
    ((directory, name, cycles),) = judged
    assert (directory, name) == (tmp_path / "part", "S-box of Ascon-p") and cycles == 4
    assert (directory / cocoalma.TRACE).is_file()
    none = said_of("ascon-p-6/masked=1,gadget=none", tmp_path)
    assert none == {"coco": None, "coco_of_part": None} == said_of(None, tmp_path)
