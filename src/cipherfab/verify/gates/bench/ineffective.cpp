// SPDX-License-Identifier: Apache-2.0
// Whether a fault has no effect, and whether that depends on data: the same fault in every lane, other inputs in each.
//
// Every batch of lanes is a call without a fault, and then once for each fault from the faulty cycle on. A fault is ineffective in a lane
// if the answer of the fault-free call comes in its cycle and nothing is noticed. Usage: see `verify/gates/injection/ineffective.py`, which
// writes both files and reads what this program prints.

#include <cmath>

#include "faults.h"

constexpr double LEAST_VARIANCE = 20;  // of a count, below which it is not taken for normal

struct Call {
    int valid, fault, taken, first;   // nets of out_valid and of fault, 0 if there is none; cycle in which the answer is taken, first cycle
                                      // in which registers are compared between lanes
    std::vector<Sum> data, secrets;   // bits of the outputs, and those with which the faults are compared, in the faulty cycle
};

// A call without a fault: registers before each cycle, and the answer.
struct Golden {
    std::vector<Simulation::State> before;
    std::vector<V> answer;
};

// `alike`: for each register whether it never differed between lanes from the first cycle on.
static Golden play(Simulation& lanes, const Call& call, std::vector<bool>& alike) {
    Golden golden;
    lanes.new_traces();
    for (int cycle = 0; cycle <= call.taken; cycle++) {
        golden.before.push_back(lanes.state());
        for (size_t n = 0; cycle >= call.first && n < alike.size(); n++)
            if (ones(golden.before[cycle].registers[n]) % LANES) alike[n] = false;
        lanes.cycle<Observer>(cycle, false, nullptr);
    }
    golden.before.push_back(lanes.state());
    for (auto& bit : call.data) golden.answer.push_back(sum(lanes, bit));
    if (ones(lanes.value(call.valid)) != LANES || (call.fault && ones(lanes.value(call.fault))))
        std::fprintf(stderr, "no answer in cycle %d without a fault\n", call.taken), std::exit(2);
    return golden;
}

// The lanes in which the fault has no effect.
static V ineffective(Simulation& lanes, const Call& call, const Golden& golden, const Fault& fault, int cycle) {
    V noticed{};
    lanes.restore(golden.before[cycle]);
    inject(lanes, fault, ~V{});
    for (; cycle <= call.taken; cycle++) {
        lanes.cycle<Observer>(cycle, false, nullptr);
        noticed |= lanes.value(call.fault);
        if (cycle < call.taken && lanes.holds(golden.before[cycle + 1].registers)) return ~noticed;
    }
    V different = noticed | ~lanes.value(call.valid);
    for (size_t n = 0; n < call.data.size(); n++) different |= sum(lanes, call.data[n]) ^ golden.answer[n];
    return ~different;
}

// The largest |z| of a 2x2 table (hypergeometric, both margins fixed) over all secrets: [ineffective, z, which].
static void compare(const std::vector<V>& without, const std::vector<std::vector<V>>& secrets, const std::vector<double>& ones_of) {
    double all = double(without.size()) * LANES, count = 0, worst = 0;
    long which = -1;
    for (auto& lanes : without) count += double(ones(lanes));
    for (size_t n = 0; n < ones_of.size() && count && count < all; n++) {
        double variance = count * ones_of[n] * (all - count) * (all - ones_of[n]) / (all * all * (all - 1)), both = 0;
        if (variance < LEAST_VARIANCE) continue;
        for (size_t batch = 0; batch < without.size(); batch++) both += double(ones(without[batch] & secrets[batch][n]));
        double z = (both - count * ones_of[n] / all) / std::sqrt(variance);
        if (std::fabs(z) > std::fabs(worst) || which < 0) worst = z, which = long(n);
    }
    std::printf("[%.0f, %.6g, %ld]", count, worst, which);
}

static void faults_of(Simulation& lanes, const Call& call, const std::vector<Golden>& goldens, int cycle, const std::vector<Fault>& faults) {
    std::vector<std::vector<V>> without(faults.size()), secrets(goldens.size());
    std::vector<double> ones_of(call.secrets.size());
    for (size_t batch = 0; batch < goldens.size(); batch++) {
        lanes.restore(goldens[batch].before[cycle]);
        lanes.cycle<Observer>(cycle, false, nullptr);
        for (size_t n = 0; n < call.secrets.size(); n++) {
            secrets[batch].push_back(sum(lanes, call.secrets[n]));
            ones_of[n] += double(ones(secrets[batch].back()));
        }
        for (size_t n = 0; n < faults.size(); n++) without[n].push_back(ineffective(lanes, call, goldens[batch], faults[n], cycle));
    }
    for (size_t n = 0; n < faults.size(); n++) std::printf(n ? ", " : ""), compare(without[n], secrets, ones_of);
}

// ineffective NETLIST FAULTS BATCHES SEED: cycle 0 of each batch resets the core.
int main(int argc, char** argv) {
    if (argc != 5) return std::fprintf(stderr, "expected NETLIST FAULTS BATCHES SEED\n"), 2;
    Simulation lanes(load(argv[1]), std::strtoull(argv[4], nullptr, 10));
    std::ifstream in(argv[2]);
    Call call;
    in >> call.valid >> call.fault >> call.taken >> call.first;
    call.data = sums(in), call.secrets = sums(in);
    std::vector<Golden> goldens;
    std::vector<bool> alike(lanes.state().registers.size(), true);
    for (int batch = std::atoi(argv[3]); batch; batch--) goldens.push_back(play(lanes, call, alike));
    std::printf("{\"control\": [");
    for (size_t n = 0, count = 0; n < alike.size(); n++)
        if (alike[n]) std::printf("%s%zu", count++ ? ", " : "", n);
    int cycles = 0, cycle = 0;
    in >> cycles;
    std::printf("], \"faults\": [");
    for (int n = 0; n < cycles; n++) {
        int count = 0;
        in >> cycle >> count;
        std::vector<Fault> faults(count);
        for (auto& fault : faults) in >> fault.kind >> fault.place;
        if (!in) return std::fprintf(stderr, "%s: damaged\n", argv[2]), 2;
        std::printf(n ? ",\n" : ""), faults_of(lanes, call, goldens, cycle, faults);
    }
    std::printf("]}\n");
    return 0;
}
