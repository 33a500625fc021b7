# SPDX-License-Identifier: Apache-2.0
"""Leakage of a mapped netlist: fixed against random secrets, Welch's t-test, first order, on
simulated toggles.

Method: G. Goodwill, B. Jun, J. Jaffe, P. Rohatgi, "A testing methodology for side-channel
resistance validation", NIST workshop 2011. In half of the traces, chosen at random, every secret
input is a fixed value, in the others it is random. The toggles of all cells in each clock cycle are
compared, their mean and their variance, for several fixed values; |t| above a threshold, which
grows with the number of comparisons, says that they tell the two classes apart.

Sequentially: |t| is looked at again and again while traces are added, about three times for each
doubling. Whoever stops at the first look at which it is above the threshold has to count the looks
as comparisons too: ``detected_at`` does, so that it is said of a core that does not leak once in
100,000 runs, whenever one stops.

With delays what a net does on its way counts too: every cell answers one unit of time after its
inputs, or after the time that the Liberty file says of each. With ``each`` every change of every
net is compared by itself as well, as an attacker with a probe would see it: a sum of thousands of
nets hides what one of them says.
"""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import NormalDist
from typing import Any

from ... import catalog
from ...design import BareInterface, Design
from ...errors import CallError, DesignError
from ...primitives.in_stages import RANDOM, share_names
from ...primitives.primitive import software
from ..rtl import cell_words
from ..rtl.calls import PUBLIC
from .gatesim import Drive, GateSimulator, Stimulus

CHANCE = 1e-5
"""That the largest |t| of all that are looked at is above the threshold by chance."""

LONGEST = 1 << 16
"""Cycles of a call."""

UNIT, LIBERTY, PLACED = "unit", "liberty", "placed"
DELAYS = (UNIT, LIBERTY, PLACED)
"""What glitches are counted with, if they are."""

MODEL = {
    None: "first order: the number of cells that toggle in a cycle, every net settled, without "
    "glitches",
    UNIT: "first order: the number of toggles in a cycle, every cell a unit of time late",
    LIBERTY: "first order: the number of toggles in a cycle, every input of every cell as late as "
    "the Liberty file says for its slew and load with the default wire load, in steps of "
    "10 ps, transport delays, the mean of rise and fall",
    PLACED: "first order: the number of toggles in a cycle, every input of every cell as late as "
    "the Liberty file says for its slew and load with the wires of a placement, and by what its "
    "own wire takes, in steps of 10 ps, transport delays, the mean of rise and fall",
}
"""What an attacker is taken to see, by `DELAYS`."""

NOT_COVERED = (
    "other delays than those of the model, coupling and layout",
    "transitions between cycles as a probe would see them",
    "second and higher orders",
    "other fixed secrets and other seeds than these",
    "what the fresh bits are: the test of the toggles did not see random tied to 0",
)
"""What a pass says nothing of."""

FRESH, ZEROS, REUSED = "fresh", "zeros", "reused"
RANDOM_BITS = {
    FRESH: Drive(kind="fresh"),
    ZEROS: Drive(kind="constant"),
    REUSED: Drive(kind="random"),
}
"""What the random port gets: new bits in each cycle, none, or in each cycle of a trace the same."""

Timed = Callable[[GateSimulator], GateSimulator]
"""Gives a simulator other delays."""


def as_it_is(simulator: GateSimulator) -> GateSimulator:
    """The same one."""
    return simulator


START, MARGIN = 1, 3
"""Cycle in which a call starts, and cycles that are watched after its result."""


