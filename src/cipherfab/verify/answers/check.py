# SPDX-License-Identifier: Apache-2.0
"""Link 1 of the chain of evidence: the software model against the official known answers."""

import time
from pathlib import Path

from ... import catalog
from ..finding import Finding
from . import genkat, kat_records, wycheproof


def check_model(algorithm: str, kat: Path | None = None) -> list[Finding]:
    """Link 1: the software model against the official file's SHA-256, and against ``kat`` if given.

    Raises:
        CallError: an unknown algorithm, or a malformed file.
    """
    if kat is not None:
        # a malformed file is a wrong call, before anything is computed
        parse(kat, algorithm)
    start = time.monotonic()
    result = genkat.check(algorithm)
    detail = f"{result['records']} records regenerated, SHA-256 {result['sha256'][:16]}…"
    if not result["passed"]:
        detail += f" instead of {result['expected'][:16]}…; {_first_record(algorithm)}"
    findings = [
        Finding(
            "model",
            "official known answers",
            result["passed"],
            detail,
            time.monotonic() - start,
            more={"algorithm": algorithm},
        )
    ]
    if kat is not None:
        start, result = time.monotonic(), _check_file(algorithm, kat)
        detail = result["mismatch"] or result.get("counts") or f"{result['records']} records"
        detail += "" if result["mismatch"] else f" of {kat}"
        findings.append(
            Finding(
                "model",
                "known answers of a file",
                result["passed"],
                detail,
                time.monotonic() - start,
                more={"algorithm": algorithm},
            )
        )
    return findings


def parse(kat: Path, algorithm: str) -> None:
    """Read a file with answers of others: Wycheproof's JSON, or `genkat`'s format.

    Raises:
        CallError: it is malformed, or of another algorithm.
    """
    (wycheproof if wycheproof.is_one(kat) else genkat).parse(kat, algorithm)


def _check_file(algorithm: str, kat: Path) -> dict:
    if wycheproof.is_one(kat):
        return wycheproof.check(kat, algorithm)
    return genkat.check_file(algorithm, kat)


def _first_record(algorithm: str) -> str:
    """Where the model leaves the official file: in its first record, whose output the catalog
    knows, or later.
    """
    entry = catalog.find(algorithm)
    record = next(iter(kat_records.records(algorithm)))
    # The last field of every kind of record is its output.
    name = list(record.fields)[-1]
    found, expected = record.fields[name].hex().upper(), entry.known_answers.first_output
    if not expected:
        return "give the official file with --kat to name the first mismatch"
    # The catalog knows the hash of the file and its first output alone, so no later record can be
    # named.
    if found == expected:
        return (
            "the first record agrees; give the official file with --kat to name the first that "
            "does not"
        )
    return f"first mismatch: Count = 1, {name}: expected {expected}, the model gives {found}"
