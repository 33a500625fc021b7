# SPDX-License-Identifier: Apache-2.0
"""Every probe, exactly: of a core that is not made of gadgets."""

from collections.abc import Iterator
from typing import Any

from .judge import Found, Judge, Mapped
from .verdicts import WORDS, of_exact


class Exact(Judge):
    """See `probing.exact`; ``probed`` in the result."""

    def assess(self, on: Mapped) -> dict[str, Any]:
        """As `exact.assess`; None of a core by gadgets."""
        from ..probing import exact

        return {"probed": None if on.by_gadgets else exact.assess(*on.given, seed=on.seed)}

    @staticmethod
    def lines(found: Found) -> Iterator[str]:
        """What was found, its model, and what it does not cover."""
        probed = found["probed"]
        if not probed:
            return
        yield (
            f"  {WORDS[of_exact(probed)]}  {probed['model']}: {probed['probes']} "
            f"cones, {probed['cycles']} cycles, "
            f"{probed['leaking']} views leak or could not be shown not to, "
            f"{probed['seconds']:.1f} s"
        )
        if probed["complete"]:
            yield (
                f"    {len(probed['complete'])} cones have all shares of a word: "
                f"{', '.join(probed['complete'][:4])}"
            )
        if probed["fault"]:
            yield f"    ended early: {probed['fault']}"
        for leak in probed["leaks"]:
            between = told_apart(leak["pair"])
            yield (
                f"    {leak['net']}, cycle "
                f"{leak['cycle']}{', over a transition' if leak['transition'] else ''}, "
                f"{'tells apart ' + between if between else 'not decided'}; sees "
                f"{', '.join(leak['registers'])}"
            )
        yield f"    not covered: {'; '.join(probed['not_covered'])}"

    @staticmethod
    def verdicts(found: Found) -> Iterator[str]:
        """One, where it was asked."""
        if found["probed"]:
            yield of_exact(found["probed"])


def told_apart(pair: Any) -> str:
    """Two secrets in words; empty for none."""
    return " and ".join(
        ", ".join(f"{name} = {bit}" for name, bit in side.items()) for side in pair or ()
    )


def single_lines(single: Found, what: str) -> Iterator[str]:
    """A verdict on every single probe, as of `rounds.check`; ``what`` was checked."""
    yield (
        f"  {WORDS[of_exact(single)]}  {single['model']}: {what}, "
        f"{single['probes']} cones, {single['cycles']} cycles, {single['leaking']} views "
        f"leak or could not be shown not to, {single['seconds']:.1f} s"
    )
    if single["fault"]:
        yield f"    ended early: {single['fault']}"
    for leak in single["leaks"]:
        yield (
            f"    {leak['net']}, cycle {leak['cycle']}, "
            f"{'tells two secrets apart' if leak['pair'] else 'not decided'}"
        )
