// Simulates a mapped netlist on 512 independent lanes at once: bit l of a vector is the value of a net in lane l.
//
// Each lane runs one trace after another, all lanes in step. In every cycle the toggles of all cell outputs are counted for each
// lane, and enter the moments of the lane's class: of fixed or of random secrets. Usage: see `verify/gatesim.py`, which writes the
// file that this program reads, and `cells.h`, the functions of the library's cells.

#include <chrono>
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

struct Moments {  // of one cycle; [0] fixed, [1] random
    double sum[2] = {0, 0}, squares[2] = {0, 0};
    void take(const Counter& counter, V random) {
        int top = PLANES;
        while (top && !ones(counter.plane[top - 1])) top--;
        for (int side = 0; side < 2; side++) {
            V mask = side ? random : ~random;
            for (int k = 0; k < top; k++) {
                V chosen = counter.plane[k] & mask;
                double weight = double(1ull << k);
                sum[side] += weight * ones(chosen);
                squares[side] += weight * weight * ones(chosen);
                for (int l = 0; l < k; l++) squares[side] += 2 * weight * double(1ull << l) * ones(chosen & counter.plane[l]);
            }
        }
    }
};

// Toggles of one cycle: the sum for each lane, and, if wanted, how many lanes of each class every single event has. An event is a
// change of a net in a step of its settling.
struct Observer {
    Counter counter;
    std::vector<uint32_t>* events = nullptr;
    V random{};
    size_t place = 0;
    void see(V toggles) {
        counter.add(toggles);
        if (!events) return;
        if (events->size() < place + 2) events->resize(place + 2);
        (*events)[place++] += uint32_t(ones(toggles & ~random));
        (*events)[place++] += uint32_t(ones(toggles & random));
    }
};

enum Kind { CONSTANT = 0, RANDOM = 1, FRESH = 2, SECRET = 3, SHARE = 4 };

struct Port {
    int kind, from, to, secret;  // driven from cycle `from` to before `to`, else 0; SECRET and SHARE name a secret
    std::vector<int> nets, value;
};

struct Netlist {
    int nets = 0;
    std::vector<std::vector<Group>> levels, steps;
    std::vector<Group> next_state;
    std::vector<int> q, qn, counted, open;
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

class Simulation {
  public:
    Simulation(Netlist net, uint64_t seed)
        : net_(std::move(net)), random_(seed), now_(net_.nets), before_(net_.nets), next_(net_.q.size()) {
        now_[1] = ~V{};
        before_ = now_;
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
            for (size_t bit = 0; bit < port.nets.size(); bit++) {
                V value = port.kind == CONSTANT ? (port.value[bit] ? ~V{} : V{}) : V{};
                if (port.kind == RANDOM || port.kind == SHARE) value = random_.vector();
                if (port.kind == SHARE) rest[port.secret][bit] ^= value;
                if (port.kind == SECRET) value = rest[port.secret][bit];
                values_[n].push_back(value);
            }
        }
    }

    void cycle(int number, bool glitches, Observer* observer) {
        for (size_t n = 0; n < next_.size(); n++) {
            if (net_.q[n] >= 0) now_[net_.q[n]] = next_[n];
            if (net_.qn[n] >= 0) now_[net_.qn[n]] = ~next_[n];
        }
        drive(number);
        if (glitches) settle_in_steps(observer);
        else settle(observer);
        for (auto& group : net_.next_state) group.run(next_.data(), now_.data());
    }

    V value(int net) const { return now_[net]; }
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
                now_[port.nets[bit]] = !driven ? V{} : port.kind == FRESH ? random_.vector() : values_[n][bit];
        }
    }

    void settle(Observer* observer) {
        for (auto& level : net_.levels)
            for (auto& group : level) group.run(now_.data(), now_.data());
        for (int bit : net_.counted) {
            if (observer) observer->see(now_[bit] ^ before_[bit]);
            before_[bit] = now_[bit];
        }
        if (observer) observer->counter.flush();
    }

    // Each cell answers one step after its inputs, so that glitches count.
    void settle_in_steps(Observer* observer) {
        for (int bit : net_.q)
            if (bit >= 0) {
                if (observer) observer->see(now_[bit] ^ before_[bit]);
                before_[bit] = now_[bit];
            }
        for (auto& step : net_.steps) {
            fresh_.resize(net_.nets);
            for (auto& group : step) group.run(fresh_.data(), now_.data());
            for (auto& group : step)
                for (int n = 0, place = 0; n < group.count; n++, place += group.function->arity + 1) {
                    int bit = group.table[place];
                    if (observer) observer->see(fresh_[bit] ^ now_[bit]);
                    now_[bit] = fresh_[bit];
                }
        }
        if (observer) observer->counter.flush();
    }

    Netlist net_;
    Generator random_;
    std::vector<V> now_, before_, next_, fresh_;
    std::vector<std::vector<V>> values_, secrets_;
    V cls_{};
};

static double welch(const Moments& m, double n0, double n1) {
    if (n0 < 2 || n1 < 2) return 0;
    double a = m.sum[0] / n0, b = m.sum[1] / n1;
    double va = (m.squares[0] - n0 * a * a) / (n0 - 1), vb = (m.squares[1] - n1 * b * b) / (n1 - 1);
    double spread = va / n0 + vb / n1;
    if (spread <= 0) return a == b ? 0 : 1e9;
    return (a - b) / __builtin_sqrt(spread);
}

