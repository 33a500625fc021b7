# SPDX-License-Identifier: Apache-2.0
"""The progress display of runs that follow each other."""

from cipherfab.commands.telling import Telling


def test_each_run_that_ends_is_counted_among_those_of_its_sort(capsys):
    """A line tells how many of the runs that were foreseen have ended; another sort has a count of
    its own.
    """
    telling = Telling()
    telling.begins("PROLEAD", 2)
    for what, left in (("PROLEAD", 1), ("PROLEAD", 0), ("faults", 1)):
        telling.told(what, left)
    ended = [
        line.partition(",")[::2]
        for line in capsys.readouterr().err.splitlines()
        if "done: " in line
    ]
    assert [count for count, _ in ended] == ["[1/2", "[2/2", "[1/2"]
    assert [rest.rpartition("done: ")[2] for _, rest in ended] == ["PROLEAD", "PROLEAD", "faults"]
