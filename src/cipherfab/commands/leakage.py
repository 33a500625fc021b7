# SPDX-License-Identifier: Apache-2.0
"""``cipherfab leakage``."""

import tempfile
from pathlib import Path
from typing import Any

from ..architectures.protected.masked import Masked
from ..cores.bare import masked as described
from ..cores.build import build
from ..cores.corename import LWC_KINDS, CoreName
from ..cores.names import parse
from ..cores.verilog import verilog
from ..design import Design
from ..errors import CallError
from ..plain import say
from ..primitives.in_stages import Staged
from ..primitives.in_stages import without_register as stages_without
from ..verify.gates import leakage
from ..verify.gates.probing import cocoalma, exact, prolead_runs
from ..verify.gates.probing import prolead as for_prolead
from . import gadgets, leakage_coco, leakage_of_messages, leakage_sets, leakage_verdict
from .leakage_verdict import WORDS, of_coco, of_exact, of_test, worst
from .mapping import bare, by_liberty, mapped
from .telling import Telling


def run(
    core: str,
    *,
    platform: str,
    recipe: str,
    traces: int,
    seed: int,
    glitches: bool,
    each: bool,
    control: int,
    secrets: int = 3,
    delays: str | None = None,
    cycles: int | None = None,
    prolead: Path | None = None,
    coco: Path | None = None,
    simulations: int = 1_000_000,
    part: int | None = None,
    ones: bool = False,
    sets: int = 0,
    probes: int = 1,
    apart: bool = False,
    names: int = cocoalma.NAMED,
) -> dict[str, Any]:
    """Map a core, masked or not, and test the netlist: every probe exactly, then toggles of many
    traces.

    Args:
        control: leave out the register after this stage of a masked core; 0 for none.
        core, platform, recipe: what is mapped, where and how.
        cycles, traces, seed, secrets, delays, each: see `leakage.assess`; ``glitches``: with delays
            of a unit, if ``delays`` does not say otherwise.
        prolead, coco: directory for PROLEAD's and for CocoAlma's files; None: it is not asked.
        names: views that CocoAlma refuses and may name; see `cocoalma.judge`.
        sets, probes, apart: random sets of probes; see `sets.assess`. 0: none.
        simulations, part, ones: PROLEAD's; see `for_prolead.write`.

    Raises:
        CallError: the core is neither a bare primitive nor a masked AEAD, a control is asked of an
            unmasked core, an option of bare primitives of another one, or the platform has no
            Liberty file.
    """
    delays = delays or (leakage.UNIT if glitches else None)
    if on_a_bus(core):
        if control or prolead or coco or sets:
            raise CallError(
                f"'{core}': --control, --prolead, --coco and --sets are for bare "
                f"primitives; of an AEAD whole messages are tested."
            )
        return leakage_of_messages.run(
            parse(core),
            platform=platform,
            recipe=recipe,
            traces=traces,
            seed=seed,
            secrets=secrets,
            delays=delays,
            timed=by_liberty(platform),
            each=each,
            cycles=cycles,
        )
    name = bare(core)
    masked = name.architecture == "masked"
    if prolead and name.bitserial:
        raise CallError(f"'{name}': --prolead is for cores that take all shares at once.")
    if control and not masked:
        raise CallError(
            f"'{name}': --control leaves out a register of a masked core; this one is not masked."
        )
    design = without_register(name, control) if control else build(core)
    by_gadgets = masked and not name.threshold
    second_of_part = (
        leakage_coco.of_part(name, platform, recipe, coco, seed=seed, named=names)
        if coco and by_gadgets
        else None
    )
    with tempfile.TemporaryDirectory(prefix="cipherfab-leakage-") as scratch:
        directory = Path(scratch)
        made, library = mapped(design, platform, recipe, directory)
        outside = (
            judge(
                design,
                directory / "netlist.v",
                library,
                prolead,
                cycles=cycles,
                simulations=simulations,
                seed=seed,
                part=part,
                ones=ones,
            )
            if prolead
            else None
        )
        second = (
            leakage_coco.judge(
                design, directory, library, coco, cycles=cycles, seed=seed, named=names
            )
            if coco and not name.bitserial
            else None
        )
        probed = (
            None
            if by_gadgets
            else exact.assess(design, directory / "netlist.v", library, directory, seed=seed)
        )
        whole = (
            gadgets.whole(
                design, directory, library, seed=seed, longest=cycles if name.bitserial else None
            )
            if by_gadgets
            else {}
        )
        found = leakage.assess(
            design,
            directory / "netlist.v",
            library,
            directory,
            traces=traces,
            seed=seed,
            secrets=secrets,
            delays=delays,
            each=each,
            cycles=cycles,
            timed=by_liberty(platform),
        )
        drawn = (
            leakage_sets.run(
                design,
                directory / "netlist.v",
                library,
                directory,
                count=sets,
                probes=probes,
                apart=apart,
                traces=traces,
                seed=seed,
            )
            if sets
            else None
        )
    parts = gadgets.checked(name, platform, recipe, seed=seed) if by_gadgets else []
    made_of = described(name) if masked else None
    result = {"core": str(name), "control": control, "platform": platform,
            "recipe": recipe, "area_ge": made.area_ge, **found,
            "random_bits_per_call": made_of.random_bits_per_call if made_of else 0,
            **leakage.limits(delays=delays),
            "probed": probed, "parts": parts, "whole": whole, "prolead": outside, "coco": second,
            "coco_of_part": second_of_part, "sets": drawn}  # fmt: skip
    return {**result, "verdict": verdict(result)}


