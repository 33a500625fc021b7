# SPDX-License-Identifier: Apache-2.0
"""Shapes of messages that were proved or refuted, kept in the cache one by one: a set that was
stopped goes on from them, whoever asked for it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from ..design import Design
from ..results.cache import Cache
from ..runs.jobs import make_job
from ..verify.messages import check
from ..verify.messages.prove import OPEN
from .depends import families, tool_versions


def messages_job(design: Design, shape: dict, seconds: float) -> dict[str, Any]:
    """A shape of messages proved on the RTL, with its time limit: what names it in the cache."""
    inputs = {"design": design.to_json(), "shape": shape, "seconds": seconds}
    return make_job("messages", f"{check.__name__}:Prover", inputs,
                    versions=tool_versions("yosys"), modules=families(design),
                    label=f"messages of {design.name}")


def kept_in(cache: Cache, design: Design, seconds: float) -> Callable[..., Mapping[str, Any]]:
    """What `verify.messages.check.check_messages` takes as ``kept``."""
    def kept(shape: dict, prove: Callable[[], dict]) -> Mapping[str, Any]:
        job = messages_job(design, shape, seconds)
        if entry := cache.get(job):
            return entry.result
        found = prove()
        # What was open for want of time may end on a machine that is less busy.
        return found if found["verdict"] == OPEN else cache.computed(job, lambda: found).result
    return kept
