# SPDX-License-Identifier: Apache-2.0
"""Shapes of messages that were proved or refuted, kept in the cache one by one: a set that was
stopped goes on from them, whoever asked for it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from ..design import Design
from ..results.cache import Cache
from ..verify.messages import check, prover
from ..verify.messages.prove import OPEN
from ..verify.messages.waiting import ANY_STALLS
from .depends import families, tool_versions
from .jobs import make_job

SHAPE = {"stalls", "parts"}
"""What names one shape, in place of what is asked of all of them."""


def messages_job(design: Design, shape: dict) -> dict[str, Any]:
    """A shape of messages proved on the RTL: what names it in the cache. Not the time that it may
    take: what was open is not kept. The code is what decides such a proof, and no more of it.
    """
    inputs = {"design": design.to_json(), "shape": shape}
    alone = set(shape) == SHAPE and shape["stalls"] != ANY_STALLS
    function = f"{prover.__name__}:ShapeProver" if alone else f"{check.__name__}:Prover"
    return make_job(
        "messages",
        function,
        inputs,
        versions=tool_versions("yosys"),
        modules=families(design),
        label=f"messages of {design.name}",
    )


def kept_in(cache: Cache, design: Design) -> Callable[..., Mapping[str, Any]]:
    """What `verify.messages.check.check_messages` takes as ``kept``."""

    def kept(shape: dict, prove: Callable[[], dict]) -> Mapping[str, Any]:
        job = messages_job(design, shape)
        if entry := cache.get(job):
            return entry.result
        found = prove()
        # What was open for want of time may end on a machine that is less busy.
        return found if found["verdict"] == OPEN else cache.computed(job, lambda: found).result

    return kept
