# SPDX-License-Identifier: Apache-2.0
"""``cipherfab bundle`` and ``cipherfab cite``: a number for another machine, and for a paper."""

import os
from collections.abc import Mapping
from pathlib import Path

from .. import __version__
from ..plain import visible
from ..results.bundle import write_bundle
from ..results.cache import read_entry
from ..results.home import default_home
from ..results.metrics import metric
from ..results.records import Measurement
from ..results.store import Store
from .reproduce import located, run_directory

AUTHOR, YEAR = "{The cipherfab contributors}", "2026"
TITLE = "cipherfab: hardware for lightweight cryptography, written, proved and measured"
"""As in ``CITATION.cff``."""

LATEX = {**{letter: f"\\{letter}" for letter in "&%$#_{}"}, "\\": r"\textbackslash{}",
         "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
"""Letters that LaTeX reads as its own, and how it prints them."""


def bundle(identifier: str, output: Path | None) -> dict:
    """Write the bundle of an implementation run, by default ``cipherfab-ID.zip``.

    Args:
        identifier: of a record or of a run, perhaps cut to its first digits.

    Raises:
        CallError: there is none, or several, or it is damaged.
        ToolError: the store is not as it was written.
    """
    home = default_home()
    entry = run_directory(identifier, home).parent
    records, evidence = [], []
    if home.database.is_file():
        with Store(home.database) as store:
            place = os.path.relpath(entry, home.root)
            records = [row for row in store.rows() if row.provenance.directory == place]
            designs = sorted({row.design for row in records})
            evidence = store.evidence(design=designs) if designs else []
    path = output or Path(f"cipherfab-{entry.name[:12]}.zip")
    write_bundle(path, entry, records=[row.to_json() for row in records],
                 evidence=[found.to_json() for found in evidence],
                 version=__version__)
    return {"id": entry.name, "path": str(path), "records": len(records),
            "evidence": len(evidence), "bytes": path.stat().st_size}


def cite(identifier: str | None) -> str:
    """BibTeX of a run, of a number that no implementation has (cycles), or of cipherfab itself.

    Raises:
        CallError: as `bundle`.
    """
    if identifier is None:
        return _bibtex("software", "cipherfab", TITLE, "")
    found = located(identifier, default_home())
    return _of_record(found) if isinstance(found, Measurement) else _of_run(found.parent)


def _of_record(found: Measurement) -> str:
    unit, tools = metric(found.metric).unit, _tools(found.provenance.versions)
    title = " ".join(filter(None, (f"{found.core}:", found.metric, found.workload,
                                   f"{found.value}", unit if unit != "1" else "")))
    return _bibtex("misc", f"cipherfab-{found.id[:12]}", f"Measured with cipherfab: {title}",
                   f"record {found.id}, of the design {found.design}; {tools}")


def _tools(versions: Mapping[str, str]) -> str:
    return ", ".join(f"{tool} {version}" for tool, version in sorted(versions.items()))


def _of_run(entry: Path) -> str:
    found = read_entry(entry)
    result, tools = found["result"], _tools(found["job"]["versions"])
    size = f"{result['area_ge']:.0f} GE" if result.get("area_ge") else f"{result.get('luts')} LUTs"
    title = (
        f"{result['design']} on {result['platform']}, recipe {result['recipe']['name']}: {size}, "
        f"{result.get('fmax_mhz')} MHz")
    note = (
        f"run {entry.name}, requested period {result['period_ps']} ps, seed {result['seed']}; "
        f"{tools}")
    return _bibtex("misc", f"cipherfab-{entry.name[:12]}", f"Measured with cipherfab: {title}",
                   note)


def _bibtex(kind: str, key: str, title: str, note: str) -> str:
    fields = {"author": AUTHOR, "title": f"{{{_escaped(title)}}}",
              "year": YEAR, "version": __version__,
              **({"note": _escaped(note)} if note else {})}
    return f"@{kind}{{{key},\n" + "".join(f"  {name} = {{{value}}},\n"
                                          for name, value in fields.items()) + "}\n"


def _escaped(text: str) -> str:
    """As LaTeX reads it."""
    return "".join(LATEX.get(letter, letter) for letter in visible(text))
