// SPDX-License-Identifier: Apache-2.0
// Plays vectors on a core with the LWC Hardware API and prints one JSON object. See verify/rtl/simulator.py for the file and the result.
//
// lwc_bench FILE [--seed N] [--power N] [--idle N] [--tail N] [--protocol 0|1] [--width BITS] [--vcd FILE --from CYCLE --to CYCLE]
//           [--resets N --reset-from CYCLE --reset-step CYCLES --reset-cycles CYCLES [--zeroise 1]] [--mutants N,N,…] [--coverage FILE]
//           [--first-reset CYCLES] [--mutant N] [--powers N [--same-cycles 0|1]] [--first-run N] [--hold CYCLES]
//           [--waits PORT,POSITION,PORTS,CYCLES,…] [--repeats N --repeat-from PDI,SDI,DO --repeat-to PDI,SDI,DO]
//
// With --resets all messages are played, then N times their first cycles (as many as --reset-from, then --reset-step more each time),
// a reset of --reset-cycles, and all messages again. With --mutants the object has only `failures`: of each mutant the kind of its
// first failure, empty if it passed; and `last`: the cycle of its last answered word. With --mutant the run is one of that mutant.
// With --powers there are N runs, see bench.h, and the object is that of the last or of the first that fails, its number in `run`;
// with --same-cycles two of them with the same stalls must give their words in the same cycles. With --hold every word whose gate has
// the bit HELD waits so many cycles, and one more in each further run of --powers.
//
// With --waits long waits come at chosen words, see waits.h; `waits` is of each in how many of its cycles the core waited with it, `held`
// how many cycles it had. With --repeats the words from --repeat-from to --repeat-to are played so many times more, without a reset; `repeats` says how many are left.
// `asked` counts the cycles of the first run in which a word waits for the core, or the core for a word: PDI's word, PDI, SDI's word,
// SDI, DO's word; `hit` in how many of them a reset of --resets came.
//
// Of a design on shares (SHARES of them) words get random shares at PDI and SDI, but for those whose gate has the bit PLAIN; shares of DO
// are added up, and RDI gives random words, with stalls like the others.
#include "bench.h"
#include "lwc_shares.h"
#include "waits.h"
#ifndef SHARES
#include "volume.h"
#endif

// Version 1.0 of the API has no do_last: what it should be is then what it is.
#ifdef NO_DO_LAST
#define DO_LAST(top, expected) (expected)
#else
#define DO_LAST(top, expected) ((top).do_last)
#endif

// Of a share on SDI, where it is not that of the other buses.
#ifdef SDI_BITS
#define SDI_WIDTH(width) SDI_BITS
#else
#define SDI_WIDTH(width) (width)
#endif

// Words before the status of a message that breaks the protocol.
constexpr size_t MOST_SKIPPED = 1 << 18;

enum Flags { LAST = 1, ANYTHING_BEFORE = 2, HEADERS_KNOWN = 4, IN_SHARE_0 = 8 };

constexpr uint32_t HELD = 1u << 31, PLAIN = 1u << 30;

// A stream into the design. Once valid, a word stays until it is accepted; without a valid word the port carries noise.
struct Source {
    BusWords words;
    Words gates;
    Stall stall;
    Random noise;
    Sharing sharing;
    size_t position = 0, limit = SIZE_MAX;
    uint64_t hold = 0, waited = 0;
    bool valid = false;
    std::vector<uint64_t> cycles;

    Source(Input &input, size_t count, bool stalls, uint64_t seed, uint64_t stream)
        : words(bus_words(input, count)), gates(input.words(count)), stall(stalls, seed, stream), noise(seed, stream + 16),
          sharing(seed, stream + 32) {}
    bool done() const { return position == words.size(); }
    void rewind() { position = 0, valid = false, cycles.clear(); }
    void back_to(size_t place) { position = place, valid = false, cycles.resize(std::min(place, cycles.size())); }
    Shares drive(size_t answered, bool paused) {
        if (!valid && !paused && !done() && position < limit && answered >= (gates[position] & ~(HELD | PLAIN)) && !held()) {
            valid = !stall();
            if (valid) sharing.next(gates[position] & PLAIN);
        }
        if (!valid) sharing.next(false);
        return sharing.of(valid ? words[position] : random_word(noise));
    }
    bool accept(bool ready, uint64_t cycle) {
        if (!valid || !ready) return false;
        cycles.push_back(cycle);
        position++;
        valid = false, waited = 0;
        return true;
    }

