// SPDX-License-Identifier: Apache-2.0
// Simulates a mapped netlist on 512 independent lanes at once, and counts what sets of probes see in two classes of traces.
//
// A set is a list of nets, each in a cycle of its own. Usage: see `verify/gates/sets.py`, which writes the files that this program reads.

#include "lanes.h"

#include <chrono>
#include <map>

struct Set {
    bool ones = false;                // count how many ones are seen, not what
    std::vector<size_t> places;       // in the list of what is kept of a trace
    std::vector<uint32_t> counts[2];  // of the fixed class and of the random one, by what was seen
};

// sets NETLIST SEED BATCHES CYCLES SETS
int main(int argc, char** argv) {
    if (argc != 6) return std::fprintf(stderr, "expected NETLIST SEED BATCHES CYCLES SETS\n"), 2;
    Simulation simulation(load(argv[1]), std::strtoull(argv[2], nullptr, 10));
    long batches = std::atol(argv[3]);
    int cycles = std::atoi(argv[4]);
    std::ifstream in(argv[5]);
    size_t count;
    in >> count;
    std::vector<Set> sets(count);
    std::map<std::pair<int, int>, size_t> kept;  // place of a net in a cycle
    std::vector<std::vector<std::pair<int, size_t>>> nets(cycles);
    for (auto& set : sets) {
        size_t bits;
        in >> set.ones >> bits;
        for (size_t n = 0; n < bits; n++) {
            int net, cycle;
            in >> net >> cycle;
            if (!in || cycle < 0 || cycle >= cycles) return std::fprintf(stderr, "%s: damaged\n", argv[5]), 2;
            auto [found, added] = kept.emplace(std::pair{net, cycle}, kept.size());
            if (added) nets[cycle].emplace_back(net, found->second);
            set.places.push_back(found->second);
        }
        for (auto& counts : set.counts) counts.resize(set.ones ? bits + 1 : size_t(1) << bits);
    }
    std::vector<V> values(kept.size());
    Observer* none = nullptr;
    simulation.new_traces();  // the first trace starts from what an earlier one left behind
    for (int number = 0; number < cycles; number++) simulation.cycle(number, false, none);
    auto start = std::chrono::steady_clock::now();
    for (long batch = 0; batch < batches; batch++) {
        simulation.new_traces();
        for (int number = 0; number < cycles; number++) {
            simulation.cycle(number, false, none);
            for (auto& [net, place] : nets[number]) values[place] = simulation.value(net);
        }
        V random = simulation.random_class();
        for (auto& set : sets)
            for (int word = 0; word < WORDS; word++) {
                uint32_t seen[64] = {};
                for (size_t n = 0; n < set.places.size(); n++) {
                    uint64_t bits = values[set.places[n]][word];
                    for (int lane = 0; lane < 64; lane++) seen[lane] += uint32_t(bits >> lane & 1) << (set.ones ? 0 : n);
                }
                for (int lane = 0; lane < 64; lane++) set.counts[random[word] >> lane & 1][seen[lane]]++;
            }
    }
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("{\"traces\": %ld, \"seconds\": %.6f, \"counts\": [", batches * LANES, seconds);
    for (size_t n = 0; n < sets.size(); n++) {
        std::printf("%s[", n ? ", " : "");
        bool first = true;  // what neither class has seen is left out
        for (size_t k = 0; k < sets[n].counts[0].size(); k++)
            if (sets[n].counts[0][k] || sets[n].counts[1][k])
                std::printf("%s[%u, %u]", first ? "" : ", ", sets[n].counts[0][k], sets[n].counts[1][k]), first = false;
        std::printf("]");
    }
    std::printf("]}\n");
    return 0;
}
