# SPDX-License-Identifier: Apache-2.0
"""What is no file, or never ends, where one is read; and places to write to that belong to
others."""

import os
from collections.abc import Iterator
from pathlib import Path

from descriptions import description

from .texts import Input, file_of

NO_FILES = {
    "a folder": lambda path: path.mkdir(),
    "a pipe": lambda path: os.mkfifo(path),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a link to a device": lambda path: path.symlink_to("/dev/zero"),
    "a link to randomness": lambda path: path.symlink_to("/dev/urandom"),
    "a link to nowhere": lambda path: path.symlink_to("nowhere"),
    "a large file": lambda path: os.truncate(_made(path), 3 << 30),
    "nothing": lambda path: None,
    "an empty file": lambda path: path.touch(),
    "NULs": lambda path: path.write_bytes(b"\0" * 5000),
    "bytes": lambda path: path.write_bytes(bytes(range(256)) * 40),
    "a name of a link": lambda path: path.symlink_to("x" * 255),
}


def _made(path: Path) -> Path:
    path.touch()
    return path


READERS = {
    "description": ("f.toml", ("verify", "f.toml")),
    "known answers": ("f.txt", ("verify", "ascon-128", "--kat", "f.txt")),
    "vectors": ("f.txt", ("verify", "ascon-128", "--vectors", "f.txt", "f.txt", "f.txt")),
    "Liberty": ("f.lib", ("bench", "ascon-p-6", "--on", "liberty:f.lib")),
    "packed Liberty": ("f.lib.gz", ("bench", "ascon-p-6", "--on", "liberty:f.lib.gz")),
    "data set": ("f.jsonl", ("choose", "--data", "f.jsonl")),
    "bundle": ("f.zip", ("reproduce", "./f.zip")),
    "settings": ("cipherfab.toml", ("list",)),
    "source": ("tiny.v", ("verify", "d.toml")),
    "home": ("home2", ("cite", "abcdef")),
}


def no_files() -> Iterator[Input]:
    """What is no file, or no text, where a file is read."""
    for reader, (name, words) in READERS.items():
        for what, put in NO_FILES.items():

            def make(folder: Path, name=name, put=put) -> None:
                file_of("d.toml", description("mine"))(folder)
                put(folder / name)

            variables = {"CIPHERFAB_HOME": "home2"} if reader == "home" else {}
            yield Input("no files", f"{reader}: {what}", words, make, variables)


THEIRS = "somebody's own text\n"

WRITERS = {
    "emit": ("emit", "ascon-p-6", "--no-cycles", "-o"),
    "emit --bare": ("emit", "ascon-128", "--bare", "-o"),
    "report": ("report", "-o"),
    "site": ("site",),
    "export": ("export",),
    "export --package": ("export", "--package"),
    "bundle": ("bundle", "@ID@", "-o"),
    "kat": ("kat", "gimli", "-o"),
    "waveform": ("verify", "gimli", "--waveform"),
    "study": ("study", "lilliput", "-o"),
    "data set": ("dataset", "build", "gimli", "-o"),
}

NAMES = ("README.md", "index.html", "tables.txt", "datapackage.json", "LICENSE")


def _theirs(folder: Path) -> None:
    (folder / "theirs").mkdir()
    for name in NAMES:
        (folder / "theirs" / name).write_text(THEIRS)


def places() -> Iterator[Input]:
    """Places to write to that are somebody's, or none."""

    def linked(folder: Path) -> None:
        _theirs(folder)
        (folder / "out").mkdir()
        for name in NAMES:
            (folder / "out" / name).symlink_to(f"../theirs/{name}")

    kinds = {
        "folder of others": ("theirs", _theirs),
        "nothing": ("", lambda folder: None),
        "file of others": ("theirs/README.md", _theirs),
        "device": ("/dev/full", _theirs),
        "links": ("out", linked),
        "no folder": ("/proc/none/x", _theirs),
        "csv of others": ("theirs.csv", file_of("theirs.csv", THEIRS)),
        "long": ("x" * 300 + ".csv", _theirs),
    }
    for writer, words in WRITERS.items():
        for what, (place, make) in kinds.items():
            yield Input("places", f"{writer}: {what}", (*words, place), make)
