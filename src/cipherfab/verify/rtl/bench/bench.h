// SPDX-License-Identifier: Apache-2.0
// What the LWC and the bare bench share: the clock, reproducible stalls, command-line options, the waveform window.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "Vdut.h"
#include "verilated.h"
#if VM_TRACE_SAIF
#include "verilated_saif_c.h"
using Trace = VerilatedSaifC;   // the toggles of every net
const char *const TRACE = "saif";
#elif VM_TRACE
#include "verilated_vcd_c.h"
using Trace = VerilatedVcdC;
const char *const TRACE = "vcd";
#endif
#if VM_COVERAGE
#include "verilated_cov.h"
#endif

using Words = std::vector<uint32_t>;

constexpr int RESET_CYCLES = 8;

// Steps of `Vdut::eval` that the bench calls by themselves where tools/verilated.py found that it may: DIRECT_STEPS, DIRECT_EDGE.
constexpr int EDGE_ROUNDS = 100;
#ifdef DIRECT_STEPS
void Vdut___024root___eval(Vdut___024root *);
bool Vdut___024root___eval_phase__act(Vdut___024root *);
bool Vdut___024root___eval_phase__nba(Vdut___024root *);
#endif

// CLOCK_PORT and RESET_PORT are names of ports; a design that has none leaves them undefined. RESET_LEVEL is what resets it.
#ifdef CLOCK_PORT
#define SET_CLOCK(top, value) ((top).CLOCK_PORT = (value))
#else
#define SET_CLOCK(top, value) ((void)(value))
#endif
#ifdef RESET_PORT
#define SET_RESET(top, active) ((top).RESET_PORT = (active) ? RESET_LEVEL : !RESET_LEVEL)
#else
#define SET_RESET(top, active) ((void)(active))
#endif

// Verilator's port types: integers of up to 64 bits, and arrays of 32-bit words, the least significant first.
template <typename T> void put(T &port, const uint32_t *words, int count) {
    uint64_t value = words[0] | (count > 1 ? uint64_t(words[1]) << 32 : 0);
    port = static_cast<T>(value);
}
template <std::size_t N> void put(VlWide<N> &port, const uint32_t *words, int) {
    for (std::size_t i = 0; i < N; i++) port[i] = words[i];
}
template <typename T> void get(const T &port, uint32_t *words, int count) {
    words[0] = static_cast<uint32_t>(port);
    if (count > 1) words[1] = static_cast<uint64_t>(port) >> 32;
}
template <std::size_t N> void get(const VlWide<N> &port, uint32_t *words, int) {
    for (std::size_t i = 0; i < N; i++) words[i] = port[i];
}

// xorshift64*: the same numbers on every machine.
class Random {
    uint64_t state;

  public:
    Random(uint64_t seed, uint64_t stream) : state((seed + 1) * 0x9E3779B97F4A7C15u ^ (stream + 1) * 0xD1B54A32D192ED03u) {
        for (int i = 0; i < 8; i++) next();
    }
    uint32_t next() {
        state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
        return (state * 0x2545F4914F6CDD1Du) >> 32;
    }
};

// Whether a port pauses in this cycle. The density changes every few dozen cycles: streams without a gap, single bubbles, long gaps.
class Stall {
    Random random;
    bool enabled;
    uint32_t left = 0, density = 0;

  public:
    Stall(bool enabled, uint64_t seed, uint64_t stream) : random(seed, stream), enabled(enabled) {}
    bool operator()() {
        if (!enabled) return false;
        if (left-- == 0) {
            static const uint32_t densities[] = {0, 32, 128, 224};
            left = random.next() % 64;
            density = densities[random.next() % 4];
        }
        return (random.next() & 255) < density;
    }
};

// Options of the form `--name number` or `--name text`, after the vector file.
class Options {
    std::map<std::string, std::string> values;

  public:
    std::string file;
    Options(int argc, char **argv) {
        if (argc < 2) fail("expected a vector file");
        file = argv[1];
        for (int i = 2; i + 1 < argc; i += 2) values[argv[i] + 2] = argv[i + 1];
    }
    bool has(const char *name) const { return values.count(name) != 0; }
    std::string text(const char *name) const { return has(name) ? values.at(name) : ""; }
    uint64_t number(const char *name, uint64_t otherwise) const { return has(name) ? std::stoull(values.at(name)) : otherwise; }
    // Decimal numbers with commas between them.
    std::vector<uint64_t> numbers(const char *name) const {
        std::vector<uint64_t> result;
        std::stringstream list(text(name));
        for (std::string part; std::getline(list, part, ',');) result.push_back(std::stoull(part));
        return result;
    }
    [[noreturn]] static void fail(const char *message) {
        fprintf(stderr, "bench: %s\n", message);
        exit(2);
    }
};

// What differs between the runs of `--powers N`, from N power-up states, of which the first has the number --first-run, else 0. Two that
// follow each other have the same stalls. With --first-reset the first reset of every other run takes that many cycles.
inline uint64_t stall_seed(const Options &options, uint64_t run) { return options.number("seed", 0) + run / 2; }
inline int first_reset(const Options &options, uint64_t run) {
    return run % 2 ? RESET_CYCLES : options.number("first-reset", RESET_CYCLES);
}

