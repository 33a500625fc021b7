# SPDX-License-Identifier: Apache-2.0
"""The figures of docs/explanation/ascon-cost.md: its tables and its picture, made from the data set
that comes with the package.

    python tools/ascon_cost.py            # prints the tables
    python tools/ascon_cost.py --write    # writes the page's tables and the picture

Every figure is of Nangate45 with a requested period of 5 ns and seed 0, as the data set has them.
"""

import re
import sys
from pathlib import Path

from cipherfab.dataset import entry
from cipherfab.report.markdown import row

PAGE = Path(__file__).resolve().parents[1] / "docs" / "explanation" / "ascon-cost.md"
PICTURE = PAGE.with_suffix(".svg")
CORES = ("serial=8", "", "round,hash", "unrolled=2", "unrolled=4")
BLOCK = re.compile(r"<!-- table (\w+) -->\n.*?<!-- /table -->\n", re.DOTALL)


def known() -> dict[str, tuple[entry.Entry, dict[str, entry.Run]]]:
    """By core, its line of the data set and its runs on standard cells by recipe."""
    return {
        one.core: (one, {run.recipe: run for run in one.runs if run.platform == "nangate45"})
        for one in entry.read()
    }


def name(options: str) -> str:
    """The core of Ascon-AEAD128 with these options."""
    return f"ascon-aead128/{options}" if options else "ascon-aead128"


def parts() -> str:
    """What the area of the core with one round in a clock is made of."""
    cores = known()
    whole, alone = cores["ascon-aead128"][1]["area"], cores["ascon-p-12"][1]["area"]
    ge = whole.area_ge
    return (
        row("part", "GE", "of the core")
        + row("---", "--:", "--:")
        + row("the whole core", f"{ge:,.0f}", "100 %")
        + row(f"its {whole.flip_flops} flip-flops", *_share(whole.sequential_ge, ge))
        + row("its bus (both processors, with flip-flops)", *_share(whole.wrapper_ge, ge))
        + row("for comparison: the permutation by itself", *_share(alone.area_ge, ge))
        + row(f"of that, its {alone.flip_flops} flip-flops", *_share(alone.sequential_ge, ge))
    )  # fmt: skip


def _share(part: float, whole: float) -> tuple[str, str]:
    return f"{part:,.0f}", f"{100 * part / whole:.0f} %"


def sizes() -> str:
    """Each core with recipe `area`: what more rounds in a clock cost and give."""
    cores = known()
    text = row("core", "GE", "FFs", "fmax (MHz)", "bits per clock", "Mbit/s at fmax")
    text += row("---", *["--:"] * 5)
    for options in CORES:
        one, runs = cores[name(options)]
        run, (bits, cycles) = runs["area"], one.workloads["enc/pt/long"]
        text += row(f"`{one.core}`", f"{run.area_ge:,.0f}", run.flip_flops, f"{run.fmax_mhz:.0f}",
                    f"{bits / cycles:g}", f"{bits / cycles * run.fmax_mhz:,.0f}")  # fmt: skip
    return text


def recipes() -> str:
    """One core with both recipes of the data set."""
    _, runs = known()["ascon-aead128"]
    text = row("recipe", "GE", "delay (ns)", "fmax (MHz)", "pJ per bit")
    text += row("---", *["--:"] * 4)
    for recipe, run in runs.items():
        energy = run.energies["enc/pt/1536"]
        text += row(f"`{recipe}`", f"{run.area_ge:,.0f}", f"{run.delay_ns:.2f}",
                    f"{run.fmax_mhz:.0f}", f"{energy:.2f}")  # fmt: skip
    return text


TABLES = {"parts": parts, "sizes": sizes, "recipes": recipes}


def renewed(text: str) -> str:
    """The page with its tables made anew."""
    return BLOCK.sub(
        lambda found: f"<!-- table {found[1]} -->\n{TABLES[found[1]]()}<!-- /table -->\n", text
    )


def picture() -> str:
    """Bars from zero: the area of each core, flip-flops and gates apart."""
    cores, scale = known(), 30 / 1000
    chosen = ["ascon-p-12", *(name(options) for options in CORES)]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 940 {60 + 40 * len(chosen)}" '
        'font-family="sans-serif" font-size="14">',
        '<rect width="100%" height="100%" fill="#fff"/>',
        '<rect x="210" y="8" width="14" height="14" fill="#33658a"/>'
        '<text x="230" y="20">flip-flops</text>'
        '<rect x="330" y="8" width="14" height="14" fill="#f6ae2d"/>'
        '<text x="350" y="20">gates</text>',
    ]
    for place, core in enumerate(chosen):
        run, y = cores[core][1]["area"], 40 + 40 * place
        flops, all_ = scale * run.sequential_ge, scale * run.area_ge
        lines += [
            f'<text x="200" y="{y + 19}" text-anchor="end">{core}</text>',
            f'<rect x="210" y="{y}" width="{flops:.1f}" height="28" fill="#33658a"/>',
            f'<rect x="{210 + flops:.1f}" y="{y}" width="{all_ - flops:.1f}" height="28" '
            'fill="#f6ae2d"/>',
            f'<text x="{218 + all_:.1f}" y="{y + 19}">{run.area_ge:,.0f} GE</text>',
        ]
    return "\n".join([*lines, "</svg>\n"])


if __name__ == "__main__":
    if "--write" in sys.argv:
        PAGE.write_text(renewed(PAGE.read_text()))
        PICTURE.write_text(picture())
    else:
        print("\n".join(make() for make in TABLES.values()))
