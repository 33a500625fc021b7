// SPDX-License-Identifier: Apache-2.0
// Evaluates a mapped netlist on 512 independent lanes at once: bit l of a vector is the value of a net in lane l.
//
// All lanes run in step. `cells.h`, the functions of the library's cells, and the file that describes the netlist are written by
// `verify/gates/lanes.py` and `verify/gates/gatesim.py`; the programs beside this file drive it.

#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

constexpr int WORDS = 8, LANES = 64 * WORDS, PLANES = 24;
typedef uint64_t V __attribute__((vector_size(8 * WORDS)));

struct Function {
    void (*run)(V* out, const V* in, const int* table, int count);
    int arity;
};

#include "cells.h"

struct Generator {  // xoshiro256** (Blackman, Vigna), seeded by splitmix64
    uint64_t s[4];
    explicit Generator(uint64_t seed) {
        for (auto& word : s) {
            uint64_t z = (seed += 0x9E3779B97F4A7C15);
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
            word = z ^ (z >> 31);
        }
    }
    uint64_t word() {
        auto rotated = [](uint64_t x, int n) { return x << n | x >> (64 - n); };
        uint64_t result = rotated(s[1] * 5, 7) * 9, t = s[1] << 17;
        s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3], s[2] ^= t, s[3] = rotated(s[3], 45);
        return result;
    }
    V vector() {
        V v;
        for (int n = 0; n < WORDS; n++) v[n] = word();
        return v;
    }
};

struct Group {
    const Function* function;
    int count;
    std::vector<int> table;  // for each cell: its output, then its inputs
    void run(V* out, const V* in) const { function->run(out, in, table.data(), count); }
};

// Carry-save counters: plane k holds bit k of each lane's count.
struct Counter {
    V plane[PLANES]{}, held[16];
    int filled = 0;
    static void full_adder(V& high, V& low, V a, V b, V c) {
        V u = a ^ b;
        high = (a & b) | (u & c);
        low = u ^ c;
    }
    void add(V x) {
        held[filled++] = x;
        if (filled == 16) flush();
    }
    void flush() {
        for (int n = filled; n < 16; n++) held[n] = V{};
        V carry[16];
        int width = 16, count = 0;
        V* from = held;
        for (int level = 0; level < 4; level++) {  // 16 inputs of weight 2^level, then 8, 4, 2 carries and so on
            count = width / 2;
            V low = plane[level];
            for (int n = 0; n < count; n++) full_adder(carry[n], low, low, from[2 * n], from[2 * n + 1]);
            plane[level] = low;
            for (int n = 0; n < count; n++) held[n] = carry[n];
            from = held, width = count;
        }
        V rest = held[0];
        for (int k = 4; k < PLANES; k++) {
            V next = plane[k] & rest;
            plane[k] ^= rest;
            rest = next;
        }
        filled = 0;
    }
};

static int64_t ones(V v) {
    int64_t sum = 0;
    for (int n = 0; n < WORDS; n++) sum += __builtin_popcountll(v[n]);
    return sum;
}

// Toggles of one cycle: the sum for each lane, and, if wanted, how many lanes of each class every single event has. An event is a
// change of a net in a step of its settling.
struct Observer {
    Counter counter;
    std::vector<uint32_t>* events = nullptr;
    V random{};
    size_t place = 0;
    void see(int, V toggles) {
        counter.add(toggles);
        if (!events) return;
        if (events->size() < place + 2) events->resize(place + 2);
        (*events)[place++] += uint32_t(ones(toggles & ~random));
        (*events)[place++] += uint32_t(ones(toggles & random));
    }
    void end() { counter.flush(); }
};

enum Kind { CONSTANT = 0, RANDOM = 1, FRESH = 2, SECRET = 3, SHARE = 4, GIVEN = 5, HELD = 6 };

struct Port {
    int kind, from, to, secret;  // driven from cycle `from` to before `to`, else 0; SECRET and SHARE name a secret
    // Of GIVEN the value has all bits of every cycle from `from` on; of SECRET and SHARE, if there is one, the bit of the secret that
    // each net has in each of these cycles.
    std::vector<int> nets, value;
    V given(int number, size_t bit) const { return value[(number - from) * nets.size() + bit] ? ~V{} : V{}; }
    bool is_secret() const { return kind == SECRET || kind == SHARE; }
    size_t place(int number, size_t bit) const { return is_secret() && !value.empty() ? value[(number - from) * nets.size() + bit] : bit; }
};