  private:
    bool held() { return (gates[position] & HELD) && waited++ < hold; }
};

struct Failure {
    std::string kind;
    Word expected = 0, care = 0, got = 0;
};

// What comes before the status of a broken message: nobody compares its data, but it is whole segments.
struct Segments {
    uint32_t width, header = 0, bits = 0;
    size_t left = 0;

    bool whole() const { return left == 0 && bits == 0; }
    // Whether a header is complete with this word.
    bool accept(Word data) {
        if (left) {
            left--;
            return false;
        }
        header = header_with(header, data, width), bits += std::min(width, 32u);
        if (bits != 32) return false;
        bits = 0, left = ((header & 0xFFFF) * 8 + width - 1) / width;
        return true;
    }
};

struct Checker {
    BusWords words, cares;
    Words flags, header_ends, headers;
    bool protocol;
    Segments segments;
    size_t position = 0, skipped = 0, headers_seen = 0;
    std::vector<uint64_t> cycles;
    bool pending = false, pending_last = false;
    Shares pending_data{};

    bool done() const { return position == words.size(); }

    void rewind() { position = skipped = headers_seen = 0, pending = false, segments.left = segments.bits = 0, cycles.clear(); }

    void back_to(size_t place) {
        position = place, skipped = 0, headers_seen = place ? header_ends[place - 1] : 0;
        cycles.resize(std::min(place, cycles.size()));
    }

    bool expects_last() const { return !done() && (flags[position] & LAST); }

    // A word that was offered and not taken must stay as it is.
    bool stable(bool valid, const Shares &data, bool last) const { return !pending || (valid && data == pending_data && last == pending_last); }

    void remember(bool valid, bool ready, const Shares &data, bool last) {
        pending = valid && !ready, pending_data = data, pending_last = last;
    }

    Failure accept(const Shares &shares, bool last, uint64_t cycle) {
        const Word data = sum(shares);
        if (done()) return {"extra", 0, 0, data};
        bool matches = ((data ^ words[position]) & cares[position]) == 0;
        if ((flags[position] & ANYTHING_BEFORE) && !(protocol ? last : matches) && skipped++ < MOST_SKIPPED)
            return skip(data);
        if (protocol && !segments.whole()) return {"filler", 0, 0, data};
        if (!matches) return {"word", words[position], cares[position], data};
        if (protocol && last != bool(flags[position] & LAST)) return {"last", flags[position] & LAST, 1, last};
        if ((flags[position] & IN_SHARE_0) && !is_plain(shares)) return {"shares", words[position], cares[position], shares[0]};
        cycles.push_back(cycle);
        headers_seen = header_ends[position];
        position++, skipped = 0;
        return {};
    }

    // A word before the status of a broken message: if it completes a header, that is the next one of the input.
    Failure skip(Word data) {
        if (!segments.accept(data) || !protocol || !(flags[position] & HEADERS_KNOWN)) return {};
        const size_t seen = headers_seen++;
        if (seen >= header_ends[position]) return {"header", 0, 0, segments.header};
        if (headers[seen] != segments.header) return {"header", headers[seen], 0xFFFFFFFF, segments.header};
        return {};
    }
};

// The messages on their way through a core, and the first thing that went wrong.
struct Play {
    const uint64_t most_idle, tail;
    Source pdi, sdi;
    Stall do_stall;
    RandomInput rdi;
    Checker out;
    Waits waits;
    std::vector<uint64_t> from, to;
    uint64_t repeats, idle = 0;
    Waiting waiting;
    bool pdi_ready = false, sdi_ready = false, do_valid = false;
    Failure failure;

    Play(const Options &options, uint64_t run) : Play(options, Input(options.file), run) {}

    Play(const Options &options, Input input, uint64_t run) : Play(options, input, input.words(4), run) {}

    Play(const Options &options, Input &input, const Words &counts, uint64_t run)
        : Play(options, input, counts, options.has("seed"), stall_seed(options, run)) {
        if (options.has("hold")) pdi.hold = options.number("hold", 0) + run;
    }

