// SPDX-License-Identifier: Apache-2.0
// Injects faults into a mapped netlist of a bare primitive, one or several in each lane.
//
// Every lane gets the same two calls; the answer to the first may be withheld, the second must be right in any case. Usage: see
// `verify/gates/injection/plays.py`, which writes both files and reads what this program prints.

#include "faults.h"

struct Calls {
    int valid, accepts, offered, ready, fault;  // nets: out_valid, out_ready, in_valid, in_ready, fault or 0 if there is none
    int again;                                  // net: again_valid, or 0 if results are given once
    int second;                                 // the second call is offered in this cycle or in the two before it
    std::vector<Sum> data, copied;              // each bit of the outputs; of the second ones, if there are any
    std::vector<Sum> by_share;                  // all nets of both outputs, by share
    std::vector<int> expected[2];               // their values after each call
};

struct Injected {
    int lane, cycle;
    Fault fault;
};

// What the lanes did in the first call: `given` an answer that was taken, `wrong` offered a wrong one or one too many, `exposed`
// anything but the answer on the outputs while none was valid, in all shares, `noticed` a fault. In the second: `accepted` the
// inputs, `given`, `wrong`. Where results are given twice, an answer is valid if both are and are equal, and it is noticed if they are not.
struct Seen {
    V given[2]{}, wrong[2]{}, exposed{}, noticed{}, accepted{};
    int first = -1;  // cycle in which the first lane has the first answer

    void take(const Simulation& lanes, const Calls& calls, int cycle) {
        V later = accepted;  // lanes in which the second call is under way: what they offer is its answer
        V different{}, apart{}, some = ~V{}, valid = lanes.value(calls.valid), refused{};
        for (size_t n = 0; n < calls.data.size(); n++) {
            V bit = sum(lanes, calls.data[n]);
            different |= bit ^ ((calls.expected[0][n] ? ~later : V{}) | (calls.expected[1][n] ? later : V{}));
            if (calls.again) apart |= bit ^ sum(lanes, calls.copied[n]);
        }
        for (auto& share : calls.by_share) some &= any(lanes, share);
        if (calls.again) {
            V both = valid & lanes.value(calls.again);
            noticed |= ~later & ((both & apart) | (valid ^ lanes.value(calls.again)));
            refused = both & apart, valid = both & ~apart;
        }
        exposed |= ~later & ~valid & ~refused & some & different, noticed |= ~later & lanes.value(calls.fault);
        if (cycle >= calls.second - 2) accepted |= lanes.value(calls.offered) & lanes.value(calls.ready);
        if (first < 0 && (valid[0] & 1)) first = cycle;
        for (int call : {0, 1}) {
            V those = valid & (call ? later : ~later);
            wrong[call] |= those & (different | given[call]);
            given[call] |= those & lanes.value(calls.accepts);
        }
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
    in >> calls.valid >> calls.accepts >> calls.offered >> calls.ready >> calls.fault >> calls.again >> calls.second;
    calls.data = sums(in), calls.copied = sums(in), calls.by_share = sums(in);
    calls.expected[0] = list(in), calls.expected[1] = list(in);
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
