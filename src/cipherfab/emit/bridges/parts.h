// SPDX-License-Identifier: Apache-2.0
// A message of @TOP@ (@NAME@) part by part: its data need not be in memory at once.
//
// The device is at the message until its end, or until it is abandoned: no other call to it meanwhile. Bytes that fill
// no block are kept for the next call, so an output is late by less than a block. It may not overlap its input, but
// where all parts are whole blocks. Behind any result but OK nothing is left to do but to forget the message; a part
// of a plaintext that came before is worth nothing then.
#ifndef @UPPER@_PARTS_H
#define @UPPER@_PARTS_H

#include <stdbool.h>

#include "@TOP@_driver.h"

#ifdef __cplusplus
extern "C" {
#endif

// Whether the core encrypts and decrypts in parts. It does not where the text of a block leaves later than it is
// complete: where a core keeps a message, a plaintext, or a block until it is known whether it is the last.
#define @UPPER@_ENCRYPTS_IN_PARTS @SEALS@
#define @UPPER@_DECRYPTS_IN_PARTS @OPENS@
#define @UPPER@_BLOCK_BYTES @HELD@u

// A message under way. What is in it is the driver's.
struct @TOP@_message {
    uintptr_t base;
    uint32_t header;
    size_t left;
    uint8_t header_left;
    uint8_t type;
    uint8_t text;
    uint8_t step;
    uint8_t held_bytes;
    uint8_t held[@UPPER@_BLOCK_BYTES];
};

#if @UPPER@_ENCRYPTS_IN_PARTS
// Begin an encryption or (`decrypts`) a decryption under a new key.
int @TOP@_begin(struct @TOP@_message *message, uintptr_t base, bool decrypts, const uint8_t *key, const uint8_t *nonce);

// More associated data, before the first text.
int @TOP@_associate(struct @TOP@_message *message, const uint8_t *ad, size_t bytes);

// More text: *out_bytes of `out` are those of all blocks that are complete.
int @TOP@_pass(struct @TOP@_message *message, const uint8_t *data, size_t bytes, uint8_t *out, size_t *out_bytes);

// The end of an encryption: the rest of the ciphertext, less than a block, and the tag.
int @TOP@_seal(struct @TOP@_message *message, uint8_t *out, size_t *out_bytes, uint8_t *tag);
#endif

#if @UPPER@_DECRYPTS_IN_PARTS
// The end of a decryption: the rest of the plaintext. REFUSED: the tag is wrong.
int @TOP@_open(struct @TOP@_message *message, uint8_t *out, size_t *out_bytes, const uint8_t *tag);
#endif

#if @UPPER@_DIGEST_BYTES != 0u
// Begin a hash.
int @TOP@_begin_hash(struct @TOP@_message *message, uintptr_t base);

// The end of a hash.
int @TOP@_digest(struct @TOP@_message *message, uint8_t *digest);
#endif

#if @UPPER@_XOFS
// Begin an output of any length; with a customization (of no byte, too) unless it is NULL.
int @TOP@_begin_xof(struct @TOP@_message *message, uintptr_t base, const uint8_t *customization, size_t bytes);

// More of the output. Of the first call on nothing more is absorbed.
int @TOP@_squeeze(struct @TOP@_message *message, uint8_t *out, size_t bytes);

// The end of the output: the device is free.
int @TOP@_end_xof(struct @TOP@_message *message);
#endif

#if (@UPPER@_DIGEST_BYTES != 0u) || (@UPPER@_XOFS != 0)
// More of the message of a hash or of an output of any length.
int @TOP@_absorb(struct @TOP@_message *message, const uint8_t *data, size_t bytes);
#endif

// Give a message up, whatever has come of it. The device is reset; no key is in use.
void @TOP@_abandon(struct @TOP@_message *message);

#ifdef __cplusplus
}
#endif

#endif
