// SPDX-License-Identifier: Apache-2.0
// Words of the LWC Hardware API for @TOP@ (@NAME@). For the driver's own files: its users include @TOP@_driver.h.
#ifndef @UPPER@_WORDS_H
#define @UPPER@_WORDS_H

#include <stdbool.h>

#include "@TOP@_driver.h"

// Bytes of a word, and the longest segments that are whole blocks: the API gives a length 16 bits.
#define WORD_BYTES @BYTES@u
#define SEGMENT(step) (65535u / (step) * (step))
#define AD_SEGMENT SEGMENT(@AD_STEP@u)
#define DATA_SEGMENT SEGMENT(@DATA_STEP@u)
#define HASH_SEGMENT SEGMENT(@HASH_STEP@u)
#define OUTPUT_SEGMENT SEGMENT(@XOF_STEP@u)
#define HEADER_BYTES 4u

// Opcodes, segment types and status of the API, in the top 4 bits of a word; flags of a header.
#define ENCRYPT 0x2u
#define DECRYPT 0x3u
#define LOAD_KEY 0x4u
#define ACTIVATE_KEY 0x7u
#define HASH 0x8u
#define SUCCESS 0xeu
#define FAILURE 0xfu
// Instructions and a type of segments that are an addition to the API: outputs of any length.
#define XOF 0xau
#define CXOF 0xbu
#define LENGTH 0xau
#define AD 0x1u
#define PLAINTEXT 0x4u
#define CIPHERTEXT 0x5u
#define HASH_MESSAGE 0x7u
#define TAG 0x8u
#define DIGEST 0x9u
#define KEY 0xcu
#define NONCE 0xdu
#define END_OF_INPUT 4u
#define END_OF_TYPE 2u
#define LAST 1u

// A part of what is sent: an instruction (`segment` 0), or all segments of a type. Without `data` only their headers.
struct part {
    uint8_t code;
    uint8_t flags;
    uint32_t segment;
    const uint8_t *data;
    size_t bytes;
};

// What is sent to a port: its parts, the first bytes of the one under way, and its data in the segment under way.
struct feed {
    struct part parts[6];
    unsigned count;
    unsigned next;
    uint8_t head[HEADER_BYTES];
    unsigned head_left;
    size_t left;
    const uint8_t *data;
};

// What comes back: where it goes, and where in it we are.
struct answer {
    uint8_t *data;
    uint8_t *tag;
    size_t data_room;
    size_t tag_room;
    unsigned header_left;
    uint32_t header;
    size_t left;
    uint8_t status;
};

// Append a part. END_OF_TYPE in `flags` comes with its last segment, LAST and END_OF_INPUT too.
void @TOP@_add(struct feed *feed, uint8_t code, uint8_t flags, uint32_t segment, const uint8_t *data, size_t bytes);

// Append what begins a message under a key: the key if it is new, the instruction and the nonce.
void @TOP@_add_start(struct feed *pdi, struct feed *sdi, uint8_t opcode, const uint8_t *key, uint8_t flags,
    const uint8_t *nonce);

// Whether a port has words left to take.
bool @TOP@_more(const struct feed *feed);

// Serve all three ports: `whole` until the status has come, else until all is sent and no room for an answer is left.
int @TOP@_run(uintptr_t base, struct feed *pdi, struct feed *sdi, struct answer *answer, bool whole);

#endif