    Play(const Options &options, Input &input, const Words &counts, bool stalls, uint64_t seed)
        : most_idle(options.number("idle", 100000)), tail(options.number("tail", 2000)), pdi(input, counts[0], stalls, seed, 0),
          sdi(input, counts[1], stalls, seed, 1), do_stall(stalls, seed, 2), rdi(stalls, seed), waits(options.numbers("waits")),
          from(options.numbers("repeat-from")), to(options.numbers("repeat-to")), repeats(options.number("repeats", 0)) {
        if (repeats) pdi.limit = to[0], sdi.limit = to[1];
        out.words = bus_words(input, counts[2]), out.cares = bus_words(input, counts[2]), out.flags = input.words(counts[2]);
        out.header_ends = input.words(counts[2]), out.headers = input.words(counts[3]);
        out.protocol = options.number("protocol", 1), out.segments.width = options.number("width", 32);
    }

    bool failed() const { return !failure.kind.empty(); }
    const std::vector<uint64_t> &answered() const { return out.cycles; }
    bool finished() const { return pdi.done() && sdi.done() && out.done(); }
    void rewind() { pdi.rewind(), sdi.rewind(), out.rewind(), idle = 0; }

    // All messages and `watched` cycles more, or the first `most` cycles.
    void run(Dut &dut, uint64_t watched, uint64_t most = UINT64_MAX) {
        for (uint64_t count = 0; count < most && !failed(); count++) {
            if (repeats && pdi.position == to[0] && sdi.position == to[1] && out.position == to[2]) repeat();
            if (finished() && idle >= watched) break;
            if (!finished() && idle > most_idle) failure.kind = "hung";
            else step(dut);
        }
    }

    // The words of a run with the same inputs and stalls came in these cycles.
    void compare(const std::vector<uint64_t> &before) {
        for (size_t i = 0; i < before.size() && !failed(); i++)
            if (out.cycles[i] != before[i]) failure = {"late", uint32_t(before[i]), 0, uint32_t(out.cycles[i])}, out.position = i;
    }

    void print(const Dut &dut) const {
        printf("{\"failure\": \"%s\", \"expected\": %s, \"care\": %s, \"got\": %s, \"cycle\": %llu, \"pdi\": %zu, \"sdi\": %zu, \"do\": %zu",
               failure.kind.c_str(), digits(failure.expected).c_str(), digits(failure.care).c_str(), digits(failure.got).c_str(), (unsigned long long)(dut.cycle ? dut.cycle - 1 : 0),
               pdi.position, sdi.position, out.position);
        printf(", \"pdi_ready\": %d, \"sdi_ready\": %d, \"do_valid\": %d", pdi_ready, sdi_ready, do_valid);
        print_cycles("pdi_cycles", pdi.cycles);
        print_cycles("sdi_cycles", sdi.cycles);
        print_cycles("do_cycles", out.cycles);
        print_cycles("waits", waits.each(&Wait::asked));
        print_cycles("held", waits.each(&Wait::held));
        print_cycles("asked", waiting.asked);
        print_cycles("hit", waiting.hit);
        printf(", \"repeats\": %llu", (unsigned long long)repeats);
    }

  private:
    // Back to the beginning of what is repeated, or for the last time on from there.
    void repeat() {
        pdi.back_to(from[0]), sdi.back_to(from[1]), out.back_to(from[2]);
        if (--repeats == 0) pdi.limit = sdi.limit = SIZE_MAX;
    }

    void step(Dut &dut) {
        Vdut &top = *dut.top;
        const uint32_t width = out.segments.width;
        const uint32_t paused = waits.paused(pdi.valid, pdi.position, sdi.valid, sdi.position, out.position);
        put_shares(top.pdi_data, pdi.drive(out.position, paused & PDI), width), top.pdi_valid = pdi.valid;
        put_shares(top.sdi_data, sdi.drive(out.position, paused & SDI), SDI_WIDTH(width)), top.sdi_valid = sdi.valid;
        rdi.drive(top);
        const bool do_ready = !do_stall() && !(paused & DO);
        top.do_ready = do_ready;
        dut.settle();
        pdi_ready = top.pdi_ready, sdi_ready = top.sdi_ready, do_valid = top.do_valid;
        const Shares data = get_shares(top.do_data, width);
        const bool last = DO_LAST(top, out.expects_last());
        bool moved = false;
        if (out.protocol && !out.stable(do_valid, data, last)) failure = {"unstable", sum(out.pending_data), ~Word(0), sum(data)};
        else if (do_valid && do_ready) failure = out.accept(data, last, dut.cycle), moved = true;
        out.remember(do_valid, do_ready, data, last);
        waiting.see(pdi.valid, pdi_ready, sdi.valid, sdi_ready, do_valid, do_ready);
        moved |= waits.pass(pdi_ready, sdi_ready, do_valid);
        moved |= pdi.accept(pdi_ready, dut.cycle);
        moved |= sdi.accept(sdi_ready, dut.cycle);
        rdi.accept(top);
        idle = moved ? 0 : idle + 1;
        dut.edge();
    }
};

