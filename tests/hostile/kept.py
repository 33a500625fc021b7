# SPDX-License-Identifier: Apache-2.0
"""Hostile texts in what cipherfab itself keeps and hands on: data sets, bundles, stores, entries of
the cache.
"""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

from cipherfab.results.cache import Cache
from cipherfab.results.home import Home
from cipherfab.results.records import Evidence, Measurement, Provenance
from cipherfab.results.store import Store

from .texts import TEXTS, Input, file_of


def data_sets() -> Iterator[Input]:
    """Each field of an entry of a data set."""
    from cipherfab.dataset import entry

    line = json.loads(entry.read()[0].line())
    for part in line:
        for what, text in list(TEXTS.items())[:6]:
            value = (
                {text: text}
                if isinstance(line[part], dict)
                else ([text] if isinstance(line[part], list) else text)
            )
            content = json.dumps({**line, part: value})
            yield Input(
                "data sets",
                f"{part}: {what}",
                ("dataset", "info", "s.jsonl"),
                file_of("s.jsonl", content + "\n"),
            )
            yield Input(
                "data sets",
                f"{part}: {what}, chosen",
                ("choose", "--data", "s.jsonl"),
                file_of("s.jsonl", content + "\n"),
            )


def zipped(files: dict[str, bytes], declared: int | None = None) -> bytes:
    """An archive; with ``declared`` its directory says this size of every file."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
        if declared is not None:
            for info in archive.filelist:
                info.file_size = declared
    return buffer.getvalue()


def bundles() -> Iterator[Input]:
    """Fields of a bundle's manifest, and archives that are none, or too much."""
    from cipherfab.results.digest import digest

    usual = {
        "format": "cipherfab bundle 1",
        "id": "0" * 64,
        "kind": "implement",
        "cipherfab": "0",
        "records": [],
        "evidence": [],
        "files": {"entry.json": "0" * 64},
    }
    for part in usual:
        for what, text in TEXTS.items():
            value = (
                {text: text}
                if part == "files"
                else ([{text: text}] if isinstance(usual[part], list) else text)
            )
            manifest = {**usual, part: value}
            try:
                manifest["sha256"] = digest(manifest)
            except UnicodeEncodeError:
                manifest["sha256"] = "0"
            content = {"bundle.json": json.dumps(manifest).encode(), "entry.json": b"{}"}
            yield Input(
                "bundles",
                f"{part}: {what}",
                ("reproduce", "b.zip"),
                file_of("b.zip", zipped(content)),
            )
    big = b" " * (300 << 20)
    odd = {
        "a bomb": lambda: zipped({"bundle.json": big}),
        "a bomb that lies": lambda: zipped({"bundle.json": big}, declared=10),
        "nested": lambda: zipped({"bundle.json": b"[" * 100_000}),
        "no JSON": lambda: zipped({"bundle.json": b"\xff\xfe"}),
        "nothing": lambda: zipped({}),
        "no archive": lambda: b"PK\x03\x04" + b"\0" * 100,
    }
    for what, make in odd.items():
        yield Input(
            "bundles",
            what,
            ("reproduce", "b.zip"),
            lambda folder, make=make: file_of("b.zip", make())(folder),
        )


def _stored(text: str, home: Path) -> None:
    """A home whose store has a text in every field."""
    text = text.encode("utf-8", "replace").decode()  # half a pair is no text of SQLite's
    described = {
        "algorithms": [text],
        "bus": 32,
        "third_party": {
            name: text for name in ("author", "licence", "url", "language", "source_hash", "reader")
        },
    }
    with Store(Home(home).database) as store:
        store.add(
            evidence=[
                Evidence(
                    link="rtl",
                    check=text,
                    passed=True,
                    core=text,
                    design="d" * 64,
                    detail={"text": text, "caveat": text, "described": described, text: text},
                    versions={text: text},
                    inputs={text: text},
                )
            ]
        )
        facts = {"core": text, "platform": text, "recipe": text, "design": "d" * 64, "seed": 1,
                 "period_ps": 1000, "series": text, "provenance": Provenance(
                     versions={text: text}, inputs={text: text}, directory=f"cache/{text[:80]}",
                     command=text)}  # fmt: skip
        store.add_measurements(
            Measurement(metric="area_ge", value=-1234.5, **facts),
            Measurement(metric="fmax_mhz", value=None, status="refused", reason=text, **facts),
            Measurement(metric="cycles_formula", workload=text, value=text, **facts),
            Measurement(metric="throughput_mbps", workload=text, value=7.25, method=text, **facts),
        )


SHOWS = (
    ("report", "-o", "out"),
    ("export", "x.csv"),
    ("export", "x.json"),
    ("export", "--package", "out"),
    ("scrub",),
    ("choose", "--on", "nangate45"),
)


def stores() -> Iterator[Input]:
    """Every field of every record of a store, wherever it is shown."""
    for what, text in TEXTS.items():
        for words in SHOWS:
            yield Input(
                "stores",
                f"{' '.join(words)}: {what}",
                words,
                lambda folder, text=text: _stored(text, folder / "home2"),
                {"CIPHERFAB_HOME": "home2"},
            )
    for what in ("escape", "markup"):
        yield Input(
            "stores",
            f"site: {what}",
            ("site", "out"),
            lambda folder, what=what: _stored(TEXTS[what], folder / "home2"),
            {"CIPHERFAB_HOME": "home2"},
        )


def _entry(text: str, folder: Path) -> None:
    run = {
        "design": text,
        "platform": text,
        "recipe": {"name": text},
        "area_ge": 1.5,
        "fmax_mhz": text,
        "period_ps": text,
        "seed": text,
    }
    job = {
        "kind": "implement",
        "function": "f",
        "inputs": {"text": text},
        "code": {},
        "versions": {text: text},
    }
    cache = Cache(Home(folder / "home2"))
    with cache.workspace(job) as place:
        key = cache.commit(job, run, place, 1.0).key
    (folder / "id").write_text(key)


def entries() -> Iterator[Input]:
    """Names in an entry of the cache whose hashes are right."""
    for what, text in TEXTS.items():

        def make(folder: Path, text=text) -> None:
            _entry(text.encode("utf-8", "replace").decode(), folder)

        for command in ("cite", "reproduce", "bundle"):
            yield Input(
                "entries",
                f"{command}: {what}",
                (command, "@ID@"),
                make,
                {"CIPHERFAB_HOME": "home2"},
            )