@dataclass(frozen=True, kw_only=True)
class Test:
    """How a netlist is tested.

    Attributes:
        traces: at least so many, of each fixed secret.
        seed: of the first fixed secret, the masks and the random bits; the next secret has the
            next seed.
        secrets: how many fixed secrets are compared with random ones, one after the other.
        delays: of `DELAYS`; None: no glitches.
        each: see the module.
        cycles: watch only the first so many cycles of a call, which then ends; the results are
            checked on whole calls nevertheless. None: all, and some after it.
        timed: gives a simulator the delays of `LIBERTY` or `PLACED` (`energy.delays.delayed`).
        random: what the random port gets, of `RANDOM_BITS`.
        checked: the results have to be right, which those of a control need not be.
    """

    __test__ = False  # pytest takes it for one of its own by its name

    traces: int
    seed: int
    secrets: int = 1
    delays: str | None = None
    each: bool = False
    cycles: int | None = None
    timed: Timed = as_it_is
    random: str = FRESH
    checked: bool = True

    def simulator(self, simulator: GateSimulator) -> GateSimulator:
        """With the delays of the test."""
        return self.timed(simulator) if self.delays in (LIBERTY, PLACED) else simulator

    def runs(self) -> "list[Test]":
        """One for each fixed secret, with its seed."""
        return [replace(self, seed=self.seed + number) for number in range(self.secrets)]


def assess(
    design: Design, netlist: Path, liberty: Path, directory: Path, **test: Any
) -> dict[str, Any]:
    """Test a netlist of a bare primitive, masked or not.

    Args:
        design: with valid and ready; of its sources nothing is used.
        netlist, liberty: its mapped netlist, and the cells.
        directory: to work in.
        test: fields of `Test`.

    Returns:
        ``leaks``, in the mean of a cycle or in an event; ``max_t`` and its ``cycle``; ``threshold``
        of all cycles, secrets and both moments together; ``traces`` of one secret; ``failed_at``:
        traces from which on |t| of a secret stayed above the threshold, None if it did not;
        ``detected_at``: traces at the first look at which |t| of one was above
        ``sequential_threshold``, None if it never was; ``looks``;
        ``variance``: the same of the second moment, which a first-order masking does not hide and
        which decides nothing; ``event``: with ``each``, the same of the single events, and their
        ``count``; else None; ``t`` and ``mean_toggles`` by cycle, of the first secret; ``secrets``;
        ``random_bits`` in each cycle; ``delays``; ``uniform``: valid and ready were the same in
        all traces; ``gates``, ``evaluations``, ``seconds``; ``seed``; ``watched``: ``cycles``.

    Raises:
        CallError: the design has another interface.
        DesignError: the netlist gave a wrong result, or none.
    """
    simulator = GateSimulator.build(netlist, liberty, design.top, directory)
    return assessed(design, simulator, directory, Test(**test))


def assessed(
    design: Design, simulator: GateSimulator, directory: Path, test: Test
) -> dict[str, Any]:
    """The same of a netlist that was read."""
    interface = design.interface
    require_handshake(design)
    call = latency(design, simulator, directory, seed=test.seed)
    if test.cycles is not None and test.cycles >= call + MARGIN:
        test = replace(test, cycles=None)
    timed = test.simulator(simulator)
    runs = [_played(design, timed, directory, call, one) for one in test.runs()]
    # Of every cycle the mean and the variance are compared.
    count, looks = 2 * test.secrets * len(runs[0]["t"]), len(runs[0]["curve"])
    limit, sequential = threshold(count), threshold(count * looks)
    mean, variance = (
        _largest(runs, name, column, limit) for name, column in (("t", 1), ("t_of_variance", 4))
    )
    event = _event(runs) if test.each else None
    return {"leaks": mean["max_t"] > limit or bool(event and event["max_t"] > event["threshold"]),
            "event": event, **mean, "variance": variance, "threshold": limit,
            "detected_at": min((at for run in runs
                                if (at := detected_at(run["curve"], sequential))), default=None),
            "sequential_threshold": sequential, "looks": looks,
            "delays": test.delays, "gates": simulator.gates, "seed": test.seed,
            "secrets": test.secrets,
            "watched": test.cycles,
            "random_bits": interface.masking.random if interface.masking else 0,
            "uniform": all(run["uniform"] for run in runs),
            **{name: sum(run[name] for run in runs) for name in ("evaluations", "seconds")},
            **{name: runs[0][name] for name in ("traces", "t", "mean_toggles")}}  # fmt: skip


