# SPDX-License-Identifier: Apache-2.0
"""The demonstration, with a core of a few seconds in place of its own."""

import json
import re

from cipherfab.bench.settings import Settings
from cipherfab.commands import demo


def test_the_page_grows_row_by_row(tmp_path, monkeypatch, capsys):
    """Each complete row is on the page before the next, which the browser then reads again; the
    last page is not read again.
    """
    monkeypatch.setenv("CIPHERFAB_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(
        demo,
        "RUNS",
        tuple(
            (("skinny-64-64",), Settings(periods=1, seeds=1, netlist=False, recipes=(recipe,)))
            for recipe in ("balanced", "area")
        ),
    )
    monkeypatch.setattr(demo, "available", lambda: False)
    pages, write = [], demo.page.write
    monkeypatch.setattr(
        demo.page,
        "write",
        lambda path, rows, **options: pages.append(write(path, rows, **options).read_text()),
    )
    shown, last = [], demo.report.write
    monkeypatch.setattr(
        demo.report,
        "write",
        lambda rows, *rest, **options: (
            shown.append(last(rows, *rest, **options)) or {"page": "page"}
        ),
    )
    assert demo.run(tmp_path / "site", workers=0) == 0
    assert [len(_rows(text)) for text in pages] == [1, 2, 2]
    assert ['http-equiv="refresh"' in text for text in pages] == [True, True, False]
    assert "2 rows, " in capsys.readouterr().out


def _rows(text: str) -> list[dict]:
    return json.loads(
        re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1]
    )["rows"]


def test_one_core_is_placed(tmp_path, monkeypatch, capsys):
    """Where the placer is there, the demonstration ends with a placement: its delays, and where its
    picture is.
    """

    def placed(cores, asked, *, output, **_):
        (output / "it").mkdir(parents=True)
        (output / "it" / demo.PICTURE).write_text("")
        row = dict.fromkeys(("die_um2", "wire_mm", "wire_load_ns", "placed_ns"), 1.0)
        return {"rows": [row | {"failure": ""}]}

    monkeypatch.setattr(demo.place, "run", placed)
    demo._place(tmp_path / "placed", 0)
    said = capsys.readouterr().out
    assert demo.PICTURE in said and "1.000 ns with the library's wire load" in said