struct Netlist {
    int nets = 0;
    std::vector<std::vector<Group>> levels, steps;
    std::vector<Group> next_state;
    std::vector<int> q, qn, counted, open;
    // With delays: places for values, gates that write and read them, and for each change the place, the one before it, and the net.
    int slots = 0;
    std::vector<std::vector<Group>> versions;
    std::vector<int> seen;
    std::vector<Port> inputs;
    std::vector<std::vector<int>> fixed;                      // value of each secret in the fixed class
    std::vector<std::pair<std::string, std::vector<int>>> outputs;
    std::vector<int> control;                                 // nets that must be equal in all lanes
};

static std::vector<int> list(std::istream& in) {
    int count;
    in >> count;
    std::vector<int> values(count);
    for (auto& value : values) in >> value;
    return values;
}

static std::vector<Group> groups(std::istream& in) {
    int count, function;
    in >> count;
    std::vector<Group> found;
    for (int n = 0; n < count; n++) {
        in >> function;
        Group group{&FUNCTIONS[function], 0, list(in)};
        group.count = int(group.table.size()) / (group.function->arity + 1);
        found.push_back(group);
    }
    return found;
}

static std::vector<std::vector<Group>> sequence(std::istream& in) {
    int count;
    in >> count;
    std::vector<std::vector<Group>> found;
    for (int n = 0; n < count; n++) found.push_back(groups(in));
    return found;
}

static Netlist load(const char* path) {
    std::ifstream in(path);
    Netlist net;
    in >> net.nets;
    net.levels = sequence(in), net.steps = sequence(in), net.next_state = groups(in);
    net.q = list(in), net.qn = list(in), net.counted = list(in), net.open = list(in);
    net.seen = list(in);
    in >> net.slots;
    net.versions = sequence(in);
    int count;
    in >> count;
    for (int n = 0; n < count; n++) {
        Port port;
        in >> port.kind >> port.from >> port.to >> port.secret;
        port.nets = list(in), port.value = list(in);
        net.inputs.push_back(port);
    }
    in >> count;
    for (int n = 0; n < count; n++) net.fixed.push_back(list(in));
    in >> count;
    for (int n = 0; n < count; n++) {
        std::string name;
        in >> name;
        net.outputs.emplace_back(name, list(in));
    }
    net.control = list(in);
    if (!in) std::fprintf(stderr, "%s: damaged\n", path), std::exit(2);
    return net;
}

// A gate whose output is cleared in some lanes, and then flipped in some.
struct Forced {
    int net;
    V cleared, flipped;
};

class Simulation {
  public:
    Simulation(Netlist net, uint64_t seed)
        : net_(std::move(net)), random_(seed), now_(std::max(net_.nets, net_.slots)), before_(net_.nets), next_(net_.q.size()) {
        now_[1] = ~V{};
        before_[1] = now_[1];
        level_.assign(net_.nets, -1);
        forced_.resize(net_.levels.size());
        for (size_t n = 0; n < net_.levels.size(); n++)
            for (auto& group : net_.levels[n])
                for (size_t place = 0; place < group.table.size(); place += group.function->arity + 1) level_[group.table[place]] = int(n);
        for (size_t n = 0; n < next_.size(); n++) next_[n] = random_.vector();
    }

    void new_traces() {
        cls_ = random_.vector();
        secrets_.clear();
        for (auto& fixed : net_.fixed) {
            std::vector<V> bits;
            for (int bit : fixed) {
                V value = random_.vector();
                bits.push_back((value & cls_) | ((bit ? ~V{} : V{}) & ~cls_));
            }
            secrets_.push_back(bits);
        }
        auto rest = secrets_;
        values_.assign(net_.inputs.size(), {});
        for (size_t n = 0; n < net_.inputs.size(); n++) {
            auto& port = net_.inputs[n];
            size_t bits = port.is_secret() ? rest[port.secret].size() : port.nets.size();
            for (size_t bit = 0; bit < bits; bit++) {
                V value = port.kind == CONSTANT ? (port.value[bit] ? ~V{} : V{}) : V{};
                if (port.kind == RANDOM || port.kind == SHARE) value = random_.vector();
                if (port.kind == SHARE) rest[port.secret][bit] ^= value;
                if (port.kind == SECRET) value = rest[port.secret][bit];
                values_[n].push_back(value);
            }
        }
    }

    // What an input port of kind HELD has from now on, in each lane.
    void hold(size_t port, size_t bit, V value) { values_[port][bit] = value; }
    V random() { return random_.vector(); }

