// SPDX-License-Identifier: Apache-2.0
// Words of a bus: numbers of 32 bits, or of BUS_BITS where a bus is wider. In the file a wide one is several numbers, the first one on top.
#pragma once

#include "bench.h"

#ifdef BUS_BITS
using Word = unsigned __int128;
constexpr uint32_t NUMBERS = (BUS_BITS + 31) / 32;
inline Word joined(Word high, uint32_t low) { return high << 32 | low; }
inline uint32_t number_of(Word word, uint32_t place) { return uint32_t(word >> 32 * place); }
#else
using Word = uint32_t;
constexpr uint32_t NUMBERS = 1;
inline Word joined(Word, uint32_t low) { return low; }
inline uint32_t number_of(Word word, uint32_t) { return word; }
#endif

using BusWords = std::vector<Word>;

inline BusWords bus_words(Input &input, size_t count) {
    const Words numbers = input.words(count * NUMBERS);
    BusWords words(count, 0);
    for (size_t i = 0; i < numbers.size(); i++) words[i / NUMBERS] = joined(words[i / NUMBERS], numbers[i]);
    return words;
}

inline Word random_word(Random &random) {
    Word word = 0;
    for (uint32_t i = 0; i < NUMBERS; i++) word = joined(word, random.next());
    return word;
}

// What a word of `width` bits says as a header, of which `header` has the parts before.
inline uint32_t header_with(uint32_t header, Word word, uint32_t width) {
    return width < 32 ? header << width | uint32_t(word) : uint32_t(word >> (width - 32));
}

// In decimal digits.
inline std::string digits(Word word) {
    std::string text;
    do text.insert(text.begin(), char('0' + int(word % 10))), word /= 10;
    while (word);
    return text;
}

template <typename T> void put_word(T &port, Word word) {
    uint32_t numbers[NUMBERS];
    for (uint32_t i = 0; i < NUMBERS; i++) numbers[i] = number_of(word, i);
    put(port, numbers, NUMBERS);
}

template <typename T> Word get_word(const T &port) {
    uint32_t numbers[NUMBERS];
    get(port, numbers, NUMBERS);
    Word word = 0;
    for (uint32_t i = NUMBERS; i--;) word = joined(word, numbers[i]);
    return word;
}
