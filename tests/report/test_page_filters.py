# SPDX-License-Identifier: Apache-2.0
"""Which rows the HTML page shows, in a real browser."""


def test_filters_reduce_the_rows(visit, rows):
    """Platform, text and verified-only narrow the table and the plot, and reset brings every row
    back.
    """
    shown = visit(rows)
    shown.choose("platform", "nangate45")
    asic = sum(row["platform"] == "nangate45" for row in rows)
    assert len(shown.cores()) == asic < len(rows)
    assert len(shown.all("#scatter .point")) == asic
    shown.one("#q").send_keys("unrolled=6 balanced")
    assert shown.cores() == ["ascon-128/unrolled=6", "ascon-128a/unrolled=6"]
    shown.one("#verified").click()
    assert shown.cores() == ["ascon-128/unrolled=6"]
    shown.one("#reset").click()
    assert len(shown.cores()) == len(rows)


def test_a_budget_reduces_the_rows(visit, rows):
    """Limits on area, clock and throughput at that clock, and what a core must do, as `cipherfab
    choose` has them.
    """
    shown = visit(rows)
    for name, value in (("kge", "10"), ("mhz", "500"), ("mbps", "6000")):
        shown.one(f"#{name}").send_keys(value)
    kept = [
        row
        for row in rows
        if row["area_ge"]
        and row["area_ge"] <= 10000
        and row["fmax_mhz"] >= 500
        and row["throughput_mbps"] / row["fmax_mhz"] * 500 >= 6000
    ]
    assert shown.cores() == [row["core"] for row in kept] and 0 < len(kept) < len(rows)
    shown.one("#hash").click()
    assert shown.cores() == []
    shown.one("#reset").click()
    assert len(shown.cores()) == len(rows)


def test_a_budget_is_for_the_length_that_is_chosen(visit, rows):
    """Throughput and energy limits count for messages of the chosen length, and a row without
    energy keeps no limit on it.
    """
    rows[0]["energies"] = {"enc/pt/64": 3.0, "enc/pt/16": 9.0}
    shown = visit(rows)
    shown.one("#message").send_keys("64 B")
    shown.one("#mbps").send_keys("2000")
    kept = [row["core"] for row in rows if row["throughputs"]["enc/pt/64"] >= 2000]
    assert shown.cores() == kept and 0 < len(kept) < len(rows)
    shown.one("#reset").click()
    shown.one("#message").send_keys("64 B")
    shown.one("#pj").send_keys("5")
    assert shown.cores() == [rows[0]["core"]]
    shown.one("#message").send_keys("16 B")
    assert shown.cores() == []


def test_kinds_protections_and_tables_are_filters(visit, rows):
    """A kind, a protection and look-up tables are limits as `cipherfab choose` has them."""
    bare = {
        **rows[0],
        "core": "ascon-p-6/masked=1",
        "bus": None,
        "throughputs": {"call/state/long": 900.0},
    }
    shown = visit([*rows, bare])
    shown.one("#masked").click()
    assert shown.cores() == [bare["core"]]
    shown.one("#kind").send_keys("AEAD")
    assert shown.cores() == []
    shown.one("#masked").click()
    shown.one("#luts").send_keys("1500")
    kept = [row["core"] for row in rows if row["luts"] and row["luts"] <= 1500]
    assert shown.cores() == kept and kept


def test_best_rows_and_fronts_do_not_mix_kinds(visit, rows):
    """A permutation that is smaller and faster than every AEAD, and logic without registers, have
    lists and fronts of their own; every row shows its period and seeds.
    """
    aeads = [
        {**row, "kind": "aead", "flip_flops": 300, "period_ps": 5000, "seeds": [0]}
        for row in rows
        if row["platform"] == "nangate45"
    ]
    other = {**aeads[0], "area_ge": 10.0, "throughput_mbps": 1e6, "verified": True,
             "seed_spread": {}, "failure": "", "violations": [], "kind": "perm",
             "third_party": None,
             "evidence": [{"link": "rtl", "passed": True}]}  # fmt: skip
    shown = visit(
        [
            *aeads,
            {**other, "core": "tiny-p"},
            {**other, "core": "logic-p", "flip_flops": 0, "area_ge": 5.0},
        ]
    )
    lists = {
        part.find_element("css selector", "h3").text: part.text
        for part in shown.all("#leaders > div")
    }
    assert {name.lower() for name in lists} == {
        "nangate45, aeads",
        "nangate45, permutations",
        "nangate45, permutations, no registers",
    }
    for name, text in lists.items():
        assert ("tiny-p" in text) == name.lower().endswith("permutations")
        assert ("logic-p" in text) == name.lower().endswith("no registers")
    assert len(shown.all("#scatter .front")) == 3
    assert shown.driver.execute_script(
        "return [...document.querySelectorAll('#table tbody tr')]"
        ".every(row => row.textContent.includes('5 ns, seed 0'))"
    )


def test_a_row_without_a_frequency_keeps_its_kind(visit, rows):
    """An AEAD that was not timed is no hash, and its formulas say that it decrypts."""
    untimed = {**rows[0], "core": "slow-aead", "fmax_mhz": None, "delay_ns": None,
               "throughput_mbps": None, "throughputs": {}, "seed_spread": {},
               "formulas": {"enc": "9 + M", "dec": "9 + M"}}  # fmt: skip
    said = {**untimed, "core": "said-aead", "kind": "aead", "formulas": {}}
    shown = visit([*rows, untimed, said])
    shown.choose("kind", "hash")
    assert shown.cores() == []
    shown.choose("kind", "aead")
    assert {"slow-aead", "said-aead"} < {*shown.cores()}
    shown.one("#dec").click()
    assert "slow-aead" in shown.cores() and "said-aead" not in shown.cores()


def test_a_best_row_that_others_may_beat_says_so(visit, rows):
    """Throughputs of overlapping frequencies are told apart no better than these."""

    def row(core, mhz):
        spreads = {"fmax_mhz": [mhz - 20, mhz, mhz + 20]}
        return {"core": core, "platform": "nangate45", "kind": "aead", "verified": True,
                "fmax_mhz": mhz, "throughput_mbps": 2 * mhz, "seed_spread": spreads}  # fmt: skip

    (one,) = visit([row("a", 1000), row("b", 1030)]).all("#leaders > div")
    assert "≈ 2,060 Mbit/s" in one.text
    (one,) = visit([row("a", 1000), row("b", 1050)]).all("#leaders > div")
    assert "≈" not in one.text and "2,100 Mbit/s" in one.text
