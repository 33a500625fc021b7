# SPDX-License-Identifier: Apache-2.0
"""The links of the chain of evidence."""

LINKS = {
    "model": "specification ↔ model: the official known-answer file, by SHA-256",
    "rtl": "model ↔ RTL: simulation with random stalls",
    "messages": "specification ↔ RTL: proved messages, for all keys, nonces, data and tags",
    "equivalence": "RTL ↔ netlist: equivalence proof",
    "gate": "gate level: known answers on the measured netlist",
    "leakage": "leakage verdict (masked cores)",
}
"""The chain of evidence, in order: name of the link and what it shows."""

LETTERS = {
    "model": "M",
    "rtl": "R",
    "messages": "P",
    "equivalence": "E",
    "gate": "G",
    "leakage": "L",
}
"""What stands for a link in a badge; P: proved messages."""
