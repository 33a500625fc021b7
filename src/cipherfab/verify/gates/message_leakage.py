# SPDX-License-Identifier: Apache-2.0
"""Leakage of a mapped netlist of a masked core with the LWC API, wrapper included, over whole
messages: the t-test of `leakage`, with the messages of `messages`.

In half of the traces, chosen at random, the key and the plaintext are fixed, in the others random;
both are shared anew in each trace. All else that is public is the same in both.

**What is opened by design.** At a wrong tag the core adds up the shares of a function of the sum of
the right and the wrong tag (`controllers.parts.opened`). That depends on the key and
may be seen: the clocks in which it is, and the status word behind it, are reported and do not
decide. They are `OPENED_CYCLES` in front of the last word of the answer to the wrong tag, and that
one. At a right tag the sum is 0, and the clocks decide like all others.

Of a core of others the encryption is played alone: what its comparison opens, and where, is its
author's choice. It is played twice, with a word always on RDI and with pauses: a core that takes
RDI without waiting for it computes with what stands there.
"""

from pathlib import Path
from random import Random
from typing import Any

from ...controllers.parts.opened import OPENED
from ...design import Design
from ...errors import DesignError
from .gatesim import GateSimulator
from .leakage import MODEL, Test, threshold
from .messages import Conversation, Lengths

LONGEST = tuple(1 << power for power in (13, 15, 17))
"""Cycles of the messages, at most; a longer time is tried where a shorter one does not suffice."""

MARGIN = 8
"""Cycles that are watched after the last word."""

OPENED_CYCLES = OPENED + 2
"""Clocks in which what was opened is in a register or on its way, before the status word."""

NOT_COVERED = (
    "other delays than those of the model, coupling and layout",
    "second and higher orders",
    "other lengths, fixed secrets, public values, pauses and seeds than these",
    "stalls of PDI, SDI and DO",
)
"""What a pass says nothing of."""


def assess(
    design: Design,
    netlist: Path,
    liberty: Path,
    directory: Path,
    *,
    lengths: Lengths | None = None,
    zeros: bool = False,
    decrypts: bool = True,
    pausing: bool = True,
    **test: Any,
) -> dict[str, Any]:
    """Test a netlist of a masked AEAD.

    Args:
        design: with an `LwcInterface` that has a `Masking`; of its sources nothing is used.
        netlist, liberty: its mapped netlist, and the cells.
        directory: to work in.
        lengths: of the messages.
        zeros: a control: the random bits are all 0.
        decrypts: with the two decryptions.
        pausing: RDI pauses.
        test: fields of `leakage.Test`; ``each`` up to the clocks in which something is opened.

    Returns:
        ``leaks``; ``max_t``, its ``cycle`` and ``failed_at``, of the cycles that decide;
        ``event``: with ``each`` of all changes the largest |t|, ``max_t``, its ``cycle``, ``net``
        (without delays; else None), ``count`` and ``threshold``; else None;
        ``opened``: the cycles that do not decide, and their largest |t|; ``threshold`` of all that
        do; ``cycles``; ``random_words``: of RDI, that the messages took; ``uniform``: handshake and
        status were the same in all traces; ``answers``: words that left; ``checked``: traces whose
        words were compared with the model; ``gates``, ``evaluations``, ``seconds``, ``traces``,
        ``secrets``, ``seed``, ``delays``; ``t`` by cycle, of the first secret.

    Raises:
        CallError: the design has another interface.
        DesignError: the netlist gave a wrong answer, or not all of them.
    """
    how = Test(**test)
    simulator = how.simulator(GateSimulator.build(netlist, liberty, design.top, directory))
    talks = [
        Conversation(
            design,
            seed=one.seed,
            lengths=lengths or Lengths(),
            zeros=zeros,
            decrypts=decrypts,
            pausing=pausing,
        )
        for one in how.runs()
    ]
    runs = [
        _played(talk, simulator, directory, one)
        for talk, one in zip(talks, how.runs(), strict=True)
    ]
    opened = runs[0]["opened"]
    # Only cycles that decide are comparisons.
    count = sum(len(run["t"]) - len(run["opened"]) for run in runs)
    limit = threshold(count)
    judged, seen = (
        [
            (abs(value), cycle)
            for run in runs
            for cycle, value in enumerate(run["t"])
            if (cycle in run["opened"]) == inside
        ]
        for inside in (False, True)
    )
    largest, cycle = max(judged)
    event = _event(runs, simulator, named=how.delays is None) if how.each else None
    return {"leaks": largest > limit or bool(event and event["max_t"] > event["threshold"]),
            "event": event, "max_t": largest, "cycle": cycle, "threshold": limit,
            "opened": {"cycles": opened, "max_t": max((value for value, *_ in seen), default=0.0)},
            "uniform": all(run["uniform"] and run["handshake"] for run in runs),
            "cycles": len(runs[0]["t"]), "random_words": runs[0]["taken"],
            "answers": runs[0]["answers"], "gates": simulator.gates, "seed": how.seed,
            "checked": sum(run["checked"] for run in runs),
            "secrets": how.secrets, "delays": how.delays, "zeros": zeros,
            "pausing": pausing,
            **{name: sum(run[name] for run in runs) for name in ("evaluations", "seconds")},
            **{name: runs[0][name] for name in ("traces", "t", "mean_toggles")}}  # fmt: skip


