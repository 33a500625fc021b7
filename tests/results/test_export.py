# SPDX-License-Identifier: Apache-2.0
"""Exported files hold exactly what the store holds."""

import json

import pyarrow.csv
import pyarrow.parquet
import pytest

from cipherfab.errors import CallError
from cipherfab.results.export import export
from cipherfab.results.records import Measurement, Provenance
from cipherfab.results.rows import to_measurement

ROWS = [
    Measurement(core="toy/unrolled=2,bus=16", platform="nangate45",
                # 0.1 + 0.2 needs 17 digits, so a rounded text would be another number.
                recipe="area", metric="area_ge", value=0.1 + 0.2, design="d",
                seed=7, period_ps=333, evidence=["b", "a"],
                provenance=Provenance(versions={"yosys": "0.70"}, command='sh -c "a, b"\nnext')),
    Measurement(core="toy/round", metric="cycles_formula", value="10 + 2·⌈M/8⌉, \"quoted\"",
                design="d", workload="enc"),
    Measurement(core="toy/round", metric="energy_pj", value=None,
                design="d", status="refused", reason="coverage 3 %"),
]  # fmt: skip


def read_csv(path):
    convert = pyarrow.csv.ConvertOptions(
        strings_can_be_null=True,
        # An empty text is quoted, a missing value is not.
        quoted_strings_can_be_null=False,
        column_types={"text": "string", "period_ps": "int64", "seed": "int64"},
    )
    parse = pyarrow.csv.ParseOptions(newlines_in_values=True)
    return pyarrow.csv.read_csv(path, parse_options=parse, convert_options=convert).to_pylist()


READERS = {"csv": read_csv, "parquet": lambda path: pyarrow.parquet.read_table(path).to_pylist()}


@pytest.mark.parametrize("suffix", READERS)
def test_table_files_come_back_whole(tmp_path, suffix):
    """CSV and Parquet give back every field of every record: numbers to the last bit, quotes,
    commas, lines, missing values.
    """
    path = tmp_path / f"rows.{suffix}"
    export(ROWS, path)
    assert {row.id: row for row in map(to_measurement, READERS[suffix](path))} == {
        row.id: row for row in ROWS
    }


def test_json_comes_back_whole(tmp_path):
    """JSON gives back every field of every record."""
    export(ROWS, tmp_path / "rows.json")
    objects = json.loads((tmp_path / "rows.json").read_text())
    assert {item["id"]: Measurement.from_json(item) for item in objects} == {
        row.id: row for row in ROWS
    }


@pytest.mark.parametrize("suffix", ["csv", "json", "parquet"])
def test_order_of_recording_does_not_change_the_file(tmp_path, suffix):
    """The same records give the same bytes."""
    export(ROWS, tmp_path / f"a.{suffix}")
    export(ROWS[::-1], tmp_path / f"b.{suffix}")
    assert (tmp_path / f"a.{suffix}").read_bytes() == (tmp_path / f"b.{suffix}").read_bytes()


@pytest.mark.parametrize(
    "name", ["rows.xls", "missing/rows.csv", "missing/rows.json", "missing/rows.parquet"]
)
def test_bad_targets_are_the_callers_error(tmp_path, name):
    """Another suffix or a directory that is not there ends in a message."""
    with pytest.raises(CallError, match="rows"):
        export(ROWS, tmp_path / name)
