# SPDX-License-Identifier: Apache-2.0
"""Writes the site: templates of `templates/` filled by Jinja2, and the files that its pages name.
No page asks another host.
"""

import json
import shutil
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from ..dataset import entry
from ..links import LETTERS, LINKS
from ..plain import every, in_page
from ..report import page
from ..report.data import KINDS, Point, points
from ..report.numbers import number
from .content import Content, Core, Study, stem

ASSETS = (
    "site.css",
    "site.js",
    "vendor/d3.min.js",
    "vendor/plot.umd.min.js",
    "vendor/LICENSE-d3",
    "vendor/LICENSE-plot",
)
"""What the pages share, with the licences of what others wrote."""

TITLES = {
    "aead": "AEAD",
    "hash": "Hash",
    "perm": "Permutation",
    "bc": "Block cipher",
    "tbc": "Tweakable block cipher",
}
"""Kinds of algorithms, as the table of the front page calls one."""


UNKNOWN = {"kind": "", "title": "", "version": "", "document": ""}
"""What is said of an algorithm that is not in the catalog."""


def write(content: Content, output: Path) -> list[Path]:
    """Write the site to a folder, which is made; returns the paths of its pages. The same content
    gives the same bytes.
    """
    output.mkdir(parents=True, exist_ok=True)
    for name in ASSETS:
        _copy_asset(name, output / "assets" / name)
    for study in content.studies:
        _copy_study(study, output / "studies" / study.name)
    for core in content.cores:
        for name, text in core.sources.items():
            _write(output / "rtl" / core.stem / name, text)
    # The data set is offered for download beside the pages.
    entry.write(content.entries, output / "cores.jsonl")
    rows = sorted(
        (row for core in content.cores for row in core.rows),
        key=lambda row: (row.get("area_ge") is None, row["platform"]),
    )
    explorer = page.write(output / "explorer.html", rows, title="cipherfab: explorer")
    return [*(_write(output / name, text) for name, text in _pages(content)), explorer]


def _pages(content: Content) -> Iterable[tuple[str, str]]:
    """Every page but the explorer: its name and its text."""
    by_algorithm: dict[str, list[Core]] = {}
    for core in content.cores:
        by_algorithm.setdefault(core.algorithm, []).append(core)
    abouts = {name: content.algorithms.get(name, UNKNOWN) for name in by_algorithm}
    shared = {"version": content.version, "kinds": TITLES, "links": LINKS}
    listed = [_summary(name, abouts[name], cores) for name, cores in by_algorithm.items()]
    yield "index.html", _index(content, listed, shared)
    for name, cores in by_algorithm.items():
        yield f"algorithms/{name}.html", _algorithm(name, abouts[name], cores, shared)
    for core in content.cores:
        yield f"cores/{core.stem}.html", _core(core, abouts[core.algorithm], shared)
    for study in content.studies:
        plots = [name for name in study.files if name.endswith(".svg")]
        text = _render("study.html", root="../../", study=study, plots=plots, **shared)
        yield f"studies/{study.name}/index.html", text


def _index(content: Content, listed: Sequence[dict[str, Any]], shared: Mapping[str, Any]) -> str:
    group, alike = _charted([row for core in content.cores for row in _points(core)])
    numbers = {
        "cores": len(content.cores),
        "rows": sum(len(core.rows) for core in content.cores),
        "algorithms": len(listed),
    }
    return _render(
        "index.html",
        root="",
        algorithms=listed,
        studies=content.studies,
        count=numbers,
        charted=group,
        chart=_chart(alike),
        **shared,
    )


def _algorithm(
    name: str, about: Mapping[str, str], cores: Sequence[Core], shared: Mapping[str, Any]
) -> str:
    rows = [row for core in cores for row in _points(core)]
    return _render(
        "algorithm.html",
        root="../",
        name=name,
        about=about,
        cores=cores,
        rows=rows,
        chart=_chart(rows),
        **shared,
    )


def _core(core: Core, about: Mapping[str, str], shared: Mapping[str, Any]) -> str:
    rows = _points(core)
    return _render(
        "core.html",
        root="../",
        core=core,
        about=about,
        rows=rows,
        splits=[row for row in rows if row.area_split],
        **shared,
    )


def _points(core: Core) -> list[Point]:
    return points(core.rows)


def _charted(rows: Sequence[Point]) -> tuple[str, list[Point]]:
    """The rows of the front page's chart and what they are: those of one kind, as rows of two kinds
    do other work; AEADs, or where there are none the kind with the most rows.
    """
    groups: dict[str, list[Point]] = {}
    for row in rows:
        if row.area_ge and row.throughput_mbps:
            groups.setdefault(row.group, []).append(row)
    group = (
        KINDS["aead"]
        if KINDS["aead"] in groups
        # Of equally many rows the first kind by name.
        else max(sorted(groups), key=lambda name: len(groups[name]), default="rows")
    )
    return group, groups.get(group, [])


def _summary(name: str, about: Mapping[str, str], cores: Sequence[Core]) -> dict[str, Any]:
    """A line of the front page: an algorithm with the smallest and the fastest of its cores on
    standard cells.
    """
    rows = [
        row
        for core in cores
        for row in _points(core)
        if row.status != "failed" and not row.unregistered
    ]
    return {"name": name, **about, "cores": len(cores),
            "area": min((row.area_ge for row in rows if row.area_ge), default=None),
            "speed": max((row.throughput_mbps for row in rows
                          if row.throughput_mbps and row.area_ge), default=None)}  # fmt: skip


def _chart(rows: Sequence[Point]) -> dict[str, Any]:
    """The data of a plot of throughput over area, for `site.js`: the rows on standard cells."""
    return {"points": [{"core": row.core, "algorithm": row.algorithm,
                        "platform": row.platform, "recipe": row.recipe,
                        "kge": round(row.area_ge / 1000, 3),
                        "mbps": round(row.throughput_mbps, 1), "verified": row.status == "ok"}
                       for row in rows if row.area_ge and row.throughput_mbps]}  # fmt: skip


def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader(__package__, "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=in_page,
    )
    # A macro that is imported does not see what its page is given.
    made.globals["letters"] = LETTERS
    made.filters |= {"number": number, "stem": stem, "data": _data}
    return made


def _data(value: Any) -> str:
    """JSON for a script element, which it cannot end, whatever texts it has."""
    text = json.dumps(every(value), ensure_ascii=False, sort_keys=True)
    # To who reads JSON these are the same texts, and no `</script>` or `<!--` is left in them.
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _render(template: str, **values: Any) -> str:
    return _environment().get_template(template).render(**values)


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    # The same bytes on every system.
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


def _copy_asset(name: str, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with as_file(files(__package__) / "assets" / name) as source:
        shutil.copyfile(source, path)


def _copy_study(study: Study, path: Path) -> None:
    path.mkdir(parents=True, exist_ok=True)
    for name in study.files:
        shutil.copyfile(study.directory / name, path / name)
