// SPDX-License-Identifier: Apache-2.0
// Words of the LWC Hardware API in shares, and RDI. A design without shares has SHARES undefined, one share of each word, and no RDI.
#pragma once

#include <algorithm>
#include <array>

#include "lwc_words.h"

#ifdef SHARES
constexpr size_t COUNT = SHARES;
#else
constexpr size_t COUNT = 1;
#endif

// Of one word; share 0 is at the top of a port.
using Shares = std::array<Word, COUNT>;

inline Word sum(const Shares &shares) {
    Word total = 0;
    for (Word share : shares) total ^= share;
    return total;
}

// The word is in share 0, the others are 0.
inline bool is_plain(const Shares &shares) { return sum(shares) == shares[0] && shares == Shares{shares[0]}; }

#ifdef SHARES
// A wide word is whole numbers.
inline uint32_t in_a_number(uint32_t width) { return std::min(width, 32u); }
template <typename T> void put_shares(T &port, const Shares &shares, uint32_t width) {
    uint32_t words[COUNT * NUMBERS + 1] = {};
    for (size_t n = 0; n < COUNT * NUMBERS; n++) {
        const size_t step = in_a_number(width), low = step * (COUNT * NUMBERS - 1 - n);
        const uint32_t number = number_of(shares[n / NUMBERS], NUMBERS - 1 - n % NUMBERS);
        words[low / 32] |= (number & (0xFFFFFFFFu >> (32 - step))) << low % 32;
    }
    put(port, words, COUNT * NUMBERS);
}
template <typename T> Shares get_shares(const T &port, uint32_t width) {
    uint32_t words[COUNT * NUMBERS + 1] = {};
    get(port, words, COUNT * NUMBERS);
    Shares shares{};
    for (size_t n = 0; n < COUNT * NUMBERS; n++) {
        const size_t step = in_a_number(width), low = step * (COUNT * NUMBERS - 1 - n);
        Word &share = shares[n / NUMBERS];
        share = joined(share, words[low / 32] >> low % 32 & (0xFFFFFFFFu >> (32 - step)));
    }
    return shares;
}
#else
template <typename T> void put_shares(T &port, const Shares &shares, uint32_t) { put_word(port, shares[0]); }
template <typename T> Shares get_shares(const T &port, uint32_t) { return {get_word(port)}; }
#endif

// Random shares of a stream's words; they stay until `next`.
class Sharing {
    Random random;
    Shares masks{};

  public:
    Sharing(uint64_t seed, uint64_t stream) : random(seed, stream) {}
    void next(bool plain) {
        for (size_t n = 1; n < COUNT; n++) masks[n] = plain ? 0 : random_word(random);
    }
    Shares of(Word word) const {
        Shares shares = masks;
        shares[0] = word;
        for (size_t n = 1; n < COUNT; n++) shares[0] ^= masks[n];
        return shares;
    }
};

// RDI: a word stays until it is taken; without a valid one the port carries noise.
class RandomInput {
#ifdef SHARES
    Stall stall;
    Random random;
    bool valid = false;
    uint32_t words[(RDI_BITS + 31) / 32];

  public:
    RandomInput(bool stalls, uint64_t seed) : stall(stalls, seed, 3), random(seed, 64) {}
    void drive(Vdut &top) {
        if (!valid) {
            valid = !stall();
            for (uint32_t &word : words) word = random.next();
            if (RDI_BITS % 32) words[RDI_BITS / 32] &= (1u << RDI_BITS % 32) - 1;
        }
        put(top.rdi_data, words, (RDI_BITS + 31) / 32);
        top.rdi_valid = valid;
    }
    void accept(const Vdut &top) { valid = valid && !top.rdi_ready; }
#else
  public:
    RandomInput(bool, uint64_t) {}
    void drive(Vdut &) {}
    void accept(const Vdut &) {}
#endif
};
