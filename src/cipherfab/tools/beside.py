# SPDX-License-Identifier: Apache-2.0
"""Work beside other work: most of what a check does is waiting for programs."""

import threading
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")


def beside(work: Callable[[], Found]) -> Callable[[], Found]:
    """Begin ``work`` in a thread of its own.

    The thread does not keep the process alive, and programs that it started end with it: a Ctrl-C
    waits for nothing.

    Returns:
        What waits for the end, and gives what ``work`` gave or raises what it raised.
    """
    outcome: list[Callable[[], Found]] = []

    def whole() -> None:
        try:
            found = work()
        except BaseException as error:  # of whatever kind, it is the caller's
            # Python forgets the name at the end of the clause, so the function keeps the error as a
            # default.
            outcome.append(lambda error=error: _raise(error))
        else:
            outcome.append(lambda: found)

    thread = threading.Thread(target=whole, daemon=True)
    thread.start()

    def result() -> Found:
        thread.join()
        return outcome[0]()

    return result


def _raise(error: BaseException) -> None:
    raise error