    // One cycle; `observer`, if there is one, sees every net that may have changed (`see`), and the end of the cycle (`end`).
    template <class O>
    void cycle(int number, bool glitches, O* observer) {
        for (size_t n = 0; n < next_.size(); n++) {
            if (net_.q[n] >= 0) now_[net_.q[n]] = next_[n];
            if (net_.qn[n] >= 0) now_[net_.qn[n]] = ~next_[n];
        }
        drive(number);
        if (glitches && observer && net_.slots) settle_with_delays(*observer);
        else if (glitches && observer) settle_in_steps(*observer);
        else settle(observer);
        for (auto& group : net_.next_state) group.run(next_.data(), now_.data());
        for (auto& level : forced_) level.clear();
    }

    // Power-up with the same value of a register in all lanes, so that what no reset sets does not take them out of step.
    void power_up_alike() {
        for (auto& value : next_) value = random_.word() & 1 ? ~V{} : V{};
    }

    // A fault: the register is cleared in some lanes, then flipped in some, from the next cycle on, until it is written.
    void upset(size_t place, V cleared, V flipped) { next_[place] = (next_[place] & ~cleared) ^ flipped; }

    // A fault: the same for what a gate gives in the next cycle, without glitches, and only then.
    void force(int net, V cleared, V flipped) { forced_[level_[net]].push_back({net, cleared, flipped}); }

    // What the registers hold from the next cycle on, and what the ports of kind RANDOM and SHARE have.
    struct State {
        std::vector<V> registers;
        std::vector<std::vector<V>> inputs;
    };
    State state() const { return {next_, values_}; }
    void restore(const State& state) { next_ = state.registers, values_ = state.inputs; }
    bool holds(const std::vector<V>& registers) const {
        V different{};
        for (size_t n = 0; n < next_.size(); n++) different |= next_[n] ^ registers[n];
        return !ones(different);
    }

    const V& value(int net) const { return now_[net]; }
    const Netlist& netlist() const { return net_; }
    V random_class() const { return cls_; }
    const std::vector<std::vector<V>>& secrets() const { return secrets_; }

    bool uniform() const {
        for (int bit : net_.control)
            if (ones(now_[bit]) % LANES) return false;
        return true;
    }

  private:
    void drive(int number) {
        for (int bit : net_.open) now_[bit] = V{};
        for (size_t n = 0; n < net_.inputs.size(); n++) {
            auto& port = net_.inputs[n];
            bool driven = port.from <= number && number < port.to;
            for (size_t bit = 0; bit < port.nets.size(); bit++)
                now_[port.nets[bit]] = !driven               ? V{}
                                       : port.kind == FRESH ? random_.vector()
                                       : port.kind == GIVEN ? port.given(number, bit)
                                                            : values_[n][port.place(number, bit)];
        }
    }

    template <class O>
    void settle(O* observer) {
        for (size_t n = 0; n < net_.levels.size(); n++) {
            for (auto& group : net_.levels[n]) group.run(now_.data(), now_.data());
            for (auto& gate : forced_[n]) now_[gate.net] = (now_[gate.net] & ~gate.cleared) ^ gate.flipped;
        }
        if (!observer) return;
        for (int bit : net_.counted) {
            observer->see(bit, now_[bit] ^ before_[bit]);
            before_[bit] = now_[bit];
        }
        observer->end();
    }

    // Each cell answers one step after its inputs, so that glitches count. Within a step a cell comes before those that drive it: it
    // reads what was there before the step.
    template <class O>
    void settle_in_steps(O& observer) {
        // Q and QN of a flip-flop change together, so one of them counts: Q, or QN where Q is not connected.
        for (size_t n = 0; n < net_.q.size(); n++) {
            const int bit = net_.q[n] >= 0 ? net_.q[n] : net_.qn[n];
            if (bit < 0) continue;
            observer.see(bit, now_[bit] ^ before_[bit]);
            before_[bit] = now_[bit];
        }
        for (auto& step : net_.steps)
            for (auto& group : step) Shown<O>::run[group.function - FUNCTIONS](now_.data(), group.table.data(), group.count, observer);
        observer.end();
    }

    // Each net has its values on their way, and what it was before, in places of their own; its own place has the last of them.
    template <class O>
    void settle_with_delays(O& observer) {
        for (auto& level : net_.versions)
            for (auto& group : level) group.run(now_.data(), now_.data());
        for (size_t n = 0; n < net_.seen.size(); n += 3) observer.see(net_.seen[n + 2], now_[net_.seen[n]] ^ now_[net_.seen[n + 1]]);
        std::copy(now_.begin(), now_.begin() + net_.nets, now_.begin() + net_.nets);
        observer.end();
    }

    Netlist net_;
    Generator random_;
    std::vector<V> now_, before_, next_;
    std::vector<std::vector<V>> values_, secrets_;
    std::vector<int> level_;  // of the gate that drives a net
    std::vector<std::vector<Forced>> forced_;  // by level
    V cls_{};
};
