# SPDX-License-Identifier: Apache-2.0
"""cipherfab writes, proves and measures hardware for lightweight authenticated encryption.

From Python: ``cipherfab.core("ascon-aead128/round")``, see `cipherfab.api`.
"""

from importlib import import_module

__version__ = "0.1.0"

__all__ = ["Core", "__version__", "core"]


def __getattr__(name: str):
    """`Core` and `core`, imported at their first use."""
    if name in ("Core", "core"):
        # By its name: an import statement here would make every cached job depend on all of `api`.
        return getattr(import_module(f"{__name__}.api"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
