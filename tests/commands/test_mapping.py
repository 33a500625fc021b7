# SPDX-License-Identifier: Apache-2.0
"""Designs mapped to be simulated: what is left in the directory, and which platforms fit."""

import pytest

from cipherfab.commands.mapping import PERIOD_PS, mapped
from cipherfab.cores.build import build
from cipherfab.errors import CallError
from cipherfab.implement import flow


def test_the_netlist_and_its_cells_are_there(tmp_path, monkeypatch):
    """The netlist is of the design's top module, made with the common target period; the Liberty
    file has its cells.
    """
    jobs, run_job = [], flow.run_job
    monkeypatch.setattr(
        flow, "run_job", lambda job, directory: jobs.append(job) or run_job(job, directory)
    )
    made, liberty = mapped(build("skinny-64-64"), "nangate45", "area", tmp_path)
    assert "module skinny_64_64(" in (tmp_path / "netlist.v").read_text() and made.area_ge > 0
    assert "NAND2_X1" in liberty.read_text() and [job["period_ps"] for job in jobs] == [PERIOD_PS]


def test_platforms_without_cells_are_refused(tmp_path):
    """The cells of an FPGA have no Liberty functions, so nothing is mapped."""
    with pytest.raises(CallError, match="ecp5: expected a platform with a Liberty file"):
        mapped(build("skinny-64-64"), "ecp5", "area", tmp_path)
    assert not list(tmp_path.iterdir())
