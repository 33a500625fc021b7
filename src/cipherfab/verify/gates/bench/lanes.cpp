// SPDX-License-Identifier: Apache-2.0
// Simulates a mapped netlist on 512 independent lanes at once, and compares the toggles of two classes of traces.
//
// Each lane runs one trace after another, all lanes in step. In every cycle the toggles of all cell outputs are counted for each
// lane, and enter the moments of the lane's class: of fixed or of random secrets. Usage: see `verify/gates/gatesim.py`, which writes the
// file that this program reads.

#include "lanes.h"

#include <chrono>
#include <ctime>

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

static double processor_seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

// lanes NETLIST SEED BATCHES CYCLES GLITCHES CAPTURE TOGGLES: CAPTURE is the cycle whose outputs are printed for the first lanes of the
// last batch; TOGGLES is 0 if they are not counted, 1 for their sum in each cycle, 2 if every single event is tested, too.
int main(int argc, char** argv) {
    if (argc != 8) return std::fprintf(stderr, "expected NETLIST SEED BATCHES CYCLES GLITCHES CAPTURE TOGGLES\n"), 2;
    Simulation simulation(load(argv[1]), std::strtoull(argv[2], nullptr, 10));
    long batches = std::atol(argv[3]), next_report = 1;
    int cycles = std::atoi(argv[4]), capture = std::atoi(argv[6]), toggles = std::atoi(argv[7]), shown = 8;
    bool glitches = std::atoi(argv[5]), each = toggles == 2, uniform = true;
    std::vector<std::vector<uint32_t>> events(each ? cycles : 0);
    std::vector<Moments> moments(cycles);
    double count[2] = {0, 0};
    std::vector<std::vector<V>> captured;
    simulation.new_traces();  // the first trace starts from what an earlier one left behind
    Observer unused;
    for (int number = 0; number < cycles; number++) simulation.cycle(number, glitches, toggles ? &unused : nullptr);
    std::printf("{\"curve\": [");
    auto start = std::chrono::steady_clock::now();
    double processor = processor_seconds();
    for (long batch = 0; batch < batches; batch++) {
        simulation.new_traces();
        count[1] += ones(simulation.random_class()), count[0] += LANES - ones(simulation.random_class());
        for (int number = 0; number < cycles; number++) {
            Observer observer;
            observer.random = simulation.random_class();
            if (each) observer.events = &events[number];
            simulation.cycle(number, glitches, toggles ? &observer : nullptr);
            if (toggles) moments[number].take(observer.counter, simulation.random_class());
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
    processor = processor_seconds() - processor;
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
    std::printf("\"cpu_seconds\": %.6f, ", processor);
    print_lanes("secrets", simulation.secrets(), shown);
    std::printf(", ");
    print_lanes("outputs", captured, shown);
    std::printf("}\n");
    return 0;
}
