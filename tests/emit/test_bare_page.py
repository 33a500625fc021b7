# SPDX-License-Identifier: Apache-2.0
"""The page of a bare primitive tells its ports and how its calls are given."""

import re

import pytest
from benches import KINDS, texts, top, values

from cipherfab.verify.answers import genkat


def page(name: str) -> str:
    """The page of a core."""
    return texts(name)["README.md"]


def meaning(name: str, port: str) -> str:
    """What the page says of a port."""
    return re.search(rf"^\| `{port}` \| \w+ \| \d+ \| (.*) \|$", page(name), re.M)[1]


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", KINDS)
def test_ports_are_those_of_the_verilog(name):
    """Each port of the top module is in the page's table with its direction and width, and nothing
    else is.
    """
    header = re.search(
        rf"^module {top(name)} \(.*?^\);", texts(name)[f"{top(name)}.sv"], re.S | re.M
    )[0]
    declared = {
        (port, way.removesuffix("put"), int(high or 0) + 1)
        for way, high, port in re.findall(
            r"^    (input|output) (?:wire|reg) "
            r"(?:\[(\d+):0\] )?(\w+),?$",
            header,
            re.M,
        )
    }
    rows = re.findall(r"^\| `(\w+)` \| (in|out) \| (\d+) \|", page(name), re.M)
    assert {(port, way, int(width)) for port, way, width in rows} == declared and len(rows) == len(
        declared
    )


@pytest.mark.parametrize(
    "name", ["lilliput-tbc-i-128/serial=8", "lilliput-tbc-i-128/serial=8,encdec"]
)
def test_tables_of_cells_are_what_the_bench_plays(name):
    """Words made of a known answer by the page's tables are those of the bench, but for cells with
    a dash.
    """
    tables = re.findall(r"^\| word \| (.*) \|\n\|[-|]*\n((?:\| \d+ \|.*\n)+)", page(name), re.M)
    inputs, outputs = genkat.calls("lilliput-tbc-i-128")
    assert len(tables) == 1 + ("encdec" in name) and len(values(name, "in")) == 16 * len(
        tables
    ) * len(inputs)
    for direction, (header, rows) in enumerate(tables):
        known, first = (
            by_port({**inputs[CALL], **outputs[CALL]}, direction),
            16 * (len(tables) * CALL + direction),
        )
        for place, row in enumerate(rows.splitlines()):
            word = {
                f"{way}_{port}": value
                for way in ("in", "out")
                for port, value in values(name, way)[first + place].items()
            }
            for port, cells in zip(
                re.findall(r"\w+", header), row.strip("| ").split(" | ")[1:], strict=True
            ):
                numbers = cells.split(", ")
                played = word[port].to_bytes(len(numbers), "big")
                assert all(
                    cell == "–" or byte == known[port][int(cell)]
                    for cell, byte in zip(numbers, played)
                ), (place, port)


CALL = 60
"""The place of a known answer whose bytes come from SHAKE128."""


def by_port(known: dict[str, int], decrypt: int) -> dict[str, bytes]:
    """The bytes of a known answer of LILLIPUT-TBC-I-128 by port, of cores with one direction or
    both.
    """
    sizes = {"key": 16, "tweak": 24, "plaintext": 16, "ciphertext": 16}
    found = {name: known[name].to_bytes(size, "big") for name, size in sizes.items()}
    given, taken = ("ciphertext", "plaintext") if decrypt else ("plaintext", "ciphertext")
    return {
        **{f"in_{name}": value for name, value in found.items()},
        "out_ciphertext": found["ciphertext"],
        "in_block": found[given],
        "out_block": found[taken],
    }


def test_words_of_a_call_are_counted():
    """A forkcipher that gives both blocks has twice as many words of output; a core that takes
    whole values has no such section.
    """
    assert "A call is 16 words that go in and 32 that come out" in page(
        "forkskinny-64-192/serial=4"
    )
    assert "A call is 16 words that go in and 16 that come out" in page(
        "forkskinny-64-192/serial=4,restart"
    )
    assert "A call is 16 words that go in and 16 that come out" in page(
        "skinny-64-64/serial=4,encdec"
    )
    assert "the plaintext, the others the right block" in page("forkskinny-64-192/serial=4,encdec")
    assert "plaintext, the others" not in page("forkskinny-64-192/serial=4")
    assert "## Calls" not in page("ascon-p-6/serial=8")


def test_ports_of_both_directions_and_forks_are_explained():
    """The page says what is on the block's ports in each direction and which output is wanted."""
    assert (
        meaning("skinny-64-64/round,encdec", "in_block")
        == "input: plaintext; with `in_decrypt` ciphertext"
    )
    assert (
        meaning("forkskinny-64-192/round,encdec", "in_block")
        == "input: plaintext; with `in_decrypt` the left block"
    )
    assert "the plaintext" in meaning("forkskinny-64-192/round,encdec", "out_left")
    assert "bit 0 the left" in meaning("forkskinny-64-192/round,encdec", "in_select")
    assert "decrypt" not in meaning("forkskinny-64-192/serial=4,restart", "in_left")
    assert "0 for a decryption" in meaning("forkskinny-64-192/serial=4,restart,encdec", "in_left")
    assert "`in_decrypt` the plaintext; a cell" in meaning(
        "forkskinny-64-192/serial=4,restart,encdec", "out_block"
    )
    assert "`in_decrypt` the plaintext, then the right block" in meaning(
        "forkskinny-64-192/serial=4,encdec", "out_block"
    )
    assert "key and tweak" in meaning("forkskinny-64-192/round,encdec", "in_tweakey")


def test_a_masked_core_says_what_its_bench_does_not_show():
    """Shares, the wrapper, and random bits, the latter only where there are some."""
    assert meaning("ascon-p-6/masked=1", "in_x_2") == "input: share 2" and "random" in meaning(
        "ascon-p-6/masked=1", "random"
    )
    for name, has_random in (("ascon-p-6/masked=1", True), ("lilliput-tbc-i-128/masked=1", False)):
        assert "nothing about leakage" in page(name) and ("`random`" in page(name)) == has_random


def test_a_redundant_core_says_that_no_fault_is_played():
    """The page has the port and the command that flips flip-flops."""
    assert "cipherfab faults 'skinny-64-64/round,redundant=3'" in page(
        "skinny-64-64/round,redundant=3"
    )
    assert "fault" not in page("skinny-64-64/round,encdec")
