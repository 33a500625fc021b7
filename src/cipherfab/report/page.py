# SPDX-License-Identifier: Apache-2.0
"""One self-contained HTML page: table, scatter plot and details of every row, without a server and
without the network.

Its parts are in ``assets/``; they are put together when the page is written. The page's content
security policy allows exactly this script and this style sheet, so a string that slipped through as
markup could neither run nor load anything.
"""

import base64
import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined

from ..links import LETTERS, LINKS
from ..plain import every, in_page
from .data import METRICS, Metric, Point, plain, points

MEANING = (
    "Each row is a core, measured on a platform with a recipe; a click on it shows its evidence "
    "and how to repeat it."
)

SCRIPTS = ("format.js", "state.js", "table.js", "scatter.js", "legend.js", "detail.js", "main.js")
"""In the order in which they are put together."""

_COLUMNS = (
    "area_ge", "luts", "flip_flops", "fmax_mhz", "cycles_per_block", "throughput_mbps",
    "throughput_per_kge", "throughput_per_lut", "energy_pj_per_bit", "energy_area",
)  # fmt: skip
_REACH = ("throughput_mbps", "throughput_per_kge", "throughput_per_lut", "throughputs/enc/pt/16")
"""What the best rows are told by and has no spread of its own."""

_WORDS = {
    "enc": "encrypt",
    "dec": "decrypt",
    "hash": "hash",
    "pt": "PT",
    "ad": "AD",
    "ad+pt": "AD + PT",
    "msg": "message",
}


def render(
    rows: Iterable[Mapping[str, Any] | Point],
    *,
    title: str = "cipherfab",
    subtitle: str = "",
    again: int = 0,
) -> str:
    """The page as text; the same rows give the same bytes.

    Args:
        rows: what :func:`data.points` reads.
        title: heading and window title.
        subtitle: one line below it; by default the number of rows, cores and platforms.
        again: seconds after which a browser reads the page again, as more rows follow; 0: never.
    """
    rows = points(rows)
    style, script = _asset("page.css"), "\n".join(_asset(name) for name in SCRIPTS)
    # A name that the template has and nobody gives is an error, and no empty text.
    page = Environment(
        autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True, finalize=in_page
    )
    return page.from_string(_asset("page.html")).render(
        title=title,
        subtitle=subtitle or _summary(rows),
        again=int(again),
        style=style,
        style_hash=_policy_hash(style),
        script=script,
        script_hash=_policy_hash(script),
        data=_json(_payload(rows)),
    )


def write(
    path: str | Path,
    rows: Iterable[Mapping[str, Any] | Point],
    *,
    title: str = "cipherfab",
    subtitle: str = "",
    again: int = 0,
) -> Path:
    """Write :func:`render`'s page to a file, which is replaced as a whole; returns its path."""
    path = Path(path)
    # Two processes may write one page: each has a file of its own.
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    partial.write_text(
        render(rows, title=title, subtitle=subtitle, again=again), encoding="utf-8", newline="\n"
    )
    os.replace(partial, path)
    return path


def _asset(name: str) -> str:
    return (files(__package__) / "assets" / name).read_text(encoding="utf-8")


def _policy_hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _summary(rows: Sequence[Point]) -> str:
    verified = sum(row.status == "ok" for row in rows)
    names = {word: len({getattr(row, word) for row in rows}) for word in ("core", "platform")}
    counts = [
        f"{count} {word}{'' if count == 1 else 's'}"
        for word, count in {"row": len(rows), **names}.items()
    ]
    return " · ".join([*counts, f"{verified} verified. {MEANING}"])


def _json(payload: Any) -> str:
    """JSON that cannot end its script element or open a comment in it, whatever strings it
    holds."""
    # JavaScript cannot read NaN, so that is an error here and not in the browser.
    text = json.dumps(every(payload), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    # The last two end a line in older JavaScript, within a string too.
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _payload(rows: Sequence[Point]) -> dict[str, Any]:
    metrics = _metrics(rows)
    return {
        "rows": [_row(row, name, metrics) for row, name in zip(rows, _names(rows))],
        "metrics": {name: asdict(metric) for name, metric in metrics.items()},
        "columns": [name for name in _COLUMNS if any(row.value(name) is not None for row in rows)],
        "links": LINKS,
        "letters": LETTERS,
    }


def _metrics(rows: Sequence[Point]) -> dict[str, Metric]:
    workloads, energies = (
        dict.fromkeys(name for row in rows for name in getattr(row, group))
        for group in ("throughputs", "energies")
    )
    return (
        METRICS
        | {
            f"throughputs/{name}": Metric(label=_workload(name), unit="Mbit/s", better="high")
            for name in workloads
        }
        | {f"energies/{name}": Metric(label=_workload(name), unit="pJ/bit") for name in energies}
    )


def _workload(name: str) -> str:
    """``encrypt PT, 16 bytes`` for ``enc/pt/16``."""
    *kind, size = name.split("/")
    return (
        f"{' '.join(_WORDS.get(word, word) for word in kind)}, "
        f"{'long' if size == 'long' else f'{size} bytes'}"
    )


def _names(rows: Sequence[Point]) -> list[str]:
    """A name for each row that stays the same when other rows come and go: permalinks hold it."""
    seen: dict[str, int] = {}
    found = []
    for row in rows:
        name = "|".join(filter(None, (row.core, row.platform, row.recipe)))
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name}|{seen[name]}")
    return found


def _row(row: Point, name: str, metrics: Mapping[str, Metric]) -> dict[str, Any]:
    links = {link: row.link(link) for link in LINKS}
    return plain(row) | {
        "id": name,
        "remarks": row.remarks,
        "target": row.target,
        "group": row.group,
        "chain": {link: asdict(item) for link, item in links.items() if item},
        "values": {metric: value for metric in METRICS if (value := row.value(metric)) is not None},
        "reach": {metric: found for metric in _REACH if (found := row.reach(metric))},
        "seed_spread": {
            metric: spread
            for metric in row.seed_spread
            if metric in metrics and (spread := row.spread(metric))
        },
    }
