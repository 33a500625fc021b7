// SPDX-License-Identifier: Apache-2.0
// Injects faults into a mapped netlist of a bare primitive, one or several in each lane.
//
// Every lane gets the same two calls; the answer to the first may be withheld, the second must be right in any case. Usage: see
// `verify/gates/injection/plays.py`, which writes both files and reads what this program prints.

#include "faults.h"

struct Calls {
    int valid, accepts, offered, ready, fault;  // nets: out_valid, out_ready, in_valid, in_ready, fault or 0 if there is none
    int second;                                 // what is answered from this cycle on is the second call; offered in it or in the two before it
    std::vector<Sum> data;                      // each bit of the outputs
    std::vector<int> expected[2];               // their values after each call
};

struct Injected {
    int lane, cycle;
    Fault fault;
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
            V bit = sum(lanes, calls.data[n]);
            different |= calls.expected[call][n] ? ~bit : bit;
            for (int net : calls.data[n]) some |= lanes.value(net);
        }
        wrong[call] |= valid & (different | given[call]);
        if (!call) exposed |= ~valid & some & different, noticed |= lanes.value(calls.fault);
        if (cycle >= calls.second - 2) accepted |= lanes.value(calls.offered) & lanes.value(calls.ready);
        if (first < 0 && (valid[0] & 1)) first = cycle;
        given[call] |= valid & lanes.value(calls.accepts);
    }
};

static void print(const char* title, V lanes, const char* end) {
    std::printf("\"%s\": \"", title);
    for (int n = WORDS; n--;) std::printf("%016llx", (unsigned long long)lanes[n]);
    std::printf("\"%s", end);
}

static void run(Simulation& lanes, const Calls& calls, const std::vector<Injected>& faults, int cycles, bool last) {
    std::vector<std::vector<Injected>> by_cycle(cycles);
    for (auto& fault : faults) by_cycle[fault.cycle].push_back(fault);
    Seen seen;
    lanes.new_traces();
    for (int cycle = 0; cycle < cycles; cycle++) {
        for (auto& injected : by_cycle[cycle]) {
            V lane{};
            lane[injected.lane / 64] = 1ull << injected.lane % 64;
            inject(lanes, injected.fault, lane);
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
    calls.data = sums(in), calls.expected[0] = list(in), calls.expected[1] = list(in);
    int batches = 0;
    in >> batches;
    std::printf("[");
    for (int batch = 0; batch < batches; batch++) {
        int count = 0;
        in >> count;
        std::vector<Injected> faults(count);
        for (auto& injected : faults) in >> injected.lane >> injected.cycle >> injected.fault.kind >> injected.fault.place;
        if (!in) return std::fprintf(stderr, "%s: damaged\n", argv[2]), 2;
        run(lanes, calls, faults, std::atoi(argv[3]), batch + 1 == batches);
    }
    std::printf("]\n");
    return 0;
}
