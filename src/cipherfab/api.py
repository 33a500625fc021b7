# SPDX-License-Identifier: Apache-2.0
"""The Python interface: ``cipherfab.core("ascon-aead128/round")`` and what can be asked of it; see
`docs/how-to/python.md`.

Nothing heavy is imported before it is needed: importing `cipherfab` is immediate, the catalog is
read at the first core.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .catalog import Algorithm
    from .design import Design
    from .modes.model import AeadModel, HashModel


class Core:
    """A core of the library, by its name.

    Args:
        name: ``ALGORITHM[/ARCHITECTURE[,OPTION…]]``, see `cipherfab list`.

    Attributes:
        name: its shortest form.

    Raises:
        CallError: there is no such core; with the nearest names.
    """

    def __init__(self, name: str):
        from .cores.names import parse

        # At once, so that a wrong name fails here and not at the first use.
        self._parsed = parse(name)
        self.name = str(self._parsed)

    def __repr__(self) -> str:
        return f"cipherfab.core({self.name!r})"

    @property
    def algorithm(self) -> "Algorithm":
        """What the catalog says of the algorithm: title, document, version, hash of its known
        answers.
        """
        return self._parsed.algorithm

    @cached_property
    def model(self) -> "AeadModel | HashModel | Callable[..., tuple[int, ...]]":
        """The software model.

        Of an AEAD ``encrypt(key, nonce, associated_data, plaintext)`` and ``decrypt``, of a hash
        ``digest(message)``, all on bytes; of a bare primitive a function from integers, in the
        order of ``algorithm.primitive.inputs``, to a tuple of integers.
        """
        if self.algorithm.primitive is None:
            return self._parsed.model
        from .primitives.primitive import software

        return software(self._parsed.primitive)

    @cached_property
    def design(self) -> "Design":
        """Sources, top, clock, reset and interface; made at the first use, which takes seconds.

        Raises:
            CallError: the architecture does not fit the algorithm.
            ToolError: Yosys failed to write Verilog.
        """
        from .cores.build import build

        return build(self.name)

    def verilog(self) -> str:
        """The SystemVerilog of the whole core as one text. Raises as `design`."""
        return "\n".join(self.design.sources.values())

    def emit(self, directory: str | Path, *, cycles: bool = True) -> list[str]:
        """Write the core with test bench, vectors, FuseSoC description and a page; returns the
        names of the files.

        Args:
            directory: made if it is not there.
            cycles: measure the cycle formulas for the page, or take them from the cache.

        Raises:
            CallError: ``directory`` is a file.
            ToolError: a tool is missing or failed.
        """
        from .commands import emit

        return emit.run(self.name, Path(directory), cycles=cycles)["files"]

    def verify(
        self,
        *,
        netlist: bool = False,
        platform: str = "nangate45",
        recipe: str = "balanced",
        seed: int = 1,
        thorough: bool = False,
        say: Callable[[str], None] = lambda text: None,
    ) -> Mapping[str, Any]:
        """Check the core link by link, as `cipherfab verify`.

        Args:
            netlist: the links of the mapped netlist too.
            seed: of stimulus and stalls.
            say: told what is done.

        Returns:
            ``passed``, and ``findings``: for each check ``link``, ``check``, ``passed``, ``detail``
                and ``seconds``.

        Raises:
            ToolError: a tool is missing or failed.
        """
        from .commands import verify

        asked = verify.Asked(netlist=netlist, platform=platform, recipe=recipe, thorough=thorough)
        return verify.run(self.name, asked, seed=seed, say=say)

    def bench(self, **settings: Any) -> list[dict[str, Any]]:
        """Verify, implement and measure the core; every number goes into the store.

        Args:
            settings: of `bench.settings.Settings`: ``platforms``, ``recipes``, ``periods``,
                ``seeds``, ``netlist``, ``workers``, …

        Returns:
            A row for each platform and recipe, as `cipherfab bench --json` prints it.

        Raises:
            CallError: a platform or recipe is unknown.
            ToolError: a tool is missing, or every job failed.
        """
        return bench(self.name, **settings)


def core(name: str) -> Core:
    """The core of this name. Raises `CallError` if there is none, with the nearest names."""
    return Core(name)


def verify(name: str, **options: Any) -> Mapping[str, Any]:
    """Check a core, as ``core(name).verify(**options)``; see `Core.verify`."""
    return Core(name).verify(**options)


def emit(name: str, directory: str | Path, *, cycles: bool = True) -> list[str]:
    """Write a core, as ``core(name).emit(directory)``; see `Core.emit`."""
    return Core(name).emit(directory, cycles=cycles)


def bench(*names: str | Path, **settings: Any) -> list[dict[str, Any]]:
    """Verify, implement and measure cores; every number goes into the store.

    Args:
        names: of cores, or descriptions (``.toml``) of cores of your own.
        settings: of `bench.settings.Settings`: ``platforms``, ``recipes``, ``periods`` (ps),
            ``seeds`` (a count), ``netlist``, ``workers``, …

    Returns:
        A row for each core, platform and recipe, as `cipherfab bench --json` prints it.

    Raises:
        CallError: a core, platform or recipe is unknown.
        ToolError: a tool is missing, or every job failed.
    """
    from .bench import bench as benchmark
    from .bench.settings import Settings
    from .errors import ToolError

    # Defaults for a program, whose output this is not; `settings` may say otherwise.
    given = {"quiet": True, "workers": 0, **settings}
    result = benchmark.run([str(name) for name in names], Settings(**given))
    # With some rows, what failed is said in them.
    if not result.rows and result.failures:
        raise ToolError(result.failures[0].error)
    return result.records
