# SPDX-License-Identifier: Apache-2.0
"""`frequency` puts a core beside the primitive in it: both mapped in the same way, and their
ratio."""

import json

import pytest
from click.testing import CliRunner

from cipherfab import cli
from cipherfab.cores.build import bare_primitive
from cipherfab.runs import pool
from cipherfab.runs.outcome import DONE, FAILED, Outcome

RESULT = {"top": "top", "platform": "nangate45", "recipe": {}, "seed": 0, "stage": ""}


def outcome(job, mhz):
    """What a run of a job may have found."""
    if mhz is None:
        return Outcome(job=job, key="", status=FAILED, error="too slow")
    found = RESULT | {
        "design": job["inputs"]["design"]["name"],
        "period_ps": job["inputs"]["period_ps"],
        "area_ge": 2 * mhz,
        "fmax_mhz": mhz,
        "timing": {"within_wrapper": {"delay_ns": 0.5}},
    }
    return Outcome(job=job, key="", status=DONE, result=found)


@pytest.fixture
def invoked(monkeypatch, tmp_path):
    """Call the command; each run gets the next of ``mhz``, in the order of the jobs. Returns rows,
    exit code, jobs.
    """

    def call(arguments, mhz):
        given = []

        def run_all(jobs, **_):
            given.extend(jobs)
            return [outcome(job, value) for job, value in zip(jobs, mhz, strict=True)]

        monkeypatch.setenv("CIPHERFAB_HOME", str(tmp_path))
        monkeypatch.setattr(pool, "run_all", run_all)
        done = CliRunner().invoke(cli.main, ["frequency", *arguments, "--json"])
        return json.loads(done.stdout), done.exit_code, given

    return call


def test_a_core_beside_its_primitive_at_each_period(invoked):
    """Each row has the core's numbers, those of its primitive at the same period, and the ratio of
    the frequencies.
    """
    rows, code, jobs = invoked(
        ["gimli", "--period", "900", "--period", "600", "--seed", "3"],
        [800.0, 1000.0, 900.0, 1200.0],
    )
    assert (
        code == 0
        and [row["ratio"] for row in rows] == [0.8, 0.75]
        and rows[0]["wrapper_mhz"] == 2000
    )
    assert [(row["area_ge"], row["primitive_ge"]) for row in rows] == [(1600, 2000), (1800, 2400)]
    same = [
        (job["inputs"]["period_ps"], job["inputs"]["seed"], job["inputs"]["recipe"]["name"])
        for job in jobs
    ]
    assert same == [(900, 3, "balanced")] * 2 + [(600, 3, "balanced")] * 2
    assert [job["inputs"]["design"]["top"] for job in jobs] == ["gimli", "gimli_primitive"] * 2


def test_a_failed_run_leaves_its_row_empty(invoked):
    """The row of a run that failed says why, and the exit code is that of a failed tool."""
    rows, code, _ = invoked(["gimli"], [800.0, None])
    assert code == 3 and rows[0]["failure"] == "too slow" and rows[0]["fmax_mhz"] is None


@pytest.mark.parametrize(
    "arguments, says", [(["ascon-p-8"], "is a bare primitive"), (["gimli", "--on", "ecp5"], "FPGA")]
)
def test_what_has_no_such_frequency_is_refused(arguments, says):
    """A bare primitive has none in it, and an FPGA no Liberty file."""
    result = CliRunner().invoke(cli.main, ["frequency", *arguments])
    assert result.exit_code == 2 and says in result.stderr


def test_the_primitive_is_alone():
    """What is mapped beside a core has the ports of its primitive and none of the bus."""
    (text,) = bare_primitive("gift-cofb").sources.values()
    assert "module gift_cofb_primitive" in text and "in_key" in text and "pdi_data" not in text


@pytest.mark.slow
def test_a_core_is_larger_than_its_primitive(tmp_path, monkeypatch):
    """A real run: the core is larger and not much faster, and the second call gives the same
    rows."""
    monkeypatch.setenv("CIPHERFAB_HOME", str(tmp_path))
    arguments = ["frequency", "gift-cofb", "--workers", "0", "--json"]
    first, second = (CliRunner().invoke(cli.main, arguments) for _ in range(2))
    (row,) = json.loads(first.stdout)
    assert (
        first.stdout == second.stdout
        and row["area_ge"] > row["primitive_ge"]
        and row["ratio"] < 1.1
    )