def _played(
    conversation: Conversation, simulator: GateSimulator, directory: Path, test: Test
) -> dict[str, Any]:
    """The traces of one fixed secret, whose answers are checked."""
    design, fixed = conversation.design, fixed_secrets(conversation, test.seed)
    glitches = test.delays is not None
    text = conversation.text(simulator.ports)

    def play(cycles: int, **options) -> dict[str, Any]:
        return simulator.play(
            conversation.stimulus(cycles, fixed),
            seed=test.seed,
            messages=text,
            directory=directory,
            **options,
        )

    wanted = sum(conversation.answers)
    ends: list[int] = []
    for longest in LONGEST:
        # How long it takes is seen in one batch without statistics, which is short.
        ends = play(longest, traces=1, toggles=False)["word_cycles"]
        if len(ends) >= wanted:
            break
    else:
        raise DesignError(
            f"{design.name}: its netlist gave {len(ends)} of {wanted} words within "
            f"{LONGEST[-1]} cycles."
        )
    found = play(ends[wanted - 1] + MARGIN, traces=test.traces, glitches=glitches)
    checked = _check(design, conversation, found)
    # The answer to the wrong tag is the last one, and it ends with its status word.
    status = found["word_cycles"][wanted - 1]
    forged = len(conversation.answers) > 1
    # One cycle more behind the status word: its fall shows the same.
    opened = list(range(status - OPENED_CYCLES, status + 2)) if forged else []
    # Played again with a shorter time: events are counted over all cycles, and those of what is
    # opened must not be among them.
    if test.each:
        end = opened[0] if opened else status + 1
        found["event"] = play(end, traces=test.traces, glitches=glitches, each=True)["event"]
    return {**found, "checked": checked, "answers": wanted, "opened": opened}


def fixed_secrets(conversation: Conversation, seed: int) -> dict[str, int]:
    """The value of each secret in the traces of the fixed class."""
    # What is public comes from the seed by itself; a key of the same numbers would be the nonce.
    random = Random(f"{seed} secrets")
    return {name: random.getrandbits(conversation.width) for name in conversation.secrets}


def _event(runs: list[dict], simulator: GateSimulator, *, named: bool) -> dict[str, Any]:
    """The single change of a net that tells the classes apart best."""
    count = sum(run["event"]["count"] for run in runs)
    worst = max((run["event"] for run in runs), key=lambda event: event["t"])
    # Without delays event n of a cycle is net n of `counted`; with delays a net has many events.
    net = simulator.levelled.counted[worst["number"]] if named else None
    return {
        "max_t": worst["t"],
        "cycle": worst["cycle"],
        "count": count,
        "threshold": threshold(count),
        "net": None if net is None else simulator.names.get(net, f"net {net}"),
    }


def _check(design: Design, conversation: Conversation, found: dict) -> int:
    """The words that the first traces gave are what the model says; returns how many traces."""
    lanes = len(found["words"][0])
    for lane in range(lanes):
        values = {name: found["secrets"][name][lane] for name in conversation.secrets}
        expected = [pair for answer in conversation.expected(values) for pair in answer]
        got = [words[lane] for words in found["words"]]
        if len(got) != len(expected):
            raise DesignError(
                f"{design.name}: trace {lane}: expected {len(expected)} words, the "
                f"netlist gives {len(got)}"
            )
        for place, ((word, care), other) in enumerate(zip(expected, got)):
            # Plaintext that leaves before a wrong tag is seen is not compared; its padding is.
            if (word ^ other) & care:
                raise DesignError(
                    f"{design.name}: trace {lane}, word {place}: expected {word:X}, "
                    f"the netlist gives {other:X}"
                )
    return lanes


def limits(*, delays: str | None, decrypts: bool = True) -> dict[str, Any]:
    """What a verdict rests on: ``model`` and ``not_covered``, sentences."""
    left = "what is opened at a wrong tag, by design" if decrypts else "decryption"
    return {"model": MODEL[delays], "not_covered": [*NOT_COVERED, left]}
