# SPDX-License-Identifier: Apache-2.0
"""Tests of throughput and of the use of the bus, on made-up grids."""

import pytest

from cipherfab.measure.cycles import Grid, grid_points, hash_points, long_blocks
from cipherfab.measure.throughput import BusUse, bus_use, throughputs, workloads


def _grid(operation="enc", cycles=lambda ad, message: 34 + 5 * (ad // 8) + 6 * (message // 8)):
    points = grid_points(8, 8, 4) if operation != "hash" else hash_points(8, 4)
    return Grid(
        operation=operation,
        new_key=False,
        ad_block=8 * (operation != "hash"),
        block=8,
        word=4,
        points={point: cycles(*point) for point in points},
        checks={},
    )


def test_long_throughput_is_that_of_the_blocks_more():
    """Throughput for long messages has no share of initialisation and tag."""
    found = throughputs(workloads(_grid()), 100)
    assert found["enc/pt/long"] == pytest.approx(64 / 6 * 100)
    assert found["enc/ad/long"] == pytest.approx(64 / 5 * 100)
    assert found["enc/ad+pt/long"] == pytest.approx(128 / 11 * 100)


def test_short_throughput_counts_every_cycle():
    """Throughput of 16 bytes is their bits over all cycles of the message; both parts count where
    both are there.
    """
    found = workloads(_grid())
    assert (found["enc/pt/16"].bits, found["enc/pt/16"].cycles) == (128, 34 + 12)
    assert (found["enc/ad+pt/16"].bits, found["enc/ad+pt/16"].cycles) == (256, 34 + 12 + 10)
    assert found["enc/pt/16"].throughput_mbps(50) == pytest.approx(128 / 46 * 50)


def test_all_workloads_of_the_method_are_there():
    """Three contents and four sizes for an AEAD operation, four sizes for a hash."""
    contents, sizes = ("pt", "ad", "ad+pt"), ("16", "64", "1536", "long")
    assert set(workloads(_grid("dec"))) == {
        f"dec/{content}/{size}" for content in contents for size in sizes
    }
    assert set(workloads(_grid("hash"))) == {f"hash/msg/{size}" for size in sizes}


def test_share_of_the_bus():
    """A block of two words in six cycles uses a third of the bus."""
    use = bus_use(_grid(), rounds=6, rounds_per_cycle=1)
    assert (use.cycles_per_block, use.words, use.share) == (6, 2, pytest.approx(1 / 3))
    assert bus_use(_grid(), associated_data=True).cycles_per_block == 5


@pytest.mark.parametrize(
    "cycles, rounds, per_cycle, expected",
    [
        (4, 8, 4, "bus bound"),
        (8, 8, 1, "computation bound"),
        (9, 8, 1, "more than its 4 words"),
        (9, None, None, "the handshake"),
    ],
)
def test_reason_names_the_bound(cycles, rounds, per_cycle, expected):
    """The sentence names bus or computation where one of them explains the cycles of a block, and
    neither where none does.
    """
    use = BusUse(
        cycles_per_block=cycles,
        words=4,
        block=16,
        word=4,
        rounds=rounds,
        rounds_per_cycle=per_cycle,
    )
    assert expected in use.reason


def test_calls_in_flight_make_long_messages_longer():
    """With c calls in flight the blocks that count are a multiple of c and of c - 1; a buffer
    limits them all the same.
    """
    for calls in (2, 3, 4, 5):
        n, d = long_blocks(32, None, calls)
        assert n == 16 and d % calls == d % (calls - 1) == 0
    assert long_blocks(8, 160, 3) == (10, 10) and long_blocks(8, 320, 3) == (16, 24)


def test_a_core_with_a_buffer_is_measured_on_what_fits():
    """Long messages are the buffer and half of it, larger sizes are left out, and the cycles of a
    block come out the same.
    """
    assert [long_blocks(8, size) for size in (None, 160, 152, 40, 16)] == [
        (16, 4),
        (16, 4),
        (10, 9),
        (3, 2),
        (1, 1),
    ]
    whole, long = _grid(), long_blocks(8, 40)
    points = {
        (ad, message): 34 + 5 * (ad // 8) + 6 * (message // 8)
        for ad, message in grid_points(8, 8, 4, long)
        if message <= 40
    }
    grid = Grid(
        operation="enc",
        new_key=False,
        ad_block=8,
        block=8,
        word=4,
        points=points,
        checks={},
        long=long,
    )
    found, expected = workloads(grid), workloads(whole)
    assert set(expected) - set(found) == {
        f"enc/{content}/{size}" for content in ("pt", "ad+pt") for size in (64, 1536)
    }
    assert all(found[name] == expected[name] for name in found if "long" not in name)
    assert {name: load.bytes_per_cycle for name, load in found.items() if "long" in name} == {
        name: load.bytes_per_cycle for name, load in expected.items() if "long" in name
    }
    assert bus_use(grid).cycles_per_block == bus_use(whole).cycles_per_block == 6
