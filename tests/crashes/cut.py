# SPDX-License-Identifier: Apache-2.0
"""Files of a home that end too early, as after a power failure or a copy that broke off.

``python -m crashes.cut FOLDER [CUT…]`` takes the home that `machines.made` left there, cuts one
file of each kind in turn, and makes calls that read it; prints JSON: by file and cut, how each call
ended, and whether the benchmark's records are then those of the whole home.
"""

import json
import os
import re
import shutil
import sys
from pathlib import Path

from cipherfab.results.home import ENVIRONMENT, Home

from . import machines, small_bench

CUTS = {"empty": lambda size: 0, "half": lambda size: size // 2, "short": lambda size: size - 1}

CALLS = ("cite", "report", "export", "bundle")


def kinds(home: Path) -> dict[str, Path]:
    """One file of each kind that a home has."""
    found: dict[str, Path] = {}
    for path in sorted(home.rglob("*")):
        if path.is_file() and path.stat().st_size:
            name = re.sub(r"[0-9a-f]{64}", "KEY", path.relative_to(home).as_posix())
            found.setdefault(name, path)
    return found


def tried(folder: Path, name: str, path: Path, cut: str) -> dict:
    """The calls, and then the benchmark, on a home with one file cut."""
    home, cwd = folder / "cut" / "home", folder / "cut" / "cwd"
    shutil.rmtree(folder / "cut", ignore_errors=True)
    shutil.copytree(folder / "home", home)
    cwd.mkdir()
    target = home / path.relative_to(folder / "home")
    os.truncate(target, CUTS[cut](target.stat().st_size))
    os.environ[ENVIRONMENT] = str(home)
    os.chdir(cwd)
    identifier = (
        path.parts[-2]
        if "implement/KEY/entry" in name
        else (
            path.parts[-3]
            if "implement/KEY/run" in name
            else next((home / "cache" / "implement").iterdir()).name
        )
    )
    found = {
        call: machines.in_child([word.replace("@ID@", identifier) for word in machines.CALLS[call]])
        for call in CALLS
    }
    found["bench"] = machines.in_child(small_bench.ARGUMENTS)
    if found["bench"]["code"]:  # a store that cannot be read is moved away by hand
        found["mend"] = machines.in_child(["scrub", "--mend"])
        found["again"] = machines.in_child(small_bench.ARGUMENTS)
    last = found.get("again", found["bench"])
    found["records"] = last["code"] or small_bench.compared(
        small_bench.content(Home(home)), small_bench.content(Home(folder / "home"))
    )
    return found


def main(folder: str, *cuts: str) -> None:
    """Try the cuts, ``KIND, CUT``, or all, and print what came of them."""
    small_bench.prepare()
    place = Path(folder)
    wanted = {
        f"{name}, {cut}": (name, path, cut)
        for name, path in kinds(place / "home").items()
        for cut in CUTS
    }
    print(json.dumps({key: tried(place, *wanted[key]) for key in cuts or wanted}))


if __name__ == "__main__":
    main(*sys.argv[1:])
