# SPDX-License-Identifier: Apache-2.0
"""``cipherfab report`` and ``cipherfab export``."""

from pathlib import Path

from .. import outputs
from ..bench import rows
from ..errors import CallError
from ..plain import every
from ..report import page, plots
from ..results import export as exports
from ..results.cache import sound
from ..results.home import Home, default_home
from ..results.store import Store

TITLE = "cipherfab"


def run(output: Path, *, force: bool = False) -> dict:
    """Write ``index.html`` and the plots of everything in the store.

    Raises:
        CallError: the store is empty; see also `outputs.refuse`.
        ToolError: the store, or a run in the cache that it names, is not as it was written.
    """
    outputs.refuse(output, ["index.html"], force=force)
    home = default_home()
    with _opened(home) as store:
        refuse_damaged(store, home)
        points = [row.to_json() for row in rows.all_rows(store, home)]
    if not points:
        raise CallError(
            f"{home.database} has no implemented core yet. Run `cipherfab bench "
            f"ascon-128 --on nangate45` first."
        )
    return write(points, curves(home), output, force=force)


def write(
    points: list[dict], cycle_curves: list[dict], output: Path, *, force: bool = False
) -> dict:
    """Write the page and the plots of ``points`` to the directory ``output``: standard cells first,
    a platform after the other.
    """
    # Names of cores of others come into a page and into plots.
    points, cycle_curves = every(points), every(cycle_curves)
    # Only standard cells have an area in GE.
    points = sorted(points, key=lambda point: (point["area_ge"] is None, point["platform"]))
    figures = {
        "throughput_over_area": plots.throughput_over_area(points),
        "requested_over_achieved": plots.requested_over_achieved(
            [point for point in points if point["requested_achieved"]]
        ),
    }
    # The cache may have cycles of cores that have no row.
    shown = [
        curve for curve in cycle_curves if curve["core"] in {point["core"] for point in points}
    ]
    if shown:
        figures["cycles_over_size"] = plots.cycles_over_size(shown)
    with outputs.into(output, force=force) as place:
        page.write(place / "index.html", points, title=TITLE)
        files = [
            output / path.name
            for name, figure in figures.items()
            for path in plots.save(figure, place / name)
        ]
    return {
        "rows": len(points),
        "page": str(output / "index.html"),
        "plots": [str(path) for path in files],
    }


def refuse_damaged(store: Store, home: Home) -> None:
    """Refuse to show numbers of runs that are in the cache and not as they were written. What was
    cleaned away is not there to be shown.

    Raises:
        ToolError: one is not.
    """
    # One entry has many records, and is read once.
    places = {row.provenance.directory for row in store.rows() if row.provenance.directory}
    for entry in sorted(home.root / place for place in places):
        if entry.exists():
            sound(entry)


def curves(home: Home) -> list[dict]:
    """Cycles of encryption over message size, by core, from the measurement in the cache that was
    recorded last: times of files follow a clock that may be set. Raises `ToolError` for one that
    is not as it was written.
    """
    found = {}
    with Store(home.database) as store:
        recorded = {row.provenance.directory: place for place, row in enumerate(store.rows())}
    entries = sorted(path.parent for path in (home.cache / "cycles").glob("*/entry.json"))
    # What no record names comes first, so that a recorded measurement of the same core replaces it.
    for entry in sorted(entries, key=lambda entry: recorded.get(f"cache/cycles/{entry.name}", -1)):
        result = sound(entry)["result"]
        if "enc/pt" in result.get("curves", {}):
            found[result["core"]] = {"core": result["core"], "points": result["curves"]["enc/pt"]}
    return [found[core] for core in sorted(found)]


def export(path: Path) -> dict:
    """Export every record.

    Raises:
        CallError: the store is empty, or the suffix is none of .csv, .json, .parquet.
    """
    # Called for its error: an unknown suffix is refused before the store is read.
    exports.writer(path)
    outputs.one_file(path, exports.begins(path))
    with _opened(default_home()) as store:
        records = rows.concerned(store, store.rows())
    if not records:
        raise CallError(
            f"{store.path} has no record yet. Run `cipherfab bench ascon-128 --on nangate45` first."
        )
    exports.export(records, path)
    return {"records": len(records), "path": str(path)}


def package(output: Path, *, force: bool = False) -> dict:
    """Write every record of the store and the data set as a Frictionless Data Package.

    Raises:
        CallError: there is no store; see also `outputs.refuse`.
    """
    from .. import __version__
    from ..dataset import entry
    from ..results.package import write_package

    with _opened(default_home()) as store:
        records, evidence = rows.concerned(store, store.rows()), store.evidence()
        outputs.refuse(output, ["datapackage.json"], force=force)
    cores = "".join(found.line() for found in entry.read())
    with outputs.into(output, force=force) as place:
        written = [
            output / path.name
            for path in write_package(place, records, evidence, cores, __version__)
        ]
    return {
        "records": len(records),
        "evidence": len(evidence),
        "path": str(output),
        "files": [str(path) for path in written],
    }


def _opened(home: Home) -> Store:
    if not home.database.is_file():
        raise CallError(
            f"{home.database}: no store here. Run `cipherfab bench …` or `cipherfab "
            f"demo` first, "
            "or set CIPHERFAB_HOME."
        )
    return Store(home.database)
