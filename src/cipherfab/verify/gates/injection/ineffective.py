# SPDX-License-Identifier: Apache-2.0
"""Statistical ineffective faults: whether it depends on secret data that a fault has no effect.

C. Dobraunig, M. Eichlseder, T. Korak, S. Mangard, F. Mendel, R. Primas, "SIFA: Exploiting
Ineffective Fault Inductions on Symmetric Cryptography", CHES 2018. An attacker who only sees
whether an answer came learns something about what the core computed with if that depends on it.
Withholding wrong answers does not hide it.

Every fault is tried with many random inputs. It is ineffective with one if the right answer comes
in its cycle and ``fault`` stays 0. That is compared with every bit of `secrets`, in the cycle of
the fault, as it is without the fault: z of the table of two by two, both margins fixed. A fault
*shows it* if the largest |z| is above a threshold that all comparisons together pass by chance
with probability `CHANCE`.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from ....primitives.in_stages import share_names
from ....primitives.primitive import SCHEDULE
from ....primitives.transformed import DECRYPT
from ....tools.process import run
from ..gatesim import LANES, Drive, GateSimulator
from .places import KINDS, Fault, name
from .plays import START, WAITING, Plays, groups

if TYPE_CHECKING:
    from .campaign import Told

BENCH = "ineffective.cpp"

CHANCE = 1e-5
"""That a fault shows it by chance, of all together."""

FEW = 80
"""Inputs with and without effect that a fault must have at least to be judged."""

VERDICTS = ("never", "always", "few", "independent", "show")

TOGETHER = 2048
"""Faults in a run of the program, after which progress is told."""


class Ineffective:
    """Calls of a netlist with other inputs in each lane.

    Args:
        plays: of the same netlist.
        rest: the netlist, its library, and a directory to work in.
        latency: of a call in this direction, in cycles.
        direction: of the calls.
        seed: of the inputs.
    """

    def __init__(
        self, plays: Plays, rest: tuple[Path, Path, Path], latency: int, direction: int, seed: int
    ):
        netlist, liberty, self._directory = rest
        self.latency, self._plays, self._direction = latency, plays, direction
        self._seed = seed
        self._program = GateSimulator.build(
            netlist, liberty, plays.top, self._directory, bench=BENCH
        ).program

    def control(self, first: int) -> list[int]:
        """The flip-flops that hold the same value in each cycle of a call from this one on,
        whatever the data are.
        """
        # Two batches of lanes with other data in each: what they all have alike is control.
        return self._run([], [], 2, first)["control"]

    def assess(self, faults: Sequence[Fault], inputs: int, told: "Told") -> dict[str, Any]:
        """Try faults with at least so many random inputs each.

        Args:
            faults: of the simulator of the plays; those after the answer has left are left out.
            inputs: rounded up to a multiple of the lanes.
            told: progress.

        Returns:
            ``inputs``; ``secrets``: how many bits were compared with; ``threshold``; ``kinds``: by
            kind of fault, how many were ``injected``, ``never`` and ``always`` ineffective, with
            too ``few`` inputs of one sort to be judged (less than `FEW`), ``independent`` as far as
            this test sees, and how many ``show`` it; ``places``: of the last ones, for each place
            and kind, a dictionary with ``place``, ``kind``, ``cycles``, ``z`` (the largest),
            ``with`` (the bit that it is for) and ``ineffective`` (the share of inputs, there).
        """
        names, sums = self.secrets()
        batches, found = -(-inputs // LANES), []
        parts = [faults[start : start + TOGETHER] for start in range(0, len(faults), TOGETHER)]
        for number, part in enumerate(parts, 1):
            found += self._run(part, sums, batches)["faults"]
            told("ineffective faults", len(parts) - number)
        count = batches * LANES
        # The chance is shared among all tests, each with two sides (Bonferroni).
        threshold = -NormalDist().inv_cdf(CHANCE / (2 * max(1, len(faults) * len(sums))))
        kinds = {kind: Counter() for kind in KINDS}
        places: dict[tuple[str, str], list] = defaultdict(list)
        for fault, (without, z, which) in zip(faults, found):
            verdict = _verdict(without, count, z, threshold)
            kinds[KINDS[fault.kind]][verdict] += 1
            if verdict == "show":
                places[name(self._plays.simulator, fault), KINDS[fault.kind]].append(
                    (abs(z), fault.cycle - START, names[which], without / count)
                )
        return {
            "inputs": count,
            "secrets": len(sums),
            "threshold": round(threshold, 3),
            "kinds": {
                kind: {"injected": each.total(), **{verdict: each[verdict] for verdict in VERDICTS}}
                for kind, each in kinds.items()
            },
            "places": [_place(*place, each) for place, each in places.items()],
        }

    def secrets(self) -> tuple[list[str], list[list[int]]]:
        """Names and nets of the bits that the faults are compared with: of a masked core the sums
        of the shares of registers and inputs; else what every flip-flop holds and every gate gives.
        """
        simulator, words = self._plays.simulator, {}
        held = {
            # Either output will do: a bit and its complement have the same |z|.
            title: next(iter(state.values()))
            for title, state in zip(simulator.registers, simulator.states)
            if state
        }
        if self._plays.shares > 1:
            inputs = {
                f"{port}[{bit}]": net
                for port in simulator.inputs
                for bit, net in enumerate(simulator.ports[port])
            }
            words = _unshared({**held, **inputs}, self._plays.shares)
        else:
            words = {
                **{title: [net] for title, net in held.items()},
                **{simulator.names[net]: [net] for net in simulator.drivers},
            }
        return list(words), list(words.values())

    def _run(
        self,
        faults: Sequence[Fault],
        sums: Sequence[Sequence[int]],
        batches: int,
        first: int = START,
    ) -> dict[str, Any]:
        # The last of the cycles in which the result waits is the one in which it is taken.
        plays, taken = self._plays, START + self.latency + WAITING - 1
        # Public, and the same in all lanes: they decide in which cycle the answer is there.
        public = {DECRYPT: self._direction, SCHEDULE: 0}
        drives = {
            port: Drive(kind="constant", value=public[port.removeprefix("in_")])
            if port.removeprefix("in_") in public
            else Drive(kind="random")
            for port in plays.data_ports()
        }
        stimulus = plays.driven({}, taken + 1, taken, (), **drives)
        (self._directory / "netlist.txt").write_text(plays.simulator.described(stimulus))
        by_cycle = defaultdict(list)
        for fault in faults:
            by_cycle[fault.cycle].append(fault)
        numbers = [
            # In the order in which `bench/ineffective.cpp` reads them.
            plays.port("out_valid"),
            plays.port("fault"),
            taken,
            first,
            *groups(plays.outputs()),
            *groups(sums),
            len(by_cycle),
        ]
        for cycle, those in by_cycle.items():
            numbers += [
                cycle,
                len(those),
                *(part for fault in those for part in (fault.kind, fault.place)),
            ]
        (self._directory / "faults.txt").write_text(" ".join(map(str, numbers)) + "\n")
        command = [
            self._program,
            self._directory / "netlist.txt",
            self._directory / "faults.txt",
            batches,
            self._seed,
        ]
        return json.loads(
            run(
                list(map(str, command)),
                directory=self._directory,
                log="ineffective.log",
                timeout=3600,
            )
        )


def _verdict(without: float, count: int, z: float, threshold: float) -> str:
    # Without both sorts of inputs there is nothing to compare.
    if without in (0, count):
        return "always" if without else "never"
    # Asked before the number of inputs: a fault above the threshold of all tests is not excused by
    # few of them.
    if abs(z) > threshold:
        return "show"
    return "few" if min(without, count - without) < FEW else "independent"


def _place(place: str, kind: str, found: list[tuple]) -> dict[str, Any]:
    z, _, which, share = max(found)
    return {
        "place": place,
        "kind": kind,
        "cycles": sorted(cycle for _, cycle, *_ in found),
        "z": z,
        "with": which,
        "ineffective": share,
    }


def _unshared(nets: dict[str, int], shares: int) -> dict[str, list[int]]:
    """The bits that are in shares, each with the nets whose sum it is."""
    found = {}
    for title in nets:
        first = re.fullmatch(r"(.*)_0((?:\[\d+\])?)", title)
        parts = [share + first[2] for share in share_names(first[1], shares)] if first else []
        if parts and all(part in nets for part in parts):
            found[first[1] + first[2]] = [nets[part] for part in parts]
    return found
