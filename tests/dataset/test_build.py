# SPDX-License-Identifier: Apache-2.0
"""Which entries of a data set are made again."""

from dataclasses import replace

import pytest

from cipherfab.cores.build import build as built
from cipherfab.dataset import build, entry
from cipherfab.results.digest import digest_design

CORES = ("gift-64", "prince")


@pytest.fixture
def file(tmp_path):
    """A data set of two cores without energy, the first with its present RTL."""
    one, other = (
        replace(found, runs=tuple(replace(run, energies={}) for run in found.runs))
        for found in entry.read()[:2]
    )
    entries = [
        replace(one, core=CORES[0], design=digest_design(built(CORES[0]))),
        replace(other, core=CORES[1], design="0" * 64),
    ]
    entry.write(entries, tmp_path / "set.jsonl")
    return tmp_path / "set.jsonl"


@pytest.mark.parametrize(
    "settings, expected",
    [
        ({}, []),
        ({"changed": True}, ["prince"]),
        ({"again": True}, list(CORES)),
        ({"energy": True}, list(CORES)),
    ],
)
def test_what_is_made_again_is_what_was_asked_for(file, monkeypatch, settings, expected):
    """Nothing; what has other RTL today; everything; what lacks something."""
    made = []
    monkeypatch.setattr(
        build,
        "make",
        lambda name, _: (
            made.append(name) or next(found for found in entry.read(file) if found.core == name)
        ),
    )
    failures = build.build_file(file, CORES, build.Settings(rtl=False, **settings), print)
    assert made == expected and not failures


def test_the_display_says_what_is_left(file, monkeypatch):
    """After each core how many of how many are there, and until the last one how long the others
    will take.
    """

    def make(name, _):
        return next(found for found in entry.read(file) if found.core == name)

    said = []
    monkeypatch.setattr(build, "make", make)
    monkeypatch.setattr(build.time, "monotonic", iter((0, 60, 120)).__next__)
    build.build_file(file, CORES, build.Settings(again=True), said.append)
    assert [text.partition("]")[0] for text in said] == [
        "[1/2, 1 min 00 s elapsed, about 1 min 00 s left",
        "[2/2, 2 min 00 s elapsed",
    ]
