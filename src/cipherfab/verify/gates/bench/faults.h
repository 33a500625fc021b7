// SPDX-License-Identifier: Apache-2.0
// Faults of a netlist in simulation, and sums of nets: what the programs that inject faults share.

#pragma once
#include "lanes.h"

// The values are those of `KINDS` in `verify/gates/injection/places.py`.
enum FaultKind { REGISTER_FLIP = 0, REGISTER_0 = 1, REGISTER_1 = 2, GATE_FLIP = 3, GATE_0 = 4, GATE_1 = 5 };

struct Fault {
    int kind, place;  // place: number of the register, or net that the gate drives
};

// The fault is there in these lanes in the next cycle; what a register holds stays until it is written.
static void inject(Simulation& simulation, const Fault& fault, V lanes) {
    bool flip = fault.kind == REGISTER_FLIP || fault.kind == GATE_FLIP, one = fault.kind == REGISTER_1 || fault.kind == GATE_1;
    V cleared = flip ? V{} : lanes, flipped = flip || one ? lanes : V{};
    if (fault.kind <= REGISTER_1) simulation.upset(fault.place, cleared, flipped);
    else simulation.force(fault.place, cleared, flipped);
}

typedef std::vector<int> Sum;  // nets whose sum is meant: one, or the shares of a bit

static V sum(const Simulation& simulation, const Sum& nets) {
    V value{};
    for (int net : nets) value ^= simulation.value(net);
    return value;
}

static V any(const Simulation& simulation, const Sum& nets) {
    V value{};
    for (int net : nets) value |= simulation.value(net);
    return value;
}

static std::vector<Sum> sums(std::istream& in) {
    int count = 0;
    in >> count;
    std::vector<Sum> found(count);
    for (auto& nets : found) nets = list(in);
    return found;
}
