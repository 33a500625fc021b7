# SPDX-License-Identifier: Apache-2.0
"""The chain of evidence: each function checks one link and returns its findings, see `finding`.

The chain does not stop at a failed check, so that a report shows all of them.
"""

from .answers.check import check_model, parse
from .equivalence.check import check_equivalence
from .finding import outcomes
from .gates.check import check_gates
from .messages.check import check_messages
from .rtl.check import check_rtl
from .rtl.coverage import measure as coverage
from .rtl.lwc_plays import Level, kind_of

__all__ = [
    "Level",
    "check_equivalence",
    "check_gates",
    "check_messages",
    "check_model",
    "check_rtl",
    "coverage",
    "kind_of",
    "outcomes",
    "parse",
]
