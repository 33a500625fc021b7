# SPDX-License-Identifier: Apache-2.0
"""Everything in a store as a Frictionless Data Package: CSV files, the data set, and
``datapackage.json`` that describes them.

Source: Data Package and Table Schema, Frictionless Standards, version 1.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from . import dictionary
from .dictionary import Column
from .digest import digest_file
from .export import export, write_csv
from .records import Evidence, Measurement
from .rows import EVIDENCE_COLUMNS, evidence_row

NAME = "cipherfab-results"


def write_package(
    directory: Path,
    measurements: Sequence[Measurement],
    evidence: Sequence[Evidence],
    cores: str,
    version: str,
) -> list[Path]:
    """Write the files; returns their paths.

    Args:
        cores: the text of the data set, a line of JSON for each core.
        version: of cipherfab.
    """
    directory.mkdir(parents=True, exist_ok=True)
    tables = {"measurements.csv": dictionary.MEASUREMENTS, "evidence.csv": dictionary.EVIDENCE}
    export(measurements, directory / "measurements.csv")
    _write_evidence(evidence, directory / "evidence.csv")
    (directory / "cores.jsonl").write_text(cores, encoding="utf-8")
    resources = [_resource(directory / name, columns) for name, columns in tables.items()]
    resources.append({"name": "cores", "path": "cores.jsonl",
                      "mediatype": "application/jsonl", "encoding": "utf-8",
                      "hash": f"sha256:{digest_file(directory / 'cores.jsonl')}",
                      "schema": _schema(dictionary.CORES)})  # fmt: skip
    described = {
        "profile": "data-package",
        "name": NAME,
        "title": "Hardware of lightweight cryptography, measured by cipherfab",
        "version": version,
        "licenses": [{"name": "Apache-2.0", "title": "Apache License 2.0"}],
        "contributors": [{"title": "The cipherfab contributors", "role": "author"}],
        "resources": resources,
    }
    (directory / "datapackage.json").write_text(json.dumps(described, indent=1) + "\n")
    return [directory / name for name in (*tables, "cores.jsonl", "datapackage.json")]


def _write_evidence(evidence: Sequence[Evidence], path: Path) -> None:
    kinds = {"passed": pa.bool_(), "seed": pa.int64()}
    schema = pa.schema([(column, kinds.get(column, pa.string())) for column in EVIDENCE_COLUMNS])
    rows = [dict(zip(EVIDENCE_COLUMNS, evidence_row(record))) for record in evidence]
    rows = [
        {**row, "passed": bool(row["passed"])} for row in sorted(rows, key=lambda row: row["id"])
    ]
    write_csv(pa.Table.from_pylist(rows, schema=schema), path)


def _resource(path: Path, columns: Mapping[str, Column]) -> dict[str, Any]:
    return {"name": path.stem, "path": path.name, "profile": "tabular-data-resource",
            "format": "csv", "mediatype": "text/csv",
            "encoding": "utf-8", "bytes": path.stat().st_size,
            "hash": f"sha256:{digest_file(path)}",
            "schema": {**_schema(columns), "primaryKey": "id"}}  # fmt: skip


def _schema(columns: Mapping[str, Column]) -> dict[str, Any]:
    """Nested values of a CSV file are JSON texts, which the types ``array`` and ``object`` of a
    Table Schema are too.
    """
    return {"fields": [{"name": name, "type": said.type, "description": said.meaning,
                        **({"unit": said.unit} if said.unit else {})}
                       for name, said in columns.items()], "missingValues": [""]}  # fmt: skip
