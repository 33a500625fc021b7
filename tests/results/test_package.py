# SPDX-License-Identifier: Apache-2.0
"""The Frictionless Data Package of a store."""

import csv
import json

from cipherfab.results.digest import digest_file
from cipherfab.results.package import write_package
from cipherfab.results.records import Evidence, Measurement


def test_the_metadata_describes_every_column_and_file(tmp_path):
    """Each resource is there with its hash, and its fields are the header of its file."""
    evidence = Evidence(
        link="rtl", check="known answers", passed=False, core="a", design="d", detail={"text": "x"}
    )
    numbers = [
        Measurement(core="a", metric="area_ge", value=12, design="d", platform="p", recipe="r")
    ]
    write_package(tmp_path, numbers, [evidence], '{"core":"a"}\n', "1.2.3")
    described = json.loads((tmp_path / "datapackage.json").read_text())
    assert described["version"] == "1.2.3"
    assert [one["name"] for one in described["resources"]] == ["measurements", "evidence", "cores"]
    for one in described["resources"]:
        assert one["hash"] == f"sha256:{digest_file(tmp_path / one['path'])}"
        assert all(field["description"] for field in one["schema"]["fields"])
    for one in described["resources"][:2]:
        header, row = csv.reader((tmp_path / one["path"]).open())
        assert header == [field["name"] for field in one["schema"]["fields"]]
        assert row[header.index("core")] == "a"
    assert row[header.index("passed")] == "false"
