# SPDX-License-Identifier: Apache-2.0
"""``cipherfab leakage`` of a masked AEAD, with its wrapper: domains of shares on the whole netlist,
every single probe on it and on the permutation by itself, toggles over whole messages.
"""

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..cores.build import bare_primitive, build, on_shares
from ..cores.controller import controller
from ..cores.corename import CoreName
from ..design import Design
from ..plain import say
from ..verify.gates import message_leakage
from ..verify.gates.leakage import Timed, as_it_is, in_words
from ..verify.gates.messages import Conversation, Lengths
from ..verify.gates.probing import domains, rounds, whole
from ..verify.gates.probing.symbolic import SymbolicNetlist
from . import leakage_verdict
from .gadgets import show_single
from .leakage_verdict import WORDS, of_exact, of_test, worst
from .mapping import mapped

FIRST = 10
"""Cycles of a call that is checked with public words in the state: in its first round each bit of
the state gets random bits, and then there are no public ones.
"""


def run(
    name: CoreName,
    *,
    platform: str,
    recipe: str,
    traces: int,
    seed: int,
    secrets: int,
    delays: str | None = None,
    timed: Timed = as_it_is,
    each: bool = False,
    cycles: int | None = None,
) -> dict[str, Any]:
    """Map the core and its permutation, and test both netlists; see `leakage.run`. ``cycles``: of
    the messages and of a call of the permutation only so many are probed. What is done is said on
    standard error, since all of it takes long.

    Raises:
        CallError: the platform has no Liberty file.
    """
    design = build(str(name))
    with tempfile.TemporaryDirectory(prefix="cipherfab-leakage-") as scratch:
        directory = Path(scratch)
        made, liberty = mapped(design, platform, recipe, directory)
        netlist = SymbolicNetlist.read(directory / "netlist.v", liberty, design.top, directory)
        apart = domains.check(design, netlist)
        _told(f"domains: {_verdict(apart['passed'])}, {made.area_ge:.0f} GE")
        exact = whole.check(
            design,
            netlist,
            Conversation(design, seed=seed, lengths=Lengths()),
            seed=seed,
            longest=cycles,
        )
        _told(
            f"whole core: {_verdict(exact['passed'])}, {exact['cycles']} cycles, "
            f"{exact['seconds']:.1f} s"
        )
        found = message_leakage.assess(
            design,
            directory / "netlist.v",
            liberty,
            directory,
            traces=traces,
            seed=seed,
            secrets=secrets,
            delays=delays,
            timed=timed,
            each=each,
        )
        _told(f"messages: {_verdict(not found['leaks'])}, largest |t| = {found['max_t']:.2f}")
    result = {"core": str(name), "platform": platform, "recipe": recipe, "area_ge": made.area_ge,
            "domains": apart, "whole": exact, "messages": found,
            "permutation": probed(name, platform, recipe, seed=seed, cycles=cycles),
            **message_leakage.limits(delays=delays)}  # fmt: skip
    return {**result, "verdict": verdict(result)}


def probed(
    name: CoreName, platform: str, recipe: str, *, seed: int, cycles: int | None = None
) -> list[dict[str, Any]]:
    """What `rounds.check` says of the permutation by itself, mapped by the same recipe: with all of
    its state in shares, and with the public words that some runs begin with; ``state`` says which.
    The next call gets the result's shares. ``cycles``: the first so many of a call.
    """
    design = permutation(name)
    with tempfile.TemporaryDirectory(prefix="cipherfab-permutation-") as scratch:
        directory = Path(scratch)
        _, liberty = mapped(design, platform, recipe, directory)
        netlist = SymbolicNetlist.read(directory / "netlist.v", liberty, design.top, directory)
        found = []
        for event, plain in {"": None, **name.model.plain}.items():
            longest = min(FIRST, cycles or FIRST) if event else cycles
            result = rounds.check(
                design,
                netlist,
                seed=seed,
                plain={"x": plain} if plain else None,
                longest=longest,
                fed_back=True,
            )
            state = (
                f"public words as in front of the run after {event}"
                if event
                else "all of the state in shares, its result in the next call"
            )
            found.append({"state": state, **result})
            _told(
                f"permutation, {state}: {_verdict(result['passed'])}, {result['cycles']} cycles, "
                f"{result['seconds']:.1f} s"
            )
    return found


