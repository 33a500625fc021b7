# SPDX-License-Identifier: Apache-2.0
"""Where the jobs of a call run."""

import pytest

from cipherfab.errors import ToolError
from cipherfab.results.cache import Cache
from cipherfab.results.home import Home
from cipherfab.runs import pool
from cipherfab.runs.outcome import DONE, FAILED, Outcome
from cipherfab.runs.where import Where


@pytest.fixture
def where(monkeypatch, tmp_path):
    """Jobs end as their ``fails`` says; the options that `run_all` was given are kept."""
    given = []

    def run_all(jobs, **options):
        given.append(options)
        return [
            Outcome(job=job, key="", status=FAILED, error="it broke")
            if job["fails"]
            else Outcome(job=job, key="", status=DONE, result={})
            for job in jobs
        ]

    monkeypatch.setattr(pool, "run_all", run_all)
    found = Where(cache=Cache(Home(tmp_path)), scheduler="tcp://x:1", workers=3, quiet=True)
    return found, given


def test_jobs_run_where_it_says(where):
    """Cache, scheduler and workers are passed on; without a job nothing is asked for."""
    here, given = where
    assert here.run([]) == [] and given == []
    assert [outcome.ok for outcome in here.run([{"fails": False}, {"fails": True}])] == [
        True,
        False,
    ]
    ((options),) = given
    assert (options["cache"], options["scheduler"], options["workers"]) == (
        here.cache,
        "tcp://x:1",
        3,
    )


def test_a_job_that_must_succeed_and_fails_is_named(where):
    """The error has the label of the first one that failed."""
    here, _ = where
    assert [outcome.ok for outcome in here.results([{"fails": False}])] == [True]
    with pytest.raises(ToolError, match="second: it broke"):
        here.results([{"fails": False}, {"fails": True, "label": "second"}])


def test_the_usual_cache_is_that_of_the_home(monkeypatch, tmp_path):
    """The home is looked for when the call is made, not when the module is imported."""
    monkeypatch.setenv("CIPHERFAB_HOME", str(tmp_path / "there"))
    assert Where().cache.home.root == tmp_path / "there"
