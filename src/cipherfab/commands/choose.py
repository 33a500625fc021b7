# SPDX-License-Identifier: Apache-2.0
"""``cipherfab choose``: the cores that fit a budget."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from pathlib import Path

from ..choose.candidate import Candidate, of_entries, of_store, together
from ..choose.choice import Choice, Near, choose
from ..choose.request import ABSENT, Request
from ..dataset import entry
from ..errors import CallError
from ..plain import say
from ..report import printing
from ..report.listing import listing
from ..results.home import default_home

MEASURES = {
    "--verified": "`cipherfab bench {core} --on {platform}` plays known answers on its RTL",
    "--proved": "`cipherfab bench {core} --on {platform} --prove` proves them",
    "--max-pj-per-bit": "`cipherfab bench {core} --on {platform} --energy` measures energy",
    "--max-luts": "Lookup tables are counted on FPGAs only, as `--on ecp5`",
    "--max-kge": "kGE are counted on standard cells only, as `--on nangate45`",
}
"""What finds out what is not known of a core, by the option that asks for it."""


OTHER = (
    "{core}: the RTL that was written is another one than that of the {source}, and what is said "
    "above is not said of it. `cipherfab bench {core}` measures it."
)
"""Of a core whose RTL has changed since it was measured."""

ABSENT_HERE = "–"
"""What stands where nothing is known."""

NETLISTS = {True: "netlist passed", False: "netlist FAILED", None: "netlist not checked"}
"""What is said of the netlist whose numbers a row has."""


@dataclass(frozen=True, kw_only=True)
class Result:
    """A request and its answer."""

    request: Request
    choice: Choice


def run(
    *,
    best: str,
    top: int,
    data: Path | None,
    kind: str | None = None,
    algorithm: str | None = None,
    **limits,
) -> Result:
    """The answer to a request, from the store and the data set of the package, or ``data`` in its
    place.

    Args:
        kind: None stands for that of the algorithm, or for AEADs.

    Raises:
        CallError: nothing is known of the platform or of the algorithm, or a file is no data set.
        ToolError: the store is not as it was written.
    """
    candidates = together(of_store(default_home()), of_entries(entry.read(data)))
    # Told from the cores that are known, so that a hash can be asked for by its name alone.
    kind = kind or _kind_of(algorithm, candidates)
    request = Request(kind=kind, algorithm=algorithm, **limits)
    known = sorted({candidate.platform for candidate in candidates})
    if request.platform not in known:
        raise CallError(
            f"nothing is known of cores on '{request.platform}'; the data set and the "
            f"store have "
            f"{', '.join(known) or 'nothing'}. `cipherfab bench CORE --on "
            f"{request.platform}` measures one."
        )
    return Result(request=request, choice=choose(candidates, request, best=best, top=top))


def _kind_of(algorithm: str | None, candidates: Sequence[Candidate]) -> str:
    """What the cores of an algorithm are."""
    if algorithm is None:
        return "aead"
    kinds = [candidate.kind for candidate in candidates if candidate.algorithm == algorithm]
    if not any(kinds):
        close = get_close_matches(algorithm, {candidate.algorithm for candidate in candidates})
        meant = f"; did you mean {' or '.join(close)}?" if close else ""
        raise CallError(
            f"nothing is known of cores of '{algorithm}'{meant} `cipherfab list` names the "
            f"algorithms, and `cipherfab bench CORE` measures a core."
        )
    # Of kinds that are equally frequent the first by name: a set alone has no order.
    return max(sorted(set(kinds)), key=kinds.count)


def exit_code(result: Result) -> int:
    """0 if a core was found, else 1."""
    return 0 if result.choice.found else 1


def write(result: Result, output: Path) -> tuple[list[str], str]:
    """Emit the first core that was found; returns the names of its files, and what to say of it:
    that the figures are not its own; empty if they are.
    """
    from . import emit

    first = result.choice.found[0]
    made = emit.run(first.core, output, cycles=True)
    same = first.design in ("", made["design"])
    return made["files"], "" if same else OTHER.format(core=first.core, source=first.source)


def plain(result: Result) -> dict:
    """What ``--json`` prints."""
    request, choice = result.request, result.choice
    return {
        "request": asdict(request),
        "considered": choice.considered,
        "found": [_facts(candidate, request) for candidate in choice.found],
        "nearest": [_near(near, request) for near in choice.nearest],
        "enough": [_near(near, request) for near in choice.enough],
    }


def _near(near: Near, request: Request) -> dict:
    misses = [
        # JSON has no infinity, which a limit has that no factor meets.
        {**asdict(miss), "factor": None if miss.factor == ABSENT else miss.factor}
        for miss in near.misses
    ]
    return {**_facts(near.candidate, request), "misses": misses}


def _facts(candidate: Candidate, request: Request) -> dict:
    return {
        "core": candidate.core,
        "platform": candidate.platform,
        "recipe": candidate.recipe,
        "source": candidate.source,
        "operations": sorted(candidate.operations),
        "area_ge": candidate.area_ge,
        "luts": candidate.luts,
        "fmax_mhz": candidate.fmax_mhz,
        "placed_fmax_mhz": candidate.placed_fmax_mhz,
        "period_ps": candidate.period_ps,
        "seeds": list(candidate.seeds),
        "verified": candidate.verified,
        "netlist_checked": candidate.netlist,
        "netlist_checked_alone_by": candidate.alone,
        "proved_messages": candidate.proved,
        "checked": dict(candidate.checked),
        "energy_pj_per_bit": candidate.pj_per_bit(request.message),
        "throughput_mbps": candidate.mbps(request.message, request.at_mhz),
    }


def show(result: Result) -> None:
    """Print the cores that were found; else what comes nearest, and what would be enough."""
    request, choice = result.request, result.choice
    if choice.found:
        printing.show(listing([_line(candidate, request) for candidate in choice.found]))
        say(
            f"{_where(request)}; {choice.considered} implementations considered. "
            f"`cipherfab emit {choice.found[0].core} -o DIR` writes the first."
        )
        return
    of = f"{request.algorithm or request.kind} cores"
    say(
        f"No core meets all of this, of {choice.considered} implementations of {of} on "
        f"{request.platform}."
    )
    if choice.nearest:
        say("Nearest:", apart=True)
        printing.show(
            listing(
                [
                    {
                        **_line(near.candidate, request),
                        "misses": "; ".join(miss.text for miss in near.misses),
                    }
                    for near in choice.nearest
                ]
            )
        )
    say()
    for line in _advice(choice):
        say(line)


def _advice(choice: Choice) -> list[str]:
    """What would be enough: one limit changed or left out, else all that the nearest core
    misses."""
    if choice.enough:
        return [
            "It would be enough to change one of these, and nothing else:",
            *(f"  {_change(near)}" for near in choice.enough),
        ]
    if not choice.nearest:
        return ["No core of this kind is known there."]
    near = choice.nearest[0]
    return [
        "No change of a single limit is enough. For the nearest, all of these would be:",
        f"  {_change(near)}",
    ]


def _change(near: Near) -> str:
    """What would have to be changed for a core, and what measures what is not known of it."""
    core, misses = near.candidate, near.misses
    words = [f"without {miss.asked}" if miss.value is None else miss.text for miss in misses]
    advice = [
        f". {MEASURES[miss.option].format(core=core.core, platform=core.platform)}"
        for miss in misses
        if miss.value is None and miss.option in MEASURES
    ]
    return f"{'; '.join(words)} ({core.core}, {core.recipe}){''.join(advice)}"


def _where(request: Request) -> str:
    clock = f"{request.at_mhz:g} MHz" if request.at_mhz else "the core's highest frequency"
    size = "long messages" if request.message == "long" else f"messages of {request.message} bytes"
    return f"Throughput is that of {size} at {clock}, with a key that stays"


def _line(candidate: Candidate, request: Request) -> dict:
    # A row of an FPGA has look-up tables in place of an area.
    size = {"kGE": candidate.kge} if candidate.kge is not None else {"LUTs": candidate.luts}
    placed = {"placed MHz": candidate.placed_fmax_mhz} if candidate.kge is not None else {}
    period = f"{candidate.period_ps / 1000:g}" if candidate.period_ps else ABSENT_HERE
    return {"core": candidate.core, "recipe": candidate.recipe, "period ns": period,
            "seeds": ",".join(map(str, candidate.seeds)) or ABSENT_HERE, **size,
            "Mbit/s": candidate.mbps(request.message, request.at_mhz),
            "fmax MHz": candidate.fmax_mhz, **placed,
            "pJ/bit": candidate.pj_per_bit(request.message),
            "does": ", ".join(sorted(candidate.operations)),
            "verified": _verdict(candidate),
            "source": candidate.source}  # fmt: skip


def _verdict(candidate: Candidate) -> str:
    """What was checked: of the RTL, and of the netlist that was measured."""
    words = {True: "rtl passed", False: "FAILED", None: "not here"}
    messages = "messages proved, " if candidate.proved else ""
    netlist = NETLISTS[candidate.netlist] + f" by {candidate.alone} alone" * bool(candidate.alone)
    return f"{words[candidate.verified]}, {messages}{netlist}"
