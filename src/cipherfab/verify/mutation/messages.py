# SPDX-License-Identifier: Apache-2.0
"""What `verify` and `verify --prove` say of a core that was changed."""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

from ...design import Design
from ..finding import Finding, telling
from ..messages.check import check_messages

SECONDS = 120
"""For a shape."""

REPLAYED = "replayed in simulation"


def prove(
    design: Design,
    directory: Path,
    *,
    seconds: float,
    say: Callable[[str], None] = lambda text: None,
) -> dict[str, Any]:
    """Prove the default set of shapes until one is refuted.

    Args:
        design: with the change.
        directory: existing, for files and logs.
        seconds: for a shape.
        say: of progress.

    Returns:
        As `judged`; ``replayed``: whether the bench of the simulation showed the counterexample.
    """
    findings = []
    for found in check_messages(
        design,
        directory,
        all_shapes=False,
        seconds=seconds,
        waveform=None,
        say=say,
        # Nothing is kept, since each mutant is asked about once.
        kept=lambda job, prove: prove(),
    ):
        findings.append(found)
        if found.passed is False:
            break
    result = judged(findings)
    if not result["check"] and not result["open"]:
        result["detail"] = f"{len(findings)} findings about messages, all proved"
    return {**result, "replayed": REPLAYED in result["detail"]}


def judged(findings: Sequence[Finding], usual: Collection[str] = ()) -> dict[str, Any]:
    """What finds a change.

    Args:
        usual: remarks on the core without it.

    Returns:
        ``check``: the finding, or None; ``remark``: the core passes it, with a remark that it has
        not without the change; ``open``: how many did not end, and ``why`` the first did not;
        ``detail``; ``seconds``: until then.
    """
    ended = [found for found in findings if found.passed is None]
    why = ended[0].text if ended else ""
    told = telling(findings, usual)
    # A failure ends the search; a remark is only known when all checks have ended.
    until = findings.index(told) + 1 if told and told.passed is False else len(findings)
    result = {
        "seconds": sum(found.seconds for found in findings[:until]),
        "open": len(ended),
        "why": why,
    }
    if told is None:
        return {"check": None, "remark": False, "detail": "", **result}
    remark = told.passed is not False
    return {
        "check": told.check,
        "remark": remark,
        "detail": told.caveat if remark else told.detail,
        **result,
    }
