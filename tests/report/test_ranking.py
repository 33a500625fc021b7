# SPDX-License-Identifier: Apache-2.0
"""Order, overlap and Pareto fronts."""

from hypothesis import given
from hypothesis import strategies as st

from cipherfab.report.data import points
from cipherfab.report.ranking import front, rank


def spread(name, low, median, high, metric="area_ge"):
    return {
        "core": name,
        "platform": "p",
        metric: median,
        "seed_spread": {metric: [low, median, high]},
    }


def test_overlapping_spreads_share_their_places():
    """Two points whose spreads overlap hold the places 1 to 2; one apart from both holds its
    own."""
    places = rank(
        points([spread("a", 10, 11, 13), spread("b", 12, 12.5, 14), spread("c", 15, 16, 17)]),
        "area_ge",
    )
    assert [(place.point.core, place.text) for place in places] == [
        ("a", "1–2 ≈"),
        ("b", "1–2 ≈"),
        ("c", "3"),
    ]


def test_touching_spreads_are_indistinguishable():
    """The largest of one equal to the smallest of the other is an overlap."""
    places = rank(points([spread("a", 10, 11, 12), spread("b", 12, 13, 14)]), "area_ge")
    assert not any(place.distinguishable for place in places)


def test_high_metrics_rank_downwards():
    """Of a metric where high is better the largest comes first, and ratios are to it."""
    rows = points(
        [spread("a", 9, 10, 11, "throughput_mbps"), spread("b", 19, 20, 21, "throughput_mbps")]
    )
    places = rank(rows, "throughput_mbps")
    assert [(place.point.core, place.ratio) for place in places] == [("b", 1.0), ("a", 0.5)]


PAIRS = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), max_size=30)


@given(PAIRS)
def test_front_is_what_nothing_dominates(pairs):
    """The front has exactly the values that no other pair beats in both, each once."""
    best = front(pairs, lambda p: p[0], lambda p: p[1])
    good = {p for p in pairs if not any(q != p and q[0] <= p[0] and q[1] >= p[1] for q in pairs)}
    assert set(best) == good and len(best) == len(good)


@given(PAIRS)
def test_low_front_mirrors_the_high_one(pairs):
    """With low y the front is that of the negated values."""
    mirrored = front([(x, -y) for x, y in pairs], lambda p: p[0], lambda p: p[1])
    assert front(pairs, lambda p: p[0], lambda p: p[1], low_y=True) == [
        (x, -y) for x, y in mirrored
    ]


def test_throughputs_overlap_where_frequencies_do():
    """A throughput has no spread of its own: that of the frequency, and of the area if it is per
    area, says what cannot be told apart.
    """

    def row(core, mhz, area):
        spreads = {"fmax_mhz": [mhz - 20, mhz, mhz + 20], "area_ge": [area - 5, area, area + 5]}
        return {"core": core, "platform": "p", "fmax_mhz": mhz, "area_ge": area,
                "throughput_mbps": 2 * mhz, "seed_spread": spreads}  # fmt: skip

    rows = points([row("a", 1000, 500), row("b", 1030, 508), row("c", 1200, 500)])
    for metric in ("throughput_mbps", "throughput_gbps", "throughput_per_kge"):
        places = {place.point.core: place.text for place in rank(rows, metric)}
        assert places == {"a": "2–3 ≈", "b": "2–3 ≈", "c": "1"}
    assert rows[0].reach("throughput_mbps") == (1960, 2000, 2040)
    assert rows[0].reach("area_ge") == (495, 500, 505)
    assert rows[0].reach("throughput_per_lut") is None
