# SPDX-License-Identifier: Apache-2.0
"""What stands in the place of a simulator."""

from cipherfab.verify.rtl.failure import Failure
from cipherfab.verify.rtl.simulator import PlayResult


class Answers:
    """In the place of a simulator: passes vectors if ``right`` says so, in no time."""

    def __init__(self, right):
        self.right, self.played, self.options = right, [], []
        self.program = type("Program", (), {"path": None})

    @property
    def stall_seeds(self):
        """Of each run."""
        return [options["stall_seed"] for options in self.options]

    def play(self, vectors, *, stall_seed, waits=(), **options):
        """The result of a run without a core."""
        self.played.append(vectors)
        self.options.append({"stall_seed": stall_seed, "waits": waits, **options})
        failure = (
            None
            if self.right(vectors)
            else Failure(
                kind="word",
                message=0,
                title="",
                word=0,
                expected="",
                got="",
                cycle=9,
                text="message 1 is wrong",
            )
        )
        cycles = tuple(range(0, 10 * len(vectors.do.blocks), 10))
        return PlayResult(
            failure=failure,
            messages=len(vectors.do.blocks),
            completed=0,
            cycles=10,
            first_cycles=cycles,
            last_cycles=cycles,
            key_cycles=(),
            stall_seed=stall_seed,
            waits=tuple(wait.cycles for wait in waits),
        )


def in_segments(vectors) -> bool:
    """Whether a type has several."""
    return any(" + " in block.title for block in vectors.do.blocks)


def empty_on_do(vectors) -> bool:
    """Whether DO has an empty segment that does not end its type."""
    # In a header bit 25 is end of type, and the lowest 16 bits are the length.
    return any(
        item.kind == "HDR" and item.words[0] & 0x200FFFF == 0
        for block in vectors.do.blocks
        for item in block.items
    )


def timed(play, **fields):
    """The finding of a play on a core that is right, with these cycles of its run changed."""

    def run(vectors, *, stall_seed, **options):
        count = len(vectors.do.blocks)
        given = {
            "first_cycles": tuple(range(0, 100 * count, 100)),
            "last_cycles": tuple(range(50, 100 * count + 50, 100)),
            "key_cycles": tuple(10_000_000 for _ in vectors.sdi.blocks),
        }
        given |= {name: change(given[name]) for name, change in fields.items()}
        return PlayResult(
            failure=None, messages=count, completed=count, cycles=1, stall_seed=stall_seed, **given
        )

    simulator = Answers(None)
    simulator.play = run
    return play(simulator, None)
