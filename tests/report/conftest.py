# SPDX-License-Identifier: Apache-2.0
"""Sample rows as a benchmark of Ascon-128 would give them; the numbers are invented but of the
right size.
"""

import json

import pytest

from cipherfab.report import page

ROUNDS = {"round": 6, "unrolled=2": 3, "unrolled=3": 2, "unrolled=6": 1}
AREA = {"round": 7120.0, "unrolled=2": 9480.0, "unrolled=3": 11890.0, "unrolled=6": 18660.0}
DELAY = {"round": 0.72, "unrolled=2": 1.08, "unrolled=3": 1.41, "unrolled=6": 2.46}
PLATFORMS = {"nangate45": 1.0, "ecp5": 9.5, "artix7": 5.5}
RECIPES = {
    "nangate45": {"area": (0.93, 1.35), "balanced": (1.0, 1.0), "speed": (1.19, 0.86)},
    "ecp5": {"nextpnr": (1, 1)},
    "artix7": {"synth": (1, 1)},
}
SIZES = ("long", "1536", "64", "16")
WORKLOADS = [
    f"{way}/{kind}/{size}"
    for way in ("enc", "dec")
    for kind in ("pt", "ad", "ad+pt")
    for size in SIZES
]
SPREAD = (0.985, 1, 1.012)


def throughputs(block_cycles, mhz, block=64):
    """Mbit/s by workload, from a made-up overhead per message."""
    found = {}
    for workload in WORKLOADS:
        way, kind, size = workload.split("/")
        overhead = 0 if size == "long" else 38 + 4 * block_cycles + (3 if way == "dec" else 0)
        bits = 8 * (int(size) if size != "long" else 8) * (2 if kind == "ad+pt" else 1)
        found[workload] = bits * mhz / (overhead + bits / block * block_cycles)
    return found


def evidence(platform):
    """A complete chain for an unmasked core; FPGA netlists are not proved."""
    chain = [
        {"link": "model", "passed": True, "detail": "1089 records, SHA-256 equal", "seconds": 4.1},
        {
            "link": "rtl",
            "passed": True,
            "detail": "2178 messages, random stalls, seed 7",
            "seconds": 0.42,
        },
    ]
    if platform == "nangate45":
        chain.append(
            {
                "link": "equivalence",
                "passed": True,
                "detail": "yosys equiv, 0 unproven",
                "seconds": 38.0,
            }
        )
        chain.append(
            {
                "link": "gate",
                "passed": True,
                "detail": "1089 messages on the netlist",
                "seconds": 71.0,
            }
        )
    return chain


def achieved(mhz, factor):
    """What a tool reaches when asked for a multiple of the best frequency: more up to it, a little
    less beyond.
    """
    return mhz * (min(0.93 + 0.05 * factor, 1.0) if factor < 1 else 1.0 - 0.08 * (factor - 1))


def row(algorithm, architecture, platform, recipe):
    """One realistic row."""
    grow, slow = RECIPES[platform][recipe]
    scale = 1.0 if algorithm == "ascon-128" else 1.09
    area = AREA[architecture] * grow * scale
    mhz = 1000 / (DELAY[architecture] * slow * PLATFORMS[platform])
    cycles = max(ROUNDS[architecture] * (1 if algorithm == "ascon-128" else 4 / 3), 2)
    block = 64 if algorithm == "ascon-128" else 128
    speed = throughputs(cycles, mhz, block)
    asic = platform == "nangate45"
    core = f"{algorithm}/{architecture}"
    return {
        "core": core, "algorithm": algorithm, "architecture": architecture,
        "options": "", "bus": 32, "platform": platform,
        "recipe": recipe,
        "area_ge": area if asic else None, "area_um2": area * 0.798 if asic else None,
        "area_split": {"sequential": 3080.0, "combinational": area - 3080,
                       "core": area - 1310, "wrapper": 1310.0} if asic else {},
        "luts": None if asic else round(area / 6.1), "flip_flops": 402,
        "delay_ns": 1000 / mhz, "fmax_mhz": mhz, "throughput_mbps": speed["enc/pt/long"],
        "throughputs": speed,
        "cycles_formula": f"26 + {cycles:.0f}·⌈AD/8⌉ + {cycles:.0f}·⌈M/8⌉",
        "formulas": {"dec": f"29 + {cycles:.0f}·⌈AD/8⌉ + {cycles:.0f}·⌈M/8⌉"},
        "cycles_per_block": cycles,
        "verified": True, "evidence": evidence(platform),
        "seed_spread": {"fmax_mhz": [mhz * f for f in SPREAD],
                        "throughput_mbps": [speed["enc/pt/long"] * f for f in SPREAD]}
        | ({"area_ge": [area * 0.996, area, area * 1.007]} if asic else {}),
        "requested_achieved": [[mhz * f, achieved(mhz, f), area * (0.9 + 0.1 * f**3)]
                               for f in (0.4, 0.6, 0.8, 0.9, 1.0, 1.1, 1.3)],
        "command": f"cipherfab reproduce {core} --on {platform} --recipe {recipe} --seed 1",
        "recipe_text": "strash; &get -n; &b; &nf -k {D}; &put;\ntopo; buffer -c; topo; stime "
                       "-p;\nupsize {D}; dnsize {D}",
        "versions": {"yosys": "0.70", "verilator": "5.48", "opensta": "2.0.17"}
        if asic else {"yosys": "0.70", "verilator": "5.48"},
        "provenance": {"seeds": "1–5", "rtl sha256": "3f9c1a…"}, "third_party": None,
    }  # fmt: skip


