# SPDX-License-Identifier: Apache-2.0
"""The site as files."""

import re
from dataclasses import replace
from urllib.parse import unquote, urldefrag

import pytest

from cipherfab.errors import CallError
from cipherfab.report.data import Point
from cipherfab.site import pages
from cipherfab.site.content import Core, stem


@pytest.fixture(scope="module")
def site(content, tmp_path_factory):
    """The folder of the site."""
    folder = tmp_path_factory.mktemp("site")
    pages.write(content, folder)
    return folder


def files(folder):
    """Every file of a folder by its name there."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_there_is_a_page_for_every_study_algorithm_and_core(site):
    """Front page, explorer, and one page each; with the RTL that is at hand and the data set."""
    assert {
        "index.html",
        "explorer.html",
        "studies/low-latency/index.html",
        "algorithms/one.html",
        "algorithms/two.html",
        "cores/one.html",
        "cores/one+unrolled=2.html",
        "cores/two+round,hash.html",
        "rtl/one/one.sv",
        "cores.jsonl",
    } <= set(files(site))


def test_every_link_leads_to_a_file(site):
    """No page names a file that is not there, nor another host."""
    for path in site.rglob("*.html"):
        for target in re.findall(r'\b(?:href|src)="([^"]*)"', path.read_text()):
            if path.name == "explorer.html" or target.startswith(("data:", "#")):
                continue
            assert not re.match(r"[a-z]+:|//", target), (path, target)
            assert (path.parent / unquote(urldefrag(target).url)).is_file(), (path, target)


def test_the_same_content_gives_the_same_bytes(site, content, tmp_path):
    """Nothing depends on the time or on the place."""
    pages.write(content, tmp_path)
    assert files(tmp_path) == files(site)


def test_a_core_page_says_what_was_checked_and_what_not(site):
    """A failed link, one that passed and one that was not checked are told apart, and earlier
    measurements are listed.
    """
    text = (site / "cores" / "one.html").read_text()
    assert (
        "FAILED: message 3, tag" in text
        and "passed: 64 records" in text
        and "not verified here" in text
    )
    assert "larger than its parts" in text and "aaaaaaaaaaaa" in text and "<code>40</code>" in text
    assert "passed: " not in (site / "cores" / "two+round,hash.html").read_text()


def test_texts_cannot_become_markup(site):
    """Names and documents are escaped."""
    text = (site / "algorithms" / "one.html").read_text()
    assert "Cipher &lt;One&gt;" in text and "A document &amp; more" in text and "<One>" not in text
    assert "x&lt;y" in (site / "studies" / "low-latency" / "index.html").read_text()


@pytest.mark.parametrize("name", ["../x", "a\\b", "", ".x", "a<b"])
def test_a_name_that_is_no_file_name_is_refused(name):
    """A core's name cannot lead out of the folder."""
    with pytest.raises(CallError):
        stem(name)


def test_the_front_page_has_one_kind_and_every_row_its_period(site):
    """The chart says that it has AEADs; a row says its period and seeds; and that no netlist of the
    data set was checked stands below.
    """
    front = (site / "index.html").read_text()
    assert "over area: AEADs on standard cells" in front
    page = (site / "cores" / "one+unrolled=2.html").read_text()
    assert "<td>5 ns, seed 0</td>" in page and "their netlists were not checked" in page


def test_rows_of_another_kind_are_not_in_the_chart_of_the_front_page():
    """Permutations and logic without registers are left out where there are AEADs; where there are
    none the largest kind stands there.
    """

    def row(core, kind, **more):
        return Point(core=core, platform="p", kind=kind, area_ge=1.0, throughput_mbps=1.0, **more)

    perms = [row("a", "perm"), row("b", "perm"), row("c", "perm", flip_flops=0)]
    assert pages._charted([*perms, row("d", "aead")])[0] == "AEADs"
    assert [one.core for one in pages._charted([*perms, row("d", "aead")])[1]] == ["d"]
    assert [one.core for one in pages._charted(perms)[1]] == ["a", "b"]
    assert pages._charted([]) == ("rows", [])


def test_the_smallest_core_of_an_algorithm_has_registers():
    """A block of a study, logic alone, is not the smallest core of its algorithm."""
    cores = [
        Core(
            name=name,
            algorithm="x",
            rows=[
                {
                    "core": name,
                    "platform": "p",
                    "area_ge": area,
                    "flip_flops": count,
                    "verified": True,
                }
            ],
        )
        for name, area, count in (("core", 9.0, 3), ("block", 2.0, 0))
    ]
    assert pages._summary("x", pages.UNKNOWN, cores)["area"] == 9.0


def test_a_core_page_names_the_command_that_it_is_given(content, tmp_path):
    """What writes the core stands there; where nothing does, no command does."""
    first, second, *_ = content.cores
    made = replace(
        content,
        studies=[],
        cores=[
            replace(first, makes="cipherfab study low-latency --cipher a", written="Written by"),
            replace(second, makes="", written=""),
        ],
    )
    pages.write(made, tmp_path)
    page = (tmp_path / "cores" / f"{first.stem}.html").read_text()
    assert "Written by <code>cipherfab study low-latency --cipher a</code>" in page
    assert "cipherfab emit" not in (tmp_path / "cores" / f"{second.stem}.html").read_text()
