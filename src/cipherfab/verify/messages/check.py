# SPDX-License-Identifier: Apache-2.0
"""Link ``messages``: the shapes of a core, one by one."""

import time
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ...design import BareInterface, Design, LwcInterface
from ...errors import DesignError
from ...lwc.messages import Operation
from ..finding import Finding
from . import prove as proving
from .calls import check_calls
from .cases import Stopped
from .lengths import Lengths
from .prover import DO_LAST, SECONDS, ShapeProver, described, message_from, shape_of
from .replay import behind_others, replayed, shown
from .sequences import any_order
from .shapes import Part, Shape, chosen, every, ways
from .stalls import AnyStalls
from .waiting import ANY_STALLS, under_all

LINK = "messages"

ANY_ORDER = "any order"
"""The check that says that shapes may follow each other."""


SHAPES = 10
"""In any order have the time of so many."""

ANY_LENGTH = 30
"""So many has the proof of any length."""

SEEDS = range(1, 9)
"""Of the stalls with which a counterexample under all stalls is played."""


def refusal(design: Design) -> str:
    """Why nothing of a core can be proved so; empty if it can."""
    if not isinstance(design.interface, LwcInterface):
        return "a bare primitive has no messages; only cores with the LWC API are served"
    if design.interface.masking:
        return "a core on shares is not served"
    return ""


def shapes_of(design: Design, *, all_shapes: bool) -> list[Shape]:
    """What is proved of a core."""
    return (every if all_shapes else chosen)(design.interface)


class Prover(ShapeProver):
    """Proves shapes of one core, and what holds of all of them."""

    def in_any_order(
        self, shapes: list[Shape], ends: list[list], *, protocol: bool = True, stalls: bool = False
    ) -> dict[str, Any]:
        """Whether shapes of one message, all proved, may come in any order: see `sequences`.

        Args:
            stalls: under all stalls.
        """
        try:
            machine = self.machine()
            found = any_order(
                machine,
                shapes,
                ends,
                lambda shape, start: self._prove(
                    shape, start=start, protocol=protocol, along=AnyStalls if stalls else None
                ),
                same_key=self._design.interface.key_reuse,
                deadline=time.monotonic() + SHAPES * self._seconds,
            )
        except DesignError as reason:
            found = proving.Found(verdict=proving.OPEN, detail=str(reason))
        return {**asdict(found), "messages": [described(one) for one in found.messages]}

    def any_length(self, operation: Operation, *, say: Callable[[str], None]) -> dict[str, Any]:
        """Whether messages of any length are answered right, in one direction: see `lengths`."""
        try:
            lengths = Lengths(
                self._design,
                self.machine(),
                operation,
                self._directory,
                known=self._known,
                say=say,
                deadline=time.monotonic() + ANY_LENGTH * self._seconds,
            )
            found = lengths.result()
        except (DesignError, Stopped) as reason:
            found = proving.Found(verdict=proving.OPEN, detail=str(reason))
        return asdict(found)


def check_messages(
    design: Design,
    directory: Path,
    *,
    all_shapes: bool,
    seconds: float,
    waveform: Path | None,
    say: Callable[[str], None],
    kept: Callable[[dict, Callable[[], dict]], dict],
    only: Collection[Shape] | None = None,
) -> Iterator[Finding]:
    """Findings of link ``messages``: one for each shape.

    Args:
        design, directory: see `Prover`.
        all_shapes: those of the official files, in place of the chosen ones; and the chosen
            ones in any order under all stalls, and any length.
        seconds: for a shape.
        waveform: VCD file of the first counterexample.
        say: of progress.
        kept: gives the result of a shape, as plain data, from a cache or from the function.
        only: shapes of these that are tried, in place of all; nothing is then said of any order.
    """
    if isinstance(design.interface, BareInterface):
        prover = Prover(design, directory, seconds=seconds)
        yield from check_calls(
            design, LINK, prover.machine, directory, seconds=seconds, say=say, kept=kept
        )
        return
    reason = refusal(design)
    if reason:
        yield Finding(LINK, "shapes", None, f"open: {reason}", 0.0)
        return
    prover, shapes = (
        Prover(design, directory, seconds=seconds),
        shapes_of(design, all_shapes=all_shapes),
    )
    if only is not None:
        shapes = [shape for shape in shapes if shape in only]
    ends: dict[Shape, list] = {}
    right = True
    for number, shape in enumerate(shapes, 1):
        # The default binds this shape, since the cache may call the function later.
        found = kept(shape_of(shape), lambda shape=shape: prover.result(shape))
        say(
            f"{design.name}: shape {number} of {len(shapes)}: {shape.name}: {found['verdict']}, "
            f"{found['seconds']:.1f} s"
        )
        judged = _judged(
            design,
            shape.name,
            found,
            directory,
            waveform,
            [{"stalls": shape.stalls}],
            more=f" in {found['cycles']} cycles",
        )
        passed = judged.passed
        # One file: it keeps the first counterexample.
        waveform = None if passed is False else waveform
        yield judged
        # A core that leaves do_last out once is compared without it in any order, too.
        right &= not found["caveat"]
        if passed and shape.single:
            ends[shape] = found["ends"]
    if only is not None:
        return
    # The induction needs every shape: one that is open could end in a state without the facts.
    if [shape for shape in shapes if shape.single] == list(ends):
        yield _any_order(
            design, prover, ANY_ORDER, ends, directory, waveform, say, kept, protocol=right
        )
    stalled = yield from _under_all_stalls(design, prover, directory, waveform, say, kept)
    if all_shapes and stalled["verdict"] == proving.PROVED:
        yield _any_order(
            design,
            prover,
            f"{ANY_ORDER}, {ANY_STALLS}",
            stalled["ends"],
            directory,
            waveform,
            say,
            kept,
            protocol=right,
            stalls=True,
        )
    if all_shapes:
        for way in ways(design.interface):
            say(f"{design.name}: {way} of any length")
            found = kept({"any length": str(way)}, lambda way=way: prover.any_length(way, say=say))
            yield _unless_open(f"any length, {way}", found)


