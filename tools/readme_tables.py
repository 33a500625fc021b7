# SPDX-License-Identifier: Apache-2.0
"""Runs the commands whose output README.md and docs/tutorials/first-core.md show, and keeps what
they print.

    python tools/readme_tables.py               # all, a quarter of an hour on two cores
    python tools/readme_tables.py bench power   # those whose command has one of these words
    python tools/readme_tables.py --check       # runs nothing: are the pages what was kept?

A command stands behind ``$`` in a block ``console``, and its output below it. A line ``…`` stands
for any lines, and ``…`` within one for any text: what differs from run to run. All other text must
be what was printed. Between ``<!-- table -->`` and ``<!-- /table -->`` stand `COLUMNS` of what
`make demo` prints. `docs/readme.json` has the whole output of each command. A table, and a block
that shows all of an output, is written anew; where a line of another one is not printed any more,
the tool says so, and it is to be mended by hand.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGES = (ROOT / "README.md", ROOT / "docs" / "tutorials" / "first-core.md")
KEPT = ROOT / "docs" / "readme.json"
REST = "…"
DEMO = "cipherfab demo"
COLUMNS = (
    "Core",
    "Platform",
    "Recipe",
    "Period, seeds",
    "Area (GE)",
    "LUTs",
    "fmax (MHz)",
    "Cycles /block",
    "Throughput (Mbit/s)",
)
TABLE = re.compile(r"(?<=<!-- table -->\n).*?(?=<!-- /table -->)", re.DOTALL)
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)


def shown(text: str) -> list[tuple[str, list[str]]]:
    """Every command of a page with the lines that stand below it; a command without any is left
    out.
    """
    found = [(DEMO, match[0].splitlines()) for match in TABLE.finditer(text)]
    for block in CONSOLE.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *lines = part.splitlines()
            found.append((command.strip(), lines))
    return [(command, lines) for command, lines in found if lines]


def misfits(lines: Sequence[str], printed: Sequence[str]) -> Iterator[str]:
    """The shown lines that were not printed, in this order; lines between them count too, unless a
    line `REST` stands there.
    """
    place, free = 0, False
    for line in lines:
        if line.strip() in ("", REST):
            free = free or line.strip() == REST
            continue
        rest = [part for part in range(place, len(printed)) if _fits(line, printed[part])]
        between = printed[place : rest[0]] if rest else ()
        if not rest or (not free and any(text.strip() for text in between)):
            yield line
            continue
        place, free = rest[0] + 1, False


def _fits(line: str, printed: str) -> bool:
    """Whether a line may stand for a printed one; how wide a table is does not matter."""
    parts = (re.escape(part) for part in " ".join(line.split()).split(REST))
    return re.fullmatch(".*".join(parts), " ".join(printed.split())) is not None


def differences(text: str, kept: Mapping[str, Mapping]) -> list[str]:
    """What a page shows and no command printed, as sentences."""
    wrong = []
    for command, lines in shown(text):
        if command not in kept:
            wrong.append(f"`{command}` was never run")
        elif command == DEMO:
            wrong += [
                f"`{command}` does not print: {line}"
                for line in lines
                if line not in demo_table(kept[DEMO]["lines"])
            ]
        else:
            wrong += [
                f"`{command}` does not print: {line}"
                for line in misfits(lines, kept[command]["lines"])
            ]
    return wrong


def printed(command: str, directory: Path) -> dict:
    """What a command prints, without its progress; its home is a new one."""
    environment = {
        **os.environ,
        "CIPHERFAB_HOME": str(directory / "home"),
        "PATH": f"{ROOT / '.venv' / 'bin'}:{os.environ['PATH']}",
        "COLUMNS": "400",
    }
    done = subprocess.run(
        ["sh", "-c", command], cwd=directory, env=environment, capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(f"{command}: exit code {done.returncode}\n{done.stderr[-2000:]}")
    said = [line for line in done.stderr.splitlines() if not line.startswith("[")]
    lines = [line.replace(str(directory), REST) for line in (*done.stdout.splitlines(), *said)]
    return {"lines": lines}


def demo_table(printed: Sequence[str]) -> list[str]:
    """`COLUMNS` of the table that `make demo` prints, as lines of Markdown."""
    last = next(place for place, line in enumerate(printed) if line.startswith("median over"))
    header, *rows = (re.split(" {2,}", line.strip()) for line in printed[:last] if line.strip())
    chosen = [[row[header.index(name)] for name in COLUMNS] for row in rows]
    lines = [
        COLUMNS,
        ["---"] * 4 + ["--:"] * (len(COLUMNS) - 4),
        *([f"`{core}`", *others] for core, *others in chosen),
    ]
    return [f"| {' | '.join(line)} |" for line in lines]


def renewed(text: str, kept: Mapping[str, Mapping]) -> str:
    """The page with what was printed in each block that shows a table."""

    def table(_: re.Match) -> str:
        return "".join(f"{line}\n" for line in demo_table(kept[DEMO]["lines"]))

    def console(match: re.Match) -> str:
        parts = re.split(r"(?=^\$ )", match[1], flags=re.MULTILINE)
        return "```console\n" + "".join(_part(part, kept) for part in parts) + "```"

    text = TABLE.sub(table, text) if DEMO in kept else text
    return CONSOLE.sub(console, text)


def _part(part: str, kept: Mapping[str, Mapping]) -> str:
    """A command with its output: a table from its header on, as it was printed."""
    command, *lines = part.splitlines() or [""]
    name = command.removeprefix("$ ").strip()
    headers = [place for place, line in enumerate(lines) if re.match(r"Core {2}|work {2}", line)]
    if name not in kept or not headers:
        return part
    found = kept[name]["lines"]
    start = next(place for place, line in enumerate(found) if re.match(r"Core {2}|work {2}", line))
    stop = [REST] if lines[-1] == REST else []
    rows = found[start : start + len(lines) - headers[0] - len(stop)]
    return "\n".join([command, *lines[: headers[0]], *rows, *stop, ""])


def commands() -> list[str]:
    """The commands whose output the pages show."""
    return [command for page in PAGES for command, _ in shown(page.read_text())]


def main(words: Sequence[str]) -> int:
    """Run what is wanted, write, and say what README.md shows that nothing printed."""
    kept = json.loads(KEPT.read_text()) if KEPT.is_file() else {}
    if "--check" not in words:
        with tempfile.TemporaryDirectory(prefix="cipherfab-readme-") as scratch:
            for command in commands():
                if not words or any(word in command for word in words):
                    print(command, flush=True)
                    kept[command] = printed(command, Path(scratch))
                    KEPT.write_text(
                        json.dumps(kept, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
                    )
        for page in PAGES:
            page.write_text(renewed(page.read_text(), kept))
    wrong = [text for page in PAGES for text in differences(page.read_text(), kept)]
    print("\n".join(wrong) or "The pages show what their commands printed.")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
