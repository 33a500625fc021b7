// SPDX-License-Identifier: Apache-2.0
// Long waits of the LWC bench at chosen words, and what waits in a cycle.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

enum Ports : uint32_t { PDI = 1, SDI = 2, DO = 4 };

// At the word `position` of the port `port` (0 is PDI, 1 SDI, 2 DO) the ports `ports` pause, until the core has waited for so many cycles.
struct Wait {
    uint64_t port, position, ports, cycles, asked = 0, held = 0;
    bool over = false;
};

class Waits {
    // A core that does not ask, such as one that is ready only for a word that is there, has its wait nevertheless.
    static constexpr uint64_t PATIENCE = 5000;
    std::vector<Wait> all;
    std::array<std::vector<size_t>, 3> of;    // of each port its waits, in order
    std::array<size_t, 3> next{};
    std::vector<size_t> active;

  public:
    explicit Waits(const std::vector<uint64_t> &numbers) {
        for (size_t i = 0; i + 3 < numbers.size(); i += 4) {
            of[numbers[i]].push_back(all.size());
            all.push_back({numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]});
        }
    }
    // Of each wait a number: how many of its cycles the core asked for the word, or how many there were.
    std::vector<uint64_t> each(uint64_t Wait::*number) const {
        std::vector<uint64_t> result;
        for (const Wait &wait : all) result.push_back(wait.*number);
        return result;
    }
    // Which ports pause in this cycle. A word that is offered already stays.
    uint32_t paused(bool pdi_valid, size_t pdi, bool sdi_valid, size_t sdi, size_t out) {
        const size_t positions[] = {pdi, sdi, out};
        const bool offered[] = {pdi_valid, sdi_valid, false};
        for (int port = 0; port < 3; port++)
            while (next[port] < of[port].size() && !offered[port] && all[of[port][next[port]]].position <= positions[port])
                active.push_back(of[port][next[port]++]);
        uint32_t ports = 0;
        for (size_t number : active) ports |= all[number].ports;
        return ports;
    }
    // A cycle of the active ones; whether there are any. The core waits if it asks for the last of the ports in the order PDI, SDI, DO.
    bool pass(bool pdi_ready, bool sdi_ready, bool do_valid) {
        const bool any = !active.empty();
        for (size_t number : active) {
            Wait &wait = all[number];
            wait.asked += wait.ports & DO ? do_valid : wait.ports & SDI ? sdi_ready : pdi_ready;
            // the newest one is over first: the others may wait for it
            if (number == active.back() && ++wait.held >= wait.cycles + PATIENCE) wait.asked = wait.cycles;
            wait.over = wait.asked >= wait.cycles;
        }
        active.erase(std::remove_if(active.begin(), active.end(), [this](size_t number) { return all[number].over; }), active.end());
        return any;
    }
};

// How often a word waited for the core, or the core for a word, and how often it did when a reset came.
struct Waiting {
    bool first = true;
    std::vector<uint64_t> asked = std::vector<uint64_t>(5), hit = asked;
    std::array<bool, 5> now{};

    void see(bool pdi_valid, bool pdi_ready, bool sdi_valid, bool sdi_ready, bool do_valid, bool do_ready) {
        now = {pdi_valid && !pdi_ready, pdi_ready && !pdi_valid, sdi_valid && !sdi_ready, sdi_ready && !sdi_valid, do_valid && !do_ready};
        for (size_t i = 0; first && i < now.size(); i++) asked[i] += now[i];
    }
    void reset() {
        for (size_t i = 0; i < now.size(); i++) hit[i] += now[i];
    }
};