def require_handshake(design: Design) -> None:
    """Raises CallError: a design that cannot be tested: no bare primitive with valid and ready, or
    one that takes cells and is not masked.
    """
    interface = design.interface
    if (
        not isinstance(interface, BareInterface)
        or interface.handshake
        or (interface.cell and not interface.masking)
    ):
        raise CallError(f"{design.name}: expected a bare primitive with valid and ready.")


def _played(
    design: Design, simulator: GateSimulator, directory: Path, call: int, test: Test
) -> dict[str, Any]:
    """The traces of one fixed secret; the results are checked, on a whole call."""
    driven, seed, cycles = stimulus(design, call, test.seed, test.random), test.seed, test.cycles
    # The call that is cut below ends before its result.
    if cycles is not None and test.checked:
        _check(design, driven, simulator.play(driven, traces=1, seed=seed, directory=directory))
    if cycles is not None:
        driven = replace(driven, cycles=START + cycles)
    found = simulator.play(
        driven,
        traces=test.traces,
        seed=seed,
        directory=directory,
        glitches=test.delays is not None,
        each=test.each,
    )
    if cycles is None and test.checked:
        _check(design, driven, found)
    return found


def threshold(count: int) -> float:
    """What the largest of so many |t| is above with probability `CHANCE` where nothing leaks: 4.42
    of one, more of many (Bonferroni; A. A. Ding et al., "Towards Sound and Optimal Leakage
    Detection Procedure", CARDIS 2017).
    """
    return round(-NormalDist().inv_cdf(CHANCE / (2 * max(count, 1))), 3)


def _largest(runs: list[dict], name: str, column: int, limit: float) -> dict[str, Any]:
    """The largest |t| of the cycles of all runs, its cycle, and the traces from which on one of
    the runs stayed above the limit.
    """
    largest, cycle = max(
        (abs(value), cycle) for run in runs for cycle, value in enumerate(run[name])
    )
    return {"max_t": largest, "cycle": cycle, "failed_at": _first(runs, column, limit)}


def _first(runs: list[dict], column: int, limit: float) -> int | None:
    since = [failed_at(run["curve"], column, limit) for run in runs]
    return min((traces for traces in since if traces), default=None)


def limits(*, delays: str | None) -> dict[str, Any]:
    """What a verdict of `assess` rests on: ``model`` and ``not_covered``, sentences."""
    return {"model": MODEL[delays], "not_covered": list(NOT_COVERED)}


def in_words(delays: str | None) -> str:
    """With which glitches."""
    return f"with glitches, {delays} delays" if delays else "without glitches"


def _event(runs: list[dict]) -> dict[str, Any]:
    """Of the single events of all runs: millions, of which the largest |t| is large by chance."""
    count = sum(run["event"]["count"] for run in runs)
    worst, limit = (
        max((run["event"] for run in runs), key=lambda event: event["t"]),
        threshold(count),
    )
    return {
        "max_t": worst["t"],
        "cycle": worst["cycle"],
        "threshold": limit,
        "count": count,
        "failed_at": _first(runs, 3, limit),
    }


def failed_at(curve: list[list[float]], column: int, threshold: float) -> int | None:
    """Traces from which on the |t| of a column of the curve stayed above the threshold; None if it
    did not at the end.
    """
    since = None
    for entry in curve:
        since = (since or int(entry[0])) if entry[column] > threshold else None
    return since


def detected_at(curve: list[list[float]], sequential: float) -> int | None:
    """Traces at the first look at which the largest |t| of the mean was above a threshold that
    counts all looks; None if it never was.
    """
    return next((int(entry[0]) for entry in curve if entry[1] > sequential), None)


