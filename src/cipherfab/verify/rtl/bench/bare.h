// SPDX-License-Identifier: Apache-2.0
// The data ports of a bare primitive, as words one after the other.
//
// ports.h is written for each design: BARE_INPUTS(X) and BARE_OUTPUTS(X) list X(port, number of 32-bit words).
#pragma once

#include "bench.h"
#include "ports.h"

#define COUNT(port, count) +count
constexpr int INPUT_WORDS = 0 BARE_INPUTS(COUNT), OUTPUT_WORDS = 0 BARE_OUTPUTS(COUNT);

static void drive(Vdut &top, const uint32_t *words) {
#define PUT(port, count) put(top.port, words, count), words += count;
    BARE_INPUTS(PUT)
}

static Words outputs(const Vdut &top) {
    Words words(OUTPUT_WORDS);
    uint32_t *next = words.data();
#define GET(port, count) get(top.port, next, count), next += count;
    BARE_OUTPUTS(GET)
    return words;
}
