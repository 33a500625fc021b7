// SPDX-License-Identifier: Apache-2.0
// Plays inputs on a bare primitive and prints one JSON object. See verify/rtl/bare.py for the file and the result.
//
// bare_bench FILE [--seed N] [--power N] [--idle N] [--tail N] [--spaced 0|1] [--vcd FILE --from CYCLE --to CYCLE]
//            [--mutants N,N,…] [--coverage FILE] [--first-reset CYCLES] [--powers N] [--first-run N]
//
// With --mutants the object has only `failures`: of each mutant the kind of its first failure, empty if it passed. With --powers there
// are N runs, see bench.h, and the object is that of the last or of the first that fails, its number in `run`.
//
// ports.h lists the data ports, see bare.h; it defines HANDSHAKE for a core that is started instead of having valid and ready, see
// handshake.h.
#include "bare.h"

// A fixed value on a port of any width; words that are not given are 0.
struct Constant {
    uint32_t words[64];
};
template <typename T> void put_constant(T &port, const Constant &value) { put(port, value.words, 2); }
template <std::size_t N> void put_constant(VlWide<N> &port, const Constant &value) {
    for (std::size_t i = 0; i < N; i++) port[i] = i < 64 ? value.words[i] : 0;
}

// What happened in a cycle: an input was taken, an output was offered and perhaps given, or the protocol was broken.
struct Cycle {
    bool in_ready = false, out_valid = false;
    bool taken = false, offered = false, given = false;
    Words got;
    std::string failure;
};

#ifdef HANDSHAKE
#include "handshake.h"
#else
// A core with in_valid, in_ready, out_valid and out_ready.
struct Link {
    Words pending;

    Link(Vdut &top, bool, uint64_t) { top.in_valid = top.out_ready = 0; }
    Cycle step(Dut &dut, bool valid, const uint32_t *words, const uint32_t *noise, bool out_ready) {
        Vdut &top = *dut.top;
        drive(top, valid ? words : noise);
        top.in_valid = valid, top.out_ready = out_ready;
        dut.settle();
        Cycle cycle;
        cycle.in_ready = top.in_ready, cycle.out_valid = top.out_valid, cycle.got = outputs(top);
        cycle.taken = valid && cycle.in_ready, cycle.offered = cycle.out_valid, cycle.given = cycle.out_valid && out_ready;
        if (!pending.empty() && (!cycle.out_valid || cycle.got != pending)) cycle.failure = "unstable";
        pending = cycle.out_valid && !out_ready ? cycle.got : Words();
        return cycle;
    }
};
#endif

static bool equal(const Words &got, const uint32_t *expected, const uint32_t *masks) {
    for (int i = 0; i < OUTPUT_WORDS; i++)
        if ((got[i] ^ expected[i]) & masks[i]) return false;
    return true;
}

// The calls on their way through a primitive, and the first thing that went wrong.
struct Play {
    const bool stalls, spaced;
    const uint64_t seed, most_idle, tail;
    // A call is one input and one output, or a group of several.
    const size_t group, answers;
    uint32_t count, results;
    Words masks, given, expected;
    std::vector<uint64_t> in_cycles, out_cycles;
    std::string failure;
    Cycle cycle;

    Play(const Options &options, Input input, uint64_t run)
        : stalls(options.has("seed")), spaced(options.number("spaced", 0)), seed(stall_seed(options, run)),
          most_idle(options.number("idle", 100000)), tail(options.number("tail", 2000)), group(options.number("group", 1)),
          answers(options.number("answers", 1)) {
        count = input.number(), results = input.number();
        masks = input.words(results * size_t(OUTPUT_WORDS));
        given = input.words(count * size_t(INPUT_WORDS)), expected = input.words(results * size_t(OUTPUT_WORDS));
    }

    bool failed() const { return !failure.empty(); }
    const std::vector<uint64_t> &answered() const { return out_cycles; }

    void run(Dut &dut, Link &link) {
        Stall in_stall(stalls, seed, 0), out_stall(stalls, seed, 1);
        Random noise(seed, 16);
        Words garbage(INPUT_WORDS);
        bool valid = false;
        uint64_t idle = 0;
        while (failure.empty()) {
            const size_t in = in_cycles.size(), out = out_cycles.size();
            const bool finished = out == results && in == count;
            if (finished && idle >= tail) break;
            if (!finished && idle > most_idle) {
                failure = "hung";
                break;
            }
            if (!valid && in < count && (!spaced || out >= in / group * answers)) valid = !in_stall();
            for (uint32_t &word : garbage) word = noise.next();
            // Noise is cut to the width of the port by taking bits of a real input at random.
            for (int i = 0; i < INPUT_WORDS; i++) garbage[i] &= count ? given[(noise.next() % count) * INPUT_WORDS + i] : 0;
            cycle = link.step(dut, valid, valid ? &given[in * INPUT_WORDS] : nullptr, garbage.data(), !out_stall());
            if (!cycle.failure.empty()) failure = cycle.failure;
            else if (cycle.offered && out == results) failure = "extra";
            else if (cycle.given && !equal(cycle.got, &expected[out * OUTPUT_WORDS], &masks[out * OUTPUT_WORDS])) failure = "word";
            else if (cycle.given) out_cycles.push_back(dut.cycle);
            if (cycle.taken) in_cycles.push_back(dut.cycle), valid = false;
            idle = cycle.taken || cycle.given ? 0 : idle + 1;
            dut.edge();
        }
    }
};

// A run and what it was played on.
struct Played {
    Play play;
    std::unique_ptr<Dut> dut;
    uint64_t run;

    Played(const Options &options, uint64_t mutant, uint64_t run)
        : play(options, Input(options.file), run), dut(std::make_unique<Dut>(options, mutant, run)), run(run) {
        Link link(*dut->top, play.stalls, play.seed);
        dut->reset(first_reset(options, run));
        play.run(*dut, link);
    }
};

static Played play_all(const Options &options, uint64_t mutant) {
    return play_all<Played>(options, mutant, [](Played &, const std::vector<uint64_t> &) {});
}

static void run_mutants(const Options &options) {
    const std::vector<uint64_t> mutants = options.numbers("mutants");
    printf("{\"failures\": {");
    for (size_t i = 0; i < mutants.size(); i++) {
        const std::string failure = play_all(options, mutants[i]).play.failure;
        printf(i ? ", \"%llu\": \"%s\"" : "\"%llu\": \"%s\"", (unsigned long long)mutants[i], failure.c_str());
    }
    printf("}}\n");
}

int main(int argc, char **argv) {
    Options options(argc, argv);
    if (options.has("mutants")) return run_mutants(options), 0;

    const Played played = play_all(options, 0);
    const Play &play = played.play;
    Dut &dut = *played.dut;
    for (int i = 0; i < 4 && options.has("vcd"); i++) dut.settle(), dut.edge();

    printf("{\"failure\": \"%s\", \"cycle\": %llu, \"in_ready\": %d, \"out_valid\": %d, \"got\": [", play.failure.c_str(),
           (unsigned long long)(dut.cycle ? dut.cycle - 1 : 0), play.cycle.in_ready, play.cycle.out_valid);
    for (size_t i = 0; i < play.cycle.got.size(); i++) printf(i ? ",%u" : "%u", play.cycle.got[i]);
    printf("]");
    print_cycles("in_cycles", play.in_cycles);
    print_cycles("out_cycles", play.out_cycles);
    printf(", \"run\": %llu}\n", (unsigned long long)played.run);
    return 0;
}
