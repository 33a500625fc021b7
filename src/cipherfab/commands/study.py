# SPDX-License-Identifier: Apache-2.0
"""``cipherfab study``."""

import time
from collections.abc import Sequence
from pathlib import Path

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

Result = _low_latency_study.Result | benched.Result


def run(name: str, *, quick: bool, ciphers: Sequence[str], scheduler: str | None,
        workers: int) -> Result:
    """Run a study of `STUDIES`."""
    return STUDIES[name][0].run(Settings(quick=quick, ciphers=ciphers,
                                         scheduler=scheduler, workers=workers))


def records(name: str, result: Result) -> list[dict]:
    """What ``--json`` prints."""
    return STUDIES[name][1].record(result)


def energies(name: str, result: Result, *, energy: bool, quick: bool, scheduler: str | None,
             workers: int) -> Titled:
    """Tables of the energy of a study's cores, from the store; with ``energy`` what the store does
    not have is measured.
    """
    found = _energy.lines(_energy.cores(records(name, result)),
                          Settings(quick=quick, scheduler=scheduler, workers=workers), jobs=energy)
    if not found:
        return []
    further = (_lwc_round2_energy.all_tables(found, result.ranked) if name == "lwc-round2" else [])
    return [(_energy.TITLE, _energy.table(found)), *further]


def show(name: str, result: Result, written: list[Path], start: float,
         further: Titled = ()) -> None:
    """Print the tables, with ``further`` ones, and where the rest is."""
    pictures = STUDIES[name][1]
    for title, table in [*pictures.all_tables(result), *further]:
        print(f"\n{title}\n")
        tables.show(table)
    print(f"\n{pictures.verdict(result)}; {time.monotonic() - start:.0f} s.")
    print(f"Written: {', '.join(str(path) for path in written)}")


def write(name: str, result: Result, output: Path, further: Titled = ()) -> list[Path]:
    """Write records, tables and plots, and keep a copy in the home directory for `cipherfab site`;
    ``further`` tables go into ``energy.txt``.
    """
    _, pictures, paper = STUDIES[name]
    written = pictures.write(result, output)
    if further:
        (output / "energy.txt").write_text(listing.plain(further))
        written = [*written, output / "energy.txt"]
    listing.keep(default_home().root / "studies" / name, written,
                 [*pictures.all_tables(result), *further], title=" ".join(paper.split()),
                 verdict=pictures.verdict(result))
    return written
