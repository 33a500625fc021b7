// SPDX-License-Identifier: Apache-2.0
// How often each number of toggles came in one cycle, by class; every moment follows from it.

#pragma once

#include "lanes.h"

#include <algorithm>

struct Moments {  // of one class: traces, mean, second and fourth central moment
    double count = 0, mean = 0, second = 0, fourth = 0;
};

class Histogram {  // of one cycle; side 0 is the fixed class, 1 the random one
  public:
    void take(const Counter& counter, V random) {
        int top = PLANES;
        while (top && !ones(counter.plane[top - 1])) top--;
        for (int word = 0; word < LANES / 64; word++)
            for (int byte = 0; byte < 8; byte++) {
                // Eight lanes at once: byte k of `part[n]` is bits 8n to 8n + 7 of lane k's number.
                uint64_t part[(PLANES + 7) / 8] = {};
                for (int plane = 0; plane < top; plane++)
                    part[plane / 8] |= spread(counter.plane[plane][word] >> 8 * byte & 255) << plane % 8;
                unsigned classes = random[word] >> 8 * byte & 255;
                for (int lane = 0; lane < 8; lane++) {
                    size_t number = 0;
                    for (int n = 0; n < (top + 7) / 8; n++) number |= size_t(part[n] >> 8 * lane & 255) << 8 * n;
                    enter(number, classes >> lane & 1);
                }
            }
    }

    Moments moments(int side) const {
        Moments found;
        for (size_t n = 0; n < counts_[side].size(); n++)
            found.count += counts_[side][n], found.mean += double(counts_[side][n]) * double(first_ + n);
        found.mean /= found.count;
        for (size_t n = 0; n < counts_[side].size(); n++) {
            double off = double(first_ + n) - found.mean, square = off * off;
            found.second += double(counts_[side][n]) * square, found.fourth += double(counts_[side][n]) * square * square;
        }
        found.second /= found.count, found.fourth /= found.count;
        return found;
    }

  private:
    static constexpr size_t MARGIN = 256;  // numbers below and above that do not make it grow again

    // Bit k of eight becomes the lowest bit of byte k.
    static uint64_t spread(uint64_t bits) {
        return (bits * 0x0101010101010101ull & 0x8040201008040201ull) + 0x7f7f7f7f7f7f7f7full >> 7 & 0x0101010101010101ull;
    }

    void enter(size_t number, int side) {
        if (number < first_ || number >= first_ + counts_[0].size()) grow(number);
        counts_[side][number - first_]++;
    }

    void grow(size_t number) {
        size_t end = first_ + counts_[0].size(), empty = counts_[0].empty();
        size_t from = std::min(empty ? number : first_, number < MARGIN ? 0 : number - MARGIN);
        size_t to = std::max(end, number + MARGIN);
        for (auto& side : counts_) {
            std::vector<uint32_t> wider(to - from);
            std::copy(side.begin(), side.end(), wider.begin() + (empty ? 0 : first_ - from));
            side.swap(wider);
        }
        first_ = from;
    }

    size_t first_ = 0;
    std::vector<uint32_t> counts_[2];
};

// Welch's t of the means, and of the variances (T. Schneider, A. Moradi, "Leakage Assessment Methodology", CHES 2015): 0 and 1.
static void welch(const Moments& fixed, const Moments& random, double t[2]) {
    t[0] = t[1] = 0;
    if (fixed.count < 2 || random.count < 2) return;
    auto of = [&](double a, double b, double va, double vb) {
        double spread = va + vb;
        return spread > 0 ? (a - b) / __builtin_sqrt(spread) : a == b ? 0 : 1e9;
    };
    t[0] = of(fixed.mean, random.mean, fixed.second / (fixed.count - 1), random.second / (random.count - 1));
    t[1] = of(fixed.second, random.second, (fixed.fourth - fixed.second * fixed.second) / fixed.count,
              (random.fourth - random.second * random.second) / random.count);
}