// A vector file: 32-bit little-endian numbers.
class Input {
    FILE *file;

  public:
    explicit Input(const std::string &name) : file(fopen(name.c_str(), "rb")) {
        if (!file) Options::fail("cannot open the vector file");
    }
    ~Input() { fclose(file); }
    uint32_t number() { return words(1)[0]; }
    Words words(size_t count) {
        Words result(count);
        if (fread(result.data(), 4, count, file) != count) Options::fail("the vector file is too short");
        return result;
    }
};

// The design and its clock. Registers without a reset start at random values, as they do in hardware: those of `--power`, or of the
// seed. Assertions of the core are looked at with --asserts, behind the reset: a failing one ends the program. Sources with mutants
// (see `mutation.schemata`) take the number of the one to be from the plusarg +mutant.
class Dut {
    VerilatedContext context;
    std::string coverage;
    bool asserts, shown = true, initialised = false;

  public:
    std::unique_ptr<Vdut> top;
    uint64_t cycle = 0;

  private:
#if VM_TRACE
    std::unique_ptr<Trace> trace;
    uint64_t trace_from = 0, trace_to = 0;
#endif

  public:
    explicit Dut(const Options &options, uint64_t mutant = 0, uint64_t run = 0) : coverage(options.text("coverage")), asserts(options.number("asserts", 0)) {
        context.assertOn(false);
        context.randReset(2);
        context.randSeed(1 + (options.number("power", options.number("seed", 0)) + run) % 0x7FFFFFFF);
        const std::string chosen = "+mutant=" + std::to_string(mutant);
        const char *arguments[] = {"bench", chosen.c_str()};
        context.commandArgs(2, arguments);
#if VM_TRACE
        context.traceEverOn(true);
#endif
        top = std::make_unique<Vdut>(&context);
#ifdef ZEROISE_CYCLES
        // Nobody asks for it but where a check does; left alone it is random.
        top->zeroise = 0;
#endif
#if VM_TRACE
        if (options.has(TRACE)) {
            trace = std::make_unique<Trace>();
            top->trace(trace.get(), 99);
            trace->open(options.text(TRACE).c_str());
            trace_from = options.number("from", 0), trace_to = options.number("to", UINT64_MAX);
        }
#endif
    }
    ~Dut() {
#if VM_TRACE
        if (trace) trace->close();
#endif
        top->final();
#if VM_COVERAGE
        if (!coverage.empty()) context.coveragep()->write(coverage.c_str());
#endif
    }
    void reset(int cycles = RESET_CYCLES) {
        // An asynchronous reset is an edge: it must begin.
        context.assertOn(false);
        SET_RESET(*top, false), evaluate();
        SET_RESET(*top, true);
        // Cycles are counted anew behind it, and a waveform's time cannot go back.
        shown = false;
        for (int i = 0; i < cycles; i++) settle(), edge();
        shown = true;
        SET_RESET(*top, false);
        context.assertOn(asserts);
        cycle = 0;
    }
    // Combinational outputs for the inputs as they are, without a trace in the waveform.
    void evaluate() {
        SET_CLOCK(*top, 0);
        evaluate_all();
    }
    // After the inputs have changed, before the edge: combinational outputs are valid.
    void settle() {
        evaluate();
        dump(0);
    }
    void edge() {
        SET_CLOCK(*top, 1);
        evaluate_edge();
        if (!VM_TRACE_SAIF) dump(1);    // toggles are counted once in a cycle, of settled values
        cycle++;
    }

  private:
    void evaluate_all() {
#ifdef DIRECT_STEPS
        if (initialised) return Vdut___024root___eval(top->rootp);
#endif
        top->eval();
        initialised = true;
    }
    // The inputs are as `settle` had them. A design that does not settle within so many rounds is left to all steps, which say so.
    void evaluate_edge() {
#ifdef DIRECT_EDGE
        for (int left = EDGE_ROUNDS; left; left--) {
            for (int rest = EDGE_ROUNDS; rest && Vdut___024root___eval_phase__act(top->rootp); rest--) {}
            if (!Vdut___024root___eval_phase__nba(top->rootp)) return;
        }
#endif
        evaluate_all();
    }
    void dump(int half) {
#if VM_TRACE
        if (trace && shown && cycle >= trace_from && cycle <= trace_to) trace->dump(10 * cycle + 5 * half);
#else
        (void)half;
#endif
    }
};

// The last of all runs, or the first that fails; `beside` judges each by the cycles of the answers of the one before, if there is one.
template <typename Played, typename Beside> Played play_all(const Options &options, uint64_t mutant, Beside beside) {
    const uint64_t first = options.number("first-run", 0), last = first + options.number("powers", 1) - 1;
    std::vector<uint64_t> before;
    for (uint64_t run = first;; run++) {
        Played played(options, mutant, run);
        if (run > first) beside(played, before);
        if (played.play.failed() || run == last) return played;
        before = played.play.answered();
    }
}

inline void print_cycles(const char *name, const std::vector<uint64_t> &cycles) {
    printf(", \"%s\": [", name);
    for (size_t i = 0; i < cycles.size(); i++) printf(i ? ",%llu" : "%llu", (unsigned long long)cycles[i]);
    printf("]");
}
