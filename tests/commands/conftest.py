# SPDX-License-Identifier: Apache-2.0
"""What the tests of commands share."""

import pytest

from cipherfab.bench import jobs, record
from cipherfab.design import BareInterface, Design
from cipherfab.implement import recipes
from cipherfab.results.cache import Cache, key_of
from cipherfab.results.home import Home
from cipherfab.results.records import Evidence
from cipherfab.results.store import Store
from cipherfab.runs.pool import run_all

TEXT = """
module tiny(input clk, input rst, input [7:0] a, output reg [7:0] b);
  always @(posedge clk) b <= rst ? 0 : a ^ {b[0], b[7:1]} ^ (a & b);
endmodule
"""


@pytest.fixture(autouse=True)
def no_long_lengths(monkeypatch):
    """Every `verify` in this process plays types of at most `lengths.DEFAULT_BYTES`: the models
    take most of a run's time for longer ones, which the tests of `long_lengths` and of cores play.
    """
    monkeypatch.setattr("cipherfab.verify.rtl.long_lengths.CYCLES", 0)


@pytest.fixture(scope="session")
def run(tmp_path_factory):
    """A home with one implementation run and its records: the home, and the key of the run."""
    home = Home(tmp_path_factory.mktemp("home"))
    design = Design(
        name="tiny",
        top="tiny",
        sources={"tiny.v": TEXT},
        interface=BareInterface(algorithm="", inputs={}, outputs={}),
    )
    job = jobs.implement_job(design, "nangate45", recipes.find("area"), period_ps=2000, seed=0)
    (outcome,) = run_all([job], cache=Cache(home), workers=0)
    with Store(home.database) as store:
        store.add(
            evidence=[
                Evidence(
                    link="rtl",
                    check="known answers",
                    passed=True,
                    core="tiny",
                    design=record.digest_design(design),
                )
            ]
        )
        record.store(store, outcome)
    return home, key_of(job)
