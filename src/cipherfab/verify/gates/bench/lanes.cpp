// SPDX-License-Identifier: Apache-2.0
// Simulates a mapped netlist on 512 independent lanes at once, and compares the toggles of two classes of traces.
//
// Each lane runs one trace after another, all lanes in step. In every cycle the toggles of all cell outputs are counted for each
// lane, and enter the moments of the lane's class: of fixed or of random secrets. Usage: see `verify/gates/gatesim.py`, which writes the
// file that this program reads.

#include "histogram.h"
#include "lanes.h"
#include "messages.h"

#include <chrono>
#include <ctime>
#include <memory>

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
// last batch; TOGGLES is 0 if they are not counted, 1 for their sum in each cycle, 2 if every single event is tested, too. MESSAGES, if
// given, is a file of `messages.h`.
int main(int argc, char** argv) {
    if (argc != 8 && argc != 9)
        return std::fprintf(stderr, "expected NETLIST SEED BATCHES CYCLES GLITCHES CAPTURE TOGGLES [MESSAGES]\n"), 2;
    Simulation simulation(load(argv[1]), std::strtoull(argv[2], nullptr, 10));
    std::unique_ptr<Messages> messages = argc == 9 ? std::make_unique<Messages>(simulation, argv[8]) : nullptr;
    auto cycle = [&](int number, bool glitches, Observer* observer) {
        if (messages && !number) messages->begin();
        if (messages) messages->before(number);
        simulation.cycle(number, glitches, observer);
        if (messages) messages->after(number);
    };
    long batches = std::atol(argv[3]), next_report = 1;
    int cycles = std::atoi(argv[4]), capture = std::atoi(argv[6]), toggles = std::atoi(argv[7]), shown = 8;
    bool glitches = std::atoi(argv[5]), each = toggles == 2, uniform = true;
    std::vector<std::vector<uint32_t>> events(each ? cycles : 0);
    std::vector<Histogram> histograms(toggles ? cycles : 0);
    double count[2] = {0, 0};
    std::vector<std::vector<V>> captured;
    simulation.new_traces();  // the first trace starts from what an earlier one left behind
    Observer unused;
    for (int number = 0; number < cycles; number++) cycle(number, glitches, toggles ? &unused : nullptr);
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
            cycle(number, glitches, toggles ? &observer : nullptr);
            if (toggles) histograms[number].take(observer.counter, simulation.random_class());
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
            double worst[2] = {0, 0}, t[2];
            int where[2] = {0, 0};
            for (size_t n = 0; n < histograms.size(); n++) {
                welch(histograms[n].moments(0), histograms[n].moments(1), t);
                for (int moment = 0; moment < 2; moment++)
                    if (__builtin_fabs(t[moment]) > worst[moment]) worst[moment] = __builtin_fabs(t[moment]), where[moment] = int(n);
            }
            Worst event = worst_event(events, count);
            std::printf("%s[%.0f, %.6g, %d, %.6g, %.6g, %d]", batch ? ", " : "", count[0] + count[1], worst[0], where[0], event.t, worst[1],
                        where[1]);
            next_report = next_report * 5 / 4 + 1;
        }
    }
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    processor = processor_seconds() - processor;
    const char* titles[] = {"t", "t_of_variance"};
    for (int moment = 0; moment < 2; moment++) {
        std::printf("], \"%s\": [", titles[moment]);
        for (size_t n = 0; n < histograms.size(); n++) {
            double t[2];
            welch(histograms[n].moments(0), histograms[n].moments(1), t);
            std::printf("%s%.6g", n ? ", " : "", t[moment]);
        }
    }
    std::printf("], \"mean_toggles\": [");
    for (size_t n = 0; n < histograms.size(); n++) {
        Moments fixed = histograms[n].moments(0), random = histograms[n].moments(1);
        double sum = (fixed.count ? fixed.count * fixed.mean : 0) + (random.count ? random.count * random.mean : 0);
        std::printf("%s%.6g", n ? ", " : "", sum / (fixed.count + random.count));
    }
    Worst event = worst_event(events, count);
    std::printf("], \"event\": {\"t\": %.6g, \"cycle\": %d, \"number\": %zu, \"count\": %zu", event.t, event.cycle, event.event, event.count);
    std::printf("}, \"traces\": %.0f, \"fixed\": %.0f, \"lanes\": %d, \"uniform\": %s, \"seconds\": %.6f, ", count[0] + count[1], count[0],
                LANES, uniform ? "true" : "false", seconds);
    std::printf("\"cpu_seconds\": %.6f, ", processor);
    print_lanes("secrets", simulation.secrets(), shown);
    std::printf(", ");
    print_lanes("outputs", captured, shown);
    if (messages) {
        std::printf(", \"handshake\": %s, \"taken\": %ld, \"word_cycles\": [", messages->uniform() ? "true" : "false", messages->taken());
        for (size_t n = 0; n < messages->cycles().size(); n++) std::printf("%s%d", n ? ", " : "", messages->cycles()[n]);
        std::printf("], ");
        print_lanes("words", messages->words(), shown);
    }
    std::printf("}\n");
    return 0;
}
