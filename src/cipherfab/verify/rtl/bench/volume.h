// SPDX-License-Identifier: Apache-2.0
// Long messages whose words are counted through, so that every value of some bits comes; see verify/answers/volume.py.
//
// The file has: key bytes in 32-bit words (SDI as it is), their number first; the bits that are counted through; the number of messages.
// Of each message: the number of its parts on PDI, and the parts; the number of bytes of data on DO, and these; the status (14 or 15).
// A part begins with its kind: 0: as many bytes as the next number says, given; 1: so many bytes counted through, from the number behind
// it on; 2: the first bytes of the data on DO of the message before, so many. Each part begins on a word of the bus. Bytes are packed
// into numbers, the first one on top. Nothing stalls.
#pragma once

#include "lwc_words.h"

using Bytes = std::vector<uint8_t>;

struct Volume {
    uint32_t bits;
    static uint32_t parity(uint32_t word) { return __builtin_parity(word); }

    // See verify/answers/volume.py, `word`.
    uint32_t word(uint32_t number) const {
        const uint32_t low = bits - 2, mask = (1u << low) - 1;
        uint32_t value = (number >> 2) * 0x9E3779B1u & mask;
        value ^= value >> (low / 2), value = value * 0x85EBCA6Bu & mask;
        const uint32_t even = 0x55555555u, top = (number >> 1 & 1) << 1 | (number & 1);
        uint32_t a = parity(value & even), b = parity(value & ~even);
        if (low & 1) std::swap(a, b);
        value |= ((top & 1) ^ a) << low | ((top >> 1) ^ b) << (low + 1);
        uint32_t whole = value;
        for (uint32_t place = bits; place < 32; place += bits) whole |= value << place;
        return whole;
    }
};

struct VolumePart {
    uint32_t kind, size, first;
    Bytes bytes;
};

struct VolumeMessage {
    std::vector<VolumePart> parts;
    Bytes expected;
    uint32_t status;
};

inline Bytes read_bytes(Input &input, uint32_t size) {
    const Words words = input.words((size + 3) / 4);
    Bytes bytes(size);
    for (uint32_t i = 0; i < size; i++) bytes[i] = words[i / 4] >> (24 - 8 * (i % 4));
    return bytes;
}

// The data on DO: headers and padding are left out.
struct VolumeAnswer {
    uint32_t width, header = 0, bits = 0, left = 0, status = 0;
    Bytes data;

    bool accept(Word word) {
        if (left) {
            for (uint32_t shift = width; shift && left; left--) shift -= 8, data.push_back(uint8_t(word >> shift));
            return false;
        }
        if (!bits && word >> (width - 3) == 7) return status = uint32_t(word >> (width - 4)), true;
        header = header_with(header, word, width), bits += std::min(width, 32u);
        if (bits == 32) bits = 0, left = header & 0xFFFF;
        return false;
    }
};

inline void run_volume(const Options &options) {
    Input input(options.file);
    const uint32_t width = options.number("width", 32);
    const uint32_t keys = input.number();
    const BusWords sdi = bus_words(input, keys);
    const Volume volume{input.number()};
    const uint32_t count = input.number();
    const uint64_t most_idle = options.number("idle", 100000);
    Dut dut(options);
    Vdut &top = *dut.top;
    top.pdi_valid = top.sdi_valid = top.do_ready = 0;
    dut.reset();
    top.do_ready = 1;
    Bytes before;
    size_t key = 0;
    uint32_t number = 0;
    std::string failure;
    size_t place = 0;
    for (; number < count && failure.empty(); number++) {
        VolumeMessage message;
        for (uint32_t left = input.number(); left; left--) {
            VolumePart part{input.number(), input.number(), 0, {}};
            if (part.kind == 1) part.first = input.number();
            if (part.kind == 0) part.bytes = read_bytes(input, part.size);
            if (part.kind == 2) part.bytes.assign(before.begin(), before.begin() + std::min<size_t>(part.size, before.size()));
            message.parts.push_back(part);
        }
        message.expected = read_bytes(input, input.number()), message.status = input.number();
        VolumeAnswer answer{width};
        size_t part = 0, at = 0;
        uint64_t idle = 0;
        bool answered = false;
        uint32_t held = 0, held_number = ~0u;
        const uint32_t step = width / 8;
        while (!answered) {
            while (part < message.parts.size() && at >= message.parts[part].size) part++, at = 0;
            const bool valid = part < message.parts.size();
            Word word = 0;
            if (valid) {
                const VolumePart &now = message.parts[part];
                if (now.kind == 1) {
                    for (uint32_t i = 0; i < NUMBERS; i++) {
                        const uint32_t wanted = now.first + at / 4 + i;
                        if (wanted != held_number) held = volume.word(wanted), held_number = wanted;
                        word = joined(word, width >= 32 ? held : held >> (32 - width - 8 * (at % 4)) & ((1u << width) - 1));
                    }
                    for (uint32_t i = 0; i < step; i++) if (at + i >= now.size) word &= ~(Word(0xFF) << (width - 8 - 8 * i));
                } else {
                    for (uint32_t i = 0; i < step; i++) word = word << 8 | (at + i < now.size ? now.bytes[at + i] : 0);
                }
            }
            put_word(top.pdi_data, word), top.pdi_valid = valid;
            top.sdi_valid = key < sdi.size(), put_word(top.sdi_data, key < sdi.size() ? sdi[key] : 0);
            dut.settle();
            const bool taken = valid && top.pdi_ready, keyed = key < sdi.size() && top.sdi_ready, given = top.do_valid;
            if (given) answered = answer.accept(get_word(top.do_data));
            if (taken) at += step;
            if (keyed) key++;
            idle = taken || keyed || given ? 0 : idle + 1;
            dut.edge();
            if (idle > most_idle) { failure = "hung"; break; }
        }
        for (place = 0; place < message.expected.size() && place < answer.data.size(); place++)
            if (message.expected[place] != answer.data[place]) break;
        if (failure.empty() && (place < message.expected.size() || answer.data.size() != message.expected.size())) failure = "data";
        if (failure.empty() && answer.status != message.status) failure = "status";
        before = message.expected;
    }
    printf("{\"failure\": \"%s\", \"messages\": %u, \"byte\": %zu, \"cycles\": %llu}\n", failure.c_str(),
           number, place, (unsigned long long)dut.cycle);
}