static void start(const Options &options, Dut &dut, uint64_t run) {
    dut.top->pdi_valid = dut.top->sdi_valid = dut.top->do_ready = 0;
    dut.reset(first_reset(options, run));
}

// With --zeroise in place of a reset a cycle of the port that clears the core, which then has to say in its time that it is clear.
static void clear(const Options &options, Play &play, Dut &dut, uint64_t cycles) {
    if (!options.has("zeroise")) return dut.reset(cycles);
#ifdef ZEROISE_CYCLES
    dut.top->zeroise = 1, dut.settle(), dut.edge();
    dut.top->zeroise = dut.top->pdi_valid = dut.top->sdi_valid = 0;
    uint64_t waited = 1;
    dut.settle();
    bool given = dut.top->do_valid;
    for (; !dut.top->zeroised && waited < ZEROISE_CYCLES; waited++) dut.edge(), dut.settle(), given |= dut.top->do_valid;
    if (!dut.top->zeroised || given) play.failure = {"zeroise", ZEROISE_CYCLES, 0, uint32_t(waited)};
#endif
}

// Resets in the midst of the messages; the inputs stay as they are meanwhile. Returns the last of these cycles.
static uint64_t run_with_resets(const Options &options, Play &play, Dut &dut) {
    const uint64_t cycles = options.number("reset-cycles", RESET_CYCLES);
    uint64_t cycle = options.number("reset-from", 1);
    play.run(dut, 0), play.waiting.first = false;
    for (uint64_t left = options.number("resets", 0); left && !play.failed(); left--) {
        play.rewind(), dut.reset(cycles);
        play.run(dut, 0, cycle);
        if (play.failed()) break;
        play.waiting.reset(), play.rewind(), clear(options, play, dut, cycles);
        play.run(dut, 0);
        if (left > 1 && !play.failed()) cycle += options.number("reset-step", 1);
    }
    if (!play.failed()) play.run(dut, play.tail);
    return cycle;
}

// A run and what it was played on.
struct Played {
    Play play;
    std::unique_ptr<Dut> dut;
    uint64_t run, reset = 0;

    Played(const Options &options, uint64_t mutant, uint64_t run)
        : play(options, run), dut(std::make_unique<Dut>(options, mutant, run)), run(run) {
        start(options, *dut, run);
        if (options.has("resets")) reset = run_with_resets(options, play, *dut);
        else play.run(*dut, play.tail);
    }
};

static Played play_all(const Options &options, uint64_t mutant) {
    const bool same = options.number("same-cycles", 0);
    return play_all<Played>(options, mutant, [same](Played &played, const std::vector<uint64_t> &before) {
        if (same && played.run % 2) played.play.compare(before);
    });
}

static void run_mutants(const Options &options) {
    const std::vector<uint64_t> mutants = options.numbers("mutants");
    std::string last;
    printf("{\"failures\": {");
    for (size_t i = 0; i < mutants.size(); i++) {
        const Play play = play_all(options, mutants[i]).play;
        printf(i ? ", \"%llu\": \"%s\"" : "\"%llu\": \"%s\"", (unsigned long long)mutants[i], play.failure.kind.c_str());
        const uint64_t cycle = play.out.cycles.empty() ? 0 : play.out.cycles.back();
        last += (i ? ", \"" : "\"") + std::to_string(mutants[i]) + "\": " + std::to_string(cycle);
    }
    printf("}, \"last\": {%s}}\n", last.c_str());
}

int main(int argc, char **argv) {
    Options options(argc, argv);
#ifndef SHARES
    if (options.has("volume")) return run_volume(options), 0;
#endif
    if (options.has("mutants")) return run_mutants(options), 0;

    Played played = play_all(options, options.number("mutant", 0));
    Dut &dut = *played.dut;
    // Some edges more, so that a waveform shows what follows.
    for (int i = 0; i < 4 && options.has("vcd"); i++) dut.settle(), dut.edge();
    played.play.print(dut);
    printf(", \"run\": %llu, \"reset\": %llu}\n", (unsigned long long)played.run, (unsigned long long)played.reset);
    return 0;
}
