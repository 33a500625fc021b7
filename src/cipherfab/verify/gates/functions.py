# SPDX-License-Identifier: Apache-2.0
"""The distinct functions of a cell library, numbered, as loops of `bench/lanes.cpp`."""

from collections.abc import Mapping

from . import cells


class Functions:
    """The distinct functions of a library, numbered."""

    def __init__(self, library: Mapping[str, cells.Cell]):
        texts = [
            (cell, function, "")
            for cell in library.values()
            for function in ([cell.next_state] if cell.next_state else cell.outputs.values())
        ]
        texts += [
            # For flip-flops that are left out (`lanes.Changes`): their QN is then a gate of its
            # own.
            (cell, f"!({cell.next_state})", "")
            for cell in library.values()
            if cell.next_state and "~q" in cell.outputs.values()
        ]
        if any(cell.gate for cell in library.values()):
            texts += [
                (cell, cell.next_state, kept)
                for cell in library.values()
                if cell.next_state
                # Behind a clock gate a flip-flop reads its state where it is shown, at Q or at QN.
                for kept in sorted(set(cell.outputs.values()))
            ]
        # Keyed by the text of the expression: the drive strengths of one gate share a loop, so
        # loops are longer.
        self._numbers: dict[tuple[str, int], int] = {}
        for cell, function, kept in texts:
            self._numbers.setdefault(self._key(cell, function, kept), len(self._numbers))

    @staticmethod
    def _key(cell: cells.Cell, function: str, kept: str) -> tuple[str, int]:
        # Place 0 of a row is the output of the gate.
        place = {pin: f"in[t[{number}]]" for number, pin in enumerate(cell.inputs, 1)}
        text, arity = cells.expression(function, lambda pin: place[pin]), len(cell.inputs)
        if not kept:
            return text, arity
        enable, state = f"in[t[{arity + 1}]]", kept.replace("q", f"in[t[{arity + 2}]]")
        return f"({enable} & {text}) | (~{enable} & {state})", arity + 2

    def number(self, cell: cells.Cell, function: str, kept: str = "") -> int:
        """Of a cell's function; ``kept``: of a flip-flop behind a clock gate, whose two further
        inputs are the enable and its output ``q`` or ``~q``.
        """
        return self._numbers[self._key(cell, function, kept)]

    def header(self) -> str:
        """``cells.h`` of the program: a loop over cells for each function, and one that works in
        place and shows what changed to an observer.
        """
        loops = [
            f"static void f{number}(V* out, const V* in, const int* t, int count) {{\n    "
            f"const V zero{{}}; (void)zero;\n"
            f"    for (int n = 0; n < count; n++, t += {arity + 1}) out[t[0]] = {text};\n}}\n"
            f"template <class O> void g{number}(V* in, const int* t, int count, O& seen) {{\n"
            f"    const V zero{{}}; (void)zero;\n"
            f"    for (int n = 0; n < count; n++, t += {arity + 1}) {{\n"
            f"        const V value = {text}, changed = value ^ in[t[0]];\n"
            f"        in[t[0]] = value;\n        seen.see(t[0], changed);\n    }}\n}}\n"
            for (text, arity), number in self._numbers.items()
        ]
        table = ", ".join(f"{{f{number}, {arity}}}" for (_, arity), number in self._numbers.items())
        shown = ", ".join(f"g{number}<O>" for number in self._numbers.values())
        return (
            "".join(loops) + f"static const Function FUNCTIONS[] = {{{table}}};\n"
            f"template <class O> struct Shown {{\n"
            f"    static constexpr void (*run[])(V*, const int*, int, O&) = {{{shown}}};\n"
            f"}};\n"
        )