def _judged(
    design: Design,
    check: str,
    found: Mapping[str, Any],
    directory: Path,
    waveform: Path | None,
    ways: Iterable[Mapping],
    more: str = "",
) -> Finding:
    """The finding of what is proved, refuted or open.

    Args:
        ways: options of `replayed` with which a counterexample is played until the bench shows it.
        more: said of what is proved.
    """
    passed, detail = None, found["detail"]
    if found["verdict"] == proving.PROVED:
        passed, detail = True, f"for all keys, nonces, data and tags: {detail}{more}"
    elif found["verdict"] == proving.REFUTED:
        messages = [message_from(one) for one in found["messages"]]
        for way in ways:
            happens, text = replayed(design, messages, directory, waveform, **way)
            if happens:
                # Nothing is called wrong that only the unrolled RTL shows, or a state that is
                # never reached: only a simulation refutes.
                passed = False
                break
        detail += f": {shown(found['messages'])}; {text}"
    return Finding(
        LINK,
        check,
        passed,
        detail if passed is not None else f"open: {detail}",
        found["seconds"],
        more={
            "counterexample": found["messages"] or None,
            **({"caveat": found["caveat"]} if found["caveat"] else {}),
        },
    )


def _unless_open(check: str, found: Mapping[str, Any], more: str = "") -> Finding:
    """The finding of what is proved or open."""
    passed = True if found["verdict"] == proving.PROVED else None
    return Finding(
        LINK,
        check,
        passed,
        f"{found['detail']}{more}" if passed else f"open: {found['detail']}",
        found["seconds"],
    )


def _any_order(
    design: Design,
    prover: Prover,
    check: str,
    ends: Mapping[Shape, list],
    directory: Path,
    waveform: Path | None,
    say: Callable[[str], None],
    kept: Callable[[dict, Callable[[], dict]], dict],
    *,
    protocol: bool,
    stalls: bool = False,
) -> Finding:
    """The finding of shapes of one message in any order."""
    say(f"{design.name}: these shapes in {check}")
    job = {
        f"{ANY_ORDER} of": [shape_of(shape) for shape in ends],
        "protocol": protocol,
        **({"stalls": ANY_STALLS} if stalls else {}),
    }
    found = kept(
        job,
        lambda: prover.in_any_order(
            list(ends), list(ends.values()), protocol=protocol, stalls=stalls
        ),
    )
    for message in map(message_from, found["messages"]):
        # The state that it begins in may be one that messages lead to.
        messages, text = behind_others(design, message, directory, waveform, waits=found["waits"])
        if messages:
            return Finding(
                LINK,
                check,
                False,
                f"{found['detail']}: {shown(messages)}; {text}",
                found["seconds"],
                more={"counterexample": messages},
            )
    more = ", whatever cycles the ports wait in" if stalls else ""
    if found["early"]:
        more += ", also offered before the answer to the one before was taken"
    said = _unless_open(check, found, more)
    # As of a shape that is proved without ``do_last``.
    return said.but(DO_LAST) if said.passed and not protocol else said


def _under_all_stalls(
    design: Design,
    prover: Prover,
    directory: Path,
    waveform: Path | None,
    say: Callable[[str], None],
    kept: Callable[[dict, Callable[[], dict]], dict],
) -> Generator:
    """The finding `ANY_STALLS`; returns what `waiting.under_all` gives of the chosen shapes."""
    shapes = [shape for shape in shapes_of(design, all_shapes=False) if shape.single]
    found = under_all(
        shapes,
        lambda shape: kept(
            {**shape_of(shape), "stalls": ANY_STALLS}, lambda: prover.result(shape, along=AnyStalls)
        ),
        lambda text: say(f"{design.name}: {text}"),
    )
    yield _judged(
        design,
        ANY_STALLS,
        found,
        directory,
        waveform,
        # The waits of the counterexample first; where they do not show it, other stalls may.
        [{"waits": found["waits"]}, *({"stalls": seed} for seed in SEEDS)],
    )
    return found


__all__ = [
    "ANY_ORDER",
    "LINK",
    "SECONDS",
    "Part",
    "Prover",
    "check_messages",
    "refusal",
    "shape_of",
    "shapes_of",
]