@pytest.fixture
def rows():
    """Thirty rows: two algorithms, four architectures, three platforms, recipes, one failure, one
    violation, one foreign core.
    """
    return sample()


def sample():
    """The rows of the fixture, for use outside of a test."""
    found = [
        row(algorithm, architecture, platform, recipe)
        for algorithm in ("ascon-128", "ascon-128a")
        for architecture in ROUNDS
        for platform in PLATFORMS
        for recipe in RECIPES[platform]
        if algorithm == "ascon-128" or recipe not in ("area", "speed")
    ]
    failed = next(
        r for r in found if (r["core"], r["platform"]) == ("ascon-128a/unrolled=6", "nangate45")
    )
    failed |= {"verified": False, "failure": "mismatch in message 17: tag 3a… expected 91…"}
    failed["evidence"] = failed["evidence"][:1] + [
        {"link": "rtl", "passed": False, "detail": "message 17, tag", "seconds": 0.2}
    ]
    odd = next(r for r in found if (r["core"], r["recipe"]) == ("ascon-128/unrolled=3", "area"))
    odd |= {
        "violations": ["the area recipe is larger than the balanced one"],
        "area_ge": odd["area_ge"] * 1.12,
    }
    odd["seed_spread"].pop("area_ge")
    foreign = dict(row("ascon-128", "round", "nangate45", "balanced"))
    foreign |= {
        "core": "ascon-128/round-vhdl",
        "architecture": "round",
        "area_ge": 8110.0,
        "verified": False,
    }
    foreign |= {
        "evidence": foreign["evidence"][1:2],
        "third_party": {"author": "IAIK", "licence": "CC0-1.0"},
        "seed_spread": {},
    }
    return [*found, foreign]


@pytest.fixture
def visit(browser, tmp_path):
    """Open a page of rows from a file, and check afterwards that the console stayed empty and the
    network untouched.
    """
    path = tmp_path / "index.html"

    def open_page(rows, fragment=""):
        browser.get("about:blank")
        page.write(path, rows)
        browser.get(path.as_uri() + fragment)
        return Page(browser)

    # The browser is that of all tests: what it logged before is not of this one.
    browser.get("about:blank")
    for kind in ("browser", "performance"):
        browser.get_log(kind)
    yield open_page
    assert browser.get_log("browser") == []
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    urls = {
        item["params"]["request"]["url"].split("#")[0]
        for item in messages
        if item["method"] == "Network.requestWillBeSent"
    }
    assert {url for url in urls if not url.startswith(("data:", "blob:", "about:"))} == {
        path.as_uri()
    }


class Page:
    """What a reader sees and does."""

    def __init__(self, driver):
        self.driver = driver

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def one(self, selector):
        return self.driver.find_element("css selector", selector)

    def cores(self):
        return self.driver.execute_script(
            "return [...document.querySelectorAll('#table tbody .core')].map(e => e.textContent)"
        )

    def column(self, name):
        """The numbers of a column, None where absent."""
        script = (
            "return [...document.querySelectorAll(`#table tbody "
            "[data-column='${arguments[0]}']`)].map(e => e.firstChild.data)"
        )
        return [
            None if text == "–" else float(text.replace(",", ""))
            for text in self.driver.execute_script(script, name)
        ]

    def choose(self, name, value):
        self.one(f"#{name} option[value='{value}']").click()

    def click_point(self, identifier):
        """A real click at a point's centre."""
        from selenium.webdriver import ActionChains

        point = self.driver.execute_script(
            "return [...document.querySelectorAll('.point')].find(e => e.dataset.id === "
            "arguments[0])", identifier
        )  # fmt: skip
        ActionChains(self.driver).move_to_element(point).click().perform()
