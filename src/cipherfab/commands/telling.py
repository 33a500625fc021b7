# SPDX-License-Identifier: Apache-2.0
"""The progress display of commands whose runs follow each other."""

import time

from ..runs import progress
from ..runs.outcome import DONE, Outcome


class Telling:
    """Shows runs that follow each other, a sort after the other."""

    def __init__(self):
        self._what, self._since = "", 0.0

    def begins(self, what: str, runs: int) -> None:
        """So many runs of ``what`` follow."""
        self.close()
        self._what, self._since = what, time.monotonic()
        self._display = progress.display()
        self._display.begin([{"kind": what, "label": what}] * runs)

    def told(self, what: str, left: int) -> None:
        """A run of ``what`` has ended, so many are left."""
        # The run that has ended was one of those that should have been announced.
        if what != self._what:
            self.begins(what, left + 1)
        now, job = time.monotonic(), {"kind": what, "label": what}
        self._display.finished(Outcome(job=job, key="", status=DONE, seconds=now - self._since))
        self._since = now
        if not left:
            self.close()

    def close(self) -> None:
        """Nothing of the same sort follows."""
        if self._what:
            self._display.close()
        self._what = ""
