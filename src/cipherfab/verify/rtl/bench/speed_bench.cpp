// SPDX-License-Identifier: Apache-2.0
// Runs a design for a number of traces and prints one JSON object: the processor time, and the outputs of the first traces in one
// cycle. See verify/gates/speed.py.
//
// speed_bench FILE --traces N: FILE has the number of given traces, the cycles of a trace, the cycle whose outputs are printed, and
// for each given trace the words of its data inputs; when all are used up they come again.
//
// A trace is a reset for a cycle and then calls back to back: in_valid and out_ready are 1, the data stay. ports.h lists the data
// inputs and all outputs, see bare.h.
#include <ctime>

#include "bare.h"

static double processor_seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

int main(int argc, char **argv) {
    Options options(argc, argv);
    Input input(options.file);
    const uint32_t given = input.number(), cycles = input.number(), capture = input.number();
    const Words values = input.words(size_t(given) * INPUT_WORDS);
    const uint64_t traces = options.number("traces", given);
    Dut dut(options);
    std::vector<Words> captured;
    uint64_t results = 0;
    dut.top->in_valid = dut.top->out_ready = 1;
    const double start = processor_seconds();
    for (uint64_t trace = 0; trace < traces; trace++) {
        drive(*dut.top, &values[trace % given * INPUT_WORDS]);
        for (uint32_t cycle = 0; cycle < cycles; cycle++) {
            SET_RESET(*dut.top, cycle == 0);
            dut.settle();
            results += dut.top->out_valid;
            if (cycle == capture && trace < given) captured.push_back(outputs(*dut.top));
            dut.edge();
        }
    }
    const double seconds = processor_seconds() - start;
    printf("{\"cpu_seconds\": %.6f, \"results\": %llu, \"outputs\": [", seconds, (unsigned long long)results);
    for (size_t i = 0; i < captured.size(); i++) {
        printf(i ? ", [" : "[");
        for (int n = 0; n < OUTPUT_WORDS; n++) printf(n ? ",%u" : "%u", captured[i][n]);
        printf("]");
    }
    printf("]}\n");
    return 0;
}
