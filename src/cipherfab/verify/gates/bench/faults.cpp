// SPDX-License-Identifier: Apache-2.0
// Injects faults into a mapped netlist of a bare primitive, one in each lane: a flip-flop has the other value in a cycle.
//
// Every lane gets the same two calls; the answer to the first may be withheld, the second must be right in any case. Usage: see
// `verify/gates/faults.py`, which writes both files and reads what this program prints.

#include "lanes.h"

struct Calls {
    int valid, accepts, offered, ready, fault;  // nets: out_valid, out_ready, in_valid, in_ready, fault or 0 if there is none
    int second;                                 // what is answered from this cycle on is the second call; offered in or just before it
    std::vector<int> data, expected[2];         // nets of the outputs, and their values after each call
};

struct Fault {
    int place, cycle;  // place of the register; none if negative
};

// What the lanes did in the first call: `given` an answer that was taken, `wrong` offered a wrong one or one too many, `exposed`
// anything but the answer on the outputs while none was valid, `noticed` a fault. In the second: `accepted` the inputs, `given`,
// `wrong`.
struct Seen {
    V given[2]{}, wrong[2]{}, exposed{}, noticed{}, accepted{};
    int first = -1;  // cycle in which the first lane has the first answer

    void take(const Simulation& lanes, const Calls& calls, int cycle) {
        int call = cycle >= calls.second;
        V different{}, some{}, valid = lanes.value(calls.valid);
        for (size_t n = 0; n < calls.data.size(); n++) {
            V bit = lanes.value(calls.data[n]);
            different |= calls.expected[call][n] ? ~bit : bit;
            some |= bit;
        }
        wrong[call] |= valid & (different | given[call]);
        if (!call) exposed |= ~valid & some & different, noticed |= lanes.value(calls.fault);
        if (cycle >= calls.second - 1) accepted |= lanes.value(calls.offered) & lanes.value(calls.ready);
        if (first < 0 && (valid[0] & 1)) first = cycle;
        given[call] |= valid & lanes.value(calls.accepts);
    }
};

static void print(const char* title, V lanes, const char* end) {
    std::printf("\"%s\": \"", title);
    for (int n = WORDS; n--;) std::printf("%016llx", (unsigned long long)lanes[n]);
    std::printf("\"%s", end);
}

static void run(Simulation& lanes, const Calls& calls, const std::vector<Fault>& faults, int cycles, bool last) {
    std::vector<std::vector<int>> by_cycle(cycles);
    for (int lane = 0; lane < LANES; lane++)
        if (faults[lane].place >= 0) by_cycle[faults[lane].cycle].push_back(lane);
    Seen seen;
    lanes.new_traces();
    for (int cycle = 0; cycle < cycles; cycle++) {
        for (int lane : by_cycle[cycle]) {
            V flipped{};
            flipped[lane / 64] = 1ull << lane % 64;
            lanes.flip(faults[lane].place, flipped);
        }
        lanes.cycle<Observer>(cycle, false, nullptr);
        if (cycle) seen.take(lanes, calls, cycle);  // in the first one, which resets, an earlier batch may still be seen
    }
    std::printf("{\"first\": %d, ", seen.first);
    print("given", seen.given[0], ", "), print("wrong", seen.wrong[0], ", "), print("exposed", seen.exposed, ", ");
    print("noticed", seen.noticed, ", "), print("accepted", seen.accepted, ", ");
    print("next_given", seen.given[1], ", "), print("next_wrong", seen.wrong[1], last ? "}" : "},\n");
}

// faults NETLIST FAULTS CYCLES SEED: cycle 0 of each batch resets the core; registers without a reset keep what they have.
int main(int argc, char** argv) {
    if (argc != 5) return std::fprintf(stderr, "expected NETLIST FAULTS CYCLES SEED\n"), 2;
    Simulation lanes(load(argv[1]), std::strtoull(argv[4], nullptr, 10));
    std::ifstream in(argv[2]);
    Calls calls;
    in >> calls.valid >> calls.accepts >> calls.offered >> calls.ready >> calls.fault >> calls.second;
    calls.data = list(in), calls.expected[0] = list(in), calls.expected[1] = list(in);
    int batches = 0;
    in >> batches;
    std::printf("[");
    for (int batch = 0; batch < batches; batch++) {
        std::vector<Fault> faults(LANES);
        for (auto& fault : faults) in >> fault.place >> fault.cycle;
        if (!in) return std::fprintf(stderr, "%s: damaged\n", argv[2]), 2;
        run(lanes, calls, faults, std::atoi(argv[3]), batch + 1 == batches);
    }
    std::printf("]\n");
    return 0;
}
