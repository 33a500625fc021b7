"""``cipherfab study``."""

import time
from collections.abc import Sequence
from pathlib import Path

from ..report import tables
from ..studies import benched, forkcipher, lilliput, low_latency
from ..studies.forkcipher import show as _forkcipher_show
from ..studies.forkcipher import study as _forkcipher_study
from ..studies.lilliput import show as _lilliput_show
from ..studies.lilliput import study as _lilliput_study
from ..studies.low_latency import show as _low_latency_show
from ..studies.low_latency import study as _low_latency_study
from ..studies.settings import Settings

STUDIES = {
    "low-latency": (_low_latency_study, _low_latency_show, low_latency.__doc__),
    "forkcipher": (_forkcipher_study, _forkcipher_show, forkcipher.__doc__),
    "lilliput": (_lilliput_study, _lilliput_show, lilliput.__doc__),
}
"""Studies by name: what runs it, what shows it, and the paper."""

Result = _low_latency_study.Result | benched.Result


def run(name: str, *, quick: bool, ciphers: Sequence[str], scheduler: str | None, workers: int) -> Result:
    """Run a study of `STUDIES`."""
    return STUDIES[name][0].run(Settings(quick=quick, ciphers=ciphers, scheduler=scheduler, workers=workers))


def records(name: str, result: Result) -> list[dict]:
    """What ``--json`` prints."""
    return STUDIES[name][1].record(result)


def show(name: str, result: Result, written: list[Path], start: float) -> None:
    """Print the tables, and where the rest is."""
    pictures = STUDIES[name][1]
    for title, table in pictures.all_tables(result):
        print(f"\n{title}\n")
        tables.show(table)
    print(f"\n{pictures.verdict(result)}; {time.monotonic() - start:.0f} s.")
    print(f"Written: {', '.join(str(path) for path in written)}")


def write(name: str, result: Result, output: Path) -> list[Path]:
    """Write records, tables and plots."""
    return STUDIES[name][1].write(result, output)
