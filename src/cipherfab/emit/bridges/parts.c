// SPDX-License-Identifier: Apache-2.0
// Driver of @TOP@ (@NAME@): a message part by part.
//
// END_OF_INPUT is never set: what follows is not known yet, and the core does not look at it.
#include "@TOP@_parts.h"

#include <string.h>

#include "@TOP@_words.h"

// Send what is in `pdi` and `sdi` and read as much as there is room for; `whole`: to the status of the message.
static int play(struct @TOP@_message *message, struct feed *pdi, struct feed *sdi, struct answer *answer, bool whole)
{
    int result;
    answer->header = message->header;
    answer->header_left = message->header_left;
    answer->left = message->left;
    result = @TOP@_run(message->base, pdi, sdi, answer, whole);
    message->header = answer->header;
    message->header_left = (uint8_t)answer->header_left;
    message->left = answer->left;
    if ((result == @UPPER@_REFUSED) && @TOP@_more(pdi)) {
        @TOP@_reset(message->base);
    }
    return result;
}

static void forget(struct @TOP@_message *message, uintptr_t base)
{
    (void)memset(message, 0, sizeof *message);
    message->base = base;
}

// What is held from now on: blocks of so many bytes of a type.
static void expect(struct @TOP@_message *message, uint8_t type, uint8_t step)
{
    message->type = type;
    message->step = step;
    message->held_bytes = 0;
}

// Whole blocks, or what ends a type (`flags`), as segments; an output of as many bytes, unless `out` is NULL.
static int send(struct @TOP@_message *message, const uint8_t *data, size_t bytes, uint8_t flags, uint8_t *out)
{
    struct feed pdi = {0};
    struct feed sdi = {0};
    struct answer answer = {.data = out, .data_room = out != NULL ? bytes : 0u};
    @TOP@_add(&pdi, message->type, flags, SEGMENT(message->step), data, bytes);
    return play(message, &pdi, &sdi, &answer, false);
}

// As many of `data` as fill the held block, at most; how many.
static size_t fill(struct @TOP@_message *message, const uint8_t *data, size_t bytes)
{
    size_t room = (size_t)message->step - message->held_bytes;
    size_t taken = bytes < room ? bytes : room;
    if (taken != 0u) {
        (void)memcpy(message->held + message->held_bytes, data, taken);
    }
    message->held_bytes = (uint8_t)(message->held_bytes + taken);
    return taken;
}

// More data of the type under way: whole blocks are sent, the rest is held. *sent: bytes of the former.
static int more(struct @TOP@_message *message, const uint8_t *data, size_t bytes, uint8_t *out, size_t *sent)
{
    size_t taken = message->held_bytes != 0u ? fill(message, data, bytes) : 0u;
    size_t whole = (bytes - taken) / message->step * message->step;
    int result = @UPPER@_OK;
    *sent = 0;
    if (message->held_bytes == message->step) {
        result = send(message, message->held, message->step, 0, out);
        message->held_bytes = 0;
        *sent = message->step;
    }
    if ((result == @UPPER@_OK) && (whole != 0u)) {
        result = send(message, data + taken, whole, 0, out != NULL ? out + *sent : NULL);
        *sent += whole;
    }
    if (bytes > taken + whole) {
        (void)fill(message, data + taken + whole, bytes - taken - whole);
    }
    return result;
}

#if @UPPER@_ENCRYPTS_IN_PARTS
int @TOP@_begin(struct @TOP@_message *message, uintptr_t base, bool decrypts, const uint8_t *key, const uint8_t *nonce)
{
    struct feed pdi = {0};
    struct feed sdi = {0};
    struct answer answer = {0};
    forget(message, base);
    if (decrypts && (@UPPER@_DECRYPTS_IN_PARTS == 0)) {
        return @UPPER@_REFUSED;
    }
    expect(message, AD, @AD_STEP@u);
    message->text = decrypts ? CIPHERTEXT : PLAINTEXT;
    @TOP@_add_start(&pdi, &sdi, decrypts ? DECRYPT : ENCRYPT, key, 0, nonce);
    return play(message, &pdi, &sdi, &answer, false);
}

int @TOP@_associate(struct @TOP@_message *message, const uint8_t *ad, size_t bytes)
{
    size_t sent;
    return more(message, ad, bytes, NULL, &sent);
}

// The end of the associated data, once.
static int end_ad(struct @TOP@_message *message)
{
    int result = @UPPER@_OK;
    if (message->type == AD) {
        result = send(message, message->held, message->held_bytes, END_OF_TYPE, NULL);
        expect(message, message->text, @DATA_STEP@u);
    }
    return result;
}

int @TOP@_pass(struct @TOP@_message *message, const uint8_t *data, size_t bytes, uint8_t *out, size_t *out_bytes)
{
    int result = end_ad(message);
    *out_bytes = 0;
    return result == @UPPER@_OK ? more(message, data, bytes, out, out_bytes) : result;
}

// The last segment of text, the `received` tag, which an encryption does not have, and all that is answered.
static int end(struct @TOP@_message *message, uint8_t *out, size_t *out_bytes, const uint8_t *received, uint8_t *tag)
{
    struct feed pdi = {0};
    struct feed sdi = {0};
    struct answer answer = {.data = out, .tag = tag, .tag_room = tag != NULL ? @UPPER@_TAG_BYTES : 0u};
    int result = end_ad(message);
    if (result != @UPPER@_OK) {
        return result;
    }
    answer.data_room = message->held_bytes;
    *out_bytes = answer.data_room;
    @TOP@_add(&pdi, message->text, received != NULL ? END_OF_TYPE : END_OF_TYPE | LAST, DATA_SEGMENT, message->held,
        message->held_bytes);
    if (received != NULL) {
        @TOP@_add(&pdi, TAG, END_OF_TYPE | LAST, DATA_SEGMENT, received, @UPPER@_TAG_BYTES);
    }
    result = play(message, &pdi, &sdi, &answer, true);
    if ((result != @UPPER@_OK) && (*out_bytes != 0u)) {
        (void)memset(out, 0, *out_bytes);
    }
    forget(message, message->base);
    return result;
}

