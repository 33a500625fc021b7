# SPDX-License-Identifier: Apache-2.0
"""``cipherfab study``."""

import time
from collections.abc import Sequence
from pathlib import Path

from .. import outputs
from ..errors import CallError
from ..plain import as_json, say
from ..report import tables
from ..results.home import default_home
from ..studies import benched, caesar, forkcipher, lilliput, listing, low_latency, lwc_round2
from ..studies import energy as _energy
from ..studies.caesar import show as _caesar_show
from ..studies.caesar import study as _caesar_study
from ..studies.forkcipher import show as _forkcipher_show
from ..studies.forkcipher import study as _forkcipher_study
from ..studies.lilliput import show as _lilliput_show
from ..studies.lilliput import study as _lilliput_study
from ..studies.listing import Titled
from ..studies.low_latency import show as _low_latency_show
from ..studies.low_latency import study as _low_latency_study
from ..studies.lwc_round2 import energy as _lwc_round2_energy
from ..studies.lwc_round2 import show as _lwc_round2_show
from ..studies.lwc_round2 import study as _lwc_round2_study
from ..studies.settings import Settings

STUDIES = {
    "low-latency": (_low_latency_study, _low_latency_show, low_latency.__doc__),
    "forkcipher": (_forkcipher_study, _forkcipher_show, forkcipher.__doc__),
    "lilliput": (_lilliput_study, _lilliput_show, lilliput.__doc__),
    "lwc-round2": (_lwc_round2_study, _lwc_round2_show, lwc_round2.__doc__),
    "caesar": (_caesar_study, _caesar_show, caesar.__doc__),
}
"""Studies by name: what runs it, what shows it, and the paper."""

ALONE = {"lwc-round2": _lwc_round2_energy.cores}
"""Studies whose energy can be measured without the rest, and their cores."""

Result = _low_latency_study.Result | benched.Result


TAKERS = {
    "--on": ("lwc-round2", "caesar"),
    "--pieces": ("caesar",),
    "--seeds": ("lwc-round2", "caesar"),
    "--everywhere": ("lwc-round2",),
    "--all": ("lwc-round2",),
}
"""Studies that take an option that not all do."""


def run(
    name: str,
    *,
    quick: bool,
    ciphers: Sequence[str],
    scheduler: str | None,
    workers: int,
    platforms: Sequence[str] = (),
    pieces: int | None = None,
    seeds: int | None = None,
    everywhere: bool = False,
    everyone: bool = False,
) -> Result:
    """Run a study of `STUDIES`.

    Raises:
        CallError: an option for a study that does not take it (`TAKERS`); see the study's too.
    """
    for option, value in (
        ("--on", platforms),
        ("--pieces", pieces),
        ("--seeds", seeds),
        ("--everywhere", everywhere),
        ("--all", everyone),
    ):
        if value and name not in TAKERS[option]:
            raise CallError(
                f"{option}: expected one of the studies {', '.join(TAKERS[option])}, got {name}."
            )
    return STUDIES[name][0].run(
        Settings(
            quick=quick,
            ciphers=ciphers,
            platforms=platforms,
            pieces=pieces,
            seeds=seeds,
            everywhere=everywhere,
            everyone=everyone,
            scheduler=scheduler,
            workers=workers,
        )
    )


def records(name: str, result: Result) -> list[dict]:
    """What ``--json`` prints."""
    return STUDIES[name][1].record(result)


def energies(
    name: str, result: Result, *, energy: bool, quick: bool, scheduler: str | None, workers: int
) -> tuple[Titled, benched.Result]:
    """Tables of the energy of a study's cores, from the store, and their rows; with ``energy`` what
    the store does not have is measured.
    """
    cores = _energy.cores(records(name, result))
    found = _energy.lines(
        cores, Settings(quick=quick, scheduler=scheduler, workers=workers), jobs=energy
    )
    return _titled(name, found), found


def energy_alone(
    name: str,
    *,
    quick: bool,
    ciphers: Sequence[str],
    scheduler: str | None,
    workers: int,
    everyone: bool = False,
) -> tuple[Titled, benched.Result]:
    """The energy of a study's cores without the rest of the study.

    Raises:
        CallError: a study other than those of `ALONE`, or an unknown candidate.
    """
    if name not in ALONE:
        raise CallError(
            f"--energy-only: expected one of the studies {', '.join(ALONE)}, got {name}."
        )
    settings = Settings(
        quick=quick, ciphers=ciphers, everyone=everyone, scheduler=scheduler, workers=workers
    )
    found = _energy.lines(ALONE[name](settings), settings, jobs=True)
    return _titled(name, found), found


def _titled(name: str, found: benched.Result) -> Titled:
    if not found.rows:
        return []
    further = _lwc_round2_energy.all_tables(found.rows) if name == "lwc-round2" else []
    return [(_energy.TITLE, _energy.table(found.rows)), *further]


def show_energy(titled: Titled, written: list[Path], start: float) -> None:
    """Print the tables of `energy_alone`, and where they are."""
    for title, table in titled:
        say(title, apart=True)
        say()
        tables.show(table)
    say(
        f"Written: {', '.join(str(path) for path in written)}; {time.monotonic() - start:.0f} s.",
        apart=True,
    )


def write_energy(
    found: benched.Result, titled: Titled, output: Path, *, force: bool = False
) -> list[Path]:
    """Write ``energy.json`` and ``energy.txt``."""
    texts = {
        "energy.json": as_json(found.rows, indent=2) + "\n",
        "energy.txt": listing.plain(titled),
    }
    with outputs.into(output, force=force) as place:
        for path, text in texts.items():
            (place / path).write_text(text)
    return [output / path for path in texts]


def show(
    name: str, result: Result, written: list[Path], start: float, further: Titled = ()
) -> None:
    """Print the tables, with ``further`` ones, and where the rest is."""
    pictures = STUDIES[name][1]
    for title, table in [*pictures.all_tables(result), *further]:
        say(title, apart=True)
        say()
        tables.show(table)
    say(f"{pictures.verdict(result)}; {time.monotonic() - start:.0f} s.", apart=True)
    say(f"Written: {', '.join(str(path) for path in written)}")


def write(
    name: str, result: Result, output: Path, further: Titled = (), *, force: bool = False
) -> list[Path]:
    """Write records, tables and plots, and keep a copy in the home directory for `cipherfab site`;
    ``further`` tables go into ``energy.txt``.
    """
    _, pictures, paper = STUDIES[name]
    with outputs.into(output, force=force) as place:
        written = pictures.write(result, place)
        if further:
            (place / "energy.txt").write_text(listing.plain(further))
            written = [*written, place / "energy.txt"]
        written = [path.relative_to(place) for path in written]
    written = [output / path for path in written]
    listing.keep(
        default_home().root / "studies" / name,
        written,
        [*pictures.all_tables(result), *further],
        title=" ".join(paper.split()),
        verdict=pictures.verdict(result),
    )
    return written
