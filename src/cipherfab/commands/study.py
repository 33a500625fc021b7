# SPDX-License-Identifier: Apache-2.0
"""``cipherfab study``."""

import time
from pathlib import Path

from .. import outputs
from ..errors import CallError
from ..plain import as_json, say
from ..report import printing
from ..results.home import default_home
from ..studies import energy as _energy
from ..studies import listing
from ..studies.benched import Result
from ..studies.caesar.study import STUDY as CAESAR
from ..studies.forkcipher.study import STUDY as FORKCIPHER
from ..studies.lilliput.study import STUDY as LILLIPUT
from ..studies.listing import Titled
from ..studies.low_latency.study import STUDY as LOW_LATENCY
from ..studies.lwc_round2.study import STUDY as LWC_ROUND2
from ..studies.settings import OPTIONS, Settings
from ..studies.study import Study, printed

STUDIES = {each.name: each for each in (LOW_LATENCY, FORKCIPHER, LILLIPUT, LWC_ROUND2, CAESAR)}
"""Studies by name."""


def run(name: str, settings: Settings) -> Result:
    """Run a study of `STUDIES`.

    Raises:
        CallError: an option for a study that does not take it; see the study's too.
    """
    # An option that a study does not take would change nothing, and the reader would not know.
    for option, called in OPTIONS.items():
        if getattr(settings, option) and option not in STUDIES[name].options:
            takers = ", ".join(each.name for each in STUDIES.values() if option in each.options)
            raise CallError(f"{called}: expected one of the studies {takers}, got {name}.")
    return STUDIES[name].run(settings)


def energies(
    name: str, result: Result, settings: Settings, *, energy: bool
) -> tuple[Titled, Result]:
    """Tables of the energy of a study's cores, from the store, and their rows; with ``energy`` what
    the store does not have is measured.
    """
    found = _energy.lines(_energy.cores(result.rows), settings, jobs=energy)
    return _titled(STUDIES[name], found), found


def energy_alone(name: str, settings: Settings) -> tuple[Titled, Result]:
    """The energy of a study's cores without the rest of the study.

    Raises:
        CallError: a study that has no such cores, or an unknown candidate.
    """
    cores = STUDIES[name].cores
    if cores is None:
        alone = ", ".join(each.name for each in STUDIES.values() if each.cores)
        raise CallError(f"--energy-only: expected one of the studies {alone}, got {name}.")
    found = _energy.lines(cores(settings), settings, jobs=True)
    return _titled(STUDIES[name], found), found


def _titled(study: Study, found: Result) -> Titled:
    return printed({_energy.TITLE: _energy.table(found.rows), **study.energies(found.rows)})


def show_energy(titled: Titled, written: list[Path], start: float) -> None:
    """Print the tables of `energy_alone`, and where they are."""
    _show(titled)
    say(
        f"Written: {', '.join(str(path) for path in written)}; {time.monotonic() - start:.0f} s.",
        apart=True,
    )


def _show(titled: Titled) -> None:
    for title, table in titled:
        say(title, apart=True)
        say()
        printing.show(table)


def write_energy(found: Result, titled: Titled, output: Path, *, force: bool = False) -> list[Path]:
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
    study = STUDIES[name]
    _show([*study.titled(result), *further])
    say(f"{study.verdict(result)}; {time.monotonic() - start:.0f} s.", apart=True)
    say(f"Written: {', '.join(str(path) for path in written)}")


def write(
    name: str, result: Result, output: Path, further: Titled = (), *, force: bool = False
) -> list[Path]:
    """Write records, tables and plots, and keep a copy in the home directory for `cipherfab site`;
    ``further`` tables go into ``energy.txt``.
    """
    study = STUDIES[name]
    with outputs.into(output, force=force) as place:
        written = study.write(result, place)
        if further:
            (place / "energy.txt").write_text(listing.plain(further))
            written = [*written, place / "energy.txt"]
        # The folder is put into its place when the block ends, so paths are kept relative to it.
        written = [path.relative_to(place) for path in written]
    written = [output / path for path in written]
    listing.keep(
        default_home().root / "studies" / name,
        written,
        [*study.titled(result), *further],
        # The docstring of a study is broken into lines; a title is one.
        title=" ".join(study.paper.split()),
        verdict=study.verdict(result),
    )
    return written
