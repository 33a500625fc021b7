# SPDX-License-Identifier: Apache-2.0
"""``cipherfab bundle`` and ``cipherfab cite``: a number for another machine, and for a paper."""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from .. import __version__, outputs
from ..emit import texts
from ..plain import visible
from ..report.latex import escaped
from ..results.bundle import MANIFEST, NOT_CHECKED, write_bundle
from ..results.digest import digest_file
from ..results.home import default_home
from ..results.metrics import metric
from ..results.records import LINKS, Evidence, Measurement
from ..results.store import Store
from .reproduce import Finished, finished, located, run_directory

AUTHOR, YEAR = "{The cipherfab contributors}", "2026"
PASSED = {True: "passed", False: "FAILED", None: "open"}

TITLE = "cipherfab: hardware for lightweight cryptography, written, proved and measured"
"""As in ``CITATION.cff``."""


def bundle(identifier: str, output: Path | None) -> dict:
    """Write the bundle of an implementation run, by default ``cipherfab-ID.zip``.

    Args:
        identifier: of a record or of a run, perhaps cut to its first digits.

    Raises:
        CallError: there is none, or several.
        ToolError: the entry, or the store, is not as it was written.
    """
    home = default_home()
    entry = run_directory(identifier, home).parent
    found, evidence = finished(entry, home), []
    records = found.records
    # Without records there may be no store to open.
    if designs := sorted({row.design for row in records}):
        with Store(home.database) as store:
            evidence = store.evidence(design=designs)
    checked = netlist_checked(digest_file(entry / "run" / "netlist.v"), evidence)
    # Last of the checks, as it is the only one about the place and not about the run.
    path = outputs.one_file(
        output or Path(f"cipherfab-{entry.name[:12]}.zip"),
        # A bundle is a ZIP file that begins with its manifest; nothing else is replaced.
        lambda head: MANIFEST.encode() in head and head.startswith(b"PK"),
    )
    write_bundle(
        path,
        entry,
        records=[row.to_json() for row in records],
        evidence=[one.to_json() for one in evidence],
        version=__version__,
        netlist=checked,
        pages=pages(entry.name, found, evidence, checked),
    )
    return {
        "id": entry.name,
        "path": str(path),
        "records": len(records),
        "netlist": checked,
        "evidence": len(evidence),
        "bytes": path.stat().st_size,
    }


def pages(name: str, found: Finished, evidence: Iterable[Evidence], checked: str) -> dict[str, str]:
    """What a reader finds first in a bundle of the run ``name``: README, licence and citation."""
    result, job = found.content["result"], found.content["job"]
    rows = [
        {
            "metric": row.metric,
            "workload": row.workload,
            "value": row.value,
            "unit": "" if metric(row.metric).unit == "1" else metric(row.metric).unit,
            "id": row.id[:12],
        }
        for row in found.records
    ]
    links = Counter((one.link, one.check, one.passed) for one in evidence)
    return {
        "README.md": texts.page(
            "bundle.md",
            design=visible(result["design"]),
            platform=visible(result["platform"]),
            recipe=visible(result["recipe"]["name"]),
            result=result,
            name=name,
            rows=rows,
            checked=checked,
            evidence=[
                (link, visible(check), PASSED[passed], count)
                # `passed` may be None, which does not compare with a boolean; as texts they have an
                # order.
                for (link, check, passed), count in sorted(links.items(), key=str)
            ],
            versions=sorted(job["versions"].items()),
            version=__version__,
        ),
        "LICENSE": texts.filled("LICENSE.txt"),
        "CITATION.bib": _of_run(name, found.content),
    }


def netlist_checked(netlist: str, evidence: Iterable[Evidence]) -> str:
    """Whether the netlist with this SHA-256 was checked, in words; the checks of its RTL do not
    count.
    """
    found = [one for one in evidence if one.subject == netlist]
    failed = sorted({f"{one.link} ({one.check})" for one in found if not one.passed})
    if failed:
        return f"FAILED: {', '.join(failed)}"
    links = [link for link in LINKS if any(one.link == link for one in found)]
    return f"checked: {', '.join(links)}" if links else NOT_CHECKED


def cite(identifier: str | None) -> str:
    """BibTeX of a run, of a number that no implementation has (cycles), or of cipherfab itself.

    Raises:
        CallError, ToolError: as `bundle`.
    """
    if identifier is None:
        return _bibtex("software", "cipherfab", TITLE, "")
    found = located(identifier, default_home())
    if isinstance(found, Measurement):
        return _of_record(found)
    return _of_run(found.parent.name, finished(found.parent, default_home()).content)


def _of_record(found: Measurement) -> str:
    unit, tools = metric(found.metric).unit, _tools(found.provenance.versions)
    title = " ".join(
        filter(
            None,
            (
                f"{found.core}:",
                found.metric,
                found.workload,
                f"{found.value}",
                unit if unit != "1" else "",
            ),
        )
    )
    return _bibtex(
        "misc",
        f"cipherfab-{found.id[:12]}",
        f"Measured with cipherfab: {title}",
        f"record {found.id}, of the design {found.design}; {tools}",
    )


def _tools(versions: Mapping[str, str]) -> str:
    return ", ".join(f"{tool} {version}" for tool, version in sorted(versions.items()))


def _of_run(name: str, found: Mapping[str, Any]) -> str:
    result, tools = found["result"], _tools(found["job"]["versions"])
    # A netlist of look-up tables has no area.
    size = f"{result['area_ge']:.0f} GE" if result.get("area_ge") else f"{result.get('luts')} LUTs"
    title = (
        f"{result['design']} on {result['platform']}, recipe {result['recipe']['name']}: {size}, "
        f"{result.get('fmax_mhz')} MHz"
    )
    note = f"run {name}, requested period {result['period_ps']} ps, seed {result['seed']}; {tools}"
    return _bibtex("misc", f"cipherfab-{name[:12]}", f"Measured with cipherfab: {title}", note)


def _bibtex(kind: str, key: str, title: str, note: str) -> str:
    fields = {
        "author": AUTHOR,
        # BibTeX styles lower the letters of a title that is not in braces of its own.
        "title": f"{{{escaped(title)}}}",
        "year": YEAR,
        "version": __version__,
        **({"note": escaped(note)} if note else {}),
    }
    return (
        f"@{kind}{{{key},\n"
        + "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
        + "}\n"
    )
