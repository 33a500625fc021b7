"""Tests of throughput and of the use of the bus, on made-up grids."""

import pytest

from cipherfab.measure.cycles import Grid, grid_points, hash_points
from cipherfab.measure.throughput import BusUse, bus_use, throughputs, workloads


def _grid(operation="enc", cycles=lambda ad, message: 34 + 5 * (ad // 8) + 6 * (message // 8)):
    points = grid_points(8, 8, 4) if operation != "hash" else hash_points(8, 4)
    return Grid(operation=operation, new_key=False, ad_block=8 * (operation != "hash"), block=8, word=4,
                points={point: cycles(*point) for point in points}, checks={})


def test_long_throughput_is_that_of_the_blocks_more():
    """Throughput for long messages has no share of initialisation and tag."""
    found = throughputs(workloads(_grid()), 100)
    assert found["enc/pt/long"] == pytest.approx(64 / 6 * 100)
    assert found["enc/ad/long"] == pytest.approx(64 / 5 * 100)
    assert found["enc/ad+pt/long"] == pytest.approx(128 / 11 * 100)


def test_short_throughput_counts_every_cycle():
    """Throughput of 16 bytes is their bits over all cycles of the message; both parts count where both are there."""
    found = workloads(_grid())
    assert (found["enc/pt/16"].bits, found["enc/pt/16"].cycles) == (128, 34 + 12)
    assert (found["enc/ad+pt/16"].bits, found["enc/ad+pt/16"].cycles) == (256, 34 + 12 + 10)
    assert found["enc/pt/16"].throughput_mbps(50) == pytest.approx(128 / 46 * 50)


def test_all_workloads_of_the_method_are_there():
    """Three contents and four sizes for an AEAD operation, four sizes for a hash."""
    contents, sizes = ("pt", "ad", "ad+pt"), ("16", "64", "1536", "long")
    assert set(workloads(_grid("dec"))) == {f"dec/{content}/{size}" for content in contents for size in sizes}
    assert set(workloads(_grid("hash"))) == {f"hash/msg/{size}" for size in sizes}


def test_share_of_the_bus():
    """A block of two words in six cycles uses a third of the bus."""
    use = bus_use(_grid(), rounds=6, rounds_per_cycle=1)
    assert (use.cycles_per_block, use.words, use.share) == (6, 2, pytest.approx(1 / 3))
    assert bus_use(_grid(), associated_data=True).cycles_per_block == 5


@pytest.mark.parametrize("cycles, rounds, per_cycle, expected", [
    (4, 8, 4, "bus bound"), (8, 8, 1, "computation bound"), (9, 8, 1, "more than its 4 words"), (9, None, None, "the handshake")])
def test_reason_names_the_bound(cycles, rounds, per_cycle, expected):
    """The sentence names bus or computation where one of them explains the cycles of a block, and neither where none does."""
    use = BusUse(cycles_per_block=cycles, words=4, block=16, word=4, rounds=rounds, rounds_per_cycle=per_cycle)
    assert expected in use.reason