def on_a_bus(core: str) -> bool:
    """Whether a core is a masked AEAD."""
    name = parse(core)
    return name.architecture == "masked" and name.algorithm.kind in LWC_KINDS


def judge(
    design: Design,
    netlist: Path,
    liberty: Path,
    directory: Path,
    *,
    cycles: int | None,
    simulations: int,
    seed: int,
    part: int | None,
    ones: bool,
) -> dict[str, Any]:
    """What PROLEAD says of a netlist; see `prolead_runs.judge`. ``cycles`` of a call are watched,
    all and some in which the result waits if it is None.
    """
    directory.mkdir(parents=True, exist_ok=True)
    latency = leakage_coco.latency(design, netlist, liberty, directory, seed)
    whole = cycles is None or cycles > latency
    watched = leakage.START + (latency + leakage.MARGIN if whole else cycles)
    parts = for_prolead.write(
        design,
        netlist,
        liberty,
        directory,
        simulations=simulations,
        cycles=watched,
        whole=whole,
        seed=seed,
        part=part,
        ones=ones,
    )
    telling = Telling()
    telling.begins(prolead_runs.PROGRAM, len(parts))
    return {
        **prolead_runs.judge(directory, design.top, parts, told=telling.told),
        "cycles": watched,
        "ones": ones,
    }


def without_register(name: CoreName, number: int) -> Design:
    """The control: a masked core without the register after its stage ``number``, from 1.

    Raises:
        CallError: it is not described in stages, or has no such register.
    """
    staged = described(name)
    if not isinstance(staged, Staged):
        raise CallError(
            f"'{name}': --control leaves out the registers after a stage, and this "
            f"core is made of gadgets. cipherfab leakage-controls '{name}' leaves out "
            f"theirs."
        )
    component = Masked(staged, stages=stages_without(staged, number))
    design, top = build(str(name)), f"{name.file_stem}_control"
    return Design(
        name=f"{name} without the register after stage {number}",
        top=top,
        sources={f"{top}.sv": verilog(component, top)},
        interface=design.interface,
    )


def show(found: dict[str, Any]) -> None:
    """Print the verdict, and what it rests on."""
    if "messages" in found:
        leakage_of_messages.show(found)
        return
    what = found["core"] + (
        f" without the register after stage {found['control']}" if found["control"] else ""
    )
    say(
        f"{what} on {found['platform']}, recipe {found['recipe']}: {found['area_ge']:.0f} GE, "
        f"{found['gates']} gates"
    )
    if found["probed"]:
        show_probed(found["probed"])
    if found["whole"]:
        gadgets.show(found["whole"], found["parts"])
    if outside := found["prolead"]:
        show_outside(outside)
    for second in filter(None, (found["coco"], found["coco_of_part"])):
        leakage_coco.show(second)
    if drawn := found["sets"]:
        leakage_sets.show(drawn)
    say(
        f"  random bits: {found['random_bits']} in a cycle, {found['random_bits_per_call']} in a "
        f"call"
    )
    watched = f"the first {found['watched']}" if found["watched"] else "all"
    say(
        f"  {found['traces']:.0f} traces of each of {found['secrets']} fixed secrets against "
        f"random ones, {watched} cycles of a call, toggles "
        f"{leakage.in_words(found['delays'])}, seed {found['seed']}: largest "
        f"|t| = {found['max_t']:.2f} in cycle {found['cycle']} (threshold {found['threshold']})"
    )
    show_variance(found["variance"], found["threshold"])
    if event := found["event"]:
        say(
            f"  each of {event['count']} events by itself: largest |t| = {event['max_t']:.2f} in "
            f"cycle {event['cycle']} "
            f"(threshold {event['threshold']})"
        )
    for failed in (found["failed_at"], event and event["failed_at"]):
        if failed:
            say(f"  above the threshold from {failed} traces on")
    if found["detected_at"]:
        say(
            f"  first above {found['sequential_threshold']}, the threshold for {found['looks']} "
            f"looks, at {found['detected_at']} traces"
        )
    say(
        f"  {found['evaluations'] / found['seconds'] / 1e9:.2f} gate evaluations per ns, "
        f"{found['seconds']:.1f} s"
    )
    say(f"  model: {found['model']}")
    say(f"  not covered: {'; '.join(found['not_covered'])}")
    say(f"{what}: {verdict(found)} in these models")


