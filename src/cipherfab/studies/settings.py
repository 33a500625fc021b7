# SPDX-License-Identifier: Apache-2.0
"""What a user says of a run of a study."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..errors import CallError
from ..results.cache import Cache
from ..results.home import Home, default_home
from ..runs.where import Where

OPTIONS = {
    "platforms": "--on",
    "pieces": "--pieces",
    "seeds": "--seeds",
    "everywhere": "--everywhere",
    "everyone": "--all",
}
"""Settings that not all studies take, and what they are called on the command line."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What to run.

    Attributes:
        quick: less; what is left out stands in the study's page of the documentation.
        ciphers: names of rows or algorithms; all if empty.
        platforms: of the study's platforms those that are wanted; if empty all, or what quick
            leaves.
        pieces: the largest k of pipelined cores, or None for the study's.
        everywhere: every core on every platform, not only those that stand for a candidate.
        everyone: the candidates that the study's paper lacks too.
        seeds: of each run of the tools, or None for the study's.
        scheduler: address of a Dask scheduler, or None for ``workers`` processes here.
        home: where finished jobs are kept.
        quiet: no progress display.
    """

    quick: bool = False
    ciphers: Sequence[str] = ()
    platforms: Sequence[str] = ()
    pieces: int | None = None
    everywhere: bool = False
    everyone: bool = False
    seeds: int | None = None
    scheduler: str | None = None
    workers: int = 2
    home: Home = field(default_factory=default_home)
    quiet: bool = False

    @property
    def where(self) -> Where:
        """Where the jobs run that are no benchmarks."""
        return Where(
            cache=Cache(self.home), scheduler=self.scheduler, workers=self.workers, quiet=self.quiet
        )


def chosen_platforms(
    settings: Settings, every: Iterable[str], quick: Iterable[str]
) -> tuple[str, ...]:
    """The platforms that are to be run, in the study's order.

    Args:
        every: the study's. quick: those of a quick run.

    Raises:
        CallError: one that is wanted is not the study's.
    """
    every = tuple(every)
    if unknown := [name for name in settings.platforms if name not in every]:
        raise CallError(
            f"--on: expected one of the study's platforms, {', '.join(every)}, got '{unknown[0]}'."
        )
    usual = tuple(quick) if settings.quick else every
    # In the study's order, whatever the order of the call.
    return tuple(name for name in every if name in (settings.platforms or usual))


def wanted(
    settings: Settings, known: Iterable[str], *, study: str, what: str = "algorithm"
) -> set[str]:
    """The names that are to be run.

    Args:
        known: every name of the study, in the order of the message.
        what: what the names name.

    Raises:
        CallError: one is not among them.
    """
    known = list(known)
    if unknown := [name for name in settings.ciphers if name not in known]:
        raise CallError(
            f"unknown {what} '{unknown[0]}' of the study {study}; its {what}s are "
            f"{', '.join(known)}."
        )
    return set(settings.ciphers or known)
