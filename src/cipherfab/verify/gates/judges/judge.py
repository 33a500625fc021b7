# SPDX-License-Identifier: Apache-2.0
"""What the judges of ``leakage`` have in common, and what they are given."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from ....asked import number

if TYPE_CHECKING:
    from ....design import Design
    from ....primitives.primitive import Primitive
    from ..leakage import Timed

Found = Mapping[str, Any]
"""The result of the command: what all judges found, each under keys of its own."""


@dataclass(frozen=True, kw_only=True)
class Common:
    """What several judges are told.

    Attributes:
        traces: of each fixed secret, and of sets of probes.
        cycles: that are watched, from the first one of a call; None: all.
        control: the register after this stage is left out; None: none is.
    """

    traces: int = number(1_000_000, 1024, 10**9, "Simulated traces of each fixed secret.")
    cycles: int | None = number(
        None,
        1,
        10**6,
        "Watch only the first so many cycles; of an AEAD: probe only those of its "
        "messages and of a call of its permutation.  [default: all]",
    )
    control: int | None = number(
        None,
        1,
        100,
        "Leave out the register after this stage (1 if no number follows) of a "
        "masked core: this must leak with "
        "--recipe balanced --glitches --each.",
        metavar="[STAGE]",
        alone=1,
    )


@dataclass(frozen=True, kw_only=True)
class Mapped:
    """A core's netlist, and what is known of the core.

    Attributes:
        name: of the core, or of the part of one.
        design: what was mapped.
        directory: to work in; the netlist is its ``netlist.v``.
        liberty: the cells.
        area_ge: of the netlist, in GE.
        seed: of all that is random.
        common: what all judges are told.
        timed: gives a simulator the delays of the cells' Liberty file.
        placed: the same with the wires of a placement, which it makes.
        bitserial: shares come in many words.
        by_gadgets: the core is made of gadgets; else its primitive is described in stages, or it is
            not masked.
        random_bits_per_call: of a masked core; 0 of another one.
        parts: what a core by gadgets is made of that is judged by itself, too: a product, and the
            S-box where the catalog has it by itself; none without random bits.
        mapped: maps one of them, or of an AEAD its permutation (None), in the same way; it is gone
            behind the context.
        begins, told: progress: so many runs of a kind follow; one has ended, so many are left.
    """

    name: str
    design: "Design"
    directory: Path
    liberty: Path
    area_ge: float
    seed: int
    common: Common
    timed: "Timed"
    placed: "Timed"
    bitserial: bool = False
    by_gadgets: bool = False
    random_bits_per_call: int = 0
    parts: tuple["Primitive", ...] = ()
    mapped: "Callable[[Primitive | None], AbstractContextManager[Mapped]] | None" = None
    begins: Callable[[str, int], None] = lambda what, runs: None
    told: Callable[[str, int], None] = lambda what, left: None

    @property
    def netlist(self) -> Path:
        """The file."""
        return self.directory / "netlist.v"

    @property
    def given(self) -> tuple["Design", Path, Path, Path]:
        """What the functions that assess a netlist begin with."""
        return self.design, self.netlist, self.liberty, self.directory


@dataclass(frozen=True, kw_only=True)
class Judge:
    """A way to look for leakage in a netlist. Its fields are its options, see `asked`.

    Attributes:
        outside: it is a program of others. It is asked first: a call that lacks it ends at once,
            with the files for it written.
        last: it is printed behind all others, since it ends with what a pass rests on.
        switch: the option that asks for it; empty: it is always asked.
    """

    outside: ClassVar[bool] = False
    last: ClassVar[bool] = False
    switch: ClassVar[str] = ""

    def asked(self) -> bool:
        """Whether the call asks for it."""
        return not self.switch or bool(getattr(self, self.switch))

    def refusal(self, *, bitserial: bool) -> str:
        """Why it cannot judge a core of this kind; empty: it can."""
        return ""

    def assess(self, on: Mapped) -> dict[str, Any]:
        """What it finds, under the keys that it has in the result of the command, as plain data.

        Raises:
            CallError: the design, or the machine, is not one that it can judge.
            DesignError: the netlist gives a wrong result, or none.
            ToolError: a tool failed.
        """
        raise NotImplementedError

    @staticmethod
    def lines(found: Found) -> Iterator[str]:
        """What is printed of it; nothing where it was not asked."""
        raise NotImplementedError

    @staticmethod
    def verdicts(found: Found) -> Iterator[str]:
        """Its verdicts, words of `verdicts`; none where it was not asked."""
        raise NotImplementedError
