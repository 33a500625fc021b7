"""``cipherfab leakage``."""

import tempfile
from pathlib import Path
from typing import Any

from ..architectures.protected.masked import Masked
from ..cores.bare import staged
from ..cores.build import build
from ..cores.names import CoreName
from ..cores.verilog import verilog
from ..design import Design
from ..errors import CallError
from ..verify.gates import leakage, masking
from .mapping import bare, mapped


def run(core: str, *, platform: str, recipe: str, traces: int, seed: int, glitches: bool, each: bool,
        control: int, cycles: int | None = None) -> dict[str, Any]:
    """Map a core, masked or not, and test the netlist; of a masked one also check every stage on all sharings.

    Args:
        control: leave out the register after this stage of a masked core; 0 for none.
        core, platform, recipe: what is mapped, where and how.
        cycles, traces, seed, glitches, each: see `leakage.assess`.

    Raises:
        CallError: the core is no bare primitive, a control is asked of an unmasked core, or the platform has no Liberty file.
    """
    name = bare(core)
    masked = name.architecture == "masked"
    if control and not masked:
        raise CallError(f"'{name}': --control leaves out a register of a masked core; this one is not masked.")
    design = without_register(name, control) if control else build(core)
    with tempfile.TemporaryDirectory(prefix="cipherfab-leakage-") as scratch:
        directory = Path(scratch)
        made, liberty = mapped(design, platform, recipe, directory)
        found = leakage.assess(design, directory / "netlist.v", liberty, directory, traces=traces, seed=seed,
                               glitches=glitches, each=each, cycles=cycles)
    described = staged(name) if masked else None
    return {"core": str(name), "control": control, "platform": platform, "recipe": recipe, "area_ge": made.area_ge, **found,
            "random_bits_per_call": described.random_bits_per_call if described else 0,
            **leakage.limits(name.algorithm.name, glitches=glitches, masked=masked),
            "stages": masking.check(described) if described and not control else []}


def without_register(name: CoreName, number: int) -> Design:
    """The control: a masked core without the register after its stage ``number``, from 1.

    Raises:
        CallError: it is not described in stages, or has no such register.
    """
    component = Masked(staged(name), without=number)
    design, top = build(str(name)), f"{name.file_stem}_control"
    return Design(name=f"{name} without the register after stage {number}", top=top, sources={f"{top}.sv": verilog(component, top)},
                  interface=design.interface)


def show(found: dict[str, Any]) -> None:
    """Print the verdict, and what it rests on."""
    what = found["core"] + (f" without the register after stage {found['control']}" if found["control"] else "")
    print(f"{what} on {found['platform']}, recipe {found['recipe']}: {found['area_ge']:.0f} GE, {found['gates']} gates")
    for item in found["stages"]:
        print(f"  {'pass' if item['passed'] else 'FAIL'}  {item['check']}: {item['detail']}")
    print(f"  random bits: {found['random_bits']} in a cycle, {found['random_bits_per_call']} in a call")
    watched = f"the first {found['watched']}" if found["watched"] else "all"
    print(f"  {found['traces']:.0f} traces, {watched} cycles of a call, fixed against random, toggles "
          f"{'with' if found['glitches'] else 'without'} glitches, seed {found['seed']}: largest |t| = {found['max_t']:.2f} "
          f"in cycle {found['cycle']} (threshold {found['threshold']})")
    if event := found["event"]:
        print(f"  each of {event['count']} events by itself: largest |t| = {event['max_t']:.2f} in cycle {event['cycle']} "
              f"(threshold {event['threshold']})")
    for failed in (found["failed_at"], event and event["failed_at"]):
        if failed:
            print(f"  above the threshold from {failed} traces on")
    print(f"  {found['evaluations'] / found['seconds'] / 1e9:.2f} gate evaluations per ns, {found['seconds']:.1f} s")
    print(f"  model: {found['model']}")
    print(f"  not covered: {'; '.join(found['not_covered'])}")
    for text in found["known_to_leak"]:
        print(f"  known to leak in another model: {text}")
    print(f"{what}: {'leaks' if found['leaks'] else 'no leakage found'} in this model")


def exit_code(found: dict[str, Any]) -> int:
    """1 if it leaks, or if a stage is wrong."""
    return int(found["leaks"] or any(not item["passed"] for item in found["stages"]))
