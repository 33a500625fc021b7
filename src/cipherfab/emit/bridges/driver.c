// SPDX-License-Identifier: Apache-2.0
// Driver of @TOP@ (@NAME@): a message in one call.
#include "@TOP@_words.h"

#include <string.h>

// What an encryption and a decryption have in common: the key if it is new, the instruction, nonce and AD.
static void open(struct feed *pdi, struct feed *sdi, uint8_t opcode, const uint8_t *key, const uint8_t *nonce,
    const uint8_t *ad, size_t ad_bytes, size_t bytes)
{
    @TOP@_add_start(pdi, sdi, opcode, key, (ad_bytes != 0u) || (bytes != 0u) ? 0u : END_OF_INPUT, nonce);
    @TOP@_add(pdi, AD, ((ad_bytes != 0u) && (bytes == 0u) ? END_OF_INPUT : 0u) | END_OF_TYPE, AD_SEGMENT, ad, ad_bytes);
}

int @TOP@_encrypt(uintptr_t base, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad, size_t ad_bytes,
    const uint8_t *data, size_t bytes, uint8_t *out, uint8_t *tag)
{
    struct feed pdi = {0};
    struct feed sdi = {0};
    struct answer answer = {.data = out, .data_room = bytes, .tag = tag, .tag_room = @UPPER@_TAG_BYTES};
    if ((@UPPER@_MOST_BYTES != 0u) && (bytes > @UPPER@_MOST_BYTES)) {
        return @UPPER@_TOO_LONG;
    }
    open(&pdi, &sdi, ENCRYPT, key, nonce, ad, ad_bytes, bytes);
    @TOP@_add(&pdi, PLAINTEXT, (bytes != 0u ? END_OF_INPUT : 0u) | END_OF_TYPE | LAST, DATA_SEGMENT, data, bytes);
    return @TOP@_run(base, &pdi, &sdi, &answer, true);
}

// A decryption whose plaintext goes to `out`; of NULL it is dropped.
static int pass(uintptr_t base, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad, size_t ad_bytes,
    const uint8_t *data, size_t bytes, const uint8_t *tag, uint8_t *out)
{
    struct feed pdi = {0};
    struct feed sdi = {0};
    struct answer answer = {.data = out, .data_room = out != NULL ? bytes : 0u};
    if ((@UPPER@_MOST_BYTES != 0u) && (bytes > @UPPER@_MOST_BYTES)) {
        return @UPPER@_TOO_LONG;
    }
    open(&pdi, &sdi, DECRYPT, key, nonce, ad, ad_bytes, bytes);
    @TOP@_add(&pdi, CIPHERTEXT, (bytes != 0u ? END_OF_INPUT : 0u) | END_OF_TYPE, DATA_SEGMENT, data, bytes);
    @TOP@_add(&pdi, TAG, END_OF_TYPE | LAST, DATA_SEGMENT, tag, @UPPER@_TAG_BYTES);
    return @TOP@_run(base, &pdi, &sdi, &answer, true);
}

int @TOP@_decrypt_early(uintptr_t base, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad, size_t ad_bytes,
    const uint8_t *data, size_t bytes, const uint8_t *tag, uint8_t *out)
{
    int result = pass(base, key, nonce, ad, ad_bytes, data, bytes, tag, out);
    if ((result != @UPPER@_OK) && (result != @UPPER@_BUSY) && (result != @UPPER@_TOO_LONG) && (bytes != 0u)) {
        (void)memset(out, 0, bytes);
    }
    return result;
}

int @TOP@_decrypt(uintptr_t base, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad, size_t ad_bytes,
    const uint8_t *data, size_t bytes, const uint8_t *tag, uint8_t *out)
{
    // A core that withholds sends nothing to a wrong tag.
    int result = pass(base, key, nonce, ad, ad_bytes, data, bytes, tag, @UPPER@_WITHHOLDS != 0 ? out : NULL);
    if ((@UPPER@_WITHHOLDS == 0) && (result == @UPPER@_OK) && (bytes != 0u)) {
        // The tag is checked once more: `data` may have been changed meanwhile.
        result = @TOP@_decrypt_early(base, NULL, nonce, ad, ad_bytes, data, bytes, tag, out);
    }
    return result;
}

int @TOP@_hash(uintptr_t base, const uint8_t *data, size_t bytes, uint8_t *digest)
{
    struct feed pdi = {0};
    struct feed sdi = {0};
    struct answer answer = {.tag = digest, .tag_room = @UPPER@_DIGEST_BYTES};
    @TOP@_add(&pdi, HASH, 0, 0, NULL, 0);
    @TOP@_add(&pdi, HASH_MESSAGE, END_OF_INPUT | END_OF_TYPE | LAST, HASH_SEGMENT, data, bytes);
    return @TOP@_run(base, &pdi, &sdi, &answer, true);
}

#if @UPPER@_XOFS
// What a XOF and one with a customization have in common: the message, and requests for the output.
static int squeeze(uintptr_t base, struct feed *pdi, const uint8_t *data, size_t bytes, uint8_t flags, uint8_t *out,
    size_t out_bytes)
{
    struct feed sdi = {0};
    struct answer answer = {.tag = out, .tag_room = out_bytes};
    @TOP@_add(pdi, HASH_MESSAGE, flags | END_OF_TYPE, HASH_SEGMENT, data, bytes);
    @TOP@_add(pdi, LENGTH, END_OF_TYPE | LAST, OUTPUT_SEGMENT, NULL, out_bytes);
    return @TOP@_run(base, pdi, &sdi, &answer, true);
}

int @TOP@_xof(uintptr_t base, const uint8_t *data, size_t bytes, uint8_t *out, size_t out_bytes)
{
    struct feed pdi = {0};
    @TOP@_add(&pdi, XOF, 0, 0, NULL, 0);
    return squeeze(base, &pdi, data, bytes, END_OF_INPUT, out, out_bytes);
}

int @TOP@_cxof(uintptr_t base, const uint8_t *customization, size_t customization_bytes, const uint8_t *data,
    size_t bytes, uint8_t *out, size_t out_bytes)
{
    struct feed pdi = {0};
    bool ends = (customization_bytes != 0u) && (bytes == 0u);
    if (customization_bytes > @UPPER@_CUSTOMIZATION_BYTES) {
        return @UPPER@_TOO_LONG;
    }
    @TOP@_add(&pdi, CXOF, 0, 0, NULL, 0);
    @TOP@_add(&pdi, AD, (ends ? END_OF_INPUT : 0u) | END_OF_TYPE, AD_SEGMENT, customization, customization_bytes);
    return squeeze(base, &pdi, data, bytes, ends ? 0u : END_OF_INPUT, out, out_bytes);
}
#endif
