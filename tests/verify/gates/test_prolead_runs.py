# SPDX-License-Identifier: Apache-2.0
"""How PROLEAD is run, and how its reports are read."""

import json
import stat

import pytest

from cipherfab.errors import CallError, ToolError
from cipherfab.verify.gates.probing import prolead, prolead_runs

PRINTED = (
    "[2026-11-23 16:57:25] |   0-00:00:12 |   0TB    0GB 306MB |       131072 / 84300 "
    "|           n4960(5) |   3.602606 |    OKAY |"
)


def report(count, value, *, sets=812, above=0) -> str:
    """A report, in the program's own words."""
    # fmt: off
    return json.dumps({
        "notion": "Probing Security", "number_of_simulations": str(count),
        "total_number_of_probing_sets": str(sets), "number_of_leaking_probing_sets": str(above),
        "most_leaking_probing_sets_in_total": [
            {"probes": ["n12(2)"], "extensions": ["n3(2)"], "-log10(p)": "1.25"},
            {"probes": ["n7(3)"], "extensions": ["n2(2)", "n2(3)"], "-log10(p)": value}]})
    # fmt: on


def part_of(directory, name="cycles-1-9", asked=131072):
    """A part of which so many simulations are asked, beside netlist and cells."""
    for file in (prolead.DESIGN, prolead.LIBRARY):
        (directory / file).write_text("")
    (directory / name).mkdir()
    (directory / name / prolead.CONFIG).write_text(
        json.dumps({"simulation": {"number_of_simulations": asked}})
    )
    return directory / name


def program(directory, body):
    """A program in the place of PROLEAD."""
    path = directory / "PROLEAD"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def copying(name="prolead_dut_0_0_131072_leakages.json") -> str:
    """Commands that leave a part's ``report.txt`` as the program's report."""
    return f"cp report.txt result/{name}\necho '{PRINTED}'"


def judged(directory, body, part):
    """The verdict on one part."""
    return prolead_runs.judge(directory, "dut", [part], program=program(directory, body))


@pytest.mark.parametrize(
    "value, above, leaks",
    [("4.9", 0, False), ("7.5", 1, False), ("8.0", 1, True), ("inf", 9, True)],
)
def test_the_last_report_decides(value, above, leaks, tmp_path):
    """The largest value of the report with most simulations is the verdict: it leaks if it is above
    5 and the logarithm of the number of sets.
    """
    part = part_of(tmp_path)
    (part / "report.txt").write_text(report(131072, value, above=above))
    (part / "old.txt").write_text(report(65536, "99"))
    found = judged(
        tmp_path, f"{copying()}\ncp old.txt result/prolead_dut_0_0_65536_leakages.json", part
    )
    assert found["leaks"] is leaks and found["log10_p"] == float(value)
    assert found["threshold"] == pytest.approx(5 + 2.9096, abs=1e-4)
    assert (
        found["simulations"],
        found["asked"],
        found["sets"],
        found["above"],
        found["probes"],
    ) == (131072, 84300, 812, above, "n7(3)")


def test_parts_are_one_verdict(tmp_path):
    """Sets and seconds of all parts are added up, the largest value of all decides, and the fewest
    simulations count.
    """
    parts = [
        {
            "log10_p": value,
            "probes": probes,
            "sets": sets,
            "above": above,
            "simulations": count,
            "asked": asked,
            "seconds": 2.0,
        }
        for value, probes, sets, above, count, asked in (
            (3.0, "a", 600, 0, 65536, 70000),
            (9.0, "b", 400, 2, 131072, 60000),
        )
    ]
    assert prolead_runs.together(parts) == {
        "leaks": True,
        "log10_p": 9.0,
        "threshold": 8.0,
        "probes": "b",
        "sets": 1000,
        "above": 2,
        "simulations": 65536,
        "asked": 70000,
        "runs": 2,
        "seconds": 4.0,
    }


def test_a_part_that_was_judged_is_not_judged_again(tmp_path):
    """The second call runs only the part that the first one did not end; a part whose settings
    changed is judged anew.
    """
    parts = [part_of(tmp_path, name) for name in ("cycles-1-9", "cycles-10-18")]
    for part in parts:
        (part / "report.txt").write_text(report(131072, "2.0"))
    (parts[1] / "fails").touch()
    body = f"[ -e fails ] && [ -e ../stop ] && exit 3\necho run >> runs.txt\n{copying()}"
    called, left = program(tmp_path, body), []
    (tmp_path / "stop").touch()
    with pytest.raises(ToolError):
        prolead_runs.judge(tmp_path, "dut", parts, program=called)
    (parts[1] / "fails").unlink()
    prolead_runs.judge(
        tmp_path, "dut", parts, program=called, told=lambda what, more: left.append(more)
    )
    assert [(part / "runs.txt").read_text() for part in parts] == ["run\n", "run\n"]
    assert left == [1, 0]
    (tmp_path / prolead.DESIGN).write_text("module other")
    prolead_runs.judge(tmp_path, "dut", parts[:1], program=called)
    assert (parts[0] / "runs.txt").read_text() == "run\nrun\n"


def test_a_report_of_an_earlier_run_or_of_too_few_simulations_is_none(tmp_path):
    """A run that writes nothing does not pass by the report that another one left; nor does one
    that ends before what was asked for.
    """
    part, more = part_of(tmp_path), part_of(tmp_path, "cycles-10-18", asked=196608)
    for one in (part, more):
        (one / "report.txt").write_text(report(131072, "1"))
    (part / prolead_runs.RESULT).mkdir()
    (part / prolead_runs.RESULT / "prolead_dut_0_0_131072_leakages.json").write_text(
        (part / "report.txt").read_text()
    )
    with pytest.raises(ToolError, match="got none"):
        judged(tmp_path, "true", part)
    with pytest.raises(ToolError, match="got one after 131072"):
        judged(tmp_path, copying(), more)


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "{}",
        report(131072, "nan"),
        json.dumps({**json.loads(report(131072, "1")), "most_leaking_probing_sets_in_total": []}),
    ],
)
def test_no_report_is_no_verdict(text, tmp_path):
    """What cannot be read is an error, never a pass; nor is the report of a program that fails."""
    part = part_of(tmp_path)
    (part / "report.txt").write_text(text)
    with pytest.raises(ToolError):
        judged(tmp_path, copying(), part)
    (part / "report.txt").write_text(report(131072, "1"))
    with pytest.raises(ToolError):
        judged(tmp_path, f"{copying()}\nexit 3", part)
    assert not (part / prolead_runs.VERDICT).exists()


def test_a_missing_program_is_named(tmp_path, monkeypatch):
    """Without PROLEAD the call is refused, with the directory of what was written."""
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(CallError, match="PROLEAD is not on the path"):
        prolead_runs.judge(tmp_path, "dut", [tmp_path])
