# SPDX-License-Identifier: Apache-2.0
"""Which entries of a data set are made again."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from cipherfab.commands import dataset as command
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
        lambda name, _, had: (
            made.append(name) or next(found for found in entry.read(file) if found.core == name)
        ),
    )
    monkeypatch.setattr(build, "_extended", lambda *_: None)
    failures = build.build_file(file, CORES, build.Settings(rtl=False, **settings), print)
    assert made == expected and not failures


def test_the_display_says_what_is_left(file, monkeypatch):
    """After each core how many of how many are there, and until the last one how long the others
    will take.
    """

    def make(name, _, had):
        return next(found for found in entry.read(file) if found.core == name)

    said = []
    monkeypatch.setattr(build, "make", make)
    monkeypatch.setattr(build.time, "monotonic", iter((0, 60, 120)).__next__)
    build.build_file(file, CORES, build.Settings(again=True), said.append)
    assert [text.partition("]")[0] for text in said] == [
        "[1/2, 1 min 00 s elapsed, about 1 min 00 s left",
        "[2/2, 2 min 00 s elapsed",
    ]


IMPLEMENTATION = {
    "design": "gift-64", "top": "gift_64", "stage": "routed", "platform": "ice40",
    "recipe": {"name": "compact"}, "period_ps": 5000, "seed": 0, "luts": 400, "flip_flops": 100,
    "fmax_mhz": 90.0, "delay_ns": 11.111, "cells": {},
}  # fmt: skip
ON_ICE40 = build.Settings(rtl=False, platforms=("ice40",), recipes=("compact",))


def test_a_platform_is_added_beside_those_that_are_there(file, monkeypatch):
    """Of an entry of today's RTL nothing else is made again, and its commit says what was added."""
    asked = []

    def found(wanted, settings):
        asked.extend(wanted)
        return [
            SimpleNamespace(job=job | {"kind": "implement"}, result=IMPLEMENTATION, key="k")
            for job in wanted
        ]

    monkeypatch.setattr(build, "_found", found)
    before = entry.read(file)[0]
    build.build_file(file, CORES[:1], ON_ICE40, print)
    after = entry.read(file)[0]
    assert [job["inputs"]["platform"] for job in asked] == ["ice40"]
    assert after.runs[:-1] == before.runs and after.runs[-1].luts == 400
    assert after.commit.startswith(f"{before.commit}, ice40 ")


def test_an_entry_that_is_made_again_has_all_that_it_had(file, monkeypatch):
    """Its energies and placements are made again too, without being asked for; those of an entry
    that has none are not.
    """
    asked = []
    one, other = entry.read(file)
    run = replace(other.runs[0], energies={"enc/pt/long": 1.0}, placed_delay_ns=2.0)
    other = replace(other, runs=(run, *other.runs[1:]))
    entry.write([replace(one, design="0" * 64), other], file)

    def make(name, settings, had):
        asked.append((name, settings.energy, settings.placed))
        return next(found for found in (one, other) if found.core == name)

    monkeypatch.setattr(build, "make", make)
    build.build_file(file, CORES, build.Settings(rtl=False, changed=True), print)
    assert asked == [("gift-64", False, False), ("prince", True, True)]


@pytest.mark.parametrize("name", ["fmax_mhz", "placed_delay_ns", "energies"])
def test_an_entry_with_fewer_figures_replaces_none(file, monkeypatch, name):
    """Where a tool is missing, such as a router, the old entry stays and the core counts as
    failed, with the figure that is missing.
    """
    had = {"fmax_mhz": 500.0, "placed_delay_ns": 2.0, "energies": {"enc/pt/long": 1.0}}
    one, other = entry.read(file)
    before = [one, replace(other, runs=(replace(other.runs[0], **had), *other.runs[1:]))]
    entry.write(before, file)
    lacks = {"energies": {}}.get(name)
    runs = (replace(before[1].runs[0], **{name: lacks}), *other.runs[1:])
    monkeypatch.setattr(build, "make", lambda *_, had: replace(before[1], runs=runs))
    failures = build.build_file(file, CORES[1:], build.Settings(changed=True), print)
    run = runs[0]
    assert f"{run.platform}/{run.recipe}: {name}. The old one" in failures["prince"]
    assert entry.read(file) == before


def test_an_entry_of_other_rtl_keeps_no_run(file, monkeypatch):
    """It is made again with the platforms that it had: no row of old RTL stands beside new ones."""
    asked = []
    monkeypatch.setattr(
        build, "make", lambda name, _, had: asked.append((name, had)) or entry.read(file)[1]
    )
    build.build_file(file, CORES[1:], ON_ICE40, print)
    had = {(run.platform, run.recipe) for run in entry.read(file)[1].runs}
    assert asked == [("prince", had)] and had


def test_the_entries_of_todays_rtl_are_counted(file):
    """One of the two is of the RTL that its core has today; without being asked for it, nothing is
    built and nothing said.
    """
    assert command.info(file, today=True)["today"] == 1
    assert command.info(file)["today"] is None