int @TOP@_seal(struct @TOP@_message *message, uint8_t *out, size_t *out_bytes, uint8_t *tag)
{
    return end(message, out, out_bytes, NULL, tag);
}
#endif

#if @UPPER@_DECRYPTS_IN_PARTS
int @TOP@_open(struct @TOP@_message *message, uint8_t *out, size_t *out_bytes, const uint8_t *tag)
{
    return end(message, out, out_bytes, tag, NULL);
}
#endif

#if (@UPPER@_DIGEST_BYTES != 0u) || (@UPPER@_XOFS != 0)
int @TOP@_absorb(struct @TOP@_message *message, const uint8_t *data, size_t bytes)
{
    size_t sent;
    return more(message, data, bytes, NULL, &sent);
}
#endif

#if @UPPER@_DIGEST_BYTES != 0u
int @TOP@_begin_hash(struct @TOP@_message *message, uintptr_t base)
{
    struct feed pdi = {0};
    struct feed sdi = {0};
    struct answer answer = {0};
    forget(message, base);
    expect(message, HASH_MESSAGE, @HASH_STEP@u);
    @TOP@_add(&pdi, HASH, 0, 0, NULL, 0);
    return play(message, &pdi, &sdi, &answer, false);
}

int @TOP@_digest(struct @TOP@_message *message, uint8_t *digest)
{
    struct feed pdi = {0};
    struct feed sdi = {0};
    struct answer answer = {.tag = digest, .tag_room = @UPPER@_DIGEST_BYTES};
    int result;
    @TOP@_add(&pdi, HASH_MESSAGE, END_OF_TYPE | LAST, HASH_SEGMENT, message->held, message->held_bytes);
    result = play(message, &pdi, &sdi, &answer, true);
    forget(message, message->base);
    return result;
}
#endif

#if @UPPER@_XOFS
int @TOP@_begin_xof(struct @TOP@_message *message, uintptr_t base, const uint8_t *customization, size_t bytes)
{
    struct feed pdi = {0};
    struct feed sdi = {0};
    struct answer answer = {0};
    forget(message, base);
    if ((customization != NULL) && (bytes > @UPPER@_CUSTOMIZATION_BYTES)) {
        return @UPPER@_TOO_LONG;
    }
    expect(message, HASH_MESSAGE, @HASH_STEP@u);
    @TOP@_add(&pdi, customization != NULL ? CXOF : XOF, 0, 0, NULL, 0);
    if (customization != NULL) {
        @TOP@_add(&pdi, AD, END_OF_TYPE, AD_SEGMENT, customization, bytes);
    }
    return play(message, &pdi, &sdi, &answer, false);
}

// Ask for whole blocks of the output.
static int request(struct @TOP@_message *message, uint8_t *out, size_t bytes)
{
    struct feed pdi = {0};
    struct feed sdi = {0};
    struct answer answer = {.tag = out, .tag_room = bytes};
    @TOP@_add(&pdi, LENGTH, 0, OUTPUT_SEGMENT, NULL, bytes);
    return play(message, &pdi, &sdi, &answer, false);
}

// The end of the message, once. Of a block of output the bytes are held from now on that nobody asked for yet.
static int end_absorption(struct @TOP@_message *message)
{
    int result = @UPPER@_OK;
    if (message->type == HASH_MESSAGE) {
        result = send(message, message->held, message->held_bytes, END_OF_TYPE, NULL);
        expect(message, LENGTH, @XOF_STEP@u);
    }
    return result;
}

// At most so many of the bytes that are held, which are the last ones of a block; how many.
static size_t pour(struct @TOP@_message *message, uint8_t *out, size_t bytes)
{
    size_t given = bytes < message->held_bytes ? bytes : message->held_bytes;
    if (given != 0u) {
        (void)memcpy(out, message->held + message->step - message->held_bytes, given);
    }
    message->held_bytes = (uint8_t)(message->held_bytes - given);
    return given;
}

int @TOP@_squeeze(struct @TOP@_message *message, uint8_t *out, size_t bytes)
{
    int result = end_absorption(message);
    size_t given = pour(message, out, bytes);
    size_t whole = (bytes - given) / message->step * message->step;
    if ((result == @UPPER@_OK) && (whole != 0u)) {
        result = request(message, out + given, whole);
    }
    given += whole;
    if ((result == @UPPER@_OK) && (given < bytes)) {
        result = request(message, message->held, message->step);
        message->held_bytes = message->step;
        (void)pour(message, out + given, bytes - given);
    }
    return result;
}

int @TOP@_end_xof(struct @TOP@_message *message)
{
    struct feed pdi = {0};
    struct feed sdi = {0};
    struct answer answer = {0};
    int result = end_absorption(message);
    if (result == @UPPER@_OK) {
        @TOP@_add(&pdi, LENGTH, END_OF_TYPE | LAST, OUTPUT_SEGMENT, NULL, 0);
        result = play(message, &pdi, &sdi, &answer, true);
    }
    forget(message, message->base);
    return result;
}
#endif

void @TOP@_abandon(struct @TOP@_message *message)
{
    @TOP@_reset(message->base);
    forget(message, message->base);
}
