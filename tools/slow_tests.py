# SPDX-License-Identifier: Apache-2.0
"""Which tests take too long for every change: `python tools/slow_tests.py JUNIT.xml [--seconds S]
[--scale F] [--write]`.

    python -m pytest -n 2 --dist loadfile --junitxml=JUNIT.xml

Prints the tests that took S seconds or more, divided by F where the machine had more to do, and
what is left of the suite without them. ``--write`` puts them into tests/slow.txt, where
tests/conftest.py finds them: each gets the mark ``slow``, unless it has ``always``, and runs with
`make test-all` or `pytest -m slow NAME`. Tests that were slow before and did not run stay there.
"""

import argparse
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "tests" / "slow.txt"
HEAD = """# Tests too long for every change: each has the mark `slow`, unless it has `always`.
# Written by `python tools/slow_tests.py JUNIT.xml --write`.
"""


def main() -> None:
    """Print and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("junit", type=Path)
    parser.add_argument("--seconds", type=float, default=2.0, help="of a test that is too long")
    parser.add_argument("--scale", type=float, default=1.0, help="times as long as on an idle one")
    parser.add_argument("--write", action="store_true", help="write tests/slow.txt")
    options = parser.parse_args()
    times = {name: time / options.scale for name, time in measured(options.junit).items()}
    slow = {name for name, time in times.items() if time >= options.seconds}
    kept = {name for name in listed() if name not in times}
    for name in sorted(slow, key=times.__getitem__):
        print(f"{times[name]:8.1f}  {name}")
    left = sum(time for name, time in times.items() if name not in slow)
    print(
        f"{len(slow)} of {len(times)} tests; without them {left:.0f} s of {sum(times.values()):.0f}"
    )
    if options.write:
        LIST.write_text(HEAD + "".join(f"{name}\n" for name in sorted(slow | kept)))


def measured(junit: Path) -> dict[str, float]:
    """Seconds of each test, by the name that pytest takes."""
    return {
        f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name')}": float(
            case.get("time", 0)
        )
        for case in ElementTree.parse(junit).iter("testcase")
    }


def listed() -> set[str]:
    """The tests of tests/slow.txt."""
    lines = LIST.read_text().splitlines() if LIST.exists() else []
    return {line for line in lines if not line.startswith("#")}


if __name__ == "__main__":
    main()
