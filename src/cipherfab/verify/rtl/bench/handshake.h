// SPDX-License-Identifier: Apache-2.0
// A core that is started and says when it is done, or is known to be after a number of cycles. See `design.Handshake`.
//
// ports.h defines SET_START, SET_LOAD, SET_CONSTANTS, IS_READY, IS_DONE, HAS_READY, HAS_LOAD, DONE_PULSE, LATENCY (-1: IS_DONE says
// it), HOLD, START_HELD, RESTARTS, WITHOUT_START and LOAD_WORDS (for each word of the inputs, 1 if only a load takes it).
//
// A core that restarts gets starts that nobody asked for, with noise, where there are stalls: between calls, and in the middle of a
// call, which is begun again some cycles later.
#include <deque>

struct Link {
    static constexpr bool OVERLAP = HOLD || START_HELD ? false : WITHOUT_START || (HAS_READY && (DONE_PULSE || LATENCY >= 0));
    std::deque<uint64_t> started;  // cycles of the calls that are under way
    Words held, loaded;            // inputs of the last call, and of the last one that was loaded
    bool loading = false, pending = false;
    uint64_t load_cycle = 0;
    int resting = 0;  // cycles until a start that was held may come again
    Stall intrusion;
    bool again = false, disturbed = false;  // the last call waits to be begun again; it was disturbed once

    Link(Vdut &top, bool stalls, uint64_t seed) : held(INPUT_WORDS), intrusion(stalls && RESTARTS, seed, 2) {
        SET_START(top, 0), SET_LOAD(top, 0);
    }

    // One cycle, but for the clock edge: `words` are offered if `valid`, else there is noise.
    Cycle step(Dut &dut, bool valid, const uint32_t *words, const uint32_t *noise, bool) {
        Vdut &top = *dut.top;
        Cycle cycle;
        SET_CONSTANTS(top);
        SET_LOAD(top, 0), SET_START(top, 0);
        if (resting) resting--;
        if (START_HELD && !started.empty()) SET_START(top, 1);
        drive(top, HOLD && (loading || pending || !started.empty()) ? held.data() : noise);
        dut.evaluate();
        cycle.in_ready = IS_READY(top), cycle.out_valid = IS_DONE(top);
        if (ends(cycle.out_valid, dut.cycle)) give(cycle, top);
        else if (DONE_PULSE && !RESTARTS && cycle.out_valid && started.empty() && !loading) cycle.failure = "extra";
        if (loading && dut.cycle > load_cycle && (HAS_READY ? cycle.in_ready : LATENCY >= 0 || cycle.out_valid)) loading = false;
        const bool intrudes = intrusion() && !loading && !pending;
        if (intrudes && !started.empty() && !disturbed) SET_START(top, 1), started.clear(), again = disturbed = true;
        else if (again && !intrudes) start(top, dut.cycle), again = false;
        else if (pending && !loading && cycle.in_ready) start(top, dut.cycle), pending = false;
        else if (valid && free(cycle)) take(cycle, top, words, dut.cycle);
        else if (intrudes && started.empty()) SET_START(top, 1);
        dut.settle();
        if (LATENCY == 0 && !started.empty()) give(cycle, top);
        return cycle;
    }

  private:
    bool ends(bool done, uint64_t now) const {
        if (started.empty() || now == started.front()) return false;
        return LATENCY >= 0 ? now - started.front() == uint64_t(LATENCY) : done;
    }
    void give(Cycle &cycle, const Vdut &top) {
        cycle.offered = cycle.given = true, cycle.got = outputs(top);
        if (START_HELD) resting = 2;  // this one, in which it is still held, and one without
        started.pop_front();
    }
    // A core that needs its inputs to the end, or that is back at its start only after the pulse, waits a cycle more.
    bool free(const Cycle &cycle) const {
        const bool ending = cycle.given && (HOLD || (DONE_PULSE && !HAS_READY && !RESTARTS));
        return cycle.in_ready && !loading && !pending && !again && !ending && !resting && (OVERLAP || started.empty());
    }
    void take(Cycle &cycle, Vdut &top, const uint32_t *words, uint64_t now) {
        cycle.taken = true, disturbed = false;
        held.assign(words, words + INPUT_WORDS);
        if (!HAS_LOAD || !differs()) return start(top, now);
        drive(top, words), SET_LOAD(top, 1);
        loaded = held, loading = pending = true, load_cycle = now;
    }
    void start(Vdut &top, uint64_t now) {
        drive(top, held.data()), SET_START(top, 1);
        started.push_back(now);
    }
    bool differs() const {
        static constexpr bool of_load[] = {LOAD_WORDS};
        for (int i = 0; i < INPUT_WORDS; i++)
            if (of_load[i] && (loaded.empty() || loaded[i] != held[i])) return true;
        return false;
    }
};
