# SPDX-License-Identifier: Apache-2.0
"""The study's page: every table and every plot in one HTML file without scripts, which loads
nothing.
"""

import base64
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from ...report.numbers import number

TITLE = "The round 2 candidates of NIST's lightweight cryptography on FPGAs"

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
"""The page shows what is in it and nothing else."""

STYLE = """
body { font: 14px/1.45 "DejaVu Sans", sans-serif; color: #22262b; margin: 2em auto;
  max-width: 80em; padding: 0 1em }
h1 { font-size: 1.5em } h2 { font-size: 1.1em; margin-top: 2em }
.wide { overflow-x: auto } img { max-width: 100% }
table { border-collapse: collapse } th { text-align: left; border-bottom: 1px solid #9aa0a8 }
th, td { padding: 0.15em 0.7em 0.15em 0; vertical-align: top } td.number { text-align: right }
nav a { display: block }
"""


def render(
    summary: str, tables: Mapping[str, Sequence[Mapping[str, Any]]], pictures: Mapping[str, Path]
) -> str:
    """The page.

    Args:
        summary: a sentence under the title.
        tables: by title, lines whose keys are the columns.
        pictures: SVG files by what they are called.
    """
    titles = [*(stem.replace("-", " ") for stem in pictures), *tables]
    parts = [*(_picture(path) for path in pictures.values()), *map(_table, tables.values())]
    sections = [
        f'<section id="s{place}"><h2>{escape(title)}</h2>{part}</section>'
        for place, (title, part) in enumerate(zip(titles, parts))
    ]
    links = "".join(
        f'<a href="#s{place}">{escape(title)}</a>' for place, title in enumerate(titles)
    )
    return (
        f'<!doctype html>\n<html lang="en"><head><meta '
        f'charset="utf-8"><title>{escape(TITLE)}</title>'
        f'<meta http-equiv="Content-Security-Policy" '
        f'content="{POLICY}"><style>{STYLE}</style></head>\n'
        f"<body><h1>{escape(TITLE)}</h1><p>{escape(summary)}</p><nav>{links}</nav>\n"
        + "\n".join(sections)
        + "\n</body></html>\n"
    )


def _picture(path: Path) -> str:
    data = base64.b64encode(path.read_bytes()).decode()
    return f'<img alt="{escape(path.stem)}" src="data:image/svg+xml;base64,{data}">'


def _table(lines: Sequence[Mapping[str, Any]]) -> str:
    # A table without a line is not shown (`study.filled`), so there is a first one.
    head = "".join(f"<th>{escape(name)}</th>" for name in lines[0])
    body = "".join(f"<tr>{''.join(map(_cell, line.values()))}</tr>\n" for line in lines)
    return f'<div class="wide"><table><tr>{head}</tr>\n{body}</table></div>'


def _cell(value: Any) -> str:
    # A boolean is an integer in Python, so it is asked for first.
    if isinstance(value, bool):
        return f"<td>{'✓' if value else '✗'}</td>"
    if value is None or isinstance(value, int | float):
        return f'<td class="number">{number(value)}</td>'
    return f"<td>{escape(str(value))}</td>"
