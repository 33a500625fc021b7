# SPDX-License-Identifier: Apache-2.0
"""The tables of the store, and records as their rows."""

import json
from typing import Any

from .digest import canonical
from .metrics import TEXT
from .records import Evidence, Measurement

MEASUREMENT_COLUMNS = ("id", "core", "platform", "recipe", "metric",
                       "workload", "value", "text", "unit", "direction", "seed",
                       "period_ps", "method", "status", "reason",
                       "design", "series", "evidence", "provenance")  # fmt: skip
"""``value`` holds numbers, ``text`` the values of metrics in ``text``; ``evidence`` and
``provenance`` are JSON.
"""
EVIDENCE_COLUMNS = ("id", "link", "check", "passed", "core",
                    "design", "subject", "platform", "recipe", "seed", "detail",
                    "versions", "inputs")  # fmt: skip
NUMBERS = ("value",)
INTEGERS = ("seed", "period_ps", "passed")
JSON_COLUMNS = ("evidence", "provenance", "detail", "versions", "inputs")


def _table(name: str, columns: tuple[str, ...]) -> str:
    """``sequence`` is never used twice, so the largest is the newest although rows are replaced.
    ``seal``: see `seals`.
    """
    kinds = {**dict.fromkeys(NUMBERS, "REAL"), **dict.fromkeys(INTEGERS, "INTEGER")}
    # In quotes, since ``check`` is a word of SQL.
    body = ", ".join(f'"{column}" {kinds.get(column, "TEXT")}' for column in columns)
    return (
        f"CREATE TABLE {name} (sequence INTEGER PRIMARY KEY AUTOINCREMENT, {body}, seal TEXT, "
        f"UNIQUE (id))"
    )


TOTALS = "CREATE TABLE totals (name TEXT PRIMARY KEY, digest TEXT)"

SCHEMA = (
    _table("measurements", MEASUREMENT_COLUMNS),
    "CREATE INDEX measurements_core ON measurements (core, platform, recipe, metric)",
    _table("evidence", EVIDENCE_COLUMNS),
    "CREATE INDEX evidence_design ON evidence (design, link)",
    TOTALS,
)


def measurement_row(measurement: Measurement) -> tuple:
    """The values of `MEASUREMENT_COLUMNS`."""
    content = flat(measurement)
    return tuple(content[column] for column in MEASUREMENT_COLUMNS)


def flat(measurement: Measurement) -> dict[str, Any]:
    """A measurement by column, nested parts as JSON texts."""
    content = measurement.to_json()
    is_text = measurement.unit == TEXT
    values = {
        "value": None if is_text else measurement.value,
        "text": measurement.value if is_text else None,
    }
    return _spell({**content, **values})


def to_measurement(row: Any) -> Measurement:
    """The inverse of `flat`; ``row`` is anything indexed by column name."""
    content = _parse({column: row[column] for column in MEASUREMENT_COLUMNS})
    text = content.pop("text")
    return Measurement.from_json(
        {**content, "value": text if text is not None else content["value"]}
    )


def evidence_row(evidence: Evidence) -> tuple:
    """The values of `EVIDENCE_COLUMNS`."""
    content = _spell(evidence.to_json())
    return tuple(content[column] for column in EVIDENCE_COLUMNS)


def to_evidence(row: Any) -> Evidence:
    """The inverse of `evidence_row`."""
    content = _parse({column: row[column] for column in EVIDENCE_COLUMNS})
    # SQLite gives 0 or 1 for a truth value, and 1 has another hash than ``true``.
    return Evidence.from_json({**content, "passed": bool(content["passed"])})


def _spell(content: dict[str, Any]) -> dict[str, Any]:
    return {
        key: canonical(value) if key in JSON_COLUMNS else value for key, value in content.items()
    }


def _parse(content: dict[str, Any]) -> dict[str, Any]:
    return {
        key: json.loads(value) if key in JSON_COLUMNS else value for key, value in content.items()
    }
