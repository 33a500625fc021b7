// SPDX-License-Identifier: Apache-2.0
// Driver of @TOP@ (@NAME@) behind its registers. C99, no allocation, nothing of a library but memset, memcpy and memmove.
//
// A call is one message, from its first word to its status; it keeps nothing, so `base` says which of several devices
// is meant, and each has its own key in use. Calls to one device must not overlap.
@KEYS_SAID@#ifndef @UPPER@_DRIVER_H
#define @UPPER@_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#if !defined(__cplusplus) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 201112L) && !defined(static_assert)
#define static_assert(condition, text) extern int @TOP@_not_asserted
#endif
#include "@TOP@_regs.h"

#ifdef __cplusplus
extern "C" {
#endif

#define @UPPER@_KEY_BYTES @KEY@u
// Whether keys come by a port of the bridge: 1, or 0.
#define @UPPER@_KEY_PORT @KEY_PORT@
// How many masters have a page of registers each; `base` is the address of the caller's own.
#define @UPPER@_MASTERS @MASTERS@
#define @UPPER@_NONCE_BYTES @NONCE@u
#define @UPPER@_TAG_BYTES @TAG@u
#define @UPPER@_DIGEST_BYTES @DIGEST@u
// Whether there are outputs of any length, and the bytes of the longest customization of one.
#define @UPPER@_XOFS @XOFS@
#define @UPPER@_CUSTOMIZATION_BYTES @CUSTOMIZATION@u
// Whether the core keeps a plaintext until its tag is right; if not, a decryption takes two passes.
#define @UPPER@_WITHHOLDS @WITHHOLDS@
// The longest message in bytes of a core that keeps it until it is whole; 0: any.
#define @UPPER@_MOST_BYTES @MOST@u

enum {
    @UPPER@_OK = 0,
    @UPPER@_REFUSED = -1,  // wrong tag, or something that this core does not do
    @UPPER@_TIMEOUT = -2,  // the core did not move: it was reset, the key must be loaded again
    @UPPER@_TOO_LONG = -3, // see @UPPER@_MOST_BYTES and @UPPER@_CUSTOMIZATION_BYTES
    @UPPER@_ABSENT = -4,   // other registers than those of this core are there
    @UPPER@_BUSY = -5      // the core is not this master's: nothing was sent, no output was touched
};

// With @UPPER@_CALLBACKS the registers are reached through these two, else as memory.
#ifdef @UPPER@_CALLBACKS
extern uint32_t (*@TOP@_read)(uintptr_t address);
extern void (*@TOP@_write)(uintptr_t address, uint32_t value);
#endif

// What to do while the core has nothing to take and nothing to give, for example wait for its interrupt.
#ifndef @UPPER@_WAIT
#define @UPPER@_WAIT() ((void)0)
#endif

// Orders the accesses to the registers with those to memory: before the first word and behind the last one.
#ifndef @UPPER@_BARRIER
#define @UPPER@_BARRIER() ((void)0)
#endif

// Polls without a word moved after which the core counts as stuck.
#ifndef @UPPER@_POLLS
#define @UPPER@_POLLS 1000000u
#endif

// OK if the registers of this core are at `base`, else ABSENT.
int @TOP@_identify(uintptr_t base);

// Reset the core and empty its FIFOs. No key is in use afterwards@RESET_SAID@.
void @TOP@_reset(uintptr_t base);

// Let the interrupts of `mask` (bits of INTERRUPT) reach the pin, and no others.
void @TOP@_enable(uintptr_t base, uint32_t mask);

// What has happened, as bits of INTERRUPT, which are cleared.
uint32_t @TOP@_interrupts(uintptr_t base);

#if @UPPER@_MASTERS > 1
// Take the core for the master whose page is at `base`: before its first message, once. BUSY: another one has it.
int @TOP@_claim(uintptr_t base);

// Give the core up behind the last message: it is reset, and no key is in use. Nothing happens if another one has it.
void @TOP@_release(uintptr_t base);
#endif

#if @GUARDED@
// Bit 0: the self-test behind the last reset was right. Bit 1: it was not, and every call ends with TIMEOUT. Bit 2: key,
// state, blocks and FIFOs are cleared, and no word came since. Bits of what the core does not have are 0.
uint32_t @TOP@_guards(uintptr_t base);
#endif

#if @TELLS@
// The opcode of the last message (2 encrypt, 3 decrypt, 8 hash, 10 XOF, 11 CXOF) in bits 3 to 0, and what became of it
// in bits 9 and 8: 0 nothing yet, 1 it is under way, 2 success, 3 failure.
uint32_t @TOP@_service(uintptr_t base);
#endif

// Encrypt `bytes` bytes into as many of `out`, which may be `data`, and a tag. `key` NULL: the one in use.
int @TOP@_encrypt(uintptr_t base, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad, size_t ad_bytes,
    const uint8_t *data, size_t bytes, uint8_t *out, uint8_t *tag);

// Decrypt `bytes` bytes into as many of `out`, which may be `data`. REFUSED: the tag is wrong, and `out` is as it was.
// Nothing is written to `out` before the tag was found right: a first pass drops what the core sends. The second one
// checks the tag again; if that fails, since somebody has changed `data` meanwhile, `out` is zero.
int @TOP@_decrypt(uintptr_t base, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad, size_t ad_bytes,
    const uint8_t *data, size_t bytes, const uint8_t *tag, uint8_t *out);

// The same in one pass: the plaintext goes to `out` as it comes, before the tag is checked. Do not read it before the
// call is through. REFUSED: the tag is wrong, and `out` is zero.
int @TOP@_decrypt_early(uintptr_t base, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad, size_t ad_bytes,
    const uint8_t *data, size_t bytes, const uint8_t *tag, uint8_t *out);

// The digest of `bytes` bytes.
int @TOP@_hash(uintptr_t base, const uint8_t *data, size_t bytes, uint8_t *digest);

#if @UPPER@_XOFS
// So many bytes of the output of `bytes` bytes.
int @TOP@_xof(uintptr_t base, const uint8_t *data, size_t bytes, uint8_t *out, size_t out_bytes);

// The same of the function with a customization. TOO_LONG: it has more than CUSTOMIZATION_BYTES.
int @TOP@_cxof(uintptr_t base, const uint8_t *customization, size_t customization_bytes, const uint8_t *data,
    size_t bytes, uint8_t *out, size_t out_bytes);
#endif

#ifdef __cplusplus
}
#endif

#endif
