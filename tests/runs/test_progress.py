# SPDX-License-Identifier: Apache-2.0
"""The display counts rightly, estimates sensibly, and keeps quiet where it should."""

import io

from rich.console import Console

from cipherfab.runs.outcome import Outcome
from cipherfab.runs.progress import (
    OVERTIME,
    USUAL,
    LineProgress,
    LiveProgress,
    Progress,
    display,
    each,
)


class Clock:
    """A clock that the test turns."""

    now = 0.0

    def __call__(self):
        return self.now


def job(label, kind="synthesis"):
    return {"kind": kind, "label": label}


def outcome(key, status="done", seconds=10.0, error=""):
    return Outcome(job=job(f"job {key}"), key=key, status=status, seconds=seconds, error=error)


def test_estimate_comes_from_the_same_kind_of_jobs():
    """Remaining time is the typical time of what waits and what runs, over the number of
    threads."""
    clock = Clock()
    progress = Progress(clock)
    progress.begin(
        [job(str(index)) for index in range(5)], typical=lambda kind: {"synthesis": 10.0}[kind]
    )
    progress.slots = 2
    progress.finished(outcome("0", "cached"))
    progress.started("1", job("1"))
    progress.started("2", job("2"))
    clock.now = 4.0
    # Two that run have 6 s left, two wait, and there are two threads; one was cached.
    assert progress.remaining() == (2 * 6 + 2 * 10) / 2


def test_own_durations_replace_typical_ones():
    """What this run has measured is the better guide, and a long job cannot be shared among
    threads.
    """
    progress = Progress(Clock())
    progress.begin([job("0"), job("1")], typical=lambda kind: 10.0)
    progress.slots = 4
    progress.started("0", job("0"))
    progress.finished(outcome("0", seconds=100.0))
    progress.started("1", job("1"))
    assert progress.remaining() == 100.0


def test_unknown_durations_are_not_guessed():
    """Without any finished job of a kind the display says so; at the end nothing is left."""
    progress = Progress(Clock())
    progress.begin([job("0")])
    assert progress.remaining() is None and "unknown" in progress.summary()
    progress.started("0", job("0"))
    progress.finished(outcome("0"))
    assert progress.remaining() == 0.0


def test_foreseen_jobs_are_counted_from_the_beginning():
    """Jobs that will follow count before they are asked for, those that nobody foresaw on top, and
    what never came not at all.
    """
    progress = Progress(Clock())
    progress.begin([job("0"), job("later"), job("later")], typical=lambda kind: 10.0)
    progress.asked([job("0")])
    assert progress.total == 3 and progress.remaining() == 30.0
    progress.started("0", job("0"))
    progress.finished(outcome("0"))
    progress.asked([job("1"), job("2", kind="other")])
    assert progress.total == 4 and progress.summary().startswith("1/4")
    progress.settle()
    assert progress.total == 3


def test_usual_durations_are_scaled_by_what_was_seen():
    """A kind that never ran here is expected to take as much longer than usual as the jobs that
    have ended.
    """
    progress = Progress(Clock())
    progress.begin([job("0", "rtl"), job("1", "gates")])
    progress.started("0", job("0", "rtl"))
    progress.finished(
        Outcome(job=job("0", "rtl"), key="0", status="done", seconds=3 * USUAL["rtl"])
    )
    assert progress.remaining() == 3 * USUAL["gates"]


def test_a_job_that_takes_longer_is_not_about_to_end():
    """A running job that has passed its expected time still has a share of what it took before
    it."""
    clock = Clock()
    progress = Progress(clock)
    progress.begin([job("0")], typical=lambda kind: 10.0)
    progress.started("0", job("0"))
    clock.now = 100.0
    assert progress.remaining() == 100 * OVERTIME


def test_lines_show_each_end_and_each_error():
    """Without a terminal there is a line for each job that ran, the text of failures, and a final
    count.
    """
    stream = io.StringIO()
    progress = LineProgress(stream, Clock())
    progress.begin([job("0"), job("1"), job("2")])
    progress.finished(outcome("0", "cached"))
    progress.finished(outcome("1"))
    progress.finished(outcome("2", "failed", error="exit code 4\n    last line"))
    progress.close()
    lines = stream.getvalue().splitlines()
    assert (
        lines[0].endswith("done: job 1")
        and lines[1].endswith("failed: job 2")
        and lines[3] == "    last line"
    )
    assert lines[-1] == "[3/3, 1 done, 1 cached, 1 failed, 0 s elapsed]"


def test_live_display_names_what_runs():
    """On a terminal the display shows running jobs by label, and failures stay readable above
    it."""
    stream = io.StringIO()
    progress = LiveProgress(Console(file=stream, force_terminal=True, width=100))
    progress.begin([job("ascon seed 1"), job("ascon seed 2")])
    progress.started("a", job("ascon seed 1"))
    with (console := Console(width=100)).capture() as captured:
        console.print(progress.render())
    progress.finished(outcome("a", "failed", error="[exit] code 4"))
    progress.close()
    assert (
        "ascon seed 1" in captured.get()
        and "ascon seed 2" not in captured.get()
        and "0/2" in captured.get()
    )
    assert "[exit] code 4" in stream.getvalue()


def test_display_fits_its_stream():
    """Quiet for --json, lines for a pipe."""
    stream = io.StringIO()
    assert isinstance(display(stream=stream), LineProgress)
    quiet = display(quiet=True, stream=stream)
    quiet.begin([job("0")])
    quiet.finished(outcome("0", "failed", error="no"))
    quiet.close()
    assert stream.getvalue() == ""


def test_what_is_at_hand_is_told_once_in_a_log(capsys):
    """One line on standard error for several items; none for a single one, or if quiet."""
    assert list(each(["a", "b"], "building")) == ["a", "b"]
    assert capsys.readouterr() == ("", "building 2 cores\n")
    assert list(each(["a"], "building")) == ["a"]
    assert list(each(["a", "b"], "building", quiet=True)) == ["a", "b"]
    assert capsys.readouterr() == ("", "")
