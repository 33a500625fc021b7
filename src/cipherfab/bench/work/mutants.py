# SPDX-License-Identifier: Apache-2.0
"""Job functions of `bench.jobs.mutants_job`, `bench.jobs.proof_job` and
`bench.jobs.change_proof_job`.
"""

from collections.abc import Mapping
from pathlib import Path

from ...design import Design
from ...verify.mutation import messages, played, proved
from ...verify.mutation.mutants import Mutant


def play(job: Mapping, directory: Path) -> dict:
    """Play ``mutants`` of ``design``, both as JSON, with ``seed``: the checks that take long if
    ``long`` is true, else the others.
    """
    inputs = job["inputs"]
    mutants = [Mutant(**mutant) for mutant in inputs["mutants"]]
    return {"mutants": played.play(Design.from_json(inputs["design"]),
                                   mutants, directory, seed=inputs["seed"],
                                   long=inputs["long"])}  # fmt: skip


def prove(job: Mapping, directory: Path) -> dict:
    """Compare ``mutants`` with the ``design`` that they are of, each in ``seconds``."""
    inputs = job["inputs"]
    mutants = [Mutant(**mutant) for mutant in inputs["mutants"]]
    return {
        "mutants": proved.prove(
            Design.from_json(inputs["design"]), mutants, directory, timeout=inputs["seconds"]
        )
    }


def prove_messages(job: Mapping, directory: Path) -> dict:
    """Prove messages of a ``design`` that was changed, each shape in ``seconds``."""
    inputs = job["inputs"]
    return messages.prove(Design.from_json(inputs["design"]), directory, seconds=inputs["seconds"])
