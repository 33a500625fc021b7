// Plays vectors on a core with the LWC Hardware API and prints one JSON object. See verify/rtl/simulator.py for the file and the result.
//
// lwc_bench FILE [--seed N] [--idle N] [--tail N] [--protocol 0|1] [--vcd FILE --from CYCLE --to CYCLE]
#include "bench.h"

// Version 1.0 of the API has no do_last: what it should be is then what it is.
#ifdef NO_DO_LAST
#define DO_LAST(top, expected) (expected)
#else
#define DO_LAST(top, expected) ((top).do_last)
#endif

// Words before the status of a message that breaks the protocol.
constexpr size_t MOST_SKIPPED = 1 << 18;

enum Flags { LAST = 1, ANYTHING_BEFORE = 2 };

// A stream into the design. Once valid, a word stays until it is accepted; without a valid word the port carries noise.
struct Source {
    Words words, gates;
    Stall stall;
    Random noise;
    size_t position = 0;
    bool valid = false;
    std::vector<uint64_t> cycles;

    Source(Input &input, size_t count, bool stalls, uint64_t seed, uint64_t stream)
        : words(input.words(count)), gates(input.words(count)), stall(stalls, seed, stream), noise(seed, stream + 16) {}
    bool done() const { return position == words.size(); }
    uint32_t drive(size_t answered) {
        if (!valid && !done() && answered >= gates[position]) valid = !stall();
        return valid ? words[position] : noise.next();
    }
    bool accept(bool ready, uint64_t cycle) {
        if (!valid || !ready) return false;
        cycles.push_back(cycle);
        position++;
        valid = false;
        return true;
    }
};

struct Failure {
    std::string kind;
    uint32_t expected = 0, care = 0, got = 0;
};

struct Checker {
    Words words, cares, flags;
    bool protocol;
    size_t position = 0, skipped = 0;
    std::vector<uint64_t> cycles;
    bool pending = false, pending_last = false;
    uint32_t pending_data = 0;

    bool done() const { return position == words.size(); }

    bool expects_last() const { return !done() && (flags[position] & LAST); }

    // A word that was offered and not taken must stay as it is.
    bool stable(bool valid, uint32_t data, bool last) const { return !pending || (valid && data == pending_data && last == pending_last); }

    void remember(bool valid, bool ready, uint32_t data, bool last) {
        pending = valid && !ready, pending_data = data, pending_last = last;
    }

    Failure accept(uint32_t data, bool last, uint64_t cycle) {
        if (done()) return {"extra", 0, 0, data};
        bool matches = ((data ^ words[position]) & cares[position]) == 0;
        if ((flags[position] & ANYTHING_BEFORE) && !(protocol ? last : matches) && skipped++ < MOST_SKIPPED) return {};
        if (!matches) return {"word", words[position], cares[position], data};
        if (protocol && last != bool(flags[position] & LAST)) return {"last", flags[position] & LAST, 1, last};
        cycles.push_back(cycle);
        position++, skipped = 0;
        return {};
    }
};

int main(int argc, char **argv) {
    Options options(argc, argv);
    Input input(options.file);
    const bool stalls = options.has("seed");
    const uint64_t seed = options.number("seed", 0), most_idle = options.number("idle", 100000), tail = options.number("tail", 2000);
    const uint32_t pdi_count = input.number(), sdi_count = input.number(), do_count = input.number();
    Source pdi(input, pdi_count, stalls, seed, 0), sdi(input, sdi_count, stalls, seed, 1);
    Stall do_stall(stalls, seed, 2);
    Checker out;
    out.words = input.words(do_count), out.cares = input.words(do_count), out.flags = input.words(do_count);
    out.protocol = options.number("protocol", 1);

    Dut dut(options);
    Vdut &top = *dut.top;
    top.pdi_valid = top.sdi_valid = top.do_ready = 0;
    dut.reset();
    uint64_t idle = 0;
    bool pdi_ready = false, sdi_ready = false, do_valid = false;
    Failure failure;
    while (failure.kind.empty()) {
        const bool finished = pdi.done() && sdi.done() && out.done();
        if (finished && idle >= tail) break;
        if (!finished && idle > most_idle) {
            failure.kind = "hung";
            break;
        }
        top.pdi_data = pdi.drive(out.position), top.pdi_valid = pdi.valid;
        top.sdi_data = sdi.drive(out.position), top.sdi_valid = sdi.valid;
        const bool do_ready = !do_stall();
        top.do_ready = do_ready;
        dut.settle();
        pdi_ready = top.pdi_ready, sdi_ready = top.sdi_ready, do_valid = top.do_valid;
        const uint32_t data = top.do_data;
        const bool last = DO_LAST(top, out.expects_last());
        bool moved = false;
        if (out.protocol && !out.stable(do_valid, data, last)) failure = {"unstable", out.pending_data, 0xFFFFFFFF, data};
        else if (do_valid && do_ready) failure = out.accept(data, last, dut.cycle), moved = true;
        out.remember(do_valid, do_ready, data, last);
        moved |= pdi.accept(pdi_ready, dut.cycle);
        moved |= sdi.accept(sdi_ready, dut.cycle);
        idle = moved ? 0 : idle + 1;
        dut.edge();
    }
    // Some edges more, so that a waveform shows what follows.
    for (int i = 0; i < 4 && options.has("vcd"); i++) dut.settle(), dut.edge();

    printf("{\"failure\": \"%s\", \"expected\": %u, \"care\": %u, \"got\": %u, \"cycle\": %llu, \"pdi\": %zu, \"sdi\": %zu, \"do\": %zu",
           failure.kind.c_str(), failure.expected, failure.care, failure.got, (unsigned long long)(dut.cycle ? dut.cycle - 1 : 0),
           pdi.position, sdi.position, out.position);
    printf(", \"pdi_ready\": %d, \"sdi_ready\": %d, \"do_valid\": %d", pdi_ready, sdi_ready, do_valid);
    print_cycles("pdi_cycles", pdi.cycles);
    print_cycles("do_cycles", out.cycles);
    printf("}\n");
    return 0;
}