def show_variance(variance: dict[str, Any], threshold: float) -> None:
    """Print the second moment, which masking of the first order does not hide."""
    since = f", above it from {variance['failed_at']} traces on" if variance["failed_at"] else ""
    say(
        f"  second moment (decides nothing): largest |t| = {variance['max_t']:.2f} in cycle "
        f"{variance['cycle']} (threshold {threshold}{since})"
    )


def show_probed(probed: dict[str, Any]) -> None:
    """Print what the exact check found, its model, and what it does not cover."""
    say(
        f"  {WORDS[of_exact(probed)]}  {probed['model']}: {probed['probes']} "
        f"cones, {probed['cycles']} cycles, "
        f"{probed['leaking']} views leak or could not be shown not to, {probed['seconds']:.1f} s"
    )
    if probed["complete"]:
        say(
            f"    {len(probed['complete'])} cones have all shares of a word: "
            f"{', '.join(probed['complete'][:4])}"
        )
    if probed["fault"]:
        say(f"    ended early: {probed['fault']}")
    for leak in probed["leaks"]:
        between = " and ".join(
            ", ".join(f"{name} = {bit}" for name, bit in side.items())
            for side in leak["pair"] or ()
        )
        say(
            f"    {leak['net']}, cycle "
            f"{leak['cycle']}{', over a transition' if leak['transition'] else ''}, "
            f"{'tells apart ' + between if between else 'not decided'}; sees "
            f"{', '.join(leak['registers'])}"
        )
    say(f"    not covered: {'; '.join(probed['not_covered'])}")


def show_outside(outside: dict[str, Any]) -> None:
    """Print what PROLEAD found."""
    verdict = "FAIL" if outside["leaks"] else "pass"
    compared = "how many ones a probe sees" if outside["ones"] else "what a probe sees"
    say(
        f"  {verdict}  PROLEAD (program {outside['program'][:12]}), glitches and transitions, "
        f"{compared}, {outside['cycles']} cycles in {outside['runs']} runs, "
        f"{outside['sets']} probing sets, {outside['simulations']} simulations "
        f"({outside['asked']} asked for), "
        f"{outside['seconds']:.0f} s: largest -log10(p) = {outside['log10_p']:.2f} (threshold "
        f"{outside['threshold']:.2f} for all; {outside['above']} sets above "
        f"{prolead_runs.THRESHOLD:g}), {outside['probes']}"
    )


def exit_code(found: dict[str, Any]) -> int:
    """1 if it leaks in one of the checks, or is not shown to be secure."""
    return leakage_verdict.exit_code(verdict(found))


def verdict(found: dict[str, Any]) -> str:
    """The worst of all checks, a word of `leakage_verdict`."""
    if "messages" in found:
        return leakage_of_messages.verdict(found)
    probed = [*filter(None, (found["probed"], found["whole"])), *found["parts"]]
    asked = filter(None, (found["coco"], found["coco_of_part"]))
    tests = (
        found["leaks"],
        found["prolead"] and found["prolead"]["leaks"],
        found["sets"] and leakage_sets.fails(found["sets"]),
    )
    return worst(
        [
            *map(of_test, tests),
            *map(of_exact, probed),
            *(of_coco(second, leakage_coco.fails(second)) for second in asked),
        ]
    )
