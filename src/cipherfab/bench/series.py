# SPDX-License-Identifier: Apache-2.0
"""What runs must share to be put into one median."""

from collections.abc import Mapping
from typing import Any

from ..results.digest import digest


def series(job: Mapping[str, Any], recipe: Any) -> str:
    """The series of a job's numbers: a hash of its recipe, its code and its cells. A platform of
    standard cells may be called as before when its Liberty file is another one.
    """
    return digest([recipe, job["code"], job["inputs"].get("liberty_sha256")])
