# SPDX-License-Identifier: Apache-2.0
"""Running a run again."""

import json
import shutil

import pytest

from cipherfab.errors import CallError
from cipherfab.implement.reproduce import reproduce


def test_a_run_reproduces_itself(counter_run):
    """Every number of a run comes out the same from its stored inputs."""
    directory, _ = counter_run
    found = reproduce(directory)
    assert found["reproduced"] and found["numbers"] > 20
    assert not found["differences"] and not found["changed_inputs"]


def test_a_changed_number_and_a_changed_input_are_named(counter_run, tmp_path):
    """A result that was tampered with is told with both values, and so is an input that is no
    longer the same.
    """
    directory, result = counter_run
    copy = shutil.copytree(directory, tmp_path / "copy")
    forged = {**result.to_json(), "area_ge": 1.0, "versions": {**result.versions, "yosys": "0.1"}}
    (copy / "result.json").write_text(json.dumps(forged))
    found = reproduce(copy)
    assert not found["reproduced"]
    assert found["differences"] == {"area_ge": {"stored": 1.0, "measured": result.area_ge}}
    assert list(found["changed_inputs"]) == ["versions.yosys"]


def test_a_directory_without_a_result_is_refused(tmp_path):
    """There is nothing to compare with in a directory without a finished run."""
    with pytest.raises(CallError, match="result.json"):
        reproduce(tmp_path)
