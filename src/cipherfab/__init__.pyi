# SPDX-License-Identifier: Apache-2.0
"""What type checkers and editors see of the package; the module itself imports these late."""

from .api import Core as Core
from .api import bench as bench
from .api import core as core
from .api import emit as emit
from .api import verify as verify
from .frames import cores as cores
from .frames import dataset as dataset
from .frames import store as store

__version__: str
