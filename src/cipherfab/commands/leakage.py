# SPDX-License-Identifier: Apache-2.0
"""``cipherfab leakage``: a mapped core before the judges of `verify.gates.judges`."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from ..architectures.protected.masked import Masked
from ..asked import record
from ..controllers.sponge.on_shares import DOM
from ..cores.bare import masked as described
from ..cores.build import bare_primitive, build, on_shares
from ..cores.controller import controller
from ..cores.corename import LWC_KINDS, CoreName
from ..cores.names import parse
from ..cores.verilog import verilog
from ..design import Design
from ..errors import CallError
from ..implement import recipes
from ..imports.designs import build as load
from ..imports.designs import is_description
from ..plain import say
from ..primitives.in_stages import Staged
from ..primitives.in_stages import without_register as stages_without
from ..primitives.primitive import Primitive
from ..verify.gates import judges, message_leakage
from ..verify.gates.judges import Common, Composition, Judge, Mapped, verdicts
from ..verify.gates.judges.messages import Composable, Permutation
from ..verify.gates.leakage import PLACED
from . import gadgets
from .mapping import bare, by_liberty, by_placement, on_cells, placeable
from .telling import Telling


def run(core: str, *, platform: str, recipe: str, seed: int, **options: Any) -> dict[str, Any]:
    """Map a core, masked or not, and let the judges test its netlist.

    Args:
        core, platform, recipe: what is mapped, where and how.
        seed: of all that is random.
        options: of the judges, and of `Common`.

    Raises:
        CallError: the core is neither a bare primitive nor a masked AEAD, or is one of others
            without shares, a control is asked of an unmasked core, an option of bare primitives of
            another one, the recipe gates clocks, or the platform has no Liberty file, or no
            geometry for a placement.
        ToolError: the placer is missing.
    """
    common = record(Common, options)
    if options.get("delays") == PLACED:
        # Before minutes of other judges.
        placeable(platform)
    of_calls = [record(judge, options) for judge in judges.OF_CALLS]
    foreign = is_description(core)
    if not foreign and recipes.find(recipe).clock_gates:
        raise CallError(
            f"'{core}': recipe {recipe} gates clocks, and the exact checks follow none. Take "
            f"another one, such as --recipe area."
        )
    others = judges.OF_OTHERS if foreign else judges.OF_MESSAGES
    if not foreign and not on_a_bus(core):
        name = bare(core)
        _refuse(name, common, of_calls)
        return _of_calls(Asked(platform, recipe, seed, common, name), of_calls)
    # Judges that bare primitives share with these cores are not refused.
    of_calls = [judge for judge in of_calls if judge.switch and not isinstance(judge, others)]
    if common.control or any(judge.asked() for judge in of_calls):
        switches = [f"--{judge.switch}" for judge in of_calls]
        raise CallError(
            f"'{core}': --control, {', '.join(switches[:-1])} and {switches[-1]} are for bare "
            f"primitives; of an AEAD whole messages are tested."
        )
    if foreign:
        return _of_others(core, How(platform, recipe, seed, common), options)
    return _of_messages(Asked(platform, recipe, seed, common, parse(core)), options)


def on_a_bus(core: str) -> bool:
    """Whether a core is a masked AEAD."""
    name = parse(core)
    return name.architecture == "masked" and name.algorithm.kind in LWC_KINDS


def _refuse(name: CoreName, common: Common, asked: Sequence[Judge]) -> None:
    for judge in asked:
        if judge.asked() and (why := judge.refusal(bitserial=bool(name.bitserial))):
            raise CallError(f"'{name}': {why}")
        if isinstance(judge, Composition) and judge.asked() and name.architecture != "masked":
            raise CallError(f"'{name}': --composition is of masked cores; this one is not masked.")
    if common.control and name.architecture != "masked":
        raise CallError(
            f"'{name}': --control leaves out a register of a masked core; this one is not masked."
        )


@dataclass(frozen=True)
class How:
    """Where and how a core is mapped, and what all judges are told."""

    platform: str
    recipe: str
    seed: int
    common: Common

    @contextmanager
    def mapped(self, design: Design, name: str, **more: Any) -> Iterator[Mapped]:
        """A design as the judges get it; ``more``: fields of `Mapped`."""
        telling = Telling()
        with on_cells(design, self.platform, self.recipe) as made:
            yield Mapped(
                name=name,
                design=design,
                directory=made.directory,
                liberty=made.liberty,
                area_ge=made.area_ge,
                seed=self.seed,
                common=self.common,
                timed=by_liberty(self.platform),
                placed=by_placement(self.platform, design, made.directory),
                begins=telling.begins,
                told=telling.told,
                **more,
            )


@dataclass(frozen=True)
class Asked(How):
    """The same of a core of ours."""

    name: CoreName

    def part(self, part: Primitive | None) -> Any:
        """A part of a core by gadgets, or the permutation of an AEAD, mapped in the same way."""
        if part is None:
            return self.mapped(permutation(self.name), "permutation")
        design = gadgets.small_design(part, self.name.factor, self.name.gadget)
        return self.mapped(design, part.name)


def _of_calls(asked: Asked, judging: Sequence[Judge]) -> dict[str, Any]:
    name, control = asked.name, asked.common.control
    masked = name.architecture == "masked"
    by_gadgets = masked and not name.threshold
    made_of = described(name) if masked else None
    # A control has no name of its own, so it is not built from one.
    design = without_register(name, control) if control else build(str(name))
    with asked.mapped(
        design,
        str(name),
        bitserial=bool(name.bitserial),
        by_gadgets=by_gadgets,
        random_bits_per_call=made_of.random_bits_per_call if made_of else 0,
        parts=tuple(gadgets.primitives(name)) if by_gadgets else (),
        mapped=asked.part,
    ) as on:
        found = _found(asked, on, judging, control=control or 0)
    return {**found, "verdict": judges.verdict(found)}


def _of_messages(asked: Asked, options: dict[str, Any]) -> dict[str, Any]:
    name = asked.name
    by_domains = name.gadget == DOM
    chosen = judges.OF_MESSAGES if by_domains else judges.OF_COMPOSABLE
    judging = [record(judge, options) for judge in chosen]
    judging = [_knowing(judge, name) for judge in judging]
    with asked.mapped(build(str(name)), str(name), mapped=asked.part) as on:
        found = _found(asked, on, judging)
    found |= message_leakage.limits(delays=found["messages"]["delays"])
    return {**found, "verdict": judges.verdict(found)}


def _knowing(judge: Judge, name: CoreName) -> Judge:
    """A judge with what it has to know of the core."""
    if isinstance(judge, Permutation):
        return replace(judge, plain=name.model.plain)
    if isinstance(judge, Composable):
        # A stream cipher is no permutation that is called.
        return replace(judge, alone=isinstance(controller(name).primitive, Masked))
    return judge


def _of_others(path: str, asked: How, options: dict[str, Any]) -> dict[str, Any]:
    """Of a core of others, whose encryptions are played."""
    design = load(path)
    if not getattr(design.interface, "masking", None):
        raise CallError(
            f"{path}: expected a core with shares on the bus ([lwc] ports.pdi.num_shares of 2 or "
            f"more), got one without."
        )
    judging = [record(judge, options) for judge in judges.OF_OTHERS]
    with asked.mapped(design, design.name) as on:
        found = _found(asked, on, judging)
    found |= message_leakage.limits(delays=found["messages"]["delays"], decrypts=False)
    return {**found, "verdict": judges.verdict(found)}


def _found(asked: How, on: Mapped, judging: Sequence[Judge], **facts: Any) -> dict[str, Any]:
    """What each of the judges finds, in their order; programs of others are asked first."""
    # False sorts before True, so judges outside come first.
    order = sorted(range(len(judging)), key=lambda number: not judging[number].outside)
    said = {number: judging[number].assess(on) for number in order}
    # What was found is told in the order of the judges, whichever ran first.
    found = {"core": on.name, **facts, "platform": asked.platform, "recipe": asked.recipe,
             "area_ge": on.area_ge}  # fmt: skip
    for number in range(len(judging)):
        found |= said[number]
    return found


def permutation(name: CoreName) -> Design:
    """The permutation of a masked AEAD, with an interface that says what is in shares."""
    staged = controller(name).primitive.staged
    return replace(bare_primitive(str(name)), interface=on_shares(staged, name.factor))


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
    control = found.get("control")
    what = found["core"] + (f" without the register after stage {control}" if control else "")
    gates, wrapped = (
        (found["messages"]["gates"], ", wrapper included")
        if "messages" in found
        else (found["gates"], "")
    )
    say(
        f"{what} on {found['platform']}, recipe {found['recipe']}: {found['area_ge']:.0f} GE, "
        f"{gates} gates{wrapped}"
    )
    for line in judges.lines(found):
        say(line)
    say(f"{what}: {judges.verdict(found)} in these models")


def exit_code(found: dict[str, Any]) -> int:
    """1 if it leaks in one of the checks, or is not shown to be secure."""
    return verdicts.exit_code(judges.verdict(found))