def latency(design: Design, simulator: GateSimulator, directory: Path, *, seed: int) -> int:
    """Cycles of a call: `stimulus` takes the result a cycle after it is read, and until then it
    waits. Raises DesignError: no result came.
    """

    def waits(cycles: int) -> bool:
        found = simulator.play(
            stimulus(design, cycles, seed), traces=1, seed=seed, directory=directory
        )
        return all(found["outputs"]["out_valid"])

    most = 1
    while not waits(most):
        most *= 2
        if most > LONGEST:
            raise (
                DesignError(f"{design.name}: its netlist gives no result within {LONGEST} cycles.")
            )
    return bisect_left(range(most), True, key=waits)


def stimulus(design: Design, latency: int, seed: int, random_bits: str = FRESH) -> Stimulus:
    """A reset, a call with shares of secrets, and its result, which is captured; ``latency``:
    cycles of the call; ``random_bits``: of `RANDOM_BITS`.
    """
    interface, random, masking = design.interface, Random(seed), design.interface.masking
    end, words = START + latency, input_words(interface)
    ports = {
        "in_valid": Drive(kind="constant", value=1, cycles=(START, START + words)),
        "out_ready": Drive(kind="constant", value=1, cycles=(end + 1, end + 2)),
    }
    if design.reset:
        ports[design.reset] = Drive(kind="constant", value=1, cycles=(0, 1))
    if masking and masking.random:
        ports[RANDOM] = RANDOM_BITS[random_bits]
    secrets = masking.inputs if masking else tuple(n for n in interface.inputs if n not in PUBLIC)
    for name in interface.inputs:
        if name not in secrets:
            value = random.getrandbits(interface.inputs[name]) if masking else PUBLIC[name]
            ports[f"in_{name}"] = Drive(kind="constant", value=value)
        elif not masking:
            ports[f"in_{name}"] = Drive(kind="secret", secret=name)
        else:
            kinds = ["share"] * (masking.shares - 1) + ["secret"]
            order = bits_of_words(interface, name)
            ports |= {
                f"in_{share}": Drive(
                    kind=kind,
                    secret=name,
                    order=order,
                    cycles=(START, START + words) if order else None,
                )
                for share, kind in zip(share_names(name, masking.shares), kinds)
            }
    widths = {name: words * interface.inputs[name] for name in secrets}
    fixed = {name: (width, random.getrandbits(width)) for name, width in widths.items()}
    return Stimulus(
        ports=ports,
        cycles=end + MARGIN,
        fixed=fixed,
        capture=end,
        control=("in_ready", "out_valid"),
    )


def input_words(interface: BareInterface) -> int:
    """Words of a call."""
    return cell_words.group(interface)[0] if interface.cell else 1


def bits_of_words(interface: BareInterface, name: str) -> list[list[int]]:
    """The bits of an input, 0 the least significant, that its port has in each word, the least
    significant first; nothing if it has all of them at once.
    """
    order = interface.order.get(f"in_{name}", ())
    most = len(order) * interface.inputs[name] - 1
    return [[most - cell for cell in reversed(word)] for word in order]


def _check(design: Design, stimulus: Stimulus, found: dict) -> None:
    """The results of the first traces are what the model says; of those that come in words, the
    first word.
    """
    primitive, interface = catalog.find(design.interface.algorithm).primitive, design.interface
    masking = interface.masking
    lanes = len(found["outputs"]["out_valid"])
    if "decrypt" in interface.inputs and stimulus.ports["in_decrypt"].value:
        primitive = primitive.inverse
    # A core with both directions calls both blocks alike.
    ports = [name if name in interface.inputs else "block" for name in primitive.inputs]
    given = [
        found["secrets"].get(name) or [stimulus.ports[f"in_{name}"].value] * lanes for name in ports
    ]
    for lane, inputs in enumerate(zip(*given)):
        for name, result in zip(interface.outputs, software(primitive)(*inputs)):
            got, expected = 0, cell_words.first_word(interface, name, result)
            for port in (
                share_names(name, masking.shares) if masking and name in masking.outputs else [name]
            ):
                got ^= found["outputs"][f"out_{port}"][lane]
            if got != expected:
                raise DesignError(
                    f"{design.name}: trace {lane}: expected {name} = {expected:X}, "
                    f"the netlist gives {got:X}"
                )
