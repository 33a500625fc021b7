# SPDX-License-Identifier: Apache-2.0
"""``cipherfab site``: everything that is known, as one static folder."""

import json
import shlex
from collections.abc import Mapping
from pathlib import Path

from .. import __version__, catalog, outputs
from ..bench import rows
from ..bench.row import Row
from ..cores.build import build
from ..cores.names import parse
from ..dataset import entry
from ..errors import CallError
from ..plain import say
from ..results.cache import sound
from ..results.home import Home, default_home
from ..results.records import OK
from ..results.store import Store
from ..site import pages
from ..site.content import Content, Study, Version, by_core
from ..studies.listing import MANIFEST
from ..studies.low_latency import stored
from .report import refuse_damaged


def run(output: Path, *, rtl: bool, force: bool = False) -> dict:
    """Write the site; with ``rtl`` the RTL of every core is written too, else of those whose runs
    are in the cache.

    Raises:
        CallError: see `outputs.refuse`.
        ToolError: the store is not as it was written.
    """
    # Before minutes of work.
    outputs.refuse(output, ["index.html"], force=force)
    home, entries = default_home(), entry.read()
    stored, history = _stored(home)
    cores = by_core([row.to_json() for row in stored], entries)
    places = {row.core: row.provenance["directory"] for row in stored}
    for name, core in cores.items():
        core.history = history.get(name, ())
        core.written, core.makes = _again(name)
        # A run that was cleaned away has no sources any more.
        core.sources = _sources(home, places.get(name, "")) or (_built(name) if rtl else {})
    content = Content(
        algorithms=_algorithms(),
        cores=list(cores.values()),
        studies=_studies(home),
        entries=entries,
        version=__version__,
    )
    with outputs.into(output, force=force) as place:
        written = pages.write(content, place)
    return {
        "page": str(output / "index.html"),
        "pages": len(written),
        "cores": len(cores),
        "studies": len(content.studies),
    }


def _stored(home: Home) -> tuple[list[Row], dict[str, list[Version]]]:
    if not home.database.is_file():
        return [], {}
    with Store(home.database) as store:
        refuse_damaged(store, home)
        return rows.all_rows(store, home), _history(store)


def _history(store: Store) -> dict[str, list[Version]]:
    """By core the designs and versions that were measured, in the order of their recording, each
    with its smallest area.
    """
    found: dict[str, dict[tuple, dict]] = {}
    for record in store.rows(history=True, status=OK):
        if record.metric in ("area_ge", "fmax_mhz") and record.platform:
            versions = tuple(sorted(record.provenance.versions.items()))
            numbers = found.setdefault(record.core, {}).setdefault(
                (record.design, record.platform, record.recipe, versions), {}
            )
            # Periods and seeds are not told apart here, so the best of each stands for all.
            better = min if record.metric == "area_ge" else max
            numbers[record.metric] = better(record.value, numbers.get(record.metric, record.value))
    return {
        core: [
            Version(
                design=design, platform=platform, recipe=recipe, versions=dict(versions), **numbers
            )
            for (design, platform, recipe, versions), numbers in groups.items()
        ]
        for core, groups in found.items()
    }


def _sources(home: Home, directory: str) -> Mapping[str, str]:
    """The RTL of a run in the cache; empty if it is not there."""
    # Sources are shown to people, so what was changed is refused like a number.
    found = sound(home.root / directory) if directory and (home.root / directory).exists() else {}
    return found.get("job", {}).get("inputs", {}).get("design", {}).get("sources", {})


def _again(name: str) -> tuple[str, str]:
    """What writes a core again, and the command: of one of ours `emit`, of a block of a study that
    study; of a core of others nothing does.
    """
    try:
        parse(name)
    except CallError:
        command = stored.command(name)
        return (
            (
                "This block of a study is logic without registers, and no core. Written, checked "
                "and measured by",
                command,
            )
            if command
            else ("", "")
        )
    return "With test bench, vectors and data sheet:", f"cipherfab emit {shlex.quote(name)} -o DIR"


def _built(name: str) -> Mapping[str, str]:
    try:
        return build(name).sources
    except CallError:  # a core of others that is not at hand
        return {}


def _algorithms() -> dict[str, dict[str, str]]:
    return {
        name: {
            "kind": str(found.kind),
            "title": found.title,
            "version": found.version,
            "document": found.document,
        }
        for name, found in catalog.ALGORITHMS.items()
    }


def _studies(home: Home) -> list[Study]:
    """Those that were run in this home."""
    found = []
    for path in sorted((home.root / "studies").glob(f"*/{MANIFEST}")):
        said = json.loads(path.read_text())
        files = sorted(
            file.name for file in path.parent.iterdir() if file.is_file() and file.name != MANIFEST
        )
        found.append(
            Study(
                name=path.parent.name,
                directory=path.parent,
                files=files,
                **{key: said[key] for key in ("title", "verdict", "tables")},
            )
        )
    return found


def show(result: dict) -> None:
    """Print where the site is."""
    say(
        f"{result['pages']} pages for {result['cores']} cores and {result['studies']} studies: "
        f"open {result['page']}"
    )