def _told(text: str) -> None:
    say(text, err=True)


def permutation(name: CoreName) -> Design:
    """The permutation of a masked AEAD, with an interface that says what is in shares."""
    staged = controller(name).primitive.staged
    return replace(bare_primitive(str(name)), interface=on_shares(staged, name.factor))


def show(found: dict[str, Any]) -> None:
    """Print the verdict, and what it rests on."""
    messages, opened = found["messages"], found["messages"]["opened"]
    say(
        f"{found['core']} on {found['platform']}, recipe {found['recipe']}: "
        f"{found['area_ge']:.0f} GE, {messages['gates']} gates, wrapper included"
    )
    _show_domains(found["domains"])
    exact = found["whole"]
    until = "until something is opened" if exact["opened"] else "the first cycles alone"
    show_single(
        exact,
        f"the whole core, an encryption and a decryption, {until}, {exact['words']} "
        f"words of answers",
    )
    for part in found["permutation"]:
        show_single(part, f"the permutation by itself, {part['state']}")
    say(
        f"  {_verdict(not messages['leaks'])}  {messages['traces']:.0f} traces of each of "
        f"{messages['secrets']} fixed keys and plaintexts against random ones, an encryption, "
        f"its decryption and one with a wrong tag, {messages['cycles']} cycles, toggles "
        f"{in_words(messages['delays'])}, seed {messages['seed']}: "
        f"largest |t| = {messages['max_t']:.2f} in cycle {messages['cycle']} (threshold "
        f"{messages['threshold']})"
    )
    if event := messages["event"]:
        where = f" of {event['net']}" if event["net"] else ""
        say(
            f"  each of {event['count']} events by itself, before something is opened: largest "
            f"|t| = {event['max_t']:.2f}{where} in cycle {event['cycle']} (threshold "
            f"{event['threshold']})"
        )
    say(
        f"  not judged: {len(opened['cycles'])} cycles in which a function of a wrong tag's "
        f"difference is opened, by design: largest |t| = {opened['max_t']:.2f}"
    )
    say(
        f"  handshake and status the same in all traces: "
        f"{'yes' if messages['uniform'] else 'NO'}; answers of {messages['checked']} traces "
        f"compared with the model; {messages['random_words']} words of RDI in a trace"
    )
    say(
        f"  {messages['evaluations'] / messages['seconds'] / 1e9:.2f} gate evaluations per ns, "
        f"{messages['seconds']:.1f} s"
    )
    say(f"  model of the toggles: {found['model']}")
    say(f"  not covered: {'; '.join(found['not_covered'])}")
    say(f"{found['core']}: {verdict(found)} in these models")


def _show_domains(apart: dict[str, Any]) -> None:
    counts = apart["counts"]
    say(
        f"  {WORDS[of_exact(apart)]}  {apart['model']}: {sum(counts.values())} cones of the "
        f"whole core, {counts.get('gadget', 0)} of gadgets, {counts.get('opened', 0)} of what is "
        f"opened"
    )
    for text in apart["wrong"][:4]:
        say(f"    {text}")


def _verdict(passed: bool) -> str:
    return "pass" if passed else "FAIL"


def exit_code(found: dict[str, Any]) -> int:
    """1 if it leaks in one of the checks, or is not shown to be secure."""
    return leakage_verdict.exit_code(verdict(found))


def verdict(found: dict[str, Any]) -> str:
    """The worst of all checks, a word of `leakage_verdict`; a handshake that hangs on secrets is a
    leak.
    """
    messages = found["messages"]
    exact = [found["domains"], found["whole"], *found["permutation"]]
    return worst([of_test(messages["leaks"] or not messages["uniform"]), *map(of_exact, exact)])