struct Worst {  // of all events of all cycles
    double t = 0;
    int cycle = 0;
    size_t event = 0, count = 0;
};

static Worst worst_event(const std::vector<std::vector<uint32_t>>& events, const double* n) {
    Worst worst;
    for (size_t cycle = 0; cycle < events.size(); cycle++) {
        worst.count += events[cycle].size() / 2;
        for (size_t place = 0; place + 1 < events[cycle].size(); place += 2) {
            double p = events[cycle][place] / n[0], q = events[cycle][place + 1] / n[1];
            double spread = p * (1 - p) / n[0] + q * (1 - q) / n[1];
            double t = spread > 0 ? __builtin_fabs(p - q) / __builtin_sqrt(spread) : p == q ? 0 : 1e9;
            if (t > worst.t) worst.t = t, worst.cycle = int(cycle), worst.event = place / 2;
        }
    }
    return worst;
}

static void print_lanes(const char* title, const std::vector<std::vector<V>>& values, int lanes) {
    std::printf("\"%s\": [", title);
    for (size_t n = 0; n < values.size(); n++) {
        std::printf("%s[", n ? ", " : "");
        for (int lane = 0; lane < lanes; lane++) {
            std::printf("%s\"", lane ? ", " : "");
            for (auto& bit : values[n]) std::putchar('0' + int(bit[lane / 64] >> lane % 64 & 1));
            std::printf("\"");
        }
        std::printf("]");
    }
    std::printf("]");
}

// lanes NETLIST SEED BATCHES CYCLES GLITCHES CAPTURE EACH: CAPTURE is the cycle whose outputs are printed for the first lanes of the
// last batch; with EACH every single event is tested.
int main(int argc, char** argv) {
    if (argc != 8) return std::fprintf(stderr, "expected NETLIST SEED BATCHES CYCLES GLITCHES CAPTURE EACH\n"), 2;
    Simulation simulation(load(argv[1]), std::strtoull(argv[2], nullptr, 10));
    long batches = std::atol(argv[3]), next_report = 1;
    int cycles = std::atoi(argv[4]), capture = std::atoi(argv[6]), shown = 8;
    bool glitches = std::atoi(argv[5]), each = std::atoi(argv[7]), uniform = true;
    std::vector<std::vector<uint32_t>> events(each ? cycles : 0);
    std::vector<Moments> moments(cycles);
    double count[2] = {0, 0};
    std::vector<std::vector<V>> captured;
    simulation.new_traces();  // the first trace starts from what an earlier one left behind
    for (int number = 0; number < cycles; number++) simulation.cycle(number, glitches, nullptr);
    std::printf("{\"curve\": [");
    auto start = std::chrono::steady_clock::now();
    for (long batch = 0; batch < batches; batch++) {
        simulation.new_traces();
        count[1] += ones(simulation.random_class()), count[0] += LANES - ones(simulation.random_class());
        for (int number = 0; number < cycles; number++) {
            Observer observer;
            observer.random = simulation.random_class();
            if (each) observer.events = &events[number];
            simulation.cycle(number, glitches, &observer);
            moments[number].take(observer.counter, simulation.random_class());
            uniform = uniform && simulation.uniform();
            if (number == capture && batch == batches - 1) {
                captured.clear();
                for (auto& port : simulation.netlist().outputs) {
                    captured.emplace_back();
                    for (int bit : port.second) captured.back().push_back(simulation.value(bit));
                }
            }
        }
        if (batch + 1 == next_report || batch + 1 == batches) {
            double worst = 0;
            int where = 0;
            for (int n = 0; n < cycles; n++) {
                double t = __builtin_fabs(welch(moments[n], count[0], count[1]));
                if (t > worst) worst = t, where = n;
            }
            Worst event = worst_event(events, count);
            std::printf("%s[%.0f, %.6g, %d, %.6g]", batch ? ", " : "", count[0] + count[1], worst, where, event.t);
            next_report = next_report * 5 / 4 + 1;
        }
    }
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("], \"t\": [");
    for (int n = 0; n < cycles; n++) std::printf("%s%.6g", n ? ", " : "", welch(moments[n], count[0], count[1]));
    std::printf("], \"mean_toggles\": [");
    for (int n = 0; n < cycles; n++) {
        double mean = (moments[n].sum[0] + moments[n].sum[1]) / (count[0] + count[1]);
        std::printf("%s%.6g", n ? ", " : "", mean);
    }
    Worst event = worst_event(events, count);
    std::printf("], \"event\": {\"t\": %.6g, \"cycle\": %d, \"number\": %zu, \"count\": %zu", event.t, event.cycle, event.event, event.count);
    std::printf("}, \"traces\": %.0f, \"fixed\": %.0f, \"lanes\": %d, \"uniform\": %s, \"seconds\": %.6f, ", count[0] + count[1], count[0],
                LANES, uniform ? "true" : "false", seconds);
    print_lanes("secrets", simulation.secrets(), shown);
    std::printf(", ");
    print_lanes("outputs", captured, shown);
    std::printf("}\n");
    return 0;
}
