# SPDX-License-Identifier: Apache-2.0
"""What is known, as data frames."""

import inspect
import subprocess
import sys

import pytest

import cipherfab
from cipherfab import api, frames
from cipherfab.dataset import entry
from cipherfab.errors import CallError
from cipherfab.results.dictionary import CORES, MEASUREMENTS, RUNS
from cipherfab.results.home import Home
from cipherfab.results.store import Store


def test_cores_are_those_of_the_data_set():
    """A row for each core, with the documented columns and their units."""
    found = cipherfab.cores()
    assert list(found.core) == [one.core for one in entry.read()]
    assert list(found.columns) == [name for name in CORES if name != "runs"]
    assert found.attrs["units"]["bus"] == "bit" and str(found.bus.dtype) == "Int64"


def test_the_data_set_has_a_row_for_each_run():
    """Every run stands there with the numbers of its entry; throughput is bits over cycles times
    frequency; numbers are numbers.
    """
    found, entries = cipherfab.dataset(), entry.read()
    assert len(found) == sum(len(one.runs) for one in entries)
    assert {*RUNS, "core", "kind", "throughput_mbps"} <= set(found.columns)
    one = next(one for one in entries if one.core == "ascon-aead128")
    row = found[(found.core == one.core) & (found.recipe == one.runs[0].recipe)].iloc[0]
    bits, cycles = one.workloads["enc/pt/long"]
    assert row.area_ge == one.runs[0].area_ge
    assert row.throughput_mbps == pytest.approx(bits / cycles * row.fmax_mhz)
    assert found.attrs["units"]["area_ge"] == "GE" and found.area_ge.dtype == "float64"


def test_the_store_has_a_row_for_each_record(tmp_path):
    """An empty store gives an empty frame with all columns; no store is a wrong call."""
    with pytest.raises(CallError, match="no store"):
        cipherfab.store(tmp_path)
    Store(Home(tmp_path).database).close()
    found = cipherfab.store(tmp_path)
    assert list(found.columns) == list(MEASUREMENTS) and len(found) == 0
    assert found.attrs["units"] == {"period_ps": "ps"}


@pytest.mark.parametrize("first", ["cores", "dataset", "verify", "bench", "emit"])
def test_a_name_is_a_function_whatever_was_imported(first):
    """``cipherfab.NAME`` can be called before and after the package of that name is imported, and
    the package stays one.
    """
    code = (
        f"import cipherfab; assert callable(cipherfab.{first}); import cipherfab.{first} as p; "
        f"assert callable(cipherfab.{first}) and p.__path__; from cipherfab import {first}"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_every_public_name_is_documented_and_in_dir():
    """Each function says what it takes, gives and raises, with types."""
    assert set(cipherfab.__all__) <= set(dir(cipherfab))
    for function in (api.verify, api.bench, api.emit, frames.cores, frames.dataset, frames.store):
        assert function.__doc__
        assert inspect.signature(function).return_annotation is not inspect.Signature.empty


def test_a_wrong_name_is_refused_by_every_function(tmp_path):
    """The error is that of the command line."""
    for call in (
        lambda: cipherfab.verify("ascon-12"),
        lambda: cipherfab.bench("ascon-12"),
        lambda: cipherfab.emit("ascon-12", tmp_path / "x"),
    ):
        with pytest.raises(CallError, match="ascon-128"):
            call()
