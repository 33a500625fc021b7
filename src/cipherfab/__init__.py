# SPDX-License-Identifier: Apache-2.0
"""cipherfab writes, proves and measures hardware for lightweight authenticated encryption.

From Python: ``cipherfab.core("ascon-aead128/round")``, see `cipherfab.api`; what is known as data
frames: ``cipherfab.dataset()``, see `cipherfab.frames`.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

__version__ = "0.1.0"

_CALLED = {
    **dict.fromkeys(("bench", "emit", "verify"), "api"),
    **dict.fromkeys(("cores", "dataset"), "frames"),
}
"""Packages that can be called too, and the module that has the function of their name."""

_PARTS = {"Core": "api", "core": "api", "store": "frames"}
"""By name, the module that it is of."""

__all__ = ["Core", "__version__", "bench", "core", "cores", "dataset", "emit", "store", "verify"]


class _Called(ModuleType):
    """A package of the library as the function of its name: ``cipherfab.dataset()``."""

    def __call__(self, *args: Any, **options: Any) -> Any:
        """As the function of `_CALLED`."""
        name = self.__name__.rpartition(".")[2]
        return getattr(import_module(f"{__name__}.{_CALLED[name]}"), name)(*args, **options)


class _Package(ModuleType):
    """This package: whichever way a package of `_CALLED` is imported, it can be called."""

    def __setattr__(self, name: str, value: Any) -> None:
        # Python sets a package as an attribute here when it is first imported, however that is
        # said.
        if name in _CALLED and type(value) is ModuleType:
            value.__class__ = _Called
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str):
    """What `_PARTS` and `_CALLED` name, imported at its first use."""
    # By their names: an import statement here would make every cached job depend on all of `api`.
    if name in _CALLED:
        return import_module(f"{__name__}.{name}")
    if name in _PARTS:
        return getattr(import_module(f"{__name__}.{_PARTS[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names, those that are imported later too."""
    return sorted({*globals(), *__all__})
